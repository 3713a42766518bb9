#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Memory as most machines have it: neighbours are of different files and cgroups, have
# different flags, and are anonymous in between.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

folder=$BENCH_DIR/mixed
file=$BENCH_DIR/mixed-file
cgroups=()
holder_pid=

# hold COMMAND...: until it is let go.
hold()
{
	coproc holder { exec "$@"; }
	# shellcheck disable=SC2154 # by coproc
	holder_pid=$holder_PID
	read -r _ <&"${holder[0]}"
}

let_go()
{
	[ -n "$holder_pid" ] || return 0
	kill "$holder_pid"
	wait "$holder_pid" 2>/dev/null || true
	holder_pid=
}

end()
{
	local cgroup

	let_go
	rm -rf "$folder" "$file" /tmp/bench-list
	for cgroup in "${cgroups[@]}"; do
		rmdir "$cgroup"
	done
}
trap end EXIT

make_cgroups()
{
	local nth cgroup

	for nth in 1 2 3 4; do
		cgroup=/sys/fs/cgroup/bench-$nth
		mkdir "$cgroup" 2>/dev/null || continue
		cgroups+=("$cgroup")
	done
}

frames_mixed()
{
	local group

	mkdir -p "$folder"
	make_cgroups
	hold mix-memory "$folder" "${BENCH_MIXED_FILES:-400}" \
		$(($(meminfo MemTotal) * ${BENCH_FILL:-80} / 112 / 1024)) "${cgroups[@]}"
	contender 'kpageflags, kpagecount, kpagecgroup' \
		'read-files /proc/kpageflags /proc/kpagecount /proc/kpagecgroup'
	for group in page run object total; do
		contender "pfn_index, binary, $group" "read-index pfn_index '0- group=$group format=binary'"
	done
	for group in page run; do
		contender "pfn_index, text, $group" "read-index pfn_index '0- group=$group'"
	done
	compare 'mixed frames'
	! has page-types || contender 'page-types' 'page-types'
	contender 'pagesnap pfn --summary' 'pagesnap pfn --summary'
	compare 'mixed summary'
	let_go
	rm -rf "$folder"
}

# file_mixed CASE
file_mixed()
{
	local ask="'\"$file\" group"

	echo "$file" >/tmp/bench-list
	contender 'pagesnap file' "pagesnap file --raw '$file'"
	! has vmtouch || contender 'vmtouch' "vmtouch '$file'"
	! has fincore || contender 'fincore' "fincore '$file'"
	contender 'filename_index, run' "read-index filename_index $ask=run format=binary'"
	contender 'filename_index, object' "read-index filename_index $ask=object format=binary'"
	contender 'mincore()' 'ask-each mincore /tmp/bench-list'
	! kernel_has 6 5 || contender 'cachestat()' 'ask-each cachestat /tmp/bench-list'
	compare "$1"
}

task_mixed()
{
	hold hold-file "$file"
	contender 'pagesnap task' "pagesnap task --raw $holder_pid"
	! has page-types || contender 'page-types -p' "page-types -p $holder_pid"
	contender 'task_index, run' "read-index task_index '$holder_pid group=run format=binary'"
	contender 'task_index, object' "read-index task_index '$holder_pid group=object format=binary'"
	! kernel_has 6 7 || contender 'PAGEMAP_SCAN, pagemap, kpageflags' "pagemap-flags $holder_pid"
	contender 'smaps' "read-files /proc/$holder_pid/smaps"
	contender 'smaps_rollup' "read-files /proc/$holder_pid/smaps_rollup"
	compare 'mixed task'
	let_go
}

frames_mixed
sparse "$file" "${BENCH_MIXED_FILE_MB:-512}"
cache-file "$file"
pick-pages "$file" half
file_mixed 'mixed file, half referenced'
task_mixed
drop_caches
pick-pages "$file" other
file_mixed 'every other page of a file'
