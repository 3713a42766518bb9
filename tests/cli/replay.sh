#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Saved streams: what comes of whole, cut, damaged, newer and huge ones.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

stream() { "$make_stream" "$@"; }

# replay FILE ARGUMENT...: as "pagesnap fs".
replay()
{
	local file=$1
	shift

	status=0
	"$client" fs -R "$file" "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
}

# --- whole ------------------------------------------------------------------

stream filename_index '/a group=object' '/b group=object' >"$work/good"
replay "$work/good" --csv
check 'a whole stream' all 'exits 0' silent 'lines 3' 'out_has ",/a.?$"' 'out_has ",/b.?$"'
status=0
"$client" file -R - -nr -o FILE <"$work/good" >"$work/out" 2>"$work/err" || status=$?
check 'a stream is read from stdin' all 'exits 0' silent 'out_is "$(printf "/a\n/b")"'
for format in --json --jsonl --csv --raw --text --summary ''; do
	replay "$work/good" $format
	check "as ${format:-a table}" all 'exits 0' silent '[ -s "$work/out" ]'
done
for command in pfn file fs task batch; do
	alone "$command" -R "$work/good" -o FILE
	check "read by $command" all 'exits 0' silent 'out_has "/b$"'
done
replay "$work/good" --text
check 'text is what the index files print' all \
	'out_has "^# pagesnap abi=1.[0-9]+ collection=pages file=filename_index "' \
	'out_has "^file +q=2 .* name=/b$"' 'out_has "^end +q=2 status=complete "'
stream filename_index '/a' >"$work/runs"
replay "$work/runs" -o INDEX,NR -nr
check 'the group of a saved answer decides on the rows' all 'exits 0' 'out_is "$(printf "0 4\n4 4\n8 3")"'
replay "$work/runs" --top 3
check 'rows of pages are not sorted' all 'exits 1' 'err_has "group=run"' no_out

stream filename_index /a /nosuch - sb_index /many-2 - filename_index /b >"$work/mixed"
replay "$work/mixed" --json -o Q,FILE
check 'answers are counted over sessions' all 'exits 3' \
	'[ "$(jq -c "[.pagesnap[].q]|unique" "$work/out")" = "[1,3,4]" ]' \
	'[ "$(jq -c "[.end[].q]" "$work/out")" = "[2]" ]'
check 'failures have their number over sessions' err_has 'mixed: query 2: no such file'

# --- how it went ------------------------------------------------------------

stream filename_index /nosuch /dir >"$work/failed"
replay "$work/failed"
check 'where all saved queries failed the exit status is 1' \
	all 'exits 1' 'err_has "query 1: no such file"' 'err_has "query 2: a directory"'
stream sb_index /partial >"$work/skipped"
replay "$work/skipped"
check 'something was skipped' all 'exits 3' \
	'err_has "query 1: 7 inodes skipped \(5 freeing, 2 new\)$"'
stream sb_index /cut >"$work/limit"
replay "$work/limit"
check 'something was cut off' all 'exits 3' 'err_has "limit of records"'
stream sb_index /note >"$work/note"
replay "$work/note"
check 'notes are shown' all 'exits 0' 'err_has "^# .*an overlay has no pages$"'
stream newer /a /b >"$work/newer"
replay "$work/newer" -nr -o FILE
check 'records of a newer module are passed over' all 'exits 0' \
	'err_has "^pagesnap: 1 record of unknown type was passed over: "' 'out_has "^/b$"'

# --- cut and damaged --------------------------------------------------------

size=$(stat -c %s "$work/good")
replay /no/such/file
check 'no such stream' all 'exits 1' 'err_has "No such file"'
replay "$work"
check 'a folder is no stream' all 'exits 1' 'err_has "Is a directory"'
: >"$work/empty"
replay "$work/empty"
check 'an empty stream' all 'exits 3' 'err_has "the stream is empty"'
head -c 5000 /dev/urandom >"$work/random"
replay "$work/random"
check 'what is no stream is refused' all 'exits 1' 'err_has "no stream of pagesnap"'
echo '# pagesnap abi=1.0 file=filename_index page_size=4096' >"$work/text"
replay "$work/text"
check 'text is no stream' all 'exits 1' 'err_has "text of an index file"'

bad=
for ((at = 0; at < size; at += 37)); do
	head -c "$at" "$work/good" >"$work/cut"
	replay "$work/cut" --jsonl
	exits 3 && err_has 'cut: ' || bad+=" $at"
done
check 'cut anywhere: exit 3 and a message' all '[ -z "$bad" ]'
head -c $((size - 100)) "$work/good" >"$work/cut"
replay "$work/cut" -nr -o FILE
check 'what came before is shown' all 'exits 3' 'out_has "^/a$"' 'err_has "[0-9]+"'

head -c 248 "$work/good" | cat "$work/good" - >"$work/cut"
head -c 100 "$work/good" >>"$work/cut"
replay "$work/cut" --json
check 'JSON says so, be it between answers' all 'exits 3' 'jq -e ".cut and .end == []" "$work/out" >/dev/null'
replay "$work/good" --json
check 'JSON of a whole stream is not cut' all 'exits 0' 'jq -e "has(\"cut\") | not" "$work/out" >/dev/null'

# The first record's length, then one in the middle.
cp "$work/good" "$work/damaged"
printf '\377\377' | dd of="$work/damaged" bs=1 seek=$((size / 2 / 8 * 8)) conv=notrunc 2>/dev/null
cp "$work/good" "$work/length"
printf '\003' | dd of="$work/length" bs=1 seek=248 conv=notrunc 2>/dev/null
replay "$work/length"
check 'a damaged length: exit 3 and where' all 'exits 3' 'err_has "at byte 248"'
bad=
for ((at = 0; at < size; at += 41)); do
	cp "$work/good" "$work/damaged"
	printf '\377' | dd of="$work/damaged" bs=1 seek="$at" conv=notrunc 2>/dev/null
	replay "$work/damaged" --jsonl
	case $status in 0 | 1 | 3) ;; *) bad+=" $at:$status" ;; esac
	err_has 'Sanitizer|runtime error' && bad+=" $at"
done
check 'damaged anywhere: no crash' all '[ -z "$bad" ]'

# The end's status, 12 bytes into the last 384 of the stream.
for word in '001:something is missing' '002:not answered' '177:something is missing'; do
	cp "$work/good" "$work/unexplained"
	printf '%b' "\\0${word%%:*}" >"$work/byte"
	dd if="$work/byte" of="$work/unexplained" bs=1 seek=$((size - 384 + 12)) conv=notrunc 2>/dev/null
	replay "$work/unexplained" --csv
	check "an end without a reason, ${word#*:}" all 'exits 3' 'err_has "query 2: ${word#*:}"'
done

# Another ABI major: bytes 20 and 21 of the header.
cp "$work/good" "$work/major"
printf '\002' | dd of="$work/major" bs=1 seek=20 conv=notrunc 2>/dev/null
replay "$work/major"
check 'another ABI' all 'exits 1' 'err_has "ABI 2\."'

# --- output that fails ------------------------------------------------------

for format in --json --jsonl --csv --raw --text --summary ''; do
	status=0
	: >"$work/out"
	"$client" fs -R "$work/good" $format >/dev/full 2>"$work/err" || status=$?
	check "a full disk, ${format:-table}" all 'exits 1' 'err_has "write error: No space left"'
done
stream filename_index /many-200000 >"$work/many"
for format in --jsonl --csv --raw --text ''; do
	"$plain" file -R "$work/many" $format 2>"$work/err" | head -n 1 >"$work/out"
	status=${PIPESTATUS[0]}
	check "a closed pipe, ${format:-table}" all 'exits 141' silent 'lines 1'
done
(
	trap '' PIPE
	"$plain" file -R "$work/many" --csv 2>"$work/err"
	echo $? >"$work/status"
) | head -n 1 >"$work/out"
status=$(<"$work/status")
check 'a closed pipe, SIGPIPE ignored' all 'exits 1' 'err_has "write error: Broken pipe"'

# --- much of it -------------------------------------------------------------

# 64 MiB of address space for a stream of 320 MB
status=0
"$make_stream" filename_index /many-2000000 |
	(ulimit -v 65536; exec "$plain" file -R - --csv -o INDEX 2>"$work/err") | tail -n 1 >"$work/out"
status=$((PIPESTATUS[1]))
check 'memory does not grow with the records' all 'exits 0' silent 'out_has "^3999998.?$"'
"$make_stream" filename_index /many-300000 |
	(ulimit -v 65536; exec "$plain" file -R - 2>"$work/err") | tail -n 1 >"$work/out"
status=$((PIPESTATUS[1]))
check 'memory of a table does not grow with the records' all 'exits 0' silent 'out_has " 599998 "'

if command -v valgrind >/dev/null; then
	for format in --json --csv --text --summary ''; do
		status=0
		valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
			"$plain" fs -R "$work/mixed" $format >"$work/out" 2>"$work/err" || status=$?
		check "valgrind, ${format:-table}" all 'exits 3' '! err_has "^=="'
	done
else
	skip 'valgrind' 'no valgrind'
fi

ktap_end
