#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# diff: what has changed between two moments, and sets of files of both.  See answer-world.c for
# files.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"
. ./changing.sh

# save FILE: a moment.
save() { run fs type:ext4 --save "$work/$1"; }
# compare ARGUMENT...: the two moments.
compare() { alone diff "$work/first" "$work/second" "$@"; }
# of NAME FIELD: of the row of that name, of JSON lines; pages of what is in bytes.
of()
{
	jq -r --arg name "$1" --arg field "$2" \
		'select(.name == $name)[$field] | if type == "number" then . / 4096 else . end' "$work/out"
}
# row NAME BEFORE AFTER ENTERED LEFT DIRTIED WRITTEN EVICTED HOW: is the row of that name like that?
row()
{
	local name=$1 field found=
	shift

	for field in before after entered left dirtied written evicted how; do
		found+="$(of "$name" "$field") "
	done
	[ "$found" = "$* " ] || { echo "# $name: $found"; return 1; }
}
names() { jq -r .name "$work/out" | paste -sd ' '; }

world '10 1000 4 0 27 /var/lib/grows' '11 500 0 10 27 /usr/lib/evicted' '12 200 0 0 28 /usr/bin/old' \
	'13 60 60 0 28 /synced' '14 70 0 0 28 /dropped' '15 30 0 0 28 /replaced' '16 5 0 0 28 /same' \
	'17 40 9 0 28 /dirty gone'
save first
world '10 1100 90 0 27 /var/lib/grows' '11 300 0 210 27 /usr/lib/evicted' '12 200 0 0 28 /usr/bin/new' \
	'13 60 0 0 28 /synced' '14 0 0 70 28 /dropped' '25 35 0 0 28 /replaced' '16 5 0 0 28 /same' \
	'18 50 0 0 28 /comes'
save second

# --- files ------------------------------------------------------------------

compare --jsonl
check 'two moments of the same queries are compared' all 'exits 0' silent
check 'a file that grew has what entered and got dirty' row /var/lib/grows 1000 1100 100 0 86 0 0 grew
check 'a file of which pages were evicted has these' row /usr/lib/evicted 500 300 0 200 0 0 200 shrank
check 'a file that was renamed is the same' all 'row /usr/bin/new 200 200 0 0 0 0 0 renamed' \
	'[ "$(of /usr/bin/new old_name)" = /usr/bin/old ]' '[ -z "$(of /usr/bin/old how)" ]'
check 'a file that was synced was written' row /synced 60 60 0 0 0 60 0 written
check 'a file whose pages were all evicted is evicted' row /dropped 70 0 0 70 0 0 70 evicted
check 'a file that was put in place of another is another' [ "$(jq -r 'select(.name == "/replaced") |
	"\(.before / 4096) \(.after / 4096) \(.how)"' "$work/out" | sort | paste -sd ,)" = '0 35 new, replaces,30 0 replaced' ]
check 'a file that came is new' row /comes 0 50 50 0 0 0 0 new
check 'of a file that is gone nobody knows what was written and evicted' row '/dirty gone' 40 0 0 40 0 '?' '?' gone
check 'a file of which nothing has changed has no row' [ -z "$(of /same how)" ]
check 'rows are sorted by how much has changed' [ "$(names | cut -d' ' -f1,2)" = '/usr/lib/evicted /var/lib/grows' ]
compare
check 'a table has the moments and a sum' all 'exits 0' silent \
	'out_has "^[0-9-]+ [0-9:]+ to [0-9-]+ [0-9:]+  by file  9 changed, 1 not$"' \
	'out_has "^ *BEFORE AFTER ENTERED LEFT DIRTIED WRITTEN EVICTED HOW +NAME +OLD_NAME$"' \
	'out_has "^ *7.4M +6.8M .* total "'
compare --noheadings --bytes -o NAME,CHANGE,HOW
check 'columns can be chosen' all 'exits 0' 'out_has "^/var/lib/grows +409600 grew$"'
for format in --json --jsonl --csv --raw; do
	compare $format -o +BY,SINCE,UNTIL
	check "diff prints what is asked for: $format" all 'exits 0' silent 'out_has /var/lib/grows' '! out_has total'
done
compare --jsonl --sort name --top 2
check 'rows are sorted and cut as is wanted' [ "$(names)" = '/comes /dirty gone' ]
compare --jsonl --sort written
check 'rows are sorted by what is written' [ "$(names | cut -d' ' -f1)" = /synced ]

# --- groups -----------------------------------------------------------------

compare --jsonl --by dir
check 'folders add up what entered and what left' all 'row /usr 700 500 0 200 0 0 200 shrank' \
	'row /var 1000 1100 100 0 86 0 0 grew'
compare --jsonl --by dir --max-depth 2
check 'folders are told apart as deep as is wanted' row /usr/lib 500 300 0 200 0 0 200 shrank
check 'a folder of which a file was renamed has not changed' [ -z "$(of /usr/bin how)" ]
compare --jsonl --by cgroup
check 'cgroups have what is charged to them' row @27 1500 1400 100 200 86 0 null shrank
for by in fs type; do
	compare --jsonl --by $by
	check "all files of one filesystem are one row: $by" all 'lines 1' \
		'[ "$(jq .before "$work/out")" = $((1905 * 4096)) ]'
done
compare --by class
check 'files can not be compared by class' all 'exits 1' no_out 'err_has "first: answers of files"'

# --- what can't be known ------------------------------------------------------

head -c $(($(stat -c %s "$work/second") - 8)) "$work/second" >"$work/cut"
alone diff "$work/first" "$work/cut" --jsonl
check 'a moment without an end is said to be none' all 'exits 1' no_out 'err_has "cut: .*ends inside"'
run fs type:ext4 --limit 2 --save "$work/short"
alone diff "$work/first" "$work/short"
check 'moments without a common query are not compared' all 'exits 1' no_out 'err_has "no query in common"'
cp "$work/first" "$work/both" && cat "$work/second" >>"$work/both"
alone diff "$work/first" "$work/both"
check 'a run of several moments is refused' all 'exits 1' no_out 'err_has "both: the same query comes again: it is more than one moment$"'
run fs type:ext4 / --save "$work/more"
alone diff "$work/first" "$work/more" --jsonl
check 'what only one moment was asked is told' all 'exits 3' 'err_has "asked there alone, so not compared: sb_index: ./."' \
	'row /comes 0 50 50 0 0 0 0 new'
run pfn --save "$work/frames" 0x100+16
alone diff "$work/frames" "$work/frames"
check 'frames have no files' all 'exits 1' no_out 'err_has "answers of frames: they are compared --by class"'
run task 41 --save "$work/task"
alone diff "$work/task" "$work/task"
check 'processes are refused' all 'exits 1' no_out 'err_has "answers of processes"'
alone diff "$work/first" "$work/nosuch"
check 'a stream that is not there is an error' all 'exits 1' no_out 'err_has "nosuch: No such file"'
printf 'no stream at all, whatever it is called' >"$work/other"
alone diff "$work/first" "$work/other"
check 'what is no stream is an error' all 'exits 1' no_out 'err_has "other: "'
status=0
"$client" diff - "$work/second" <"$work/first" >"$work/out" 2>"$work/err" || status=$?
check 'a moment can come from stdin' all 'exits 0' silent 'out_has /var/lib/grows'

world $'10 5 0 0 27 /tmp/\e[31mred\r' $'11 4 0 0 27 /\xff\xfe'
save hostile
alone diff "$work/first" "$work/hostile"
check 'names can not reach the terminal' all 'exits 0' '! grep -q $'"'\\e'"' "$work/out"' 'out_has "033.31mred.015"' \
	'out_has "/.377.376"'

# --- sets ---------------------------------------------------------------------

set_of() { alone file --from "$work/first" "$@"; }
set_of --not-in "$work/second"
check 'what is not there any more is printed as queries' all 'exits 0' silent \
	'[ "$(paste -sd " " "$work/out")" = "file \"/dirty\040gone\" file \"/dropped\" file \"/replaced\"" ]'
set_of --in "$work/second"
check 'what is still there is printed as queries' all 'exits 0' silent \
	'[ "$(wc -l <"$work/out")" = 5 ]' 'out_has "^file \"/usr/bin/old\"$"'
set_of
check 'all of a stream is printed as queries' all 'exits 0' silent 'lines 8'
set_of --not-in "$work/second" --print0
check 'names are printed with a zero byte behind each' all 'exits 0' silent \
	'[ "$(tr "\0" "|" <"$work/out")" = "/dirty gone|/dropped|/replaced|" ]'
alone file --from "$work/hostile" --print0
check 'names for xargs are as they are' all 'exits 0' 'grep -zqx $'"'/tmp/\\e\\\\[31mred\\r'"' "$work/out"'
alone file --from "$work/hostile"
check 'queries have no byte that is not printable' all 'exits 0' '! grep -q $'"'[\\e\\r]'"' "$work/out"'
cp "$work/out" "$work/queries"
FAKE_LOG=$work/log run batch "$work/queries"
check 'batch takes the queries' all 'exits 0' '[ "$(grep -c 033 "$work/log")" = 1 ]'

# --- live ---------------------------------------------------------------------

# done again, with more time, if the second look had begun before the file grew
for time in 3s 20s; do
	world '10 1000 4 0 27 /var/lib/a'
	: >"$work/log"
	(
		wait_for 60 grep -q . "$work/log"
		world '10 1500 4 0 27 /var/lib/a'
		cp "$work/log" "$work/first"
	) &
	FAKE_LOG=$work/log run diff --for "$time" --jsonl
	wait
	[ "$(wc -l <"$work/log")" -le "$(wc -l <"$work/first")" ] || break
done
check 'two looks are compared' all 'exits 0' silent 'row /var/lib/a 1000 1500 500 0 0 0 0 grew'
run diff --for 100ms --by dir /var
check 'a folder can be looked at twice' all 'exits 0' 'out_has "by dir  0 changed, "'
run diff --for 100ms --by class
check 'all frames can be looked at twice' all 'exits 0' 'out_has "by class  0 changed, "'
FAKE_WORLD=$work/none run diff --for 100ms
check 'without a module nothing is compared' all 'exits 1' no_out 'err_has "^pagesnap: "'
interrupt INT diff --for 60s
check 'SIGINT ends it' all 'exits 130' no_out 'err_has "interrupted: nothing was compared"'

# --- recorded -------------------------------------------------------------------

rec=$work/rec
world '10 1000 4 0 27 /var/lib/grows' '11 500 0 10 27 /usr/lib/evicted'
run record "$rec" --once
world '10 1100 90 0 27 /var/lib/grows' '11 300 0 210 27 /usr/lib/evicted'
run record "$rec" --once
: >"$FAKE_WORLD"
run record "$rec" --once
# moments FIRST SECOND: are these said to be compared?
moments() { [ "$(sed -n 's/^# \(moment [0-9]*\), [0-9-]* [0-9:]*.*/\1/p' "$work/err" | paste -sd ,)" = "moment $1,moment $2" ]; }
alone diff --from moment:1 --to moment:2 "$rec" --jsonl
check 'two moments of a recording are compared' all 'exits 0' 'moments 1 2' 'lines 2' \
	'row /var/lib/grows 1000 1100 100 0 86 0 0 grew' 'row /usr/lib/evicted 500 300 0 200 0 0 200 shrank'
alone diff "$rec" --from moment:1 --jsonl
check 'with --from alone until the last one, in which nothing is cached' all 'exits 0' 'moments 1 3' 'lines 2' \
	"row /var/lib/grows 1000 0 0 1000 0 '?' '?' gone"
alone diff --from moment:1 --by dir --to now "$rec" --jsonl
check 'times are those of --at' all 'exits 0' 'moments 1 3' 'err_has "^# moment 3, .* s before what was asked for$"' \
	"row /usr 500 0 0 500 0 0 '?' gone"
alone diff --from moment:2 --by class "$rec"
check 'frames of a recording are compared by class' all 'exits 0' 'moments 2 3' 'out_has "by class  0 changed, "'
alone diff --from moment:3 --to moment:3 "$rec"
check 'one moment is not compared with itself' all 'exits 1' no_out \
	'err_has "rec: --from and --to are both moment 3: nothing can be compared$"'
alone diff --from now "$rec"
check 'the last moment is not compared with itself' all 'exits 1' no_out 'err_has "rec: --from and the last moment are both moment 3: "'
alone diff --from moment:2 --to moment:1 "$rec"
check 'moments the wrong way round are refused' all 'exits 1' no_out \
	'err_has "rec: --to is moment 1, before moment 2, which is --from$"'
alone diff --from -10h "$rec"
check 'a time before all is an error' all 'exits 1' no_out 'err_has "nothing was recorded up to -10h"'
alone diff --from now "$work"
check 'a folder without a recording is an error' all 'exits 1' no_out 'err_has "no recording$"'
printf X | dd of="$rec/moments-0000000003.pagesnap" bs=1 seek=200 conv=notrunc status=none
alone diff --from moment:1 "$rec" --jsonl
check 'a moment that is damaged is told, and the one before it compared' all 'exits 3' 'moments 1 2' \
	'err_has "rec: moment 3 is damaged$"' 'row /var/lib/grows 1000 1100 100 0 86 0 0 grew'

# --- usage --------------------------------------------------------------------

# wrong MESSAGE ARGUMENT...
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: .*$message"' '[ "$(grep -c "^Try: pagesnap " "$work/err")" = 1 ]'
}
wrong 'takes two FILEs' diff
wrong 'takes two FILEs' diff a
wrong 'takes two FILEs' diff a b c
wrong 'stdin is one stream only' diff - -
wrong 'takes file, dir, fs' diff --by process a b
wrong 'takes change, before' diff --sort RES a b
wrong 'takes a time' diff --for 0
wrong 'takes a time' diff --for x
wrong 'takes one folder' diff --from 02:50 --to 03:05
wrong 'takes one folder' diff --from 02:50 a b
wrong '--to is for --from' diff --to 03:05 "$rec"
wrong 'looks now' diff --from 02:50 --for 1s "$rec"
wrong 'yesterday: a time takes 02:55' diff --from yesterday "$rec"
wrong 'tomorrow: a time takes 02:55' diff --from moment:1 --to tomorrow "$rec"
wrong 'is for --by dir' diff --max-depth 1 a b
wrong '/usr is a path' diff --for 1s --by class /usr
wrong 'unknown column' diff -o NOSUCH a b
wrong 'is for --from' file --not-in a /x
wrong 'is for --from' file --print0 /x
wrong 'one of --in and --not-in' file --from a --in b --not-in c
wrong 'no PATH beside it' file --from a /x
wrong 'no formats beside it' file --from a --json

ktap_end
