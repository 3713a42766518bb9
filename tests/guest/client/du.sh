#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=cgroup once=kernel disturbs=disks,mounts,memory,settings
#
# pagesnap du against what was written, and against the kernel's own counters.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# write FILE PAGES
write()
{
	mkdir -p "${1%/*}"
	head -c $(($2 * 4096)) /dev/zero >"$1"
}

# rows_are ROW...: what du has printed, in any order.
rows_are() { diff <(sort /tmp/out) <(printf '%s\n' "$@" | sort) >/tmp/err; }

# du_is ARGUMENTS ROW...: raw rows of these arguments.
du_is()
{
	# shellcheck disable=SC2086 # words
	pagesnap du -nr $1 >/tmp/out 2>/tmp/err || return 1
	shift
	rows_are "$@"
}

# --- folders ------------------------------------------------------------------

mkfs.ext4 -qF /dev/scratch0
mkdir -p /mnt/one
mount /dev/scratch0 /mnt/one
write /mnt/one/top 3
write /mnt/one/a/f 5
write /mnt/one/a/deep/er/f 7
write /mnt/one/b/f 11
ln /mnt/one/b/f /mnt/one/b/link
write /mnt/one/b/gone 13
exec 7</mnt/one/b/gone
rm /mnt/one/b/gone
mkdir -p /mnt/one/shm /mnt/one/bind "/mnt/two words"
mount -t tmpfs none /mnt/one/shm
write /mnt/one/shm/x/f 17
sync

in=$(readlink -f /mnt/one)
check 'du -x shows a folder and those in it' du_is "-x $in -o PAGES,FILES,DIR" "3 1 $in" "12 2 $in/a" "24 2 $in/b"
check 'du -d 2 shows folders two deep' du_is "-x -d 2 $in -o PAGES,FILES,DIR" \
	"3 1 $in" "5 1 $in/a" "7 1 $in/a/deep" "24 2 $in/b"
check 'du -d 0 shows one folder with all below it' du_is "-x -d 0 $in -o PAGES,FILES,DIR" "39 5 $in"
check 'du without -x counts what is mounted below' du_is "-d 1 $in -o PAGES,FILES,DIR" \
	"3 1 $in" "12 2 $in/a" "24 2 $in/b" "17 1 $in/shm"
mount --bind "$in/a" "$in/bind"
check 'a bind mount of the same counts once' du_is "-d 0 $in -o PAGES,FILES" '56 6'
check 'two folders of which one is in the other' du_is "$in $in/a -o PAGES,FILES,DIR" \
	"3 1 $in" "5 1 $in/a" "7 1 $in/a/deep" "24 2 $in/b" "17 1 $in/shm"
check 'du of a file shows the file' du_is "$in/b/f -o PAGES,FILES,DIR" "11 1 $in/b/f"
umount "$in/bind"
check 'du --by type adds up by type of filesystem' du_is "--by type $in -o PAGES,FILES,FSTYPE" '39 5 ext4' '17 1 tmpfs'
check 'du --by fs adds up by filesystem' du_is "--by fs $in -o PAGES,MOUNT" "39 $in" "17 $in/shm"
check 'du --by file has deleted files, too' du_is "--by file -x $in -o PAGES,STATE --flags uptodate --min-pages 8" '11 live' '13 deleted'
check 'du --top 1 shows the largest folder' du_is "$in --top 1 -o PAGES,DIR" "24 $in/b"
pagesnap du "$in" >/tmp/out
check 'a table ends with the total' has '^ *224K .* 6 total$'
# The whole folio of a dirty page counts.
check 'a page of it dirty' [ "$(printf x | dd of="$in/top" conv=notrunc 2>/dev/null; pagesnap du -x "$in" --json |
	jq -c '.total | [.pages, .dirty_pages > 0, .dirty_pages <= 3, .files]')" = '[39,true,true,5]' ]
sync

exec 7<&-
echo 2 >/proc/sys/vm/drop_caches
check 'names that are cached no more have a row of their own' du_is "-x $in -o PAGES,FILES,DIR" \
	'26 4 [name\040not\040cached]'
umount "$in/shm" "$in"

# --- cgroups --------------------------------------------------------------------

echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
if mkdir /sys/fs/cgroup/du 2>/dev/null && [ -e /sys/fs/cgroup/du/memory.stat ]; then
	mount /dev/scratch0 /mnt/one
	bash -c 'echo $$ >/sys/fs/cgroup/du/cgroup.procs; head -c 409600 /dev/zero >/mnt/one/charged'
	check 'du --by cgroup adds up by cgroup' du_is "--by cgroup /mnt/one/charged -o PAGES,FILES,CGROUP" \
		"100 1 $(stat -c %i /sys/fs/cgroup/du)"
	if grep -q ' T __x64_sys_open_by_handle_at$' /proc/kallsyms; then
		check 'du --by cgroup has the path of a cgroup' du_is '--by cgroup /mnt/one/charged -o CGROUP_PATH' /du
	else
		skip 'du --by cgroup has the path of a cgroup' 'no open_by_handle_at()'
	fi
	if [ -e /sys/fs/cgroup/du/memory.reclaim ] && [ "$(evicted /mnt/one/charged)" != '?' ]; then
		cp /mnt/one/charged /mnt/one/kept
		sync
		echo 200K >/sys/fs/cgroup/du/memory.reclaim 2>/dev/null
		pagesnap file /mnt/one/charged --recently-evicted -nr -o EVICTED_PAGES,RECENT_PAGES >/tmp/out
		check "recently evicted: as by cachestat(), $(evicted /mnt/one/charged)" \
			has "^$(evicted /mnt/one/charged)\$"
		check 'some pages were evicted recently' [ "$(cut -d' ' -f1 /tmp/out)" -gt 0 ]
		recent=$(cut -d' ' -f2 /tmp/out)
		check 'recently evicted pages count in the sum of a folder' \
			du_is '/mnt/one --recently-evicted -x -o RECENT_PAGES,DIR' "$recent /mnt/one"
	else
		pagesnap file /mnt/one/charged --recently-evicted -nr -o RECENT_PAGES >/tmp/out
		check 'recently evicted: nothing was evicted' has '^0$'
	fi
	rmdir /sys/fs/cgroup/du
	pagesnap du -nr --by cgroup /mnt/one/charged -o PAGES,CGROUP_PATH >/tmp/out
	# newer kernels give the pages of a removed cgroup to the one above
	check 'of a cgroup that is gone no path is told' has '^[0-9]+ (\?|/)$'
	umount /mnt/one
else
	skip 'du --by cgroup adds up by cgroup' 'no memory cgroups'
fi

# --- the whole machine ------------------------------------------------------------

# Pages of the page cache, block devices and swap cache, and of the swap cache alone.
counted()
{
	echo 1 >/proc/sys/vm/stat_refresh
	awk '$1 == "nr_file_pages" { f = $2 } $1 == "nr_swapcached" { s = $2 } END { print f - s }' /proc/vmstat
}

# whole_machine: as many pages as the kernel counts, but for what moves meanwhile.
whole_machine()
{
	local before after pages
	before=$(counted)
	pages=$(pagesnap du --json | jq '[.pagesnap[] | select(.fstype != "hugetlbfs") | .res / 4096] | add')
	after=$(counted)
	echo "the kernel counts $before, then $after; du $pages" >/tmp/out
	[ "$pages" -ge $((before < after ? before - 64 : after - 64)) ] &&
		[ "$pages" -le $((before > after ? before + 64 : after + 64)) ]
}

check 'the whole machine: as the kernel counts' whole_machine
check 'du adds up to the same by fs, type, dir and cgroup' [ "$(for by in fs type dir cgroup; do
	pagesnap du --by $by --json | jq '.total.pages'
done | sort -n | awk 'NR == 1 { least = $1 } END { print $1 - least < 64 ? "same" : "not" }')" = same ]
pagesnap du -nr -o FSTYPE >/tmp/out
check 'du --by has filesystems that are mounted nowhere' has '^bdev$'
ktap_end
