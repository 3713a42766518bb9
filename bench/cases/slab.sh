#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# How much slower a program is while somebody looks at what the kernel allocates, and what each
# event costs.  There is one CPU, so what the reader takes of it is part of both; the column CPU
# is the program's own.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

here=$(realpath "${0%/*}/..")
PATH=$here/peers/bin:$PATH
counts=$BENCH_DIR/counts
runs=$BENCH_DIR/slab-runs
seen=/tmp/slab-seen
events='-e kmem:kmalloc -e kmem:kfree -e kmem:kmem_cache_alloc -e kmem:kmem_cache_free'
nothing='exec sleep 100000'
load='modprobe pagesnap_slab 2>/dev/null || insmod /payload/pagesnap_slab.ko'

# It is a matter of what was there before whether the objects of each round of the program reach into
# another slab, and that makes 1.4 %.  So the lists of each CPU are emptied just before.
settle="for cache in /sys/kernel/slab/*/shrink; do echo 1 >\$cache; done"

# with_module COMMAND: it is loaded for that alone.
with_module()
{
	echo "($load) && { $settle; } && $1 && rmmod pagesnap_slab"
}

# Beside a process that sleeps, as all others are beside one, and behind a module that has gone, as
# they are behind one that has come.
alone()
{
	contender alone "($load) && rmmod pagesnap_slab && { $settle; } && foreground $work -- '$nothing'"
}

# slab INDEX [OPTION...]
slab()
{
	local index=$1 name="beside $*"
	shift

	contender "$name" "$(with_module "foreground $work -- 'exec count-slab $index \"$*\" \"$counts/$name\"'")"
}

# to_file FORMAT: all events as they come, as recorders have them.
to_file()
{
	local asks="exec 3<>/sys/kernel/tracing/objects/mm/slab/event_index; echo format=$1 >&3"

	contender "beside event_index, $1 to a file" \
		"$(with_module "foreground $work -- '$asks; exec cat <&3 >$seen/events'")"
}

# Recorders start the program themselves, so that they are ready; memleak has to get ready, twice.
peers()
{
	! has perf || contender 'beside perf kmem record' \
		"$settle; perf kmem --slab record -o $seen/data foreground $work -- '$nothing'"
	! has trace-cmd || contender 'beside trace-cmd record -e kmem' \
		"$settle; trace-cmd record -q $events -o $seen/dat foreground $work -- '$nothing'"
	! has memleak || contender 'beside memleak' "$settle; BENCH_HEAD_START_MS=20000 \
		foreground $work -- 'memleak -a 1000 & trap : TERM; wait; kill -INT \$!; wait; exit'"
}

# What was told of in the last round, and lost.
count_peers()
{
	if [ -e "$seen/data" ]; then
		{ perf report --stats -i "$seen/data" 2>/dev/null || true; } |
			awk '/SAMPLE events:/ { n = $3 } /LOST events:/ { lost = $3 }
				END { print n + 0, lost + 0 }' >"$counts/beside perf kmem record"
	fi
	if [ -e "$seen/dat" ]; then
		{ trace-cmd report --stat -i "$seen/dat" 2>/dev/null || true; } |
			awk '/^read events:/ { n += $NF } /overrun:|^dropped/ { lost += $NF }
				END { print n + 0, lost + 0 }' \
				>"$counts/beside trace-cmd record -e kmem"
	fi
	rm -rf "${seen:?}"/*
}

# wall NAME: of the last round.
wall() { awk -F '\t' -v name="$1" '$2 == name { ns = $4 } END { print ns }' "$runs"; }

# costs TABLE: what was told of in the last round, and what one of them took: all that was slower,
# divided by that.
costs()
{
	local file name told lost

	for file in "$counts"/*; do
		[ -e "$file" ] || continue
		name=${file##*/}
		read -r told lost <"$file"
		row "$1: an event that was told of" "$name" "EVENTS=$told" "LOST=$lost" \
			"INSTRUCTIONS=$((($(wall "$name") - $(wall alone)) / (told + !told)))"
	done
}

# measured TABLE
measured()
{
	compare "slab: $1" >"$runs"
	cat "$runs"
	count_peers
	costs "slab: $1"
	rm -f "$counts"/*
}

# at_rest TABLE: nobody asks.  Apart, as others change by 0.5 % what the program takes behind them.
# The first in a guest takes 1 % less than all that come later, so each comes again.
at_rest()
{
	for _ in 1 2; do
		alone
		contender 'module loaded' "$(with_module "foreground $work -- '$nothing'")"
	done
	alone
	compare "slab: $1, nobody asks"
}

# The program alone comes again and again, so that its median is of the same time as all others.
all_ways()
{
	alone
	slab site_index every=1s
	slab cache_index every=1s
	slab site_index every=1s by=pid
	alone
	slab object_index every=10s
	slab event_index
	to_file binary
	alone
	to_file text
	slab event_index stack=8
	peers
}

calls()
{
	work="calls ${BENCH_CALLS:-20000} $BENCH_DIR/called"
	at_rest 'pipe, stat, open and read'
	all_ways
	measured 'pipe, stat, open and read'
}

forks()
{
	work="run 150 true"
	at_rest 'fork, exec and exit'
	all_ways
	measured 'fork, exec and exit'
}

# More events than a buffer of any size would have room for.
a_million()
{
	work="calls ${BENCH_MANY_CALLS:-100000} $BENCH_DIR/called"
	alone
	slab event_index
	measured 'a million allocations'
}

end()
{
	rm -rf "$counts" "$seen" "$runs" "$BENCH_DIR/called"
}

mkdir -p "$counts" "$seen"
head -c 100 /dev/zero >"$BENCH_DIR/called"
trap end EXIT
parts=${BENCH_SLAB_PARTS:-calls,forks,a_million}
for part in ${parts//,/ }; do
	$part
done
