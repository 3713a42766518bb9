#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- disturbs=disks,mounts,memory,settings
#
# What the client says can be dropped against what drop_caches drops; PSS against
# smaps_rollup; and who holds a file that was deleted.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
work=/mnt/droppable
mkfs.ext4 -qF /dev/scratch0
mkdir -p "$work"
mount /dev/scratch0 "$work"
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
# khugepaged would move pages, and DAMON mark them
thp=/sys/kernel/mm/transparent_hugepage/enabled
thp_was=$(sed 's/.*\[\(.*\)\].*/\1/' "$thp")
echo never >"$thp"
stop_damon

for file in clean mapped dirty locked gone; do
	head -c $((100 * 4096)) /dev/urandom >"$work/$file"
done
sync
echo 3 >/proc/sys/vm/drop_caches
for file in clean mapped locked gone; do
	cat "$work/$file" >/dev/null
done

# Twenty pages are mapped, ten locked, thirty dirty; one file is open, and deleted.
rm -f /tmp/ready /tmp/go
mkfifo /tmp/ready /tmp/go
python3 -c "
import ctypes, mmap, os, sys
held = []
def touch(name, nr):
    fd = os.open(sys.argv[1] + '/' + name, os.O_RDWR)
    m = mmap.mmap(fd, nr * 4096, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
    held.append(m)
    return fd, m, sum(m[i * 4096] for i in range(nr))
touch('mapped', 20)
fd, m, _ = touch('locked', 10)
address = ctypes.addressof(ctypes.c_char.from_buffer(m))
ctypes.CDLL(None).mlock(ctypes.c_void_p(address), 10 * 4096)
fd = os.open(sys.argv[1] + '/dirty', os.O_RDWR)
os.pread(fd, 100 * 4096, 0)
os.pwrite(fd, b'x' * 30 * 4096, 0)
gone = os.open(sys.argv[1] + '/gone', os.O_RDONLY)
os.unlink(sys.argv[1] + '/gone')
# memory that a child shares, and some that is its own
shared = mmap.mmap(-1, 200 * 4096)
shared.write(b'y' * 200 * 4096)
child = os.fork()
if not child:
    private = bytearray(50 * 4096)
    os.read(os.open('/tmp/go', os.O_RDONLY), 1)
    os._exit(0)
open('/tmp/ready', 'w').write('%d %d\n' % (os.getpid(), child))
os.read(os.open('/tmp/go', os.O_RDONLY), 1)
" "$work" &
job=$!
read -r pid child </tmp/ready

# FILE PAGES DROPPABLE_PAGES CLEAN_PAGES of the files
look() { pagesnap fs "$work" -nr -o FILE,PAGES,DROPPABLE_PAGES,CLEAN_PAGES; }
# of FILE column N of what was seen
seen() { awk -v f="$work/$1" -v n="$2" '$1 == f { print $n; found = 1 } END { if (!found) print 0 }' "$3"; }

look >/tmp/before
echo 1 >/proc/sys/vm/drop_caches
look >/tmp/after
cat /tmp/before /tmp/after >/tmp/out
for file in clean mapped dirty locked; do
	before=$(seen $file 2 /tmp/before)
	dropped=$((before - $(seen $file 2 /tmp/after)))
	check "$file: DROPPABLE is what drop_caches drops: $dropped of $before" \
		[ "$before" -gt 0 -a "$(seen $file 3 /tmp/before)" -eq $dropped ]
done
check 'all pages of a clean file count as droppable' [ "$(seen clean 3 /tmp/before)" -eq 100 ]
check 'of one that is mapped in part the rest' [ "$(seen mapped 3 /tmp/before)" -le 80 -a \
	"$(seen mapped 3 /tmp/before)" -gt 0 ]
check 'CLEAN is what is not dirty' [ "$(seen dirty 4 /tmp/before)" -eq 70 ]

pagesnap du "$work" -nr -o DROPPABLE_PAGES >/tmp/out
pagesnap fs "$work" --group total -nr -o DROPPABLE_PAGES >>/tmp/out
check 'sums of files have it' [ "$(sed -n 1p /tmp/out)" -ge 0 ]
check 'totals have droppable pages' [ "$(sed -n 2p /tmp/out)" -ge 0 ]

# --- PSS ------------------------------------------------------------------------

# What looks shares libraries with what is looked at, so looking changes the result: both
# are read by this shell itself.
index=/sys/kernel/debug/tracing/objects/mm/pages/task_index

# rollup_pss PID, index_pss PID: into $theirs, in kB; into $ours, in bytes.
rollup_pss()
{
	local key value _

	while read -r key value _; do
		[ "$key" != Pss: ] || theirs=$value
	done <"/proc/$1/smaps_rollup"
}

index_pss()
{
	local record line

	exec 3<>"$index"
	echo "$1 group=total" >&3
	while read -r record line <&3 && [ "$record" != end ]; do
		[ "$record" != total ] || ours=${line#* pss=}
	done
	exec 3>&-
	ours=${ours%% *}
}

# pss_agrees PID: up to five times, as other processes come and go.
pss_agrees()
{
	local ours='?' theirs _

	for _ in 1 2 3 4 5; do
		rollup_pss "$1"
		index_pss "$1"
		echo "ours $ours bytes, smaps_rollup $theirs kB" >/tmp/out
		[ "$((ours / 1024))" -eq "$theirs" ] && return 0
	done
	return 1
}
check 'PSS of a process is that of smaps_rollup' pss_agrees "$pid"
check 'PSS of a child is that of smaps_rollup' pss_agrees "$child"
# pss FILE TYPE: of its records of this type, summed; each is rounded down to a byte
pss()
{
	awk -v type="$2" '$1 == type && match($0, / pss=[0-9]+/) {
		s += substr($0, RSTART + 5, RLENGTH - 5)
	} END { print s }' "$1"
}
# by one process, as each one that begins or ends changes it
printf 'task %s group=object\ntask %s group=total\n' "$pid" "$pid" | pagesnap batch --text >/tmp/out
off=$(($(pss /tmp/out total) - $(pss /tmp/out vma)))
check 'PSS of the VMAs adds up to that of the process' [ $off -ge 0 -a $off -le "$(grep -c ^vma /tmp/out)" ]
pagesnap task "$pid" --group total --save /tmp/snap
pagesnap task -R /tmp/snap --text >/tmp/out
pagesnap task -R /tmp/snap -nr -o PSS >/tmp/one
check 'a column tells it' has "^total .* pss=$(</tmp/one) "
echo always >"$thp"
python3 -c "
import mmap, os
m = mmap.mmap(-1, 8 << 20)
m.madvise(mmap.MADV_HUGEPAGE)
m.write(b'z' * (8 << 20))
if not os.fork():
    # one page of a huge one is the child's own, the others both map
    m[4096 * 700] = 1
    os.read(os.open('/tmp/go', os.O_RDONLY), 1)
    os._exit(0)
open('/tmp/ready', 'w').write('%d\n' % os.getpid())
os.read(os.open('/tmp/go', os.O_RDONLY), 1)
" &
huge=$!
read -r thp_pid </tmp/ready
check 'PSS with huge pages is that of smaps_rollup' pss_agrees "$thp_pid"
pagesnap task "$pid" >/tmp/out
check 'a table ends with the sum of the process' has "^ *$pid .* total$"

# --- holders --------------------------------------------------------------------

# its pages were dropped, too
for fd in "/proc/$pid"/fd/*; do
	case $(readlink "$fd") in *"/gone (deleted)") cat "$fd" >/dev/null ;; esac
done
pagesnap fs "$work" --state deleted -nr -o HOLDERS,STATE,FILE >/tmp/out
check 'who holds the deleted file' has "^$pid,$child deleted $work/gone$"
check 'only the deleted file is shown' [ "$(wc -l </tmp/out)" -eq 1 ]
pagesnap fs "$work" -nr -o HOLDERS,FILE >/tmp/out
check 'who maps one' has "^$pid,$child $work/mapped$"
cat "$work/clean" >/dev/null
pagesnap file "$work/clean" -nr -o HOLDERS >/tmp/out
check 'a file that nobody maps has no holders' has '^-$'

# --- a recording ------------------------------------------------------------------

if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
	pagesnap cgroup -nr -o RES,CGROUP_PATH,STATE --save /tmp/snap --print >/tmp/one
	PAGESNAP_CGROUPS=/nowhere pagesnap cgroup -R /tmp/snap -nr -o RES,CGROUP_PATH,STATE >/tmp/out
	check 'a recording has the names of cgroups' cmp -s /tmp/one /tmp/out
else
	skip 'a recording has the names of cgroups' 'no cgroup2'
fi

pkill -P "$thp_pid"
kill "$thp_pid" "$child" "$pid"
wait "$job" "$huge" 2>/dev/null
echo "$thp_was" >"$thp"
rm -f /tmp/ready /tmp/go /tmp/snap /tmp/one
umount "$work"
ktap_end
