#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,frames,supers needs=swap,numa,cgroup disturbs=disks,mounts,memory,settings
#
# pagesnap audit on states that were made: every counter has something to count.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# cell COUNTER COLUMN: a cell of what audit has printed as JSON; "null" if there is no such row.
cell() { jq -r --arg c "$1" "[.pagesnap[] | select(.counter == \$c)][0].$2" /tmp/out; }
# is_between COUNTER COLUMN LEAST [MOST]
is_between()
{
	local got
	got=$(cell "$1" "$2")
	[ "$got" != null ] && [ "$got" != '?' ] && [ "$got" -ge "$3" ] && [ "$got" -le "${4:-$got}" ]
}
# check_balance NAME: is each difference explained?  If not, the result's name says
# which.  Leaves JSON in /tmp/out.
check_balance()
{
	local status=0 off=

	pagesnap audit --json >/tmp/out 2>/tmp/err || status=$?
	[ "$status" -eq 0 ] ||
		off=$(jq -r '[.pagesnap[] | select((.why // "") | test("not explained")) |
			" \(.counter) \(.kernel)/\(.walked)"] | join(",")' /tmp/out)
	check "$1${off:+:$off}" [ "$status" -eq 0 ]
}

# --- states -------------------------------------------------------------------------

echo 3 >/proc/sys/vm/drop_caches
# nothing is written back while it is looked at
echo 360000 >/proc/sys/vm/dirty_writeback_centisecs
echo 360000 >/proc/sys/vm/dirty_expire_centisecs
mkdir -p /mnt/ext4 /mnt/shm
mkfs.ext4 -qF /dev/scratch0
mount /dev/scratch0 /mnt/ext4
head -c $((300 * 4096)) /dev/zero >/mnt/ext4/clean
sync
head -c $((200 * 4096)) /dev/zero >/mnt/ext4/dirty
mount -t tmpfs none /mnt/shm
head -c $((150 * 4096)) /dev/zero >/mnt/shm/f
head -c $((100 * 4096)) /dev/scratch1 >/dev/null
hold /mnt/ext4/clean >/tmp/hold &
offlist aio >/tmp/aio &
offlist secret >/tmp/secret &
for one in hold aio secret; do
	wait_for 60 [ -s "/tmp/$one" ] || check "$one is ready" false
done
if mkdir /sys/fs/cgroup/audit 2>/dev/null; then
	mkdir /sys/fs/cgroup/audit/below 2>/dev/null
	echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
	echo +memory >/sys/fs/cgroup/audit/cgroup.subtree_control 2>/dev/null
fi
charged=/sys/fs/cgroup/audit/below
if [ -e "$charged/memory.stat" ]; then
	bash -c "echo \$\$ >$charged/cgroup.procs; head -c $((2000 * 4096)) /dev/zero >/mnt/ext4/charged"
fi
pool=0
! echo 2 >/proc/sys/vm/nr_hugepages 2>/dev/null || pool=$(cat /proc/sys/vm/nr_hugepages)
dev=$(mountpoint -d /mnt/ext4)
# memory.stat collects what was counted every two seconds (FLUSH_TIME in mm/memcontrol.c)
sleep 3

# --- it balances ----------------------------------------------------------------------

check_balance 'the books balance'
jq -r '.pagesnap[] | "# \([.counter, .kernel, .walked, .diff, .moved, .why] | map(tostring) | join(" "))"' \
	/tmp/out | head -n 60
check 'pages of the page cache are counted' is_between 'file pages' walked 650
check 'pages of ext4 are counted by file' is_between "ext4 $dev" walked 500
check 'pages of ext4 by frame are as many as by file' is_between "ext4 $dev" diff 0 0
check 'pages of shmem are counted' is_between shmem walked 150
check 'pages of block devices are counted' is_between 'block devices' walked 100
check 'dirty pages are counted' is_between dirty walked 200
check 'mapped pages are counted' is_between mapped walked 300
check 'audit counts file pages by node' is_between 'node0 file' walked 1
check 'all memory is counted by audit' is_between MemTotal walked 200000
check 'audit counts anonymous pages' is_between anonymous walked 50
check 'audit counts slabs' is_between slab walked 500
check 'audit counts page tables' is_between 'page tables' walked 20
check 'audit counts free pages' is_between free walked 10000
check 'audit counts frames without a mark' is_between 'without a mark' walked 1000
if [ "$pool" -gt 0 ]; then
	check 'audit counts huge pages of the pool' is_between hugetlb walked $((pool * 512)) $((pool * 512))
else
	skip 'audit counts huge pages of the pool' 'there are none'
fi
check 'a ring of asynchronous I/O is off-list' [ "$(jq '[.pagesnap[] |
	select(.why == "aio rings") | .walked] | add' /tmp/out)" = "$(cat /tmp/aio)" ]
if [ "$(cat /tmp/secret)" -gt 0 ]; then
	check 'secret memory is off-list' [ "$(jq '[.pagesnap[] |
		select(.why == "secret memory") | .walked] | add' /tmp/out)" = "$(cat /tmp/secret)" ]
else
	skip 'secret memory is off-list' 'no memfd_secret() here'
fi
frame=$(pagesnap pfn --names -nr -o PFN,STATE | awk '$2 == "offlist" { print $1; exit }')
pagesnap who "$frame" >/tmp/who
check 'who names memory that is on no list' grep -qE '\[(aio rings|secret memory)\] page [0-9]+' /tmp/who
if [ -e "$charged/memory.stat" ]; then
	check 'pages charged to a cgroup are counted' is_between 'cgroup /audit/below' walked 2000
	check 'a cgroup has the pages charged to it' is_between 'cgroup /audit' walked 2000
	check 'a cgroup has the pages that the kernel counts there' is_between 'cgroup /audit' kernel 1800
else
	skip 'pages charged to a cgroup are counted' 'no memory cgroups'
fi

# --- swap -----------------------------------------------------------------------------

if [ -e "$charged/memory.reclaim" ] && mkswap /dev/scratch1 >/dev/null && swapon /dev/scratch1; then
	# pages that are swapped out and read again stay in the swap cache
	mkfifo /tmp/go
	bash -c "echo \$\$ >$charged/cgroup.procs; v=\$(head -c 20000000 /dev/zero | tr '\\0' x)
		echo filled >/tmp/filled; read -r _ </tmp/go; [[ \$v == *y* ]]; echo read >/tmp/again
		read -r _ </tmp/go" &
	swapped=$!
	wait_for 60 [ -s /tmp/filled ] || check 'memory is filled' false
	echo 60M >"$charged/memory.reclaim" 2>/dev/null
	echo >/tmp/go
	wait_for 60 [ -s /tmp/again ] || check 'memory is read again' false
	sleep 3
	check_balance 'with pages swapped out and in again the books balance'
	sed 's/^/# /' <(jq -c '.pagesnap[] | select(.counter == "swap cache") | [.kernel, .walked]' /tmp/out)
	echo >/tmp/go
	wait "$swapped"
	swapoff /dev/scratch1
else
	skip 'with pages swapped out and in again the books balance' 'no memory.reclaim'
fi

# --- nodes that count what others have -------------------------------------------------------

mkdir /sys/fs/cgroup/audit/left 2>/dev/null
collapsed /sys/fs/cgroup/audit/left/cgroup.procs "$charged/cgroup.procs" >/tmp/collapsed &
wait_for 60 [ -s /tmp/collapsed ] || check 'a huge page is asked for' false
check 'who makes a huge page says how far it came' grep -qxE '[0-9]+' /tmp/collapsed
if [ "$(cat /tmp/collapsed)" != 0 ]; then
	sleep 3
	check_balance 'with a huge page made of pages of two nodes and of another cgroup the books balance'
	printf '# %s\n' "$(jq -c '.pagesnap[] | select(.counter | test("^node. shmem|audit.* shmem")) | [.counter, .kernel, .walked, .why]' /tmp/out)"
else
	skip 'with a huge page made of pages of two nodes and of another cgroup the books balance' 'no huge page was made of them'
fi

# --- it does not --------------------------------------------------------------------------

mkdir -p /tmp/proc/sys/vm
cp /proc/meminfo /tmp/proc/
awk '$1 == "nr_file_pages" { $2 += 20000 } { print }' /proc/vmstat >/tmp/proc/vmstat
PAGESNAP_PROC=/tmp/proc pagesnap audit -nr >/tmp/out 2>/tmp/err
check 'a difference that was planted: exit code 3' [ $? -eq 3 ]
check 'a difference that was planted is named' grep -q '^file.040pages .* not.040explained$' /tmp/out
check 'differences that are not explained are counted' grep -Eq '^pagesnap: [0-9]+ differences? (is|are) not explained' /tmp/err

# shellcheck disable=SC2046 # PIDs
kill $(jobs -p)
wait
[ "$pool" -eq 0 ] || echo 0 >/proc/sys/vm/nr_hugepages
umount /mnt/ext4 /mnt/shm
rmdir /sys/fs/cgroup/audit/{left,below} /sys/fs/cgroup/audit 2>/dev/null
(for _ in $(seq 40); do
	head -c 4000000 /dev/zero >/tmp/churn
	rm /tmp/churn
done) &
pagesnap audit -nr >/tmp/out 2>&1
code=$?
wait
check "under churn it comes to an end: $code" test "$code" -eq 0 -o "$code" -eq 3
ktap_end
