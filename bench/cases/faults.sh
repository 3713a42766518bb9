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
# Of 64 MiB.
pages=16384

end()
{
	let_go
	rm -rf "$counts" "$runs" "$BENCH_DIR/lines"
	rmmod pagesnap_faults
}

# beside NAME COMMAND: the work while it runs; what has $TARGET is expanded by foreground.
beside() { contender "beside $1" "foreground $work -- '$2'"; }

# faults OPTION...
faults()
{
	beside "faults, $*" "count-faults \"\$TARGET $*\" \"$counts/$*\""
}

# Both tell of faults that happen anyhow.
perfs()
{
	has perf || return 0
	# shellcheck disable=SC2016
	beside 'perf trace -F all' \
		'exec perf trace -F all --no-syscalls -o /dev/null -p $TARGET'
	# shellcheck disable=SC2016
	beside 'perf record -e page-faults -c 1 -d' \
		'exec perf record -q -e page-faults -c 1 -d -o /tmp/perf.data -p $TARGET'
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
		name="beside faults, ${file##*/}"
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

# All references, page by page: five times 64 MiB.  What lackey takes to fill these first isn't
# counted, but it is long.
each_reference()
{
	work='touch 5'
	contender alone "foreground $work"
	faults every=500ms window=8
	faults every=500ms window=1
	! has valgrind || contender "valgrind --tool=lackey" \
		"valgrind --tool=lackey --trace-mem=yes --log-file=/dev/null foreground $work"
	measured "each of $((5 * pages)) references"
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

# A real one, from its start on, in processes of its own.
a_sort()
{
	seq 1 7 1400000 | rev >"$BENCH_DIR/lines"
	cat "$BENCH_DIR/lines" >/dev/null
	work="run 1 \"sort -S 64M $BENCH_DIR/lines >/dev/null\""
	contender alone "foreground $work"
	faults children=1 every=500ms
	faults children=1 every=100ms
	perfs
	measured 'sort'
}

# One that faults itself, and isn't traced, while another one is, which sleeps.
another()
{
	work='fault 2000'
	hold sh -c 'echo ready; exec sleep 100000'
	contender alone "foreground $work"
	beside 'faults of another process' "count-faults \"$holder_pid every=100ms\" /tmp/other"
	measured 'another process'
	let_go
}

load_collection faults
mkdir -p "$counts"
trap end EXIT
parts=${BENCH_TRACE_PARTS:-in_use,first_touches,a_sort,another,each_reference}
for part in ${parts//,/ }; do
	$part
done
