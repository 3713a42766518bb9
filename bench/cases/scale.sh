#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What each command takes on a machine of a size: frames, of which some are those of one
# file and some those of many small ones, read in turns by many containers; filesystems.
# From two sizes a third one can be computed (docs/performance.md); see bench/README.md.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

files=${BENCH_FILES:-100000}
cached=${BENCH_CACHED:-2}
megabytes=${BENCH_FILE_MB:-512}
mounts=${BENCH_MOUNTS:-1000}
containers=${BENCH_CONTAINERS:-100}
tree=$BENCH_DIR/tree
many=$BENCH_DIR/mounts
cgroups=()

end()
{
	mount-many "$many" 0
	rm -rf "$BENCH_DIR/file" "$tree" "$many"
	remove_cgroups
}
trap end EXIT

# measured NAME COMMAND: how long it takes, how many rows it has, and its memory.  A
# guest's stderr is a terminal, to which progress would be reported.
measured()
{
	local rows kib

	contender "$1" "{ $2; } 2>/dev/null"
	read -r rows kib < <(output-of "{ $2; } 2>/dev/null") || die "$1: failed"
	note "scale: $1: $rows rows, $kib KiB"
}

make_cgroups "$containers"
mkdir "$tree" "$many"
sparse "$BENCH_DIR/file" "$megabytes"
cache-file "$BENCH_DIR/file"
make-tree "$tree" "$files"
make-tree "$tree" "$files" "$cached" "${cgroups[@]}"
mount-many "$many" "$mounts"
note "scale: $(frames) frames, $files files, every ${cached}th cached, $mounts mounts, $containers cgroups"
note "scale: $(meminfo Cached) KiB cached"

all_frames_in_proc
measured 'pfn --group page' 'pagesnap pfn --group page --raw'
measured 'pfn --group run' 'pagesnap pfn --group run --raw'
measured 'pfn --summary' 'pagesnap pfn --summary'
measured 'fs --group run' "pagesnap fs --group run --raw '$BENCH_DIR'"
measured 'fs' "pagesnap fs --raw '$BENCH_DIR'"
measured 'du' "pagesnap du --raw '$BENCH_DIR'"
measured 'file, the folder' "pagesnap file --raw '$tree'"
measured 'fs type:tmpfs' 'pagesnap fs --raw type:tmpfs'
measured 'cgroup' 'pagesnap cgroup --raw'
measured 'audit' 'pagesnap audit || [ $? -eq 1 ]'
compare scale
