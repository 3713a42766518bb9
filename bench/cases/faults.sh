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
# Of the last round, by contender: "TOLD LOST SWEEPS", and what foreground says of CPU.
counts=$BENCH_DIR/counts
costs=$BENCH_DIR/costs
runs=$BENCH_DIR/fault-runs
# Of contenders side by side, at several lengths: "NAME|PIECES|OWN|OTHER|TOLD|LOST".
figures=$BENCH_DIR/fault-figures
seen=/tmp/perf-seen
perf_end=$BENCH_DIR/perf-end

end()
{
	let_go
	rm -rf "$counts" "$costs" "$seen" "$runs" "$figures" "$perf_end" "$BENCH_DIR/lines"
	rmmod pagesnap_faults
}

# by_itself NAME COMMAND
by_itself()
{
	contender "$1" "BENCH_COSTS=\"$costs/$1\" $2"
}

# beside NAME COMMAND [MILLISECONDS]: the work while it runs, which has so long to get ready, twice;
# what has $TARGET is expanded by foreground.
beside()
{
	by_itself "beside $1" "${3:+BENCH_HEAD_START_MS=$3} foreground $work -- '$2'"
}

# faults OPTION...
faults()
{
	beside "faults, $*" "exec count-faults \"\$TARGET $*\" \"$counts/beside faults, $*\""
}

# perf_beside NAME COMMAND END: END has it write down what it knows.  It begins with a look at all
# symbols, and perf trace has another one at the first event.
perf_beside()
{
	beside "$1" "$2 & trap : TERM; wait; $3; wait; exit" 20000
}

# A guest's clock doesn't wait for disks: who reads his program from one isn't there in time.
warm_perf()
{
	perf trace -F all --no-syscalls -o /dev/null true >/dev/null 2>&1 || true
	perf record -q -B -e page-faults -o /dev/null true >/dev/null 2>&1 || true
	mkfifo "$perf_end"
}

# Both tell of faults that happen anyhow, and are as they cost least.  SIGINT has perf trace forget
# what it has not read yet; it reads all when the program ends that it has started.  With its own
# size of buffers it loses some.
perfs()
{
	has perf || return 0
	[ -e "$perf_end" ] || warm_perf
	perf_beside 'perf trace -F all' \
		"perf trace -F all --no-syscalls -m 64M -o $seen/trace -p \$TARGET cat $perf_end" \
		": >$perf_end"
	perf_beside 'perf record -e page-faults -c 1 -d' \
		"perf record -q -B -e page-faults -c 1 -d -o $seen/data -p \$TARGET" "kill -INT \$!"
}

# What perf was told of in the last round.
count_perfs()
{
	if [ -e "$seen/trace" ]; then
		awk '/fault/ { n++ } /LOST/ { lost += $2 } END { print n + 0, lost + 0, 0 }' \
			"$seen/trace" >"$counts/beside perf trace -F all"
	fi
	if [ -e "$seen/data" ]; then
		perf report --stats -i "$seen/data" 2>/dev/null |
			awk '/SAMPLE events:/ { n = $3 } /LOST events:/ { lost = $3 }
				END { print n + 0, lost + 0, 0 }' \
				>"$counts/beside perf record -e page-faults -c 1 -d"
	fi
	rm -f "$seen"/*
}

# took COLUMN NAME: nanoseconds of the last round: by the clock (4), on the program's CPU (5).
took()
{
	awk -F '\t' -v column="$1" -v name="$2" '$2 == name { ns = $column } END { print ns }' "$runs"
}

# more COLUMN NAME TOLD: what the program took more than alone, for each that was told of.
more()
{
	echo $((($(took "$1" "$2") - $(took "$1" alone)) / ($3 + !$3)))
}

# fault_costs TABLE: what was told of in the last round, and what one of them took: all that was
# slower, divided by that, and what of it was spent in the program.
fault_costs()
{
	local file name told lost sweeps

	for file in "$counts"/*; do
		[ -e "$file" ] || continue
		name=${file##*/}
		read -r told lost sweeps <"$file"
		row "$1: a fault that was told of" "$name" "SWEEPS=$sweeps" "FAULTS=$told" \
			"LOST=$lost" "INSTRUCTIONS=$(more 4 "$name" "$told")" \
			"IN-PROGRAM=$(more 5 "$name" "$told")"
	done
}

# measured TABLE
measured()
{
	compare "faults: $1" >"$runs"
	cat "$runs"
	fault_costs "faults: $1"
	rm -f "$counts"/* "$costs"/*
}

# Each page again and again.
in_use()
{
	work="touch ${BENCH_PASSES:-36000}"
	by_itself alone "foreground $work"
	faults every=500ms
	faults every=100ms
	measured '64 MiB, all in use'
}

# lengths TABLE PIECES: takes down what contenders of that length were told of, and took.
lengths()
{
	local file name own other told lost

	compare "faults: $1, $2 pieces"
	count_perfs
	for file in "$costs"/*; do
		name=${file##*/}
		read -r own other <"$file"
		told=0 lost=0
		[ ! -e "$counts/$name" ] || read -r told lost _ <"$counts/$name"
		echo "$name|$2|$own|$other|$told|$lost" >>"$figures"
	done
	rm -f "$counts"/* "$costs"/*
}

# slopes TABLE REFERENCES: what one piece of the work takes, which has so many references, and who is
# told of what in it, as the slope between the shortest and the longest run of each: so nothing of it
# is what somebody does once, at the beginning, at the first event, or at the end.  That is in ONCE,
# in millions.
slopes()
{
	awk -F '|' -v table="faults: $1" -v made="$2" '
		!($1 in least) { names[++nr] = $1; least[$1] = $2; most[$1] = $2 }
		{
			if ($2 < least[$1]) least[$1] = $2
			if ($2 > most[$1]) most[$1] = $2
			own[$1, $2] = $3; both[$1, $2] = $3 + $4
			told[$1, $2] = $5; lost[$1] += $6
		}
		function slope(of, name)
		{
			return (of[name, most[name]] - of[name, least[name]]) / (most[name] - least[name])
		}
		function once(name)
		{
			return both[name, least[name]] - least[name] * slope(both, name)
		}
		END {
			for (i = 1; i <= nr; i++) {
				name = names[i]
				n = slope(told, name)
				printf "# row\t%s\t%s", table, name
				printf "\tTIME=%.3f", slope(both, name) / slope(both, "alone")
				printf "\tTOLD=%.1f\tTOLD%%=%.3f", n, 100 * n / made
				printf "\tLOST=%d", lost[name]
				printf "\tEACH=%d", n ? (slope(both, name) - slope(both, "alone")) / n : 0
				printf "\tIN-PROGRAM=%d", n ? (slope(own, name) - slope(own, "alone")) / n : 0
				printf "\tONCE=%.1f\n", (once(name) - once("alone")) / 1e6
			}
		}' "$figures"
	rm "$figures"
}

# all_references PIECES: who tells of each takes long, and has a short run.
all_references()
{
	local lackey='valgrind --tool=lackey'

	work="touch-new $1"
	by_itself alone "foreground $work"
	faults every=500ms window=8
	faults every=500ms window=1 kind=anon
	if has valgrind; then
		by_itself "$lackey" "$lackey --trace-mem=yes --log-file=/dev/null foreground $work"
		echo "$(($1 * references)) 0 0" >"$counts/$lackey"
	fi
	lengths 'side by side' "$1"
}

# some_references PIECES
some_references()
{
	work="touch-new $1"
	by_itself alone "foreground $work"
	faults every=500ms
	faults every=100ms
	perfs
	lengths 'side by side' "$1"
}

# first_touches PIECES: of 64 pages each.
first_touches()
{
	work="fault $1"
	by_itself alone "foreground $work"
	faults every=500ms
	perfs
	lengths 'first touches' "$1"
}

# A program that refers to pages again and again, and has a fault in 4,000 references; and one that
# does nothing but fault.
side_by_side()
{
	local references=16388

	all_references 5
	all_references 10
	some_references 10000
	some_references 20000
	slopes 'side by side' "$references"
	first_touches 1000
	first_touches 2000
	slopes 'first touches' 64
}

# A real one, from its start on, in processes of its own, which perf trace doesn't follow.
a_sort()
{
	seq 1 7 1400000 | rev >"$BENCH_DIR/lines"
	cat "$BENCH_DIR/lines" >/dev/null
	work="run 1 \"sort -S 64M $BENCH_DIR/lines >/dev/null\""
	by_itself alone "foreground $work"
	faults children=1 every=500ms
	faults children=1 every=100ms
	measured 'sort'
}

# One that faults itself, and isn't traced, while another one is, which sleeps.
another()
{
	work='fault 2000'
	hold sh -c 'echo ready; exec sleep 100000'
	by_itself alone "foreground $work"
	beside 'faults of another process' "exec count-faults \"$holder_pid every=100ms\" /tmp/other"
	measured 'another process'
	let_go
}

load_collection faults
mkdir -p "$counts" "$costs" "$seen"
trap end EXIT
parts=${BENCH_TRACE_PARTS:-in_use,a_sort,another,side_by_side}
for part in ${parts//,/ }; do
	$part
done
