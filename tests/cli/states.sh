#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# What rows say of files: states, who holds them, what can be dropped, bars.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

export PAGESNAP_PROC=$work/proc PAGESNAP_MOUNTINFO=$work/mountinfo
mkdir -p "$work/proc"
: >"$PAGESNAP_MOUNTINFO"

# --- states -----------------------------------------------------------------------

printf '%s\n' 'fs /a group=object' 'fs /deleted group=object' 'fs /outside group=object' >"$work/lines"
run batch "$work/lines" --save "$work/snap" -r --print
run fs -R "$work/snap" -nr -o STATE
check 'a snapshot has files of all states' out_is 'live
deleted
outside'
run fs -R "$work/snap" -nr -o STATE --state deleted
check '--state selects one state of a snapshot' all 'exits 0' silent 'out_is deleted'
run fs -R "$work/snap" -nr -o STATE --state live,outside
check '--state selects two states of a snapshot' all 'exits 0' silent 'out_is "live
outside"'
run fs /deleted /a --state deleted --json -o STATE
check '--state selects when the kernel is asked' \
	all 'exits 0' silent '[ "$(jq -c .pagesnap "$work/out")" = "[{\"state\":\"deleted\"}]" ]'
run fs /a --state deleted -r
check '--state without such files prints the heading only' all 'exits 0' silent 'lines 1'
run fs /deleted /a --state deleted --group run -nr -o STATE
check '--state selects runs of files' all 'exits 0' '[ "$(uniq "$work/out")" = deleted ]'
printf 'fs /deleted group=object\n' | run batch --save "$work/snap" -r --print
run du -R "$work/snap" --by type --state deleted -nr -o FILES
check '--state selects what is added up' out_has '^1$'
for what in --summary '--group total' --text; do
	# shellcheck disable=SC2086 # words
	run fs / --state live $what
	check "refused: --state with $what" all 'exits 2' 'err_has "excludes"'
done
run fs / --state dead
check 'an unknown state is refused' all 'exits 2' 'err_has "takes live, deleted, noname, outside or meta"'

# --- what can be dropped ------------------------------------------------------------

run file /a -nr -o PAGES,DIRTY_PAGES,CLEAN_PAGES,DROPPABLE_PAGES
check 'clean and droppable pages' out_is '8 2 6 4'
run file /a -nr -o CLEAN,DROPPABLE
check 'droppable pages are told in bytes' out_is '24576 16384'
run fs /a --group total -nr -o DROPPABLE_PAGES,PSS
check 'droppable pages of a total are told' out_is '4 -'
sum=$(for ((i = 2; i <= 31; i++)); do echo $((i / 2)); done | awk '{ s += $1 } END { print s }')
run fs /many-30 -nr -o DROPPABLE_PAGES -j 3
check 'droppable pages of files that are shared out add up' \
	[ "$(awk '{ s += $1 } END { print s }' "$work/out")" -eq "$sum" ]
run du /many-30 -nr -o DROPPABLE_PAGES
check 'droppable pages of files are added up by du' out_has "^$sum$"
run file --group run /a -nr -o CLEAN,DROPPABLE
check 'runs have no droppable pages' [ "$(uniq "$work/out")" = '- -' ]
run fs -R ../golden/abi-1.0/answer-sb_index-object.bin -nr -o DROPPABLE
check 'ABI 1.0 did not tell' [ "$(sort -u "$work/out")" = '?' ]
run task 4 -nr -o PSS,DROPPABLE
check 'PSS of a mapping' out_is '32773 -'
run task 4 --group total -nr -o PSS
check 'PSS of a process is told' out_is 32768
run task 4 5
check 'a table has a total for each process' all 'exits 0' '[ "$(grep -cE " total$" "$work/out")" -eq 2 ]'
run task 4 --csv
check 'other formats none' all 'exits 0' '! out_has total'

# --- holders --------------------------------------------------------------------------

# A process of its own /proc: descriptors are links, maps a file.
process()
{
	mkdir -p "$work/proc/$1/fd"
	: >"$work/proc/$1/maps"
}
process 41
process 7
process 300
echo '7f00-7f10 r-xp 00000000 fe:02 12      /a' >"$work/proc/41/maps"
printf '%s\n' '7f00-7f10 r-xp 00000000 fe:02 12      /a' '7f20-7f30 rw-p 00001000 fe:02 12      /a' \
	'7f30-7f40 rw-p 00000000 00:00 0' >"$work/proc/7/maps"
printf '7f00-7f10 r-xp 00000000 %s      /other\n' 'fe:03 12' 'fd:02 12' 'fe:02 13' >"$work/proc/300/maps"
run file /a -nr -o HOLDERS,FILE
check 'who maps a file' all 'exits 0' silent 'out_is "7,41 /a"'
run file /a --json -o HOLDERS
check 'JSON has who maps a file' [ "$(jq -r '.pagesnap[0].holders' "$work/out")" = 7,41 ]
run file /a /b -r
check 'nobody asks /proc unasked' all '! out_has HOLDERS'
touch "$work/open"
ln -s "$work/open" "$work/proc/300/fd/3"
export FAKE_FILE
FAKE_FILE=$(stat -c %Hd:%Ld:%i "$work/open")
run file /a -nr -o HOLDERS,FILE
check 'who has a file open' all 'exits 0' silent 'out_is "300 /a"'
(unset PAGESNAP_PROC; run file /a -nr -o HOLDERS) 7<"$work/open"
check 'of a file of another machine it is not known' out_is '?'
unset FAKE_FILE
rm -r "$work"/proc/{7,41}
run file /a -nr -o HOLDERS
check 'a file that nobody maps has no holders' out_is '-'
printf '22 1 254:2 / / rw - btrfs /dev/vda2 rw\n' >"$work/btrfs"
PAGESNAP_MOUNTINFO=$work/btrfs run file /a -nr -o HOLDERS
check 'of btrfs, whose files stat() has on other devices, it is not known' out_is '?'
rm "$work/proc/300/maps"
mkdir "$work/proc/300/maps"
run file /a -nr -o HOLDERS
check 'who can not be looked at may hold it' out_is '?'
PAGESNAP_PROC=$work/none run file /a -nr -o HOLDERS
check 'HOLDERS are not known without /proc' out_is '?'

# --- bars ------------------------------------------------------------------------------

run file --bar /a -nr
check 'a bar shows which part is cached' \
	all 'exits 0' silent 'out_is "32768 32768 100 [OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO] /a"'
run file --bar /many-3200 -nr -o PERCENT,BAR
check 'half of each part' out_is '100 [oooooooooooooooooooooooooooooooo]'
run file --bar /a /b --json -o FILE,PAGES,BAR
check 'a row for each file' [ "$(jq -c '[.pagesnap[] | [.file, .pages]]' "$work/out")" = '[["/a",8],["/b",8]]' ]
run file --bar /nosuch /a -nr
check 'one that is not there' all 'exits 3' 'lines 1'
run file --bar /a /b --save "$work/bars" -r --print
mv "$work/out" "$work/want"
run file --bar -R "$work/bars" -r
check 'saved ones print the same' all 'exits 0' 'cmp -s "$work/want" "$work/out"'
run file --bar -R ../golden/abi-1.1/answer-filename_index-object.bin
check 'sums have no bar' all 'exits 1' 'err_has "^pagesnap: --bar is drawn of runs"'
for what in '--group run' --summary '--top 3' '--sort RES' --text; do
	# shellcheck disable=SC2086 # words
	run file --bar /a $what
	check "refused: --bar with $what" all 'exits 2' 'err_has "^pagesnap: --bar excludes --"'
done

# --- bytes ------------------------------------------------------------------------------

asks()
{
	run file /a --bytes-range "$1" --print-query
	check "bytes $1 are pages $2" out_is "file /a $2 group=object"
}
run file /a --range 256+16 --print-query
pages=$(cut -d' ' -f3- "$work/out")
run file /a --bytes-range 1M+64K --print-query
check '1M+64K are 16 pages behind the first 256' [ "$(cut -d' ' -f3- "$work/out")" = "$pages" ]
same()
{
	run file /a --range "$2" --print-query
	mv "$work/out" "$work/want"
	run file /a --bytes-range "$1" --print-query
	check "bytes $1 are pages $2" cmp -s "$work/want" "$work/out"
}
same 0 0+1
same 4095,4097 0,2
same 4096 1+1
same 1G- 262144-
same ,8K ,2
same 0x2000+1k 2+1
same 4096,4096 1,1
for wrong in x 1Q 1M+ 1M+2X 2M,1M 99999999999T 1M-2M; do
	run file /a --bytes-range $wrong
	check "refused: $wrong" all 'exits 2' 'grep -qF "pagesnap: --bytes-range $wrong: " "$work/err"'
done

# --- words -------------------------------------------------------------------------------

run file -R ../golden/abi-1.1/record-run.bin -r
if command -v script >/dev/null; then
	TERM=xterm script -qec "$client file -R ../golden/abi-1.1/record-run.bin -o KIND,FLAGS" /dev/null \
		</dev/null 2>&1 | tr -d '\r' >"$work/out"
	check 'kinds are explained' all 'out_has "^unknown: nobody holds it"' 'out_has "^kernel: in use"'
	check 'what is not there is not' all '! out_has "^owner_2: "'
	FAKE_FLAGS=0x400000000 PAGESNAP_DIR=/fake TERM=xterm script -qec \
		"LD_PRELOAD=$OUT/fake-index.so $client file /a --group run" /dev/null </dev/null 2>&1 |
		tr -d '\r' >"$work/out"
	check 'owner_2 is explained' out_has "^owner_2: the filesystem's own mark"
else
	skip 'words are explained' 'no script (package bsdutils)'
fi

ktap_end
