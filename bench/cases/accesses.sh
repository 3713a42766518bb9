#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# How much slower a program is while somebody looks at which of its pages are accessed.
# There is one CPU, so what the looker takes of it is part of that.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

damon_event=/sys/kernel/tracing/events/damon/damon_aggregated/enable

end()
{
	has_damon && damon off
	[ ! -e $damon_event ] || echo 0 >$damon_event
	give_tables_back
	rmmod pagesnap_accesses
}

# beside NAME COMMAND: the work while it runs; what has $TARGET is expanded by foreground.
beside() { contender "beside $1" "foreground $work -- '$2'"; }

# accesses OPTION...
accesses()
{
	beside "accesses, $*" "read-index accesses/task_index \"\$TARGET $* format=binary\""
}

# damon_each SAMPLE_US AGGREGATE_US: with what it found, by way of its tracepoint.
damon_each()
{
	# shellcheck disable=SC2016
	beside "DAMON, sampling $(($1 / 1000)) ms" \
		"damon \$TARGET $1 $2; exec cat /sys/kernel/tracing/trace_pipe"
}

# slowdown CASE WORK AMOUNT
slowdown()
{
	work="$2 $3"
	contender alone "foreground $work"
	accesses every=100ms
	accesses every=100ms flush=0
	accesses every=100ms unit=2M
	accesses every=100ms unit=2M skip=1
	accesses every=1s
	accesses every=10ms
	# shellcheck disable=SC2016
	beside 'clear_refs and smaps, 100 ms' \
		'echo 1 >/proc/$TARGET/clear_refs; sleep 0.1; cat /proc/$TARGET/smaps'
	if has_damon; then
		damon_each 5000 100000
		damon_each 100000 2000000
	fi
	compare "accesses: $1"
}

load_collection accesses
take_tables
trap end EXIT
[ ! -e $damon_event ] || echo 1 >$damon_event
passes=${BENCH_PASSES:-36000}
slowdown 'a random half of 64 MiB in use' touch-half "$((passes * 2))"
slowdown '64 MiB in use of 1 GiB' touch-part "$passes"
slowdown '64 MiB, all in use' touch "$passes"
