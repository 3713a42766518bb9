#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# memory: what all frames are used for.  See answer-census.c for these.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export PAGESNAP_PROC=$work/proc PAGESNAP_SYSFS=$work/sys
mkdir -p "$work"/proc/{42,43,self}
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"

# pages COUNT...: in kB, as /proc/meminfo has them.
meminfo()
{
	printf 'MemTotal: %d kB\nKernelStack: 160 kB\nPercpu: 240 kB\n' $(($1 * 4)) >"$work/proc/meminfo"
}
meminfo 7608
printf 'nr_slab_reclaimable 250\nnr_slab_unreclaimable 400\nnr_memmap_boot_pages 120\n' >"$work/proc/vmstat"
printf 'Node 0, zone DMA32\n    cpu: 0\n              count:    70\n    cpu: 1\n              count:    30\n' \
	>"$work/proc/zoneinfo"
mkdir "$work/proc/net"
printf 'sockets: used 9\nTCP: inuse 4 orphan 0 tw 0 alloc 6 mem 12\nUDP: inuse 1 mem 99\n' >"$work/proc/net/sockstat"
printf 'Node 0, zone    DMA32     10      0      0      0      0      0      0      0      0      5\n' \
	>"$work/proc/buddyinfo"
printf '%s\n' '00100000-002fffff : System RAM' '  00100000-0017ffff : Kernel code' \
	'  00180000-001bffff : Kernel data' >"$work/proc/iomem"
printf '0xf1-0xf2 8192 %s\n' 'load_module+0x1/0x2 pages=150 vmalloc N0=150' \
	'n_tty_open+0x1/0x2 pages=6 vmalloc N0=6' 'load_module+0x9/0x9 pages=50 vmalloc N0=50' \
	'ioremap+0x1/0x2 phys=0x1 ioremap' 'drm+0x1/0x2 pages=99 vmap' \
	'kernel_clone+0x1/0x2 pages=40 vmalloc N0=40' >"$work/proc/vmallocinfo"
tracing=$work/sys/kernel/tracing dma=$work/sys/kernel/debug/dma_pools
device=$work/sys/bus/pci/devices/0000:00:04.0
mkdir -p "$tracing"/instances/{one,two} "$dma" "$device"
echo '14 (expanded: 2816)' >"$tracing/buffer_total_size_kb"
echo 40 >"$tracing/instances/one/buffer_total_size_kb"
echo 0 >"$tracing/instances/two/buffer_total_size_kb"
echo 8192 >"$dma/pool_size_dma"
echo 4096 >"$dma/pool_size_kernel"
printf '%s\n' 'poolinfo - 0.1' 'prp list 256        9   16  256  1' 'large               1    2 8192  2' \
	>"$device/pools"
slabs='tunables 0 0 0 : slabdata'
printf '%s\n' 'slabinfo - version: 2.1' "dentry 1 2 192 21 1 : $slabs 90 100 0" \
	"ext4_inode_cache 1 2 1096 29 8 : $slabs 50 50 0" \
	"skbuff_head_cache 1 2 256 16 1 : $slabs 4 4 0" >"$work/proc/slabinfo"
printf 'Name:\tmysqld\nRssAnon:\t  2000 kB\nVmPTE:\t 160 kB\n' >"$work/proc/42/status"
printf 'Name:\tsh\nRssAnon:\t  40 kB\nVmPTE:\t 40 kB\n' >"$work/proc/43/status"

# frames WHAT [BLOCK]: how many a row of JSON lines has.
frames()
{
	jq -r --arg w "$1" --arg b "${2:-class}" 'select(.what == $w and .block == $b).frames' "$work/out"
}
# row WHAT FRAMES [BLOCK]
row() { [ "$(frames "$1" "${3:-}")" = "$2" ]; }
# sum_is FRAMES: of all classes.
sum_is() { [ "$(jq -s 'map(select(.block == "class").frames) | add' "$work/out")" = "$1" ]; }
largest() { jq -r --arg w "$1" 'select(.what == $w).largest' "$work/out"; }
look() { run memory --jsonl --output-all "$@"; }

# --- each frame in one class --------------------------------------------------------

look
check 'memory exits with 0 when all was seen' all 'exits 0' silent
check 'classes sum to MemTotal' sum_is 7608
check 'MemTotal is a row of its own' row MemTotal 7608 total
check 'page cache is a class' row 'file cache' 1500
check 'memory merged by KSM is anonymous' row anonymous 810
check 'shared memory is a class' row 'shared memory, tmpfs' 400
check 'swap cache that no process maps is a class' row 'swap cache' 5
check 'hugetlb is a class' row hugetlb 512
check 'slab is a class' row slab 600
check 'page tables are a class' row 'page tables' 100
check 'broken memory is a class' row broken 1
check 'free pages in lists of CPUs are free' row free 3100
# vmalloc 206, stacks 40, per-CPU 60, kmalloc() 650 - 600, tracing 4 + 11, DMA 3 + 5, TCP 12 - 4, balloon 30
check 'frames without a mark are named by counters of the kernel' row kernel 417
check 'frames that no counter names are unknown' row unknown 163
check 'buffers of tracing count, also those of instances' \
	eval 'largest kernel | grep -q ", trace buffers 60K, DMA pools 32K, TCP buffers 32K$"'
check 'what moved is a row, even of nothing' row moved 0
check 'the image of the kernel is not in MemTotal' row 'kernel image' 192 reserved
check 'the memory map of boot is not in MemTotal' row 'memory map' 120 reserved
check 'the rest of what is reserved is firmware' row 'firmware, early boot' 408 reserved

# --- names ----------------------------------------------------------------------------

check 'anonymous memory names the largest processes' \
	[ "$(largest anonymous)" = 'mysqld 42 (2M), sh 43 (40K); huge 2M, merged by KSM 40K' ]
check 'page tables name the largest processes' \
	[ "$(largest 'page tables')" = 'mysqld 42 (160K), sh 43 (40K)' ]
check 'slab names the largest caches' \
	[ "$(largest slab)" = 'ext4_inode_cache (1.6M), dentry (400K); reclaimable 1000K' ]
check 'vmalloc names its largest caller, of several areas' \
	eval 'largest kernel | grep -q "^vmalloc 824K (load_module 800K), per-CPU 240K, large kmalloc 200K, stacks 160K"'
check 'free memory tells of large blocks' \
	[ "$(largest free)" = 'order >= 9: 10M, in lists of CPUs 400K' ]
check 'page cache tells what could be dropped, and what is dirty' \
	eval 'largest "file cache" | grep -qE "; droppable 3.9M, dirty 800K, mapped 1.2M$"'

look --parts
# parts_of WHAT: frames of all parts of a class
parts_of() { jq -s --arg w "$1" 'map(select(.of == $w).frames) | add' "$work/out"; }
check 'parts are rows below their class' all 'exits 0' silent 'sum_is 7608' 'row dentry 100 part'
check 'parts of slab sum to it' [ "$(parts_of slab)" = 600 ]
check 'parts of page cache sum to it' [ "$(parts_of 'file cache')" = 1500 ]
check 'parts of the kernel sum to it' [ "$(parts_of kernel)" = 417 ]
check 'parts of free memory sum to it' [ "$(parts_of free)" = 3100 ]
check 'what has no name says why' \
	eval 'jq -r "select(.what == \"others\" and .of == \"page tables\").why" "$work/out" | grep -q kernel'

# --- sums that differ -------------------------------------------------------------------

export FAKE_TORN=8
meminfo 7616
look
check 'frames that could not be read have moved' all 'exits 0' 'sum_is 7616' 'row moved 8' \
	'err_has "^pagesnap: frames: 8 "'
unset FAKE_TORN
look
check 'reserved frames that MemTotal counts are those of drivers' all 'exits 0' 'sum_is 7616' \
	'row "marked reserved" 8' 'row moved 0' 'row "firmware, early boot" 400 reserved'
meminfo 9000
look
check 'frames that came after the walk have moved' all 'sum_is 9000' 'row "marked reserved" 720' \
	'row moved 672'
meminfo 7588
look
check 'frames that were given back are not in MemTotal' all 'exits 0' 'sum_is 7588' \
	'row balloon 20 reserved' 'row kernel 397'
meminfo 5000
look
check 'frames beyond MemTotal are in none of its classes' all 'sum_is 5000' \
	'row "came meanwhile" 2578 reserved'
meminfo 7608

# --- how it looks -------------------------------------------------------------------------

run memory
check 'a table has a row for each class' all 'exits 0' silent \
	'out_has "^ *SIZE PCT WHAT  *LARGEST$"' 'out_has "^ *3.2M  11 anonymous  *mysqld 42 "' \
	'out_has "^ *0B   - moved  *changed each time"' 'out_has "^29.7M 100 MemTotal  *and 2.8M that it leaves out:$"'
run memory --parts
check 'a table has parts below their class' all 'out_has "^ *1.6M   5 > ext4_inode_cache"'
alone_rows=$(run memory && wc -l <"$work/out")
run
check 'without a command memory is shown, and how to ask' all 'exits 0' silent \
	'[ "$(tail -1 "$work/out")" = "pagesnap --help" ]' '[ "$(wc -l <"$work/out")" -eq $((alone_rows + 1)) ]'
for format in --json --jsonl --csv --raw; do
	run memory $format
	check "memory prints what is asked for: $format" all 'exits 0' silent 'out_has MemTotal'
done
printf 'Name:\ta\\nb\nRssAnon:\t 3000 kB\n' >"$work/proc/43/status"
run memory --parts -nr -o WHAT
check 'names of processes break no row' out_has '^a..134nb.04043$|^a.*nb.04043$'
run memory x
check 'memory takes no operand' all 'exits 2' 'err_has "takes no operand"'
rm "$work/proc/meminfo"
run memory
check 'without MemTotal memory fails' all 'exits 1' no_out 'err_has "counters can.t be read"'

ktap_end
