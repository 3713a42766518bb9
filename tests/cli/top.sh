#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# top without a screen: what changes from one look to the next.  See answer-world.c for files.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"
. ./changing.sh

# of NAME FIELD REFRESH: a number of the row of that name, of JSON lines.
of()
{
	jq -r --arg name "$1" --arg field "$2" --argjson nr "$3" \
		'select(.name == $name and .refresh == $nr)[$field]' "$work/out"
}
names() { jq -r --argjson nr "$1" 'select(.refresh == $nr).name' "$work/out" | paste -sd ' '; }
# read_all ARGUMENT...: two looks, saved by different runs.
read_all() { cat "$work/first" "$work/second" >"$work/both" && alone top -b -R "$work/both" "$@"; }

world '10 1000 4 0 27 /var/lib/a' '11 500 0 10 27 /usr/lib/b' '12 200 0 0 28 /usr/bin/c'
run top -b -n 1 --save "$work/first"
check 'top that saves without a screen prints nothing' all 'exits 0' silent no_out '[ -s "$work/first" ]'
world '10 1100 90 0 27 /var/lib/a' '11 300 0 210 27 /usr/lib/b' '12 200 0 0 28 /usr/bin/d' \
	'13 50 0 0 28 /new'
run top -b -n 1 --save "$work/second"

# --- differences ------------------------------------------------------------

read_all --jsonl
check 'a file that grew has its growth' [ "$(of /var/lib/a change 2)" = 409600 ]
check 'a file that was evicted in part has what is gone' all \
	'[ "$(of /usr/lib/b change 2)" = -819200 ]' '[ "$(of /usr/lib/b gone 2)" = 819200 ]'
check 'a file that got dirty has that' [ "$(of /var/lib/a dirtied 2)" = $((86 * 4096)) ]
check 'a file that came has all of its pages' [ "$(of /new change 2)" = 204800 ]
check 'a file that was renamed has not changed' all '[ "$(of /usr/bin/d change 2)" = 0 ]' \
	'[ -z "$(of /usr/bin/c change 2)" ]'
check 'at the first look nothing has changed' [ "$(jq -s 'map(select(.refresh == 1).change) | add' "$work/out")" = 0 ]
check 'rows are sorted by how much has changed' [ "$(names 2)" = '/usr/lib/b /var/lib/a /new /usr/bin/d' ]
read_all --jsonl --by dir
check 'folders have the changes of their files' all '[ "$(of /usr change 2)" = -819200 ]' \
	'[ "$(of /var change 2)" = 409600 ]'
read_all --jsonl --by dir --max-depth 2
check 'folders are told apart as deep as is wanted' [ "$(names 1)" = '/var/lib /usr/lib /usr/bin' ]
for by in fs type; do
	read_all --jsonl --by $by
	check "all files of one filesystem are one row: $by" all 'lines 2' \
		'[ "$(jq -s ".[1].change" "$work/out")" = -204800 ]'
done
read_all --jsonl --by cgroup
check 'cgroups have the changes of what is charged to them' all '[ "$(of @27 change 2)" = -409600 ]' \
	'[ "$(of @28 change 2)" = 204800 ]' '[ "$(of @27 gone 2)" = null ]'
read_all --jsonl --by class
check 'answers about files tell nothing of classes' all 'exits 0' '! out_has free'
cat "$work/second" "$work/second" "$work/first" >"$work/three"
alone top -b -R - --jsonl <"$work/three"
alone top -b -R "$work/three" --jsonl
check 'a saved run has as many refreshes as looks' all '[ "$(of /new size 2)" = 204800 ]' \
	'[ "$(of /new change 3)" = -204800 ]' '[ -z "$(of /new change 4)" ]'
head -c $(($(stat -c %s "$work/both") - 100)) "$work/both" >"$work/cut"
alone top -b -R "$work/cut" --jsonl
check 'a saved run that is cut off is partial' all 'exits 3' 'err_has "ends inside"' 'out_has "refresh.:1"'
printf 'no stream at all, whatever it is called' >"$work/other"
alone top -b -R "$work/other"
check 'what is no saved run is an error' all 'exits 1' no_out 'err_has "^pagesnap: "'

# --- how it looks -----------------------------------------------------------

read_all
check 'a table has a head and rows for each refresh' all 'exits 0' silent \
	'out_has "^by file  saved run  [0-9:]{8}$"' 'out_has "^6.4M -200K  dirty 360K .344K  gone .800K  4 rows$"' \
	'[ "$(grep -c "^ *SIZE CHANGE DIRTY DIRTIED  *GONE NAME$" "$work/out")" = 2 ]' \
	'out_has "^ *1.2M  -800K    0B       0 .800K /usr/lib/b$"'
read_all --noheadings --bytes -o NAME,CHANGE
check 'columns can be chosen' all 'exits 0' 'out_has "^/usr/lib/b +-819200$"' 'lines 7'
for format in --json --jsonl --csv --raw; do
	read_all $format
	check "top prints what is asked for: $format" all 'exits 0' silent 'out_has /var/lib/a'
done
read_all --json
check 'all refreshes are one document of JSON' [ "$(jq '.pagesnap | length' "$work/out")" = 7 ]
read_all --jsonl --filter /USR
check 'a filter shows what has it in its name' [ "$(names 2)" = '/usr/lib/b /usr/bin/d' ]
read_all --jsonl --sort size --top 2
check 'rows are sorted and cut as is wanted' [ "$(names 2)" = '/var/lib/a /usr/lib/b' ]
read_all --jsonl --sort name
check 'rows can be sorted by name' [ "$(names 2)" = '/new /usr/bin/d /usr/lib/b /var/lib/a' ]
world $'10 5 0 0 27 /tmp/\e[31mred\r' $'11 4 0 0 27 /\xff\xfe'
run top -b -n 1
check 'names can not reach the terminal' all 'exits 0' '! grep -q $'"'\\e'"' "$work/out"' 'out_has "033.31mred.015"' \
	'out_has "/.377.376$"'

# --- live -------------------------------------------------------------------

world '10 1000 4 0 27 /var/lib/a'
run top -b -n 2 -d 0.2
check 'the first line is what it costs' all 'exits 0' silent \
	'[ "$(grep -cE "^cost [0-9.]+% of 5%  every [0-9.]+s" "$work/out")" = 2 ]'
run top -b -n 1 --by process
check 'processes are those of all cgroups' all 'exits 0' 'out_has "^ *64K +0 +16K +0 +0 fake 41$"'
FAKE_LOG=$work/log run top -b -n 1 41 uid:5
check 'processes that are named are asked for' all 'exits 0' 'grep -q "^41 .*group=object" "$work/log"' \
	'grep -q "^uid:5 " "$work/log"'
run top -b -n 1 --by class
check 'classes are those of all frames' all 'exits 0' 'out_has "11.7M +0 +0B +0 +- free$"'
run top -b -n 1 --by fs /usr /var
check 'a file that comes twice counts once' all 'exits 0' 'out_has "^3.9M .*  1 row$"'
export FAKE_BURN=300
begun=${EPOCHREALTIME/./}
client=$plain run top -b -n 3 -d 0.1 --max-cpu 20
took=$((${EPOCHREALTIME/./} - begun))
unset FAKE_BURN
check 'looks that are too expensive are less often, and that is said' all 'exits 0' \
	'[ "$took" -gt 2900000 ]' '[ "$took" -gt 6000000 ] || ! out_has "^cost [0-9]\.[0-9]%"' \
	'[ "$(grep -cE "^cost (20\.0|1[0-9]\.[0-9]|[1-9]\.[0-9])% of 20%  every [0-9.]+s, not 0.1s" "$work/out")" = 3 ]'
# The module goes when it has been seen, and comes back.  That is done again, with more looks, if
# there was none that began afterwards: it is the last but one, or an earlier one, that sees it back.
looks() { cat "$work/out" "$work/err" | grep -cE '^(cost|pagesnap: )'; }
for n in 4 60; do
	# what ran before it printed the same
	: >"$work/out"
	: >"$work/err"
	(
		wait_for 60 out_has '^cost'
		mv "$FAKE_WORLD" "$FAKE_WORLD.away"
		wait_for 60 err_has .
		mv "$FAKE_WORLD.away" "$FAKE_WORLD"
		looks >"$work/back"
	) &
	run top -b -n "$n" -d 0.5 --max-cpu 100
	wait
	[ "$(<"$work/back")" -gt $((n - 2)) ] || break
done
check 'a module that goes meanwhile is told, and looking goes on' all 'exits 3' 'err_has "^pagesnap: "' \
	'[ "$(grep -c ^cost "$work/out")" -ge 2 ]'
FAKE_WORLD=$work/none run top -b
check 'without a module it ends' all 'exits 1' no_out 'err_has "^pagesnap: "'
until='out_has /var/lib/a' interrupt INT top -b -d 60
check 'SIGINT ends it' all 'exits 130' 'out_has "/var/lib/a"'

run top -b -n 1 --save "$work/nosuch/file"
check 'where nothing can be saved nothing is asked' all 'exits 1' no_out 'err_has "No such file"'
if [ -w /dev/full ]; then
	run top -b -n 3 --save /dev/full
	check 'what can not be saved ends it' all 'exits 1' 'err_has "No space left"'
fi

# --- usage ------------------------------------------------------------------

# wrong MESSAGE ARGUMENT...
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: .*$message"' 'err_has "^Try: pagesnap top"'
}
wrong 'takes file, dir, fs' top --by inode
wrong 'takes size, change' top --sort RES
wrong 'takes seconds' top -d 0
wrong 'takes seconds' top -d x
wrong 'one at least' top -n 0
wrong 'percentage from 1' top --max-cpu 0
wrong 'is for --batch' top --json
wrong 'is for --by dir' top --by fs --max-depth 1
wrong '/usr is a path' top --by process /usr
wrong 'have rows with --by process' top --by file 41
wrong 'nothing is asked' top -R x /usr
wrong 'unknown column' top -b -o NOSUCH
alone top
check 'without a terminal it says what to do' all 'exits 1' no_out 'err_has "--batch prints$"'
alone top --print-query --by fs
check 'queries can be printed' all 'exits 0' 'out_has "^fs type:ext4 .*group=object"'
alone top --print-query --by class
check 'the query of classes can be printed' all 'exits 0' 'out_has "^pfn .*kinds=1"'
alone top --print-query /usr
check 'the query of a folder can be printed' all 'exits 0' 'out_has "^file ./usr. group=object"'

ktap_end
