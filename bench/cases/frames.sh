#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# All frames of a machine whose memory is full of page cache in single pages.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

file=$BENCH_DIR/fill
trap 'rm -f "$file"' EXIT
sparse "$file" $(($(meminfo MemTotal) * ${BENCH_FILL:-80} / 100 / 1024))
cache-file "$file"

all_frames_in_proc
[ ! -e /proc/pagesnap-floor ] || contender 'floor: reading struct page' \
	'read-files /proc/pagesnap-floor'
all_frames
compare frames

summary_of_frames
compare summary

# What the client adds to each record.
contender 'pfn_index, binary, page' "read-index pfn_index '0x1000+100000 group=page format=binary'"
for format in raw csv jsonl; do
	contender "pagesnap pfn --$format" "pagesnap pfn --group page --$format --range 0x1000+100000"
done
compare client
