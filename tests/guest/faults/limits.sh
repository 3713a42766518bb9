#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=faults about=faults needs=cgroup disturbs=disks,memory,settings,module machine=turns timeout=400
#
# What --mrc says of programs that map a file, against the faults that the kernel counts when
# memory.high leaves that many pages to the file: within three points of all references.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

needs_turns
unset PAGESNAP_DIR
load=${0%/*}/../lib/mapped-load.py
group=/sys/fs/cgroup/limits
lists=/sys/kernel/mm/lru_gen/enabled
around=/sys/kernel/debug/fault_around_bytes
huge=/sys/kernel/mm/transparent_hugepage/enabled
file=/mnt/limits/data
run=/tmp/limits.pagesnap
pages=16384
# the kernel charges 64 on each CPU before they are used
ahead=$((64 * $(nproc)))
mrc=(pagesnap trace --read "$run" --mrc --files --csv -n)

# limited BYTES PROGRAM REQUESTS: what it prints goes to /tmp/out, its faults that read to $majors.
# Of the file nothing is cached before, of the program everything, and that by others.
limited()
{
	dd if=$file iflag=nocache count=0 status=none
	mkdir $group
	echo "$1" >$group/memory.high
	bash -c "echo \$\$ >$group/cgroup.procs; exec python3 $load $2 run $file $3" >/tmp/out
	majors=$(sed -n 's/^pgmajfault //p' $group/memory.stat)
	rmdir $group
}

# points MISSES: of all references, with two digits.
points() { awk -v misses="$1" -v all="$references" 'BEGIN { printf "%.2f", 100 * misses / all }'; }
is_within() { awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN { exit !(a - b <= most && b - a <= most) }'; }

# By what the kernel chooses pages that go.
lists_are()
{
	[ -e $lists ] && [ $(($(<$lists) & 1)) = 1 ] && echo MGLRU || echo 'two lists'
}

# is_as_said PROGRAM REQUESTS PART...: with each of these parts of its pages, does it miss as often as
# is said?
is_as_said()
{
	local part size said wrong=0

	for part in "${@:3}"; do
		size=$((cold / part))
		said=$(points "$("${mrc[@]}" --sizes $size -o MISSES 2>/dev/null | tr -d '\r')")
		limited $(((size + beside + ahead) * 4096)) "$1" "$2"
		echo "# $1, $(lists_are), $size pages: $said % are said to miss, $(points "$majors") % do"
		is_within "$said" "$(points "$majors")" 3 || wrong=1
	done
	[ $wrong = 0 ]
}

# traced PROGRAM REQUESTS: with a window of one page, of the file alone.
traced()
{
	limited max "$1" "$2"
	read -r range beside </tmp/out
	exits 0 pagesnap trace --save $run --window 1 --every 1h --range "addr:$range" -- \
		python3 "$load" "$1" run $file "$2"
	read -r cold references < <("${mrc[@]}" --sizes 1 -o COLD,REFERENCES 2>/tmp/err | tr -d '\r' | tr , ' ')
}

# program NAME REQUESTS
program()
{
	python3 "$load" "$1" make $file $pages
	sync
	traced "$1" "$2"
	pagesnap trace --read $run --by file --csv -n -o PAGES,REFERENCES,NAME >/tmp/out 2>&1
	check "$1: a window of one page over the mapped file is exact" grep -qx '# exact' /tmp/err
	check "$1: without a limit each page is read once, as the trace says" is_within "$majors" "$cold" 20
	check "$1: with a limit it misses as often as --mrc says, within 3 points" is_as_said "$1" "$2" 4 3 2
	if [ -e $lists ]; then
		[ "$(lists_are)" = MGLRU ] && echo n >$lists || echo y >$lists
		check "$1: with the other kind of lists a limit is within 3 points, too" is_as_said "$1" "$2" 3
		echo "$was_lists" >$lists
	fi
	rm $file
}

echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null
mkdir $group
if [ ! -e $group/memory.high ]; then
	rmdir $group
	echo '1..0 # SKIP no memory cgroups'
	exit
fi
rmdir $group
mkfs.ext4 -qF /dev/scratch0
mkdir -p /mnt/limits
mount /dev/scratch0 /mnt/limits
# each fault reads, and maps, the page that is asked for alone
was_ahead=$(blockdev --getra /dev/scratch0)
blockdev --setra 0 /dev/scratch0
was_around=$(<$around)
echo 4096 >$around
# or each run has another amount of other memory
was_huge=$(sed -nE 's/.*\[(.*)\].*/\1/p' $huge)
echo never >$huge
[ ! -e $lists ] || was_lists=$(<$lists)
insmod /payload/pagesnap_faults.ko

program array 80000
program search 10000
program sqlite 20000

check 'the module can be unloaded behind it' rmmod pagesnap_faults
echo "$was_around" >$around
echo "$was_huge" >$huge
blockdev --setra "$was_ahead" /dev/scratch0
umount /mnt/limits
ktap_end
