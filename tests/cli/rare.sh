#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What "make coverage" showed that no other test had reached.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

golden=$PWD/../golden/abi-1.0

# golden COMMAND ANSWER ARGUMENT...: one of the saved answers, read again.
golden()
{
	alone "$1" -R "$golden/answer-$2.bin" "${@:3}"
}

# into FILE ARGUMENT...: stdout is this file.
into()
{
	status=0
	"$client" "${@:2}" >"$1" 2>"$work/err" </dev/null || status=$?
	: >"$work/out"
}

# --- columns ----------------------------------------------------------------

golden fs sb_index-object --raw -n -o FSTYPE,SBID,MOUNT,ASKED
check 'columns of a superblock' all 'exits 0' 'out_is "ext4 vda2 /mnt /var/log"'
golden file filename_index-object --raw -n -o FSTYPE,SBID,MOUNT,ASKED
check 'where there is none' all 'exits 0' 'out_is "- - - -"'
golden task task_index-run --raw -n -o RECORD,ADDR,PFN
check 'addresses and frames of entries without a page' all 'exits 0' \
	'out_has "^special 0x7f3a1c258000 -$"' 'out_has "^swap 0x7f3a1c050000 -$"'
golden task task_index-object --raw -n -o RECORD,ADDR
check 'the address of a VMA' all 'exits 0' 'out_has "^vma 0x7f3a1c000000$"'
golden file filename_index-run --color=always -o RECORD
check 'entries without a page are yellow' all 'exits 0' \
	'[ "$(grep -c "33m" "$work/out")" -eq 2 ]'
golden file filename_index-run --color=auto -o RECORD
check 'entries without a page have no colour in a file' all 'exits 0' '! out_has "$(printf "\033")"'

# In a header, the process that set the queries, and how long ago.
cp "$golden/answer-sb_index-object.bin" "$work/set"
printf '\x39\x05\0\0' | dd of="$work/set" bs=1 seek=28 conv=notrunc status=none
printf '\x10\x27\0\0' | dd of="$work/set" bs=1 seek=48 conv=notrunc status=none
printf 'a b' | dd of="$work/set" bs=1 seek=64 conv=notrunc status=none
alone fs -R "$work/set" --raw -n -o SET_BY,AGE
check 'who set the queries of a standing set is told' all 'exits 0' 'out_is "a\040b[1337] 10"'
golden fs sb_index-object --raw -n -o SET_BY,AGE
check 'without a standing set nobody set the queries' all 'exits 0' 'out_is "- -"'

golden task task_index-run --summary
check 'what has no page counts in a summary' all 'exits 0' 'out_has "special"'

# --- lines of batches -------------------------------------------------------

# --group is put behind lines that have no group= of their own.
cat >"$work/batch" <<'BATCH'
file "/a\" group=page"
file /b"c group=page
file "/d\
BATCH
run batch "$work/batch" --group object --print-query
cat >"$work/want" <<'LINES'
file "/a\" group=page" group=object
file /b"c group=page
file "/d\ group=object
LINES
check 'group= in a quoted path is part of it' all 'exits 0' 'cmp "$work/want" "$work/out"'
{ printf 'file /'; head -c 100000 /dev/zero | tr '\0' a; printf '\nfile /b group=object\n'; } >"$work/batch"
run batch "$work/batch" -nr -o FILE
check 'a line that is too long harms no other' all 'exits 3' 'err_has "too long|longer"' 'out_is /b'

# --- subjects ---------------------------------------------------------------

long=$(head -c 40000 /dev/zero | tr '\0' a)
run file "/$long"
check 'a path that is too long' all 'exits 1' 'err_has "path is too long"' no_out
mkdir "$work/gone"
status=0
(cd "$work/gone" && rmdir "$work/gone" && PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so \
	"$client" file x) >"$work/out" 2>"$work/err" || status=$?
check 'no working folder' all 'exits 1' 'err_has "^pagesnap: x: the working directory has no path"'
run file --flags "$long" /a
check 'flags that are too long' all 'exits 2' 'err_has "line is too long"'
run file --tag "a b" /a
check 'a tag with a blank' all 'exits 2' 'err_has "no blank"'

# --- JSON -------------------------------------------------------------------

run file /a/partial --json
check 'why an answer is partial' all 'exits 3' \
	'[ "$(jq -c ".end[0] | [.status, .truncated]" "$work/out")" = "[\"partial\",null]" ]'
run file /a/note /nosuch --json
check 'a note stands in JSON' all 'exits 3' 'out_has "note"'

# --- writing ----------------------------------------------------------------

for words in '--help' '--version' '--completion' 'file --list-columns' 'file /a --print-query' \
	"fs -R $work/set" "fs -R $work/set --json" "fs -R $work/set --text"; do
	# shellcheck disable=SC2086 # words
	into /dev/full $words
	check "nothing can be written: ${words//$work\//}" all 'exits 1' \
		'[ "$(grep -c "^pagesnap: write error: No space left on device$" "$work/err")" -eq 1 ]'
done
ktap_end
