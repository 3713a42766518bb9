#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Tables on narrow terminals: what is cut is marked, and nothing runs over.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

if ! command -v script >/dev/null; then
	echo '1..0 # SKIP no script (package bsdutils)'
	exit 0
fi

# on_terminal COLUMNS ARGUMENT...
on_terminal()
{
	local columns=$1
	shift
	status=0
	PAGESNAP_DIR=/fake TERM=xterm script -qec \
		"stty cols $columns; LD_PRELOAD=$OUT/fake-index.so $client $* 2>/dev/null" \
		/dev/null </dev/null >"$work/raw" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/raw" >"$work/out"
}
fits() { [ "$(wc -L <"$work/out")" -le "$1" ]; }

long=/home/someone/$(printf 'folder/%.0s' {1..30})the-end.txt
on_terminal 80 file "$long"
check 'a long name is cut in the middle' all 'exits 0' 'fits 80' 'out_has " /home/so.*….*/the-end\.txt$"'
check 'a long name is cut with one mark' [ "$(grep -o … "$work/out" | wc -l)" -eq 1 ]
LC_ALL=C on_terminal 80 file "$long"
check 'in ASCII without UTF-8' all 'exits 0' 'fits 80' 'out_has " /home/s[^.]*\.\.\.[^.]*/the-end\.txt$"'
on_terminal 80 file "$long" -u
check 'a long name is not cut with -u' all 'exits 0' 'out_has " $long$"' '! out_has …'
on_terminal 80 file /short
check 'a short one is whole' all 'exits 0' 'out_has " /short$"' '! out_has …'
run file "$long"
check 'nothing is cut in a pipe' all 'exits 0' 'out_has " $long$"' '! out_has …'

for columns in 77 78 79 80; do
	on_terminal $columns file "/x$(printf '\001%.0s' {1..60})y"
	check "what stands for a byte is not cut through, at $columns columns" all 'exits 0' "fits $columns" \
		'out_has …' '! out_has "…[0-7]{1,3}(\\\\|y)"' '! out_has "\\\\[0-7]{0,2}…"'
done
on_terminal 80 file "/$(printf '日本%.0s' {1..60})"
check 'wide characters are two columns' all 'exits 0' 'fits 80' 'out_has "日…本|本…日|日…日|本…本"'

# What stands in a column of text, without blanks, in the table on a terminal and in JSON.
in_table()
{
	awk -v "name=$1" -v "next_one=${2:-}" '
		NR == 1 { from = index($0, name); len = next_one ? index($0, next_one) - from : 1000; next }
		{ text = text substr($0, from, len) }
		END { gsub(/ /, "", text); print text }' "$work/table"
}
in_json() { jq -r --arg name "$1" '[.pagesnap[] | .[$name] // "-"] | join("")' "$work/out" | tr -d ' '; }

export PAGESNAP_ROOT=$work/bare PAGESNAP_SYSFS=$work/bare/sys
for columns in 80 60 56; do
	on_terminal $columns doctor --color=never
	mv "$work/out" "$work/table"
	run doctor --json
	check "doctor goes on in the next line, and leaves nothing out, at $columns columns" all \
		'[ "$(wc -L <"$work/table")" -le "$columns" ]' '! grep -q … "$work/table"' \
		'[ "$(in_table NEXT)" = "$(in_json next)" ]' '[ "$(in_table FOUND NEXT)" = "$(in_json found)" ]'
done
unset PAGESNAP_ROOT PAGESNAP_SYSFS

for columns in 72 60 50 40 30 20 10; do
	# with sanitizers, which take ten times as long, where most is cut
	client=$plain
	[ $columns -ne 10 ] || client=$OUT/sanitized/pagesnap
	for what in "file $long" "file --group run $long" "fs $long --group run" 'task 4' 'pfn 0x1000+8' \
		"fs $long --color=always" "file $long --output-all" 'pfn --summary' \
		"fs /deleted --color=always"; do
		# shellcheck disable=SC2086 # words
		on_terminal $columns $what
		sed -i 's/\x1b\[[0-9;]*m//g' "$work/out"
		check "$columns columns: ${what/$long/LONG}" all 'exits 0' "fits $columns"
	done
done
on_terminal 60 "fs /many-600 --top 0"
check 'many rows fit 60 columns' all 'exits 0' 'fits 60' '[ "$(grep -c file- "$work/out")" -eq 600 ]'
for columns in 42 43 200; do
	on_terminal $columns file --group run "$long" -o RECORD,FLAGS,FILE
	check "lists are whole while names can give way, at $columns columns" out_has ' uptodate,dirty,lru .*…'
done
on_terminal 32 file --group run "$long" -o RECORD,FLAGS,FILE --color=never
check 'lists are cut as names are at 32 columns, no name loses its end' all 'exits 0' 'fits 32' \
	'out_has "^run +[a-z,]*…[a-z,]* +[^ ]*…[^ ]*txt$"' '! out_has "…$"'
bad=
for ((columns = 20; columns <= 60; columns++)); do
	client=$plain on_terminal $columns fs /deleted --color=always
	[ "$(grep -o $'\033\[31m' "$work/out" | wc -l)" -le "$(grep -o $'\033\[0m' "$work/out" | wc -l)" ] ||
		bad+=" $columns"
done
check 'colours end where a line is cut' [ -z "$bad" ]

ktap_end
