#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,frames needs=- disturbs=mounts,memory,settings
#
# pagesnap memory: every class beside what the kernel counts of it, on states that were made.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# frames WHAT: of the last look.
frames() { jq -r --arg w "$1" 'select(.what == $w and .block == "class").frames' /tmp/out; }
# largest WHAT
largest() { jq -r --arg w "$1" 'select(.what == $w and .block == "class").largest' /tmp/out; }
# part_of CLASS WHAT: frames, of the last look with --parts.
part_of()
{
	jq -s --arg of "$1" --arg w "$2" 'map(select(.of == $of and .what == $w).frames) | add // 0' /tmp/out
}
# sum BLOCK: frames of its rows
sum() { jq -s --arg b "$1" 'map(select(.block == $b).frames) | add' /tmp/out; }
meminfo() { awk -v key="$1:" '$1 == key { print $2 / 4 }' /proc/meminfo; }
# counted WHEN KEY...: of /proc/vmstat, "before" or "after" the last look
counted() { awk -v keys=" ${*:2} " 'index(keys, " " $1 " ") { n += $2 } END { print n + 0 }' "/tmp/$1"; }
# free pages in lists of CPUs
on_cpus() { awk '$1 == "count:" { n += $2 } END { print n + 0 }' /proc/zoneinfo; }
# count WHEN: with what CPUs have counted for themselves
count()
{
	echo 1 >/proc/sys/vm/stat_refresh
	cat /proc/vmstat >"/tmp/$1"
}
look()
{
	local status=0

	count before
	pagesnap memory --jsonl --output-all --parts >/tmp/out 2>/tmp/err || status=$?
	count after
	return "$status"
}
# check_counted NAME FOUND TOLERANCE KEY...: it is what was counted before the look or after it, or
# between these.
check_counted()
{
	local low high

	low=$(counted before "${@:4}")
	high=$(counted after "${@:4}")
	[ "$low" -le "$high" ] || read -r low high <<<"$high $low"
	check "$1$([ "$2" -ge $((low - $3)) ] && [ "$2" -le $((high + $3)) ] || echo ": $2 for $low..$high")" \
		[ "$2" -ge $((low - $3)) -a "$2" -le $((high + $3)) ]
}
# check_near NAME FOUND WANTED TOLERANCE: the name says what was found.
check_near()
{
	local off=$(($2 - $3))

	check "$1$([ "${off#-}" -le "$4" ] || echo ": $2 for $3")" [ "${off#-}" -le "$4" ]
}

# kpageflags: "BUDDY SLAB PGTABLE", frames by the flags of /proc/kpageflags.
kpageflags()
{
	od -An -v -w8 -t u8 /proc/kpageflags 2>/dev/null |
		awk '{ b += int($1 / 1024) % 2; s += int($1 / 128) % 2; t += int($1 / 67108864) % 2 }
			END { print b, s, t }'
}

# --- a machine at rest ----------------------------------------------------------------

sync
look
status=$?
sed 's/^/# /' /tmp/err
jq -r 'select(.block != "part") | "# \(.frames) \(.pct) \(.what): \(.largest // .why)"' /tmp/out
check 'memory exits with 0' [ "$status" -eq 0 ]
check 'classes of memory sum to MemTotal, to the page' [ "$(sum class)" -eq "$(meminfo MemTotal)" ]
check 'classes of memory sum to the managed frames of all zones' \
	[ "$(sum class)" -eq "$(awk '$1 == "managed" { n += $2 } END { print n }' /proc/zoneinfo)" ]
# gaps between zones have reserved frames, too
check 'reserved frames are all that are present and not managed' [ "$(sum reserved)" -ge \
	"$(awk '$1 == "present" { n += $2 } $1 == "managed" { n -= $2 } END { print n }' /proc/zoneinfo)" ]
check 'nothing is marked as reserved that MemTotal counts' [ "$(frames 'marked reserved')" -eq 0 ]
if [ -e /sys/kernel/debug/kmemleak ] || grep -q slub_debug /proc/cmdline; then
	skip 'at rest at most one percent of memory is unknown' 'a kernel that checks itself'
else
	check 'at rest at most one percent of memory is unknown' \
		[ $(($(frames unknown) * 100)) -le "$(meminfo MemTotal)" ]
fi
# no swap cache here
check_counted 'page cache is as large as the kernel counts it, with shared memory' \
	"$(($(frames 'file cache') + $(frames 'shared memory, tmpfs')))" 64 nr_file_pages
check_counted 'anonymous memory is as large as the kernel counts it' "$(frames anonymous)" 512 nr_anon_pages
check_counted 'shared memory is as large as the kernel counts it' "$(frames 'shared memory, tmpfs')" 16 nr_shmem
check_counted 'page tables are as many as the kernel counts' "$(frames 'page tables')" 128 nr_page_table_pages
check_counted 'slabs and large blocks of kmalloc() are as many as the kernel counts' \
	"$(($(frames slab) + $(part_of kernel 'large kmalloc')))" 256 nr_slab_reclaimable nr_slab_unreclaimable
check_counted 'free memory is as large as the kernel counts it, but for lists of CPUs' \
	"$(($(frames free) - $(part_of free 'in lists of CPUs')))" 2048 nr_free_pages
read -r buddy slab tables < <(kpageflags)
check_near 'slabs are as many as /proc/kpageflags has' "$(frames slab)" "$slab" 256
check_near 'page tables are as many as /proc/kpageflags has' "$(frames 'page tables')" "$tables" 128
check_near 'free memory is as large as /proc/kpageflags has it, with lists of CPUs' "$(frames free)" \
	"$((buddy + $(on_cpus)))" 2048
look
check_near 'caches of slabs have as many as /proc/slabinfo' \
	"$(jq -s 'map(select(.of == "slab").frames) | add' /tmp/out)" "$(frames slab)" 0
check_near 'vmalloc has what /proc/meminfo counts, with stacks' \
	"$(jq -s 'map(select(.of == "kernel" and (.what == "vmalloc" or .what == "stacks")).frames) | add' /tmp/out)" \
	"$(meminfo VmallocUsed)" 64

# --- states that were made --------------------------------------------------------------

before_shmem=$(frames 'shared memory, tmpfs')
before_anon=$(frames anonymous)
mkdir -p /mnt/shm
mount -t tmpfs none /mnt/shm
head -c $((5000 * 4096)) /dev/zero >/mnt/shm/large
head -c $((2000 * 4096)) /dev/zero >/mnt/shm/gone
exec 7</mnt/shm/gone
rm /mnt/shm/gone
rm -f /tmp/go /tmp/filled /tmp/unread
mkfifo /tmp/go
bash -c 'v=$(head -c 30000000 /dev/zero | tr "\0" x); echo filled >/tmp/filled; read -r _ </tmp/go' &
filled=$!
wait_for 60 [ -s /tmp/filled ] || check 'memory is filled' false
look
check_near 'shared memory grows by what is written to tmpfs' \
	"$(($(frames 'shared memory, tmpfs') - before_shmem))" 7000 8
check 'shared memory names its largest file' eval 'largest "shared memory, tmpfs" | grep -q "^/mnt/shm/large (20M), "'
check 'files of shared memory have parts, deleted ones, too' [ "$(jq -r 'select(.of == "shared memory, tmpfs" and
	(.what | startswith("/mnt/shm/"))) | "\(.what) \(.frames)"' /tmp/out)" = "/mnt/shm/large 5000
/mnt/shm/gone [deleted] 2000" ]
check 'anonymous memory grows by what a process fills' [ $(($(frames anonymous) - before_anon)) -ge 7000 ]
check 'anonymous memory names the process that fills it' \
	eval 'largest anonymous | grep -q "^bash '$filled' "'
check 'classes sum to MemTotal while memory is in use' [ "$(sum class)" -eq "$(meminfo MemTotal)" ]
if echo 4 >/proc/sys/vm/nr_hugepages 2>/dev/null && [ "$(cat /proc/sys/vm/nr_hugepages)" -eq 4 ]; then
	look
	check 'huge pages in the pool are hugetlb' [ "$(frames hugetlb)" -eq 2048 ]
	check 'classes sum to MemTotal with huge pages in the pool' [ "$(sum class)" -eq "$(meminfo MemTotal)" ]
	echo 0 >/proc/sys/vm/nr_hugepages
else
	skip 'huge pages in the pool are hugetlb' 'there are none'
fi

# --- under load of the network ---------------------------------------------------------------

unread 24 2 >/tmp/unread &
unread=$!
wait_for 60 [ -s /tmp/unread ] || check 'connections are filled' false
look
jq -r '"# \(.frames) \(.pct) \(.what): \(.largest // .why)"' /tmp/out | grep -E 'kernel:|unknown'
sed 's/^/# unread bytes: /' /tmp/unread
check 'what TCP keeps for readers is memory of the kernel' eval 'largest kernel | grep -q "TCP buffers"'
check 'classes sum to MemTotal under load of the network' [ "$(sum class)" -eq "$(meminfo MemTotal)" ]
check 'under load of the network at most five percent of memory are unknown' \
	[ $(($(frames unknown) * 20)) -le "$(meminfo MemTotal)" ]
kill "$unread"

# --- as a whole -----------------------------------------------------------------------------

pagesnap >/tmp/screen 2>/tmp/err
check 'without a command memory is shown on one screen' [ "$(wc -l </tmp/screen)" -le 24 ]
check 'without a command it is said how to ask' [ "$(tail -1 /tmp/screen)" = 'pagesnap --help' ]
sed 's/^/# /' /tmp/screen

exec 7<&-
echo >/tmp/go
wait "$filled"
umount /mnt/shm
rm -f /tmp/go /tmp/filled

ktap_end
