#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=supers,frames needs=swap disturbs=disks,mounts,memory
#
# Corners that a review found: a file that is wholly swapped out is still a
# file with something in the cache; a free block is known from its middle.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
group=/sys/fs/cgroup/corners

# A tmpfs file of 1024 pages, all of them in swap.
swap_out_file()
{
	local _

	mkdir -p "$group" /mnt/corners
	mount -t tmpfs corners /mnt/corners || return 1
	mkswap -q /dev/scratch1 2> /dev/null && swapon /dev/scratch1 || return 1
	# shellcheck disable=SC2016
	bash -c 'echo $$ > '"$group"'/cgroup.procs; dd if=/dev/urandom of=/mnt/corners/file bs=4096 \
		count=1024 status=none' || return 1
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		echo 8M 2> /dev/null > "$group/memory.reclaim"
		ask filename_index /mnt/corners/file
		has '^end .* pages=0 .* swap=1024 ' && return 0
	done
	return 1
}

if swap_out_file; then
	ask sb_index /mnt/corners
	check 'sb_index: a file that is wholly swapped out' has '^file .* cached=0 name=/mnt/corners/file$'
	check 'sb_index: with all its swap entries' has '^end .* objects=1 .* pages=0 .* swap=1024 '
else
	skip 'sb_index: a file that is wholly swapped out' 'this kernel keeps some of its pages'
fi
umount /mnt/corners
swapoff /dev/scratch1
rmdir "$group"

# Frames of a free block, which is found by its first one, and the first once more: if
# that is no block any more, somebody took it meanwhile.
ask_free_block()
{
	local pfn skip queries=()

	ask pfn_index '0- flags=buddy min-order=6 limit=1 group=page'
	pfn=$(($(sed -n 's/^page .* pfn=\(0x[0-9a-f]*\) kind=buddy .*/\1/p' /tmp/out)))
	for skip in 1 7 33 63 0; do
		queries+=("$((pfn + skip)) tag=frame-$skip min-order=6")
	done
	ask pfn_index "${queries[@]}"
	has '^end .* tag=frame-0 .* pages=1 '
}

for _ in 1 2 3 4 5 6 7 8 9 10; do
	ask_free_block && break
done
check 'pfn_index: a free block' has '^end .* tag=frame-0 .* pages=1 '
for skip in 1 7 33 63; do
	check "pfn_index: frame $skip of it is free" has "^end .* tag=frame-$skip .* pages=1 "
done
check 'pfn_index: and all of them say so' count '^run .* nr=1 kind=buddy .* flags=buddy$' 5

# A node of a device that isn't there.
mknod /tmp/nodevice b 240 77
ask filename_index /tmp/nodevice
check 'filename_index: no such block device' has '^error .* errno=ENXIO '
rm /tmp/nodevice
ktap_end
