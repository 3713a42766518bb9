#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What a second CPU is good for: a query on one CPU, on two, and in two sessions;
# beside it two programs with half of the work each, which is what there is to gain.
# What it takes to start is in all of them; the case "start" tells it.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

files=${BENCH_JOBS_FILES:-60000}
tree=$BENCH_DIR/jobs
trap 'rm -rf "$tree" /tmp/bench-jobs*' EXIT

# sessions COMMAND [UNORDERED]
sessions()
{
	contender 'one CPU' "taskset -c 0 pagesnap $1 --jobs 1"
	contender 'two CPUs' "pagesnap $1 --jobs 1"
	contender 'two sessions' "pagesnap $1 --jobs 2"
	[ -z "${2:-}" ] || contender 'two sessions, --unordered' "pagesnap $1 --jobs 2 --unordered"
}

# halves COMMAND COMMAND
halves() { contender 'two programs' "{ pagesnap $1 --jobs 1 & pagesnap $2 --jobs 1 & wait; }"; }

if [ "$(nproc)" -lt 2 ]; then
	note 'jobs: left out, it needs two CPUs (--wall)'
	exit 0
fi
mkdir "$tree"
make-tree "$tree" "$files"
make-tree "$tree" "$files" 1
find "$tree" -type f | sed 's/.*/file "&" group=run/' >/tmp/bench-jobs
split -n l/2 /tmp/bench-jobs /tmp/bench-jobs-

contender 'one CPU' 'taskset -c 0 pagesnap pfn 0+1'
contender 'two CPUs' 'pagesnap pfn 0+1'
compare 'jobs: start'

half=$(($(frames) / 2))
sessions 'pfn --raw --group page'
halves "pfn --raw --group page 0+$half" "pfn --raw --group page $half-"
compare 'jobs: all frames, page by page'

sessions 'pfn --summary'
halves "pfn --summary 0+$half" "pfn --summary $half-"
compare 'jobs: all frames, a summary'

sessions "fs --group total '$BENCH_DIR'"
compare 'jobs: a filesystem, its total'

sessions "fs --raw '$BENCH_DIR'" unordered
compare 'jobs: a filesystem, its files'

sessions "du -d1 '$BENCH_DIR'"
compare 'jobs: du'

sessions 'batch --raw /tmp/bench-jobs' unordered
halves 'batch --raw /tmp/bench-jobs-aa' 'batch --raw /tmp/bench-jobs-ab'
compare 'jobs: a batch of small files'
