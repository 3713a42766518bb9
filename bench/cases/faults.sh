#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# How much slower a program is while its references are traced, and what a reference costs that
# was told of.  There is one CPU, so what the reader takes of it is part of both.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

here=$(realpath "${0%/*}/..")
PATH=$here/peers/bin:$PATH
counts=$BENCH_DIR/counts
runs=$BENCH_DIR/fault-runs
seen=/tmp/perf-seen

end()
{
	let_go
	rm -rf "$counts" "$seen" "$runs" "$BENCH_DIR/lines"
	rmmod pagesnap_faults
}

# beside NAME COMMAND [MILLISECONDS]: the work while it runs, which has so long to get ready, twice;
# what has $TARGET is expanded by foreground.
beside()
{
	contender "beside $1" "${3:+BENCH_HEAD_START_MS=$3} foreground $work -- '$2'"
}

# faults OPTION...
faults()
{
	beside "faults, $*" "exec count-faults \"\$TARGET $*\" \"$counts/beside faults, $*\""
}

# perf_beside NAME COMMAND: it is ended by SIGINT, as only then does perf trace write what it has.
# It begins with a look at all symbols, and has another one at the first event.
perf_beside()
{
	beside "$1" "$2 -p \$TARGET & trap : TERM; wait; kill -INT \$!; wait; exit" 20000
}

# Both tell of faults that happen anyhow.
perfs()
{
	has perf || return 0
	perf_beside 'perf trace -F all' "perf trace -F all --no-syscalls -o $seen/trace"
	perf_beside 'perf record -e page-faults -c 1 -d' \
		"perf record -q -e page-faults -c 1 -d -o $seen/data"
}

# What perf was told of in the last round.
count_perfs()
{
	if [ -e "$seen/trace" ]; then
		echo "$(grep -c fault "$seen/trace") 0 0" >"$counts/beside perf trace -F all"
	fi
	if [ -e "$seen/data" ]; then
		perf report --stats -i "$seen/data" 2>/dev/null |
			awk '/SAMPLE events:/ { n = $3 } /LOST events:/ { lost = $3 }
				END { print n + 0, lost + 0, 0 }' \
				>"$counts/beside perf record -e page-faults -c 1 -d"
	fi
	rm -f "$seen"/*
}

# wall NAME: of the last round.
wall() { awk -F '\t' -v name="$1" '$2 == name { ns = $4 } END { print ns }' "$runs"; }

# costs TABLE: what was told of in the last round, and what one of them took: all that was slower,
# divided by that.
costs()
{
	local file name told lost sweeps

	for file in "$counts"/*; do
		[ -e "$file" ] || continue
		name=${file##*/}
		read -r told lost sweeps <"$file"
		row "$1: a fault that was told of" "$name" "SWEEPS=$sweeps" "FAULTS=$told" \
			"LOST=$lost" "INSTRUCTIONS=$((($(wall "$name") - $(wall alone)) / (told + !told)))"
	done
}

# measured TABLE
measured()
{
	compare "faults: $1" >"$runs"
	cat "$runs"
	count_perfs
	costs "faults: $1"
	rm -f "$counts"/*
}

# Each page again and again.
in_use()
{
	work="touch ${BENCH_PASSES:-36000}"
	contender alone "foreground $work"
	faults every=500ms
	faults every=100ms
	measured '64 MiB, all in use'
}

# All references, page by page: 400 times 1 MiB, as lackey needs long.  It sees those of the
# instructions, too, and what it takes to begin isn't counted.
each_reference()
{
	local passes=400 lackey='valgrind --tool=lackey'

	work="touch-few $passes"
	contender alone "foreground $work"
	faults every=500ms window=8
	faults every=500ms window=1 kind=anon
	if has valgrind; then
		contender "$lackey" "$lackey --trace-mem=yes --log-file=/dev/null foreground $work"
		echo "$((passes * 256)) 0 0" >"$counts/$lackey"
	fi
	measured "each of $((passes * 256)) references"
}

# Faults that happen anyhow: 64 pages a piece.
first_touches()
{
	work='fault 2000'
	contender alone "foreground $work"
	faults every=500ms
	perfs
	measured 'a program that faults, 128,000 times'
}

# A real one, from its start on, in processes of its own, which perf trace doesn't follow.
a_sort()
{
	seq 1 7 1400000 | rev >"$BENCH_DIR/lines"
	cat "$BENCH_DIR/lines" >/dev/null
	work="run 1 \"sort -S 64M $BENCH_DIR/lines >/dev/null\""
	contender alone "foreground $work"
	faults children=1 every=500ms
	faults children=1 every=100ms
	measured 'sort'
}

# One that faults itself, and isn't traced, while another one is, which sleeps.
another()
{
	work='fault 2000'
	hold sh -c 'echo ready; exec sleep 100000'
	contender alone "foreground $work"
	beside 'faults of another process' "exec count-faults \"$holder_pid every=100ms\" /tmp/other"
	measured 'another process'
	let_go
}

load_collection faults
mkdir -p "$counts" "$seen"
trap end EXIT
parts=${BENCH_TRACE_PARTS:-in_use,first_touches,a_sort,another,each_reference}
for part in ${parts//,/ }; do
	$part
done
