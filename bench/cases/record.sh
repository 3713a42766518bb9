#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What a flight recorder takes: processor and bytes of a moment of a machine that has 100,000 files
# cached, of which 1,000 change from one moment to the next.  A moment a minute is what the rows
# are made for; here they follow one another faster, which changes neither.  With BENCH_LIVED_IN,
# in memory that was lived in, whose files count among the 100,000.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"
# shellcheck source=bench/lived-in.sh
. "${0%/*}/../lived-in.sh"

files=${BENCH_FILES:-100000}
lived_in=${BENCH_LIVED_IN:-}
deltas=10
tree=$BENCH_DIR/tree
rec=/dev/shm/bench-rec
changer=
trap end EXIT

end()
{
	if [ -n "$changer" ]; then
		kill "$changer"
		wait "$changer" || true
	fi
	rm -rf "$tree" "$rec"
	[ -z "$lived_in" ] || move_out
}

# Files in the page cache of ext4; here there are no others to speak of.
cached_files()
(
	cd /sys/kernel/tracing/objects/mm/pages
	echo 'type:ext4 group=object names=0' >sb_index
	grep -c '^file' sb_index || true
)

# record MOMENTS: milliseconds of a processor, in the program and in the kernel, and their sum.
record()
{
	local TIMEFORMAT='%U %S'

	rm -rf "$rec"
	{ time pagesnap record "$rec" --every 5s --iterations "$1" --max-cpu 100 2>/dev/null; } 2>&1 |
		awk '{ printf "%.0f %.0f %.0f\n", $1 * 1000, $2 * 1000, ($1 + $2) * 1000 }'
}

# Each time it is others that get another page.
# shellcheck disable=SC2016 # expanded by that shell
change()
{
	local nth=0 every

	find "$tree" -type f | sort >"$BENCH_DIR/names"
	every=$((made * 100 / files))
	while sleep 5; do
		awk -v nth=$((nth++)) -v every="$every" 'NR % every == nth % every' "$BENCH_DIR/names" |
			xargs -d '\n' sh -c 'for f; do head -c 9000 /dev/zero >>"$f"; done' _
	done
}

# bytes FORM: of one of the moments that were recorded.
bytes() { pagesnap record --list "$rec" --jsonl --output-all | grep "\"$1\"" | tail -1 | sed 's/.*"size":\([0-9]*\).*/\1/'; }

made=$files
if [ -n "$lived_in" ]; then
	live
	# In full memory, what is new would let others go: there is room where a log was.
	rm "$place/log"
	made=$((files - $(cached_files)))
fi
mkdir "$tree"
make-tree "$tree" "$made"
sync
make-tree "$tree" "$made" 1
note "record: $(cached_files) files cached, $made of them made"
read -r program kernel full < <(record 1)
row recording full program_ms="$program" kernel_ms="$kernel" bytes="$(bytes full)"
first=("$program" "$kernel")
change &
changer=$!
read -r program kernel all < <(record $((deltas + 1)))
row recording delta program_ms=$(((program - first[0]) / deltas)) \
	kernel_ms=$(((kernel - first[1]) / deltas)) bytes="$(bytes delta)"
# With 24 hours kept, a file of the recording lasts three: so often a moment stands for itself.
row recording 'a day, every 60 s' s=$(((8 * full + 1432 * (all - full) / deltas) / 1000)) \
	MiB=$(((8 * $(bytes full) + 1432 * $(bytes delta)) / 1048576))
