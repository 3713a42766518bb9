#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One large cached file: in single pages, in folios as the filesystem makes them
# by read-ahead, and in huge pages.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

megabytes=${BENCH_FILE_MB:-1024}
huge=$BENCH_DIR/huge
large=$BENCH_DIR/large
file=$BENCH_DIR/file

end()
{
	rm -f "$file" /tmp/bench-list
	! mountpoint -q "$huge" || umount "$huge"
	! mountpoint -q "$large" || umount "$large"
}
trap end EXIT

# all CASE FILE
all()
{
	contender 'pagesnap file --group run' "pagesnap file --group run --raw '$2'"
	contender 'pagesnap file' "pagesnap file --raw '$2'"
	! has page-types || contender 'page-types -f' "page-types -f '$2'"
	a_file "$2"
	compare "$1"
}

sparse "$file" "$megabytes"
cache-file "$file"
all 'file of single pages' "$file"
rm "$file"

# In a guest on XFS, which makes large folios on all kernels; elsewhere as it comes.
if [ -n "${BENCH_TCG:-}" ]; then
	mkdir -p "$large"
	mkfs.xfs -qf /dev/scratch1
	mount -o noatime /dev/scratch1 "$large"
	file=$large/file
fi
sparse "$file" "$megabytes"
cache-file "$file" 9
all 'file by read-ahead' "$file"
rm "$file"

mkdir -p "$huge"
mount -t tmpfs -o huge=always,size=$((megabytes + 16))M none "$huge"
dd if=/dev/zero of="$huge/file" bs=2M count=$((megabytes / 2)) status=none
all 'file of huge pages' "$huge/file"
