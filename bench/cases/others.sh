#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What a program loses while pagesnap walks what it works on, in a loop, on
# another CPU; beside it, while a busy loop takes that CPU, and a peer.  One CPU
# would tell how it is shared, and nothing else.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

megabytes=${BENCH_OTHERS_MB:-512}
files=${BENCH_FILES:-100000}
file=$BENCH_DIR/file
tree=$BENCH_DIR/tree

end()
{
	rm -rf "$file" "$tree"
}
trap end EXIT

# beside NAME COMMAND: the work while it runs.
beside() { contender "beside $1" "foreground $work -- '$2'"; }

# compare_with CASE WORK QUERY PEER COMMAND: pagesnap answers one query after the
# other.  As one run of it: --max-cpu paces a run, and nothing beyond its end.
compare_with()
{
	work=$2
	contender alone "foreground $work"
	beside 'a busy loop' :
	beside pagesnap "yes \"$3\" | pagesnap batch --raw 2>/dev/null"
	beside 'pagesnap --max-cpu 10' "yes \"$3\" | pagesnap batch --max-cpu 10 --raw 2>/dev/null"
	! has "${4%% *}" || beside "$4" "$5"
	compare "others: $1"
}

# What has $TARGET is expanded by foreground's shell.
reads()
{
	has fio || { note 'others: reads are left out, there is no fio'; return; }
	sparse "$file" "$megabytes"
	cache-file "$file"
	# shellcheck disable=SC2016
	compare_with 'reads of the file' "read ${BENCH_READS:-300000} $file" \
		'file $TARGET group=run' vmtouch 'vmtouch $TARGET'
	rm "$file"
}

task()
{
	# shellcheck disable=SC2016
	compare_with "$1" "$2" 'task $TARGET group=run' 'page-types -p' 'page-types -p $TARGET'
}

faults() { task 'faults in the process' "fault ${BENCH_FAULTS:-8000}"; }
maps()   { task 'mmap() and munmap() in the process' "map ${BENCH_MAPS:-60000}"; }

creates()
{
	mkdir "$tree"
	make-tree "$tree" "$files"
	make-tree "$tree" "$files" 20
	# shellcheck disable=SC2016
	compare_with 'files made in the filesystem' "create ${BENCH_CREATES:-30000} $BENCH_DIR" \
		'fs $TARGET group=run' 'find and fincore' \
		"find $tree -type f -print0 | xargs -0 fincore"
	rm -rf "$tree"
}

if [ "$(nproc)" -lt 2 ]; then
	note 'others: left out, it needs two CPUs (--wall)'
	exit 0
fi
for workload in $(tr , ' ' <<<"${BENCH_OTHERS:-reads,faults,maps,creates}"); do
	"$workload"
done
