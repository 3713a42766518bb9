#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Who tells which 2 MiB of a program were touched within a second: the program writes down
# what it touches (ops/access-patterns.c), and what is told is compared with that.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

seconds=${BENCH_PATTERN_SECONDS:-12}
tracing=/sys/kernel/tracing
work=$(mktemp -d)

end()
{
	! has_damon || damon off
	echo 0 >$tracing/events/damon/enable 2>/dev/null || true
	give_tables_back
	rmmod pagesnap_accesses
	rm -rf "$work"
}

# begin PATTERN: in $target, whose memory begins with page $first.
begin()
{
	local ready

	mkfifo "$work/ready"
	access-patterns "$1" "$((seconds + 2))" "$work/log" >"$work/ready" &
	target=$!
	read -r ready first <"$work/ready"
	[ "$ready" = ready ]
	first=$((first))
	rm "$work/ready"
}

# score PATTERN NAME CPU_NS: what "$work/told" has, when the pattern is over.
score()
{
	local touched missed alone made_up

	wait "$target"
	"$told_by" <"$work/answer" >"$work/told"
	read -r touched missed alone made_up < <(score-cells "$work/log" "$work/told")
	row "patterns: $1" "$2" \
		"CPU=$(awk "BEGIN { printf \"%.2f%%\", $3 / $seconds / 1e7 }")" \
		"TOUCHED=$touched" "TOLD_COLD=$missed" "NOT_TOUCHED=$alone" "TOLD_HOT=$made_up"
}

# Of a text answer: one line for each cell of a round.
told_by_accesses()
{
	awk -v first="$first" -v offset="$(head -n 1 "$work/log" | cut -d ' ' -f 2)" '
	function hex(s,   i, n) {
		for (i = 3; i <= length(s); i++)
			n = n * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
		return n
	}
	{
		split("", field)
		for (i = 2; i <= NF; i++)
			field[substr($i, 1, index($i, "=") - 1)] = substr($i, index($i, "=") + 1)
	}
	$1 == "query" { from = field["time"] - offset; to = from }
	$1 == "sample" && told { from = to; told = 0 }
	$1 == "sample" { to = field["time"] - offset }
	$1 == "heat" {
		told = 1
		cell = (hex(field["vpn"]) - first) / 512
		for (n = 0; n < field["nr"] / 512; n++)
			if (cell + n >= 0)
				printf "%.0f %.0f %d %d\n", from, to, cell + n, (field["accessed"] > 0)
	}'
}

# Of lines of the trace: regions that were found accessed have to be the larger part of a cell.
told_by_damon()
{
	awk -v first="$first" '
	function tell(   cell) {
		for (cell in bytes)
			printf "%.0f %.0f %d %d\n", (time - 1) * 1e9, time * 1e9, cell,
				(hot[cell] * 2 > bytes[cell])
		split("", bytes)
		split("", hot)
	}
	function add(cell, n, accessed) {
		bytes[cell] += n
		hot[cell] += accessed ? n : 0
	}
	match($0, / [0-9]+\.[0-9]+: damon_aggregated: /) {
		now = substr($0, RSTART + 1) + 0
		if (now > time + 0.5)
			tell()
		time = now
		sub(/.*nr_regions=[0-9]+ /, "")
		split($0, word, /[-: ]+/)
		end = word[2] / 2097152 - first / 512
		for (at = word[1] / 2097152 - first / 512; at < end; at = border) {
			border = at < 0 ? 0 : int(at) + 1
			if (border > end)
				border = end
			if (at >= 0)
				add(int(at), border - at, word[3])
		}
	}
	END { tell() }'
}

# by_accesses PATTERN OPTION...
by_accesses()
{
	local pattern=$1 reader cpu

	shift
	begin "$pattern"
	exec {session}<>$tracing/objects/mm/accesses/task_index
	echo "$target $* unit=2M" >&$session
	cat <&$session >"$work/answer" &
	reader=$!
	exec {session}>&-
	sleep "$seconds"
	cpu=$(ns_on_cpu "$reader")
	kill "$reader"
	told_by=told_by_accesses
	score "$pattern" "accesses, $*" "$cpu"
}

# by_damon PATTERN SAMPLE_MS
by_damon()
{
	local cpu

	begin "$1"
	echo >$tracing/trace
	damon "$target" "$(($2 * 1000))" 1000000
	sleep "$seconds"
	cpu=$(ns_on_cpu "$(pgrep -o kdamond)")
	damon off
	cat $tracing/trace >"$work/answer"
	told_by=told_by_damon
	score "$1" "DAMON, sampling $2 ms" "$cpu"
}

load_collection accesses
trap end EXIT
take_tables
if has_damon; then
	echo 8192 >$tracing/buffer_size_kb
	echo mono >$tracing/trace_clock
	echo 1 >$tracing/events/damon/damon_aggregated/enable
fi
for pattern in random zipf scan stride phase idle; do
	by_accesses "$pattern" every=100ms aggregate=10
	by_accesses "$pattern" every=1s
	by_accesses "$pattern" every=100ms aggregate=10 skip=1
	by_accesses "$pattern" every=1s skip=1
	has_damon || continue
	by_damon "$pattern" 5
	by_damon "$pattern" 100
done
