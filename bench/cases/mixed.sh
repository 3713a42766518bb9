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

end()
{
	let_go
	rm -rf "$folder" "$file" /tmp/bench-list
	remove_cgroups
}
trap end EXIT

frames_mixed()
{
	mkdir -p "$folder"
	make_cgroups 4
	hold mix-memory "$folder" "${BENCH_MIXED_FILES:-400}" \
		$(($(meminfo MemTotal) * ${BENCH_FILL:-80} / 112 / 1024)) "${cgroups[@]}"
	all_frames_in_proc
	all_frames
	compare 'mixed frames'
	summary_of_frames
	compare 'mixed summary'
	let_go
	rm -rf "$folder"
}

# file_mixed CASE
file_mixed()
{
	contender 'pagesnap file --group run' "pagesnap file --group run --raw '$file'"
	contender 'pagesnap file' "pagesnap file --raw '$file'"
	a_file "$file"
	compare "$1"
}

# task_mixed CASE COMMAND...
task_mixed()
{
	hold "${@:2}"
	a_process "$holder_pid"
	compare "$1"
	let_go
}

frames_mixed
sparse "$file" "${BENCH_MIXED_FILE_MB:-512}"
cache-file "$file"
pick-pages "$file" half
file_mixed 'mixed file, half referenced'
task_mixed 'mixed file in a process' hold-file "$file"
task_mixed 'mixed task' hold-vmas "${BENCH_MIXED_FILE_MB:-512}" 1000 "$file"
# Of this file alone: programs would wait for the host's disk to have theirs again.
dd if="$file" iflag=nocache count=0 status=none
pick-pages "$file" other
file_mixed 'every other page of a file'
