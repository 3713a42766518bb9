#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,frames needs=cgroup disturbs=disks,mounts,memory,settings
#
# pagesnap export: its numbers beside the kernel's, memory's and cgroup's, and names that others choose.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

top=/sys/fs/cgroup/exported
# cgroups refuse line breaks
odd=$'a\tb"\\c'
echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
mkdir "$top" 2>/dev/null
echo +memory >"$top/cgroup.subtree_control" 2>/dev/null
mkdir "$top/$odd" "$top/gone" 2>/dev/null
if [ ! -e "$top/gone/memory.stat" ]; then
	rmdir "$top"/* "$top" 2>/dev/null
	skip 'pagesnap export' 'no memory cgroups'
	ktap_end
	exit
fi

page=4096
# sample SERIES: its value in the last answer.
sample() { s=$1 awk 'index($0, ENVIRON["s"] " ") == 1 { print substr($0, length(ENVIRON["s"]) + 2) }' /tmp/out; }
# sum_of NAME: of all samples of a family.
sum_of() { n=$1 sum </tmp/out; }
sum() { awk 'index($0, ENVIRON["n"] "{") == 1 { sum += $NF } END { printf "%.0f\n", sum }'; }
# near A B TOLERANCE: in pages
near()
{
	local off

	if [ -z "$1" ] || [ -z "$2" ]; then
		echo "# '$1' for '$2'"
		return 1
	fi
	off=$((($1 - $2) / page))
	[ "${off#-}" -le "$3" ] || { echo "# $1 for $2"; return 1; }
}
# stat_of CGROUP KEY
stat_of() { awk -v k="$2" '$1 == k { print $2 }' "$top/$1/memory.stat"; }
look()
{
	echo 1 >/proc/sys/vm/stat_refresh
	pagesnap export "$@" >/tmp/out 2>/tmp/err
}
class() { jq -r --arg w "$1" 'select(.what == $w and .block == "class").frames' /tmp/memory; }

# --- what is there --------------------------------------------------------------------------

writeback=$(cat /proc/sys/vm/dirty_writeback_centisecs)
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
mkfs.xfs -qf /dev/scratch0
mount_point=$'/mnt/ex\nport'
mkdir -p "$mount_point"
mount /dev/scratch0 "$mount_point"
blockdev --setra 0 /dev/scratch0
head -c $((300 * page)) /dev/zero >"$mount_point/clean"
sync
echo 3 >/proc/sys/vm/drop_caches
# in CGROUP COMMAND
in_cgroup() { bash -c 'echo $$ >"$1/cgroup.procs"; cd "$2"; eval "$3"' _ "$top/$1" "$mount_point" "$2"; }
in_cgroup "$odd" 'dd if=clean of=/dev/null bs=4096 status=none; head -c 204800 /dev/zero >dirty'
in_cgroup gone 'head -c 102400 /dev/zero >other'

look
status=$?
check 'export exits with 0 when all was seen' test "$status" -eq 0
check 'the kernel was asked and answered all' [ "$(sample pagesnap_up) $(sample pagesnap_look_complete)" = '1 1' ]
check 'classes sum to MemTotal' \
	[ "$(sum_of pagesnap_memory_class_bytes)" = "$(awk '/^MemTotal:/ { print $2 * 1024 }' /proc/meminfo)" ]
pagesnap memory --jsonl --output-all >/tmp/memory 2>/tmp/err
for class in 'file cache' 'shared memory, tmpfs' slab 'page tables'; do
	check "memory has the same: $class" near "$(sample "pagesnap_memory_class_bytes{class=\"$class\"}")" \
		"$(($(class "$class") * page))" 1000
done
check 'filesystems, types and cgroups sum to the same' [ "$(for by in filesystem fstype cgroup; do
	sum_of "pagesnap_${by}_resident_bytes"; done | sort -u | wc -l)" = 1 ]
# hugetlbfs and lists of no filesystem apart
check 'all files are about what the kernel counts' near "$(sum_of pagesnap_fstype_resident_bytes)" \
	"$(($(awk '$1 == "nr_file_pages" { print $2 }' /proc/vmstat) * page))" 1000
device=$(stat -c '%Hd:%Ld' "$mount_point")
check 'a mount point that breaks lines is one label' \
	grep -qF "{device=\"$device\",fstype=\"xfs\",mountpoint=\"/mnt/ex\\\\012port\"}" /tmp/out
dirty=$(grep -F "pagesnap_filesystem_dirty_bytes{device=\"$device\"" /tmp/out | sed 's/.* //')
check 'a filesystem has the dirty pages that cgroups have of it' near "$dirty" \
	"$(($(stat_of "$odd" file_dirty) + $(stat_of gone file_dirty)))" 4
# what is written to no disk is dirty all its life, and counted by nobody
check 'all dirty pages are about what the kernel counts' near \
	"$(grep -v 'fstype="\(tmpfs\|ramfs\|devtmpfs\|hugetlbfs\)"' /tmp/out | n=pagesnap_filesystem_dirty_bytes sum)" \
	"$(($(awk '$1 == "nr_dirty" { print $2 }' /proc/vmstat) * page))" 16

# --- cgroups ---------------------------------------------------------------------------------

label="/exported/a\\\\011b\\\\042\\\\134c"
if grep -q ' T __x64_sys_open_by_handle_at$' /proc/kallsyms; then
	check 'a cgroup has what the kernel counts' near \
		"$(sample "pagesnap_cgroup_resident_bytes{cgroup=\"$label\"}")" "$(stat_of "$odd" file)" 64
	check 'a cgroup has the pages that were read and written' \
		[ "$(sample "pagesnap_cgroup_resident_bytes{cgroup=\"$label\"}")" -ge $((350 * page)) ]
	check 'a cgroup has the dirty pages that the kernel counts' near \
		"$(sample "pagesnap_cgroup_dirty_bytes{cgroup=\"$label\"}")" "$(stat_of "$odd" file_dirty)" 2
	inode=$(stat -c %i "$top/gone")
	rmdir "$top/gone"
	look
	if pagesnap cgroup --dead -nr -o CGROUP 2>/dev/null | grep -q "^$inode\$"; then
		check 'a cgroup that was removed is in the series of these' \
			[ "$(sample 'pagesnap_cgroup_resident_bytes{cgroup="removed"}')" -ge $((25 * page)) ]
	else
		skip 'a cgroup that was removed is in the series of these' 'pages go to the cgroup above here'
	fi
else
	check 'a cgroup whose name cannot be known has its inode' \
		grep -q "cgroup=\"@$(stat -c %i "$top/gone")\"" /tmp/out
fi
look --top 1
check 'with few series the sum is the same' [ "$(sum_of pagesnap_cgroup_resident_bytes)" = \
	"$(sum_of pagesnap_fstype_resident_bytes)" ]
check 'no series comes twice' [ -z "$(grep -v '^#' /tmp/out | sed 's/ [^ ]*$//' | sort | uniq -d)" ]

# --- a file ------------------------------------------------------------------------------------

mkdir -p /tmp/textfile
pagesnap export --file /tmp/textfile/pagesnap.prom >/tmp/out 2>/tmp/err
status=$?
check '--file leaves a whole file and nothing else' test "$status" -eq 0 -a "$(ls /tmp/textfile)" = pagesnap.prom

echo "$writeback" >/proc/sys/vm/dirty_writeback_centisecs
umount "$mount_point"
rmdir "$top"/* "$top" 2>/dev/null
rm -rf /tmp/textfile
ktap_end
