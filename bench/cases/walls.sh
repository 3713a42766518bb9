#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What must not grow faster than what is asked about: all filesystems of a type, of
# which there are more and more; and a reader who loses his place in a filesystem each
# time, of which more and more files are known.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

IFS=, read -ra mounts <<<"${BENCH_MOUNTS:-100,400,1600,6400}"
IFS=, read -ra known <<<"${BENCH_KNOWN:-25000,50000,100000}"
many=$BENCH_DIR/mounts
tree=$BENCH_DIR/slow
trap 'mount-many "$many" 0; rm -rf "$many" "$tree"' EXIT

mkdir -p "$many"
for n in "${mounts[@]}"; do
	mount-many "$many" "$n"
	contender "type:tmpfs, $n mounts" "read-index sb_index 'type:tmpfs group=object format=binary'"
	compare 'all of a type'
	mount-many "$many" 0
done

for n in "${known[@]}"; do
	drop_caches
	mkdir "$tree"
	make-tree "$tree" "$n"
	make-tree "$tree" "$n" 20
	contender "a slow reader, $n files" \
		"read-slowly sb_index '$BENCH_DIR group=object format=binary' 16 150"
	contender "the same, at once" "read-index sb_index '$BENCH_DIR group=object format=binary'"
	compare 'a place lost each time'
	rm -rf "$tree"
done
