#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# One query in several sessions: it is asked in parts, and answered as one.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# asked LINES: what was asked since the last time, in any order.
asked() { [ "$(sed 's, format=binary$,,' "$work/log" | LC_ALL=C sort)" = "$1" ]; }

# shared ARGUMENT...: run with three sessions; what was asked is in the log.
shared()
{
	: >"$work/log"
	FAKE_LOG=$work/log run "$@" --jobs 3
}

# same NAME ARGUMENT...: three sessions print what one does.
same()
{
	local name=$1 alone
	shift

	run "$@"
	alone=$status
	mv "$work/out" "$work/want"
	mv "$work/err" "$work/want_err"
	shared "$@"
	check "$name" all "exits $alone" 'cmp -s "$work/want" "$work/out"' \
		'cmp -s "$work/want_err" "$work/err"' '[ "$(wc -l <"$work/log")" -gt 2 ]'
}

in_parts=$'"/many-9" group=object part=1/3\n"/many-9" group=object part=2/3\n"/many-9" group=object part=3/3'

# --- what is shared out ---------------------------------------------------------

shared fs /many-9
check 'a filesystem is asked in parts' all 'exits 0' silent 'asked "$in_parts"'
shared du /many-9 -x
check 'a folder of du is asked in parts' all 'exits 0' 'asked "$in_parts"'
shared fs /many-9 --group run -nr
check 'rows of pages are not asked in parts' all 'exits 0' 'asked "\"/many-9\""'
shared file /a --group object -nr
check 'a file is not asked in parts' all 'exits 0' 'asked "\"/a\" group=object"'
shared fs /many-9 --limit 5 -nr
check 'a query with a limit is not asked in parts' all 'exits 0' 'asked "\"/many-9\" group=object limit=5"'
shared pfn --group object -nr
check 'spans are not asked in parts' all 'exits 0' 'asked "0x0- group=object"'
shared pfn --range 0,0x18000 --group total -nr -o PAGES
check 'frames are shared out by their numbers' all 'exits 0' 'out_is 24' \
	'asked "$(printf "0x%s group=total\n" "0 0x8000" "10000 0x18000" "8000 0x10000")"'
FAKE_LOG=$work/one run fs /many-9 --jobs 1
check 'one session asks for all of a filesystem' [ "$(<"$work/one")" = '"/many-9" group=object format=binary' ]
run fs /many-9 --jobs 3 --print-query
check 'what is printed is what was asked for' all 'exits 0' 'out_is "fs \"/many-9\" group=object"'
printf 'fs /many-9 group=object\n' >"$work/batch"
shared batch "$work/batch" -nr
check 'lines of a batch are not shared out' all 'exits 0' 'asked "/many-9 group=object"'

# --- one answer -----------------------------------------------------------------

same 'a table of files' fs /many-3000
same 'the largest files, of which many are equal' fs /many-9000 --top 15 -o INODE,RES,FILE
same 'sorted by something else that is equal' fs /many-9000 --csv --sort MAJ:MIN
same 'sums of filesystems' fs / /many-300 /b --group total -nr -o Q,RES,DIRTY,ORDERS
same 'du in three sessions prints what one does' du --by dir -d2 -nr /many-5000
same 'du --by cgroup in three sessions prints what one does' du --by cgroup -nr /many-5000
same 'cgroup in three sessions prints what one does' cgroup -nr
same 'a summary in three sessions is that of one' fs /a /b --summary
same 'a summary of frames' pfn --summary
same 'a sum of frames' pfn --group total --json
same 'errors in three sessions are those of one' fs /nosuch /a -nr
same 'what is missing' fs /partial /cut /note -nr
same 'several superblocks' fs type:many-2000 --sort RES -nr -o MAJ:MIN,INODE,FSTYPE
same 'tags in three sessions are those of one' fs /many-4 --tag x --sort RES -nr -o TAG,INODE

# In any order where nothing is sorted, but complete, and answer by answer.
run fs /many-20000 /a /many-3000 --csv -o Q,FILE
LC_ALL=C sort "$work/out" >"$work/want"
shared fs /many-20000 /a /many-3000 --csv -o Q,FILE
check 'rows that are not sorted come in any order' all 'exits 0' \
	'cmp -s "$work/want" <(LC_ALL=C sort "$work/out")'
check 'rows that are not sorted come query by query' \
	all '[ "$(sed 1d "$work/out" | cut -d, -f1 | uniq | tr "\n" " ")" = "1 2 3 " ]'

run fs type:many-20000 --text
grep -c '^file' "$work/out" >"$work/want"
grep -v '^file\|^#\|^sb' "$work/out" >>"$work/want"
run fs type:many-20000 --text --jobs 4
check 'one query, one end, one header' all 'exits 0' \
	'cmp -s "$work/want" <(grep -c "^file" "$work/out"; grep -v "^file\|^#\|^sb" "$work/out")' \
	'[ "$(grep -c "^#" "$work/out")" -eq 1 ]'
# Both have inodes of the same numbers.
awk '/^sb/ { dev = $3 } /^file/ { bad += $3 != dev } END { exit bad > 0 || NR < 40000 }' "$work/out"
check 'files stand behind their superblock' [ $? -eq 0 ]

# --- saved ----------------------------------------------------------------------

for what in 'fs /many-3000 /partial /nosuch --sort RES' 'fs type:many-500 / --group total' \
	'pfn --group total' 'du /many-3000 -x --by fs' 'fs /a --summary'; do
	# shellcheck disable=SC2046,SC2086 # words
	{
		run $what --json --jobs 3 --print --save "$work/saved"
		live=$status
		cp "$work/out" "$work/want"
		alone ${what%% *} $(grep -o -e '--[sb].*' <<<"$what") --json -R "$work/saved"
	}
	check "saved and read: $what" all 'exits $live' \
		'cmp -s <(jq -S "del(.. | .line?)" "$work/want") <(jq -S "del(.. | .line?)" "$work/out")'
done
alone fs -R "$work/saved" --text
check 'what is saved is the query that was asked for' all 'exits 0' '! out_has part=' \
	'out_has "query=\"?/a\"? .*|query=.*/a"'

printf '#!/bin/sh\nexec timeout 20 "%s" "$@"\n' "$client" >"$work/bounded"
chmod +x "$work/bounded"

# --- what goes wrong --------------------------------------------------------------

FAKE_OLD=1 shared fs /many-9 /a -nr -o Q,INODE
check 'a module that knows no parts is asked as ever' all 'exits 0' silent 'lines 10' \
	'[ "$(grep -c part= "$work/log")" -eq 3 ]' \
	'[ "$(grep -v part= "$work/log" | LC_ALL=C sort | cut -d" " -f1 | tr "\n" " ")" = "\"/a\" \"/many-9\" " ]'
FAKE_OLD=1 run fs /many-9 --text --jobs 3 --print --save "$work/saved"
check 'a module that knows no parts has its header once' \
	all 'exits 0' '[ "$(grep -c "^# pagesnap" "$work/out")" -eq 1 ]'
FAKE_OLD=1 run fs /nosuch --jobs 3
check 'errors of a module that knows no parts are its own' \
	all 'exits 1' 'err_is "pagesnap: /nosuch: no such file or directory"'
FAKE_OLD=1 run pfn --summary --jobs 3
check 'frames are summed up by a module that knows no parts' all 'exits 0' silent 'out_has "^ *total +256 "'
FAKE_OLD=1 run pfn --group total --names --jobs 1
mv "$work/err" "$work/want"
: >"$work/log"
FAKE_OLD=1 FAKE_LOG=$work/log client=$work/bounded run pfn --group total --names --jobs 2
check 'a key that a module refuses is not asked for ever' all 'exits 1' 'cmp -s "$work/want" "$work/err"' \
	'! grep -q "0x0- " "$work/log"' 'err_is "pagesnap: pfn: --names: unknown key"'
FAKE_OLD=1 run fs / --no-names
check 'an option is named as it was given' all 'exits 1' 'err_is "pagesnap: /: --no-names: unknown key"'
FAKE_ABI=1.0 run pfn --group total --json
mv "$work/out" "$work/want"
FAKE_ABI=1.0 shared pfn --group total --json
check 'ABI 1.0 does not tell where spans begin: frames are asked as a whole' all 'exits 0' silent \
	'cmp -s "$work/want" "$work/out"' '[ "$(grep -c "0x0- " "$work/log")" -eq 1 ]'

run fs /half --jobs 3 -nr --print --save "$work/saved"
check 'parts that were not answered' all 'exits 3' 'lines 1' \
	'err_is "# /half: 2 of 3 parts were not answered: no such file or directory"'
alone fs -R "$work/saved" -nr
check 'parts that were not answered are told once when saved' \
	all 'exits 3' 'lines 1' '[ "$(wc -l <"$work/err")" -eq 1 ]'
run fs /half --jobs 3 --group total --json
check 'parts that were not answered make a total partial' all 'exits 3' \
	'[ "$(jq -r ".end[0].status" "$work/out")" = partial ]'
FAKE_FAIL='part=2' run fs /many-100000 --jobs 3 --json
check 'a session that fails: the answer is cut' all 'exits 1' 'err_has "read: Input/output error"' \
	'jq -e ".cut" "$work/out" >/dev/null' '[ "$(wc -l <"$work/err")" -eq 1 ]'
FAKE_FAIL='part=3' run du -x /many-100000 --jobs 3
check 'a session that fails: sums fail, too' all 'exits 1' 'err_has "read: Input/output error"'
status=0
PAGESNAP_DIR=/no/such "$client" fs --jobs 3 >"$work/out" 2>"$work/err" || status=$?
check 'no index files: said once' all 'exits 1' '[ "$(grep -c "no index file" "$work/err")" -eq 1 ]'
run fs /many-20000 --jobs 3 --print --save /dev/full -nr
check 'a stream that can not be saved' all 'exits 1' 'err_has "/dev/full: No space left"'

rm -f "$work/log"
until='waits 2' FAKE_HOLD=$work/never FAKE_LOG=$work/log \
	interrupt TERM fs /a /late /late /late /late --group total --jobs 2 --json
check '^C stops a query in parts' all 'exits 130' 'jq -e .interrupted "$work/out" >/dev/null' \
	'jq -e ".pagesnap|length > 0" "$work/out" >/dev/null'

# A portion has memory for the queries that it holds, and a session for the index file that it asks.
# All at a time take 120 MB, and 50 if the first are through before the last begin.  With sessions
# for each index file they took 180.
PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so MALLOC_ARENA_MAX=1 bash -c '
	ulimit -s 128; ulimit -v 150000; exec "$@"' - "$plain" fs /many-9000 --jobs 256 --group total \
	-nr -o PAGES >"$work/out" 2>"$work/err"
status=$?
check 'many sessions do with little memory' all 'exits 0' silent 'out_is 9000'

# --- at a time --------------------------------------------------------------------

no_races 'sessions share nothing without a lock' 3 \
	fs type:many-3000 /a /many-20000 /nosuch /b --jobs 8 --csv

ktap_end
