#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- disturbs=disks,mounts,memory,settings
#
# pagesnap diff: files that were brought into known states between two moments, by sums and by runs.
# What is in memory is compared with fincore(1).
set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
mount_two 16
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
cd /mnt/one || exit 1

fill() { dd if=/dev/urandom of="$1" bs=4096 count="$2" status=none; }
drop() { dd if="$1" iflag=nocache count=0 status=none; }
in_memory() { fincore --bytes --noheadings -o PAGES "$1" | tr -d ' '; }
# of FIELD NAME: a number of pages, or a word.
of()
{
	jq -r --arg name "/mnt/one/$2" "select(.name == \$name).$1 | if type == \"number\" then . / 4096 else . end" /tmp/out
}
compare() { pagesnap diff /tmp/before /tmp/after --jsonl >/tmp/out 2>/tmp/err; status=$?; sed 's/^/# /' /tmp/err; }

for file in read synced dropped renamed deleted replaced half; do
	fill "$file" 64
done
fill dirty 8
sync
# what is read is in memory, and nothing beside it
blockdev --setra 0 "$(findmnt -nro SOURCE /mnt/one)"
drop read
drop half
head -c 128K half >/dev/null
# Behind all that syncs: a commit of the journal writes what was allocated before, too.  And ext4
# writes what was cut and written again as it is closed.
dd if=/dev/urandom of=synced bs=4096 count=64 conv=notrunc status=none
ino=$(stat -c %i deleted)
half=$(in_memory half)
pagesnap fs /mnt/one --save /tmp/before
pagesnap file /mnt/one/half --group run --save /tmp/runs

cat read >/dev/null
sync synced
drop dropped
mv renamed moved
rm deleted
fill reuses 16
fill new 16 && mv new replaced
dd if=/dev/zero of=dirty bs=4096 count=3 conv=notrunc status=none
drop half
dd if=half of=/dev/null bs=4096 skip=48 status=none
pagesnap fs /mnt/one --save /tmp/after
pagesnap file /mnt/one/half --group run --save /tmp/runs2

compare
check "two moments are compared: $status" [ "$status" = 0 ]
check 'a file that was read has entered, as fincore says' [ "$(of entered read)" = "$(in_memory read)" ]
check 'a file that was synced was written' [ "$(of written synced) $(of how synced)" = '64 written' ]
check 'a file that was dropped has left' [ "$(of left dropped) $(of how dropped)" = '64 gone' ]
check 'a file that was renamed is the same' \
	[ "$(of how moved) $(of old_name moved | sed 's,.*/,,')" = 'renamed renamed' ]
check 'a file that was removed is gone' [ "$(of after deleted) $(of before deleted)" = '0 64' ]
[ "$(stat -c %i reuses)" = "$ino" ] && echo '# its inode number is used again'
check 'a file with a number that was used before is new' [ "$(of before reuses) $(of how reuses)" = '0 new' ]
check 'a file that was put in place of another is another' \
	[ "$(of how replaced | sort | paste -sd ,)" = 'new, replaces,replaced' ]
check 'pages that got dirty are told' [ "$(of dirtied dirty)" = 3 ]

pagesnap diff /tmp/runs /tmp/runs2 --jsonl >/tmp/out
check "runs tell of pages that came while others went: $half pages" \
	[ "$(of left half) $(of entered half)" = "$half $(in_memory half)" ]
pagesnap file --from /tmp/runs --not-in /tmp/runs2 >/tmp/sets
check 'a set of pages has their ranges' grep -q '^file "/mnt/one/half" 0 ' /tmp/sets
pagesnap file --from /tmp/before --not-in /tmp/after --print0 >/tmp/sets
check 'a set of files has those that were dropped' grep -zqx /mnt/one/dropped /tmp/sets

# --- evicted ------------------------------------------------------------------

fill evicted 1024
sync evicted
pagesnap fs /mnt/one --save /tmp/before
[ -e /sys/fs/cgroup/cgroup.controllers ] || mount -t cgroup2 none /sys/fs/cgroup
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
	echo +memory >/sys/fs/cgroup/cgroup.subtree_control
	mkdir -p /sys/fs/cgroup/small
	echo 8M >/sys/fs/cgroup/small/memory.max
	drop evicted
	(echo 0 >/sys/fs/cgroup/small/cgroup.procs; cat evicted >/dev/null; fill large 8192)
	pagesnap fs /mnt/one --save /tmp/after
	compare
	# One of which nothing is left has no row: what became of it is unknown.  And the kernel
	# itself forgets some of what it has evicted.
	now=$(in_memory large)
	read -r gone _ < <(evicted large)
	[ "$gone" != '?' ] || gone=$((8192 - now))
	check "a small cgroup evicts a file: $now of 8192 pages stay, $gone were evicted" \
		[ "$now" -gt 0 -a "$gone" -gt 0 -a "$(of after large) $(of evicted large)" = "$now $gone" ]
	rmdir /sys/fs/cgroup/small
else
	skip 'a small cgroup evicts a file' 'no cgroup v2'
fi

pagesnap diff --for 500ms --by class --jsonl >/tmp/out 2>/tmp/err
check 'two looks at all frames are compared' [ "$?" = 0 ]
cd /
umount /mnt/one /mnt/two
ktap_end
