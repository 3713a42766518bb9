#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# audit: counters of the kernel beside what is found.  See put_frames() in answer.c.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export PAGESNAP_PROC=$work/proc PAGESNAP_SYSFS=$work/sys PAGESNAP_CGROUPS=$work/cgroups
node=$work/sys/devices/system/node
mkdir -p "$work"/{proc,cgroups/pod/inner} "$node"/node{0,1}
printf '\text4\nnodev\thugetlbfs\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"
# meminfo [KEY KB]: of 7608 frames that have some use, see answer-census.c; one count may be another.
meminfo()
{
	{
		printf 'MemTotal: %d\nMemFree: 12000\nBuffers: 0\nAnonPages: 3240\n' $((7608 * 4))
		printf 'PageTables: 400\nHugetlb: 2048\nHardwareCorrupted: 4\nPercpu: 240\n'
	} | awk -v key="${1:-}:" -v kb="${2:-}" '$1 == key { $2 = kb } { print $1, $2, "kB" }' >"$work/proc/meminfo"
}
meminfo

# free pages in lists of CPUs
printf 'Node 0, zone DMA32\n    cpu: 0\n              count:    70\n    cpu: 1\n              count:    30\n' \
	>"$work/proc/zoneinfo"

# vmstat FILE SWAPCACHED DIRTY WRITEBACK MAPPED: counters of the kernel.
vmstat()
{
	printf 'nr_file_pages %d\nnr_shmem 0\nnr_swapcached %d\nnr_dirty %d\n' "$1" "$2" "$3"
	printf 'nr_writeback %d\nnr_mapped %d\nnr_slab_reclaimable 250\nnr_slab_unreclaimable 400\n' "$4" "$5"
}
vmstat 15 4 2 4 3 | tee "$node/node0/vmstat" >"$work/proc/vmstat"
vmstat 0 0 0 0 0 >"$node/node1/vmstat"

# row_is COUNTER CELLS: the other cells of a counter's row of raw output.
row_is()
{
	local name=${1// /\\040} line

	while read -r line; do
		[ "$line" != "$name $2" ] || return 0
	done <"$work/out"
	return 1
}

# --- what balances --------------------------------------------------------------

run audit -nr
check 'the books balance' all 'exits 0' silent
check 'all of the page cache is counted' row_is 'file pages' '15 15 0 0 -'
check 'a filesystem, by file and by frame' row_is 'ext4 254:2' '- 8 0 - 1\040inode'
check 'pages of the swap cache are counted' row_is 'swap cache' '4 4 0 0 -'
check 'what is on no list, and what that is' row_is 'off-list 0:12' '- 3 0 - aio\040rings'
check 'pages of block devices are counted' row_is 'block devices' '0 0 0 0 -'
check 'dirty pages that are written back' row_is dirty '2 2 0 0 -'
check 'writeback, of the swap cache too' row_is writeback '4 4 0 0 -'
check 'mapped: files, not anonymous memory' row_is mapped '3 3 0 0 -'
check 'pages are counted by node' all 'row_is "node0 file" "15 15 0 0 -"' 'row_is "node1 dirty" "0 0 0 0 -"'
check 'hugetlbfs is no page cache' all '! grep -q hugetlbfs "$work/out"'
run audit
check 'a table: parts are set in' all 'exits 0' 'out_has "^COUNTER  *KERNEL WALKED DIFF MOVED WHY$"' \
	'out_has "^file pages  *15  *15  *0  *0"' 'out_has "^  ext4 254:2  *-  *8  *0  *- 1 inode$"'
run audit --json
check 'JSON' all 'exits 0' \
	'[ "$(jq -c ".pagesnap[0] | [.counter, .kernel, .walked, .diff, .moved, .why]" "$work/out")" = "[\"file pages\",15,15,0,0,null]" ]'

for format in --csv --raw --jsonl --json; do
	run audit $format
	check "the verdict comes last: $format" all 'exits 0' silent \
		'[ "$(grep -cE "verdict.*balanced:( |.040)every" "$work/out")" -eq 1 ]'
done
check 'in a document as well' \
	[ "$(jq -r '.pagesnap[-1] | .counter + " " + .why' "$work/out" | cut -d' ' -f1-2)" = 'verdict balanced:' ]
run audit
check 'below a table, whoever reads it' \
	grep -qE '^balanced: every difference is smaller than what moved in [0-9.]+ s$' <(tail -1 "$work/out")

# --- what does not --------------------------------------------------------------

vmstat 99 4 2 4 3 >"$work/proc/vmstat"
run audit -nr
check 'a difference that nothing explains' all 'exits 3' 'row_is "file pages" "99 15 -84 0 not\\040explained"' \
	'err_has "^pagesnap: 1 difference is not explained by what moved in [0-9.]* s$"'
for format in --csv --raw --jsonl --json ''; do
	# shellcheck disable=SC2086 # none or one
	run audit $format
	check "the verdict counts differences: ${format:-a table}" all 'exits 3' \
		'[ "$(grep -cE "not( |.040)balanced:( |.040)1( |.040)difference" "$work/out")" -eq 1 ]'
done
run audit --json
check 'a negative number in JSON' all 'exits 3' '[ "$(jq ".pagesnap[0].diff" "$work/out")" = -84 ]'
FAKE_TORN=1 run audit -nr -o COUNTER,DIFF
check 'frames that could not be read explain as many pages' all 'exits 3' 'row_is "file pages" -84'
vmstat 18 4 2 4 3 >"$work/proc/vmstat"
FAKE_TORN=1 run audit -nr
check 'frames that could not be read explain no more pages' all 'exits 0' \
	'row_is "file pages" "18 15 -3 0 frames\\040that\\040could\\040not\\040be\\040read"'
vmstat 15 4 2 4 3 >"$work/proc/vmstat"
FAKE_UNLISTED=1 run audit -nr
check 'frames of a filesystem that is not found' all 'exits 3' \
	'row_is "device 0:12" "- 0 -3 - on\\040no\\040filesystem\\040that\\040was\\040found;\\040not\\040explained"'
grep -v mapped "$work/proc/vmstat" >"$work/less"
mv "$work/less" "$work/proc/vmstat"
run audit -nr
check 'a counter that this kernel lacks' all 'exits 0' 'row_is mapped "? 3 ? ? not\\040counted\\040by\\040this\\040kernel"'
vmstat 15 4 2 4 3 >"$work/proc/vmstat"

# --- classes ------------------------------------------------------------------------

run audit -nr
check 'audit compares each class of memory' all 'exits 0' 'row_is MemTotal "7608 7608 0 0 -"' \
	'row_is anonymous "810 810 0 0 -"' 'row_is hugetlb "512 512 0 0 -"' \
	'row_is "page tables" "100 100 0 0 -"' 'row_is broken "1 1 0 0 -"' 'row_is free "3000 3000 0 0 -"' \
	'row_is slab "650 600 -50 0 large\040blocks\040of\040kmalloc(),\040which\040have\040no\040mark"' \
	'row_is "without a mark" "110 650 540 0 in\040lists\040of\040CPUs,\040and\040unknown:\040pagesnap\040memory"'
# differs NAME KEY PAGES: by a page more than is explained.
differs()
{
	local line="^${1// /.040} .*not.040explained$"

	meminfo "$2" $(($3 * 4))
	run audit -nr
	check "what nothing explains of $1 is said: $3 pages" all 'exits 3' "out_has '$line'" \
		'err_has "1 difference is"'
	meminfo
}
differs MemTotal MemTotal 7609
differs MemTotal MemTotal 7577
differs anonymous AnonPages 811
differs hugetlb Hugetlb 511
differs 'page tables' PageTables 101
differs broken HardwareCorrupted 0
differs free MemFree 3101
differs free MemFree 2899
differs 'without a mark' Percpu 601
echo 'nr_slab_reclaimable 900' >>"$work/proc/vmstat"
run audit -nr
check 'more slab than could have no mark is said' all 'exits 3' 'grep -qE "^slab .*not.040explained$" "$work/out"'
vmstat 15 4 2 4 3 >"$work/proc/vmstat"
meminfo MemFree $((3100 * 4))
run audit -nr
check 'lists of CPUs explain as many free pages as they hold' all 'exits 0' \
	'row_is free "3100 3000 -100 0 went\040to\040lists\040of\040CPUs"'
meminfo
sed -i /Hugetlb/d "$work/proc/meminfo"
run audit -nr
check 'a class that this kernel does not count' \
	all 'exits 0' 'row_is hugetlb "? 512 ? ? not\040counted\040by\040this\040kernel"'
meminfo

# --- nodes --------------------------------------------------------------------------

vmstat 11 4 2 4 3 >"$node/node0/vmstat"
vmstat 4 0 0 0 0 >"$node/node1/vmstat"
run audit -nr
check 'pages that a node counts and another has' all 'exits 3' 'row_is "node0 file" "11 15 4 0 not\040explained"'
echo 'thp_collapse_alloc 1' >>"$work/proc/vmstat"
run audit -nr
check 'where huge pages were collapsed that is known to happen' all 'exits 0' \
	'row_is "node0 file" "11 15 4 0 counted\040on\040another\040node,\040as\040collapsed\040huge\040pages\040may\040be"' \
	'row_is "node1 file" "4 0 -4 0 counted\040on\040another\040node,\040as\040collapsed\040huge\040pages\040may\040be"'
vmstat 15 4 3 4 3 >"$node/node0/vmstat"
run audit -nr
check 'collapsed huge pages do not explain what is dirty' \
	all 'exits 3' 'row_is "node0 dirty" "3 2 -1 0 not\040explained"'
vmstat 11 4 2 4 3 >"$node/node0/vmstat"
vmstat 18 4 2 4 3 >"$work/proc/vmstat"
echo 'thp_collapse_alloc 1' >>"$work/proc/vmstat"
run audit -nr
check 'collapsed huge pages explain nothing if the machine counts other pages' \
	all 'exits 3' 'row_is "node0 file" "11 15 4 0 not\040explained"'
vmstat 15 4 2 4 3 | tee "$node/node0/vmstat" >"$work/proc/vmstat"
vmstat 0 0 0 0 0 >"$node/node1/vmstat"

# --- cgroups ----------------------------------------------------------------------

# Frames are charged to @ino 99, which is gone; its nearest ancestor is @ino 1.
printf 'file 61440\nshmem 0\nfile_dirty 0\n' >"$work/cgroups/memory.stat"
run audit -nr
check 'a cgroup that nothing is charged to is behind by no more than what is not flushed' \
	all 'exits 0' 'row_is "cgroup /" "15 0 -15 0 unflushed\\040per-CPU\\040counts\\040(bound\\040128\\040x\\040CPUs)"'
printf 'file 409600000\n' >"$work/cgroups/memory.stat"
run audit -nr
check 'a cgroup that is further behind is not explained' \
	all 'exits 3' 'row_is "cgroup /" "100000 0 -100000 0 not\\040explained"'
echo 'thp_collapse_alloc 1000' >>"$work/proc/vmstat"
run audit -nr
check 'of the one that has all others in it collapsed huge pages explain nothing' all 'exits 3' \
	'row_is "cgroup /" "100000 0 -100000 0 not\040explained"'
printf 'file 0\n' >"$work/cgroups/memory.stat"
printf 'file 409600000\n' >"$work/cgroups/pod/memory.stat"
run audit -nr
check 'of others they do' all 'exits 0' \
	'row_is "cgroup /pod" "100000 0 -100000 0 counted\040in\040another\040cgroup,\040as\040collapsed\040huge\040pages\040may\040be"'
sed -i 's/^thp_collapse_alloc .*/thp_collapse_alloc 100/' "$work/proc/vmstat"
run audit -nr
check 'if there were as many' all 'exits 3' 'row_is "cgroup /pod" "100000 0 -100000 0 not\040explained"'
vmstat 15 4 2 4 3 >"$work/proc/vmstat"
printf 'file 0\n' >"$work/cgroups/memory.stat"
printf 'file 0\nshmem 4096\n' >"$work/cgroups/pod/memory.stat"
run audit -nr -o COUNTER,KERNEL
check 'of cgroups without page cache only what differs' all 'exits 0' '! grep -q "^cgroup.040/ " "$work/out"' \
	'row_is "cgroup /pod shmem" 1'
rm -r "$work/cgroups"
run audit -nr
check 'without cgroups no row is of one' all 'exits 0' '! grep -q cgroup "$work/out"'

cp "$PAGESNAP_FILESYSTEMS" "$work/types"
printf '\tcut\n' >"$PAGESNAP_FILESYSTEMS"
run audit --csv
check 'where an answer was cut off the verdict says so' all 'exits 3' \
	'out_has "^verdict,.*,not all was seen: what was differs by no more than moved in [0-9.]+ s"'
printf '\tbusy\n' >"$PAGESNAP_FILESYSTEMS"
run audit --csv
check 'where filesystems did not let go the verdict says so' all 'exits 3' 'out_has "^verdict,.*,not all was seen"'
printf '\tpartial\n' >"$PAGESNAP_FILESYSTEMS"
run audit --csv
check 'inodes that come and go are no such thing' all 'exits 0' 'out_has "^verdict,.*,balanced"'
mv "$work/types" "$PAGESNAP_FILESYSTEMS"

# --- what fails -------------------------------------------------------------------

printf "\tbtrfs\n" >>"$PAGESNAP_FILESYSTEMS"
run audit -nr -o COUNTER
check 'a type that the kernel hides' all 'exits 0' silent
FAKE_FAIL='read' run audit
check 'a read that fails' all 'exits 1' 'err_has "Input/output error"' 'lines 0'
rm "$work/proc/vmstat"
run audit
check 'audit fails without counters of the kernel' all 'exits 1' \
	'err_has "^pagesnap: the kernel.s counters can.t be read: No such file or directory$"'
PAGESNAP_FILESYSTEMS=/nowhere run audit
check 'audit fails without a list of types' \
	all 'exits 1' 'err_has "the kernel.s lists of mounts and filesystems can.t be read"'
run audit /home
check 'audit takes no operand' all 'exits 2' 'err_has "^pagesnap: /home: audit takes no operand$"'
run audit --save "$work/saved"
check 'counters are not in a stream, so it is not saved' all 'exits 2' 'err_has "audit has no option --save; it is one of: top, du, "'
ktap_end
