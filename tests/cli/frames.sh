#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Frames and addresses as the kernel prints them, and answers with nothing in them.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# asks QUERY ARGUMENT...: the only query is QUERY.
asks()
{
	local query=$1
	shift

	alone "$1" --print-query "${@:2}"
	check "asks: $*" all 'exits 0' 'out_is "$query"'
}

# wrong MESSAGE ARGUMENT...: exit 2, nothing on stdout.
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: $message"'
}

# --- frames -----------------------------------------------------------------

asks 'pfn 0x5ec76 0x5ec77 group=page names=1' who pfn:5ec76
asks 'pfn 0x5ec76 0x5ec77 group=page names=1' who pfn:0x5EC76
asks 'pfn 0x12345 0x12346 group=page names=1' who pfn:12345
asks 'pfn 0x5ec76 0x5ec80 group=page names=1' who pfn:5ec76-5ec80
asks 'pfn 0x5ec76 0x5ec80 group=page names=1' who pfn:5ec76,5ec80
asks 'pfn 0x5ec76 0x5ec80 group=page names=1' who pfn:5ec76+10
asks 'pfn 0x5ec76- group=page names=1' who pfn:5ec76-
asks 'pfn 0x5ec76 0x5ec77 group=page names=1' who phys:5ec76000
asks 'pfn 0x5ec76 0x5ec77 group=page names=1' who phys:0x5ec76fff
asks 'pfn 0x5ec76 0x5ec77 group=page names=1' who --phys 5ec76000
asks 'pfn 0x100 0xbffe0 group=page names=1' who phys:00100000-bffdffff
asks 'pfn 0x100 0x200 group=page names=1' who --phys 0x100000-0x200000
asks 'pfn 0x1 0x3 group=page names=1' who phys:1000+4097
asks 'pfn 0x5ec76 0x5ec77' pfn pfn:5ec76
asks 'pfn 0x5ec76 0x5ec77' pfn --range phys:5ec76000
asks 'pfn 0x5ec76 0x5ec77' pfn --phys --range 5ec76000
wrong '5ec76: hexadecimal without 0x; write pfn:5ec76$' who 5ec76
wrong 'abc: hexadecimal without 0x; write pfn:abc$' who abc
wrong '5ec76-5ec80: hexadecimal without 0x; write pfn:5ec76-5ec80$' pfn 5ec76-5ec80
wrong '--range 5ec76: hexadecimal without 0x; write pfn:5ec76$' pfn --range 5ec76
wrong 'pfn:xyz: hexadecimal number expected$' who pfn:xyz
wrong 'pfn:: hexadecimal number expected$' who pfn:
wrong 'pfn:8-5: END is below START$' who pfn:8-5
wrong 'pfn:5x: hexadecimal number expected$' who pfn:5x
wrong 'phys:1ffffffffffffffff: number does not fit 64 bits$' who phys:1ffffffffffffffff
wrong 'hello: number expected' who hello

run who 12345 -nr -o PFN
check 'a bare decimal could be either' all 'exits 0' \
	'err_is "# 12345 was read as decimal: frame 0x3039. As the kernel prints it: pfn:12345"'
run who 12345 67890 -nr -o PFN
check 'the doubt about decimal numbers is said once' all 'exits 0' '[ "$(wc -l <"$work/err")" -eq 1 ]'
for frame in 0x3039 5 pfn:12345 12345+1 0,12345; do
	run who "$frame" -nr -o PFN
	check "no doubt is told about $frame" all 'exits 0' silent
done

for format in --csv --raw --jsonl ''; do
	# shellcheck disable=SC2086 # none or one
	run who 0x5ec76000 $format
	check "no such frame: ${format:-a table}" all 'exits 1' \
		'err_is "pagesnap: 0x5ec76000: beyond memory; is this an address? frame 0x5ec76"'
done
run who 0x5ec76000 --json
check 'no such frame: --json' all 'exits 1' \
	'[ "$(jq -r ".end[0].message" "$work/out")" = "beyond memory; is this an address? frame 0x5ec76" ]'
run who 0x1000 0x5ec76000 -nr
check 'one of several frames is beyond memory' all 'exits 3' 'lines 8' 'err_has "0x5ec76000: beyond memory"'
run who 0x1000 0x5ec76000 -nr --jobs 2
check 'one of several frames is beyond memory, in several sessions' all 'exits 3' 'err_has "0x5ec76000: beyond memory"'
run who phys:5ec76000000
check 'an address beyond memory' all 'exits 1' \
	'err_is "pagesnap: phys:5ec76000000: beyond memory: frame 0x5ec76000"'
for group in run page object; do
	run pfn 0x5ec76000+16 --group $group
	check "pfn --group $group of no frame fails" all 'exits 1' 'err_has "0x5ec76000.16: beyond memory; is this an address"'
done
run pfn 0x5ec76000 --summary
check 'pfn --summary of no frame fails' all 'exits 1' 'err_has "beyond memory"'
run pfn 0x5ec76000 --flags dirty
check 'with --flags there may be nothing' all 'exits 0' silent
run pfn 0x5ec76000+0
check 'of no frame there is nothing' all 'exits 0' silent
run who 0x5ec76000 --save "$work/saved"
check 'an answer about no frame is saved' all 'exits 1' no_out 'err_has "beyond memory"'
run who --read "$work/saved" -nr
check 'an answer about no frame is read' \
	all 'exits 1' no_out 'err_has "beyond memory; is this an address. frame 0x5ec76"'

# --- addresses of processes ---------------------------------------------------

asks 'task 1 0x7f3a1c000 0x7f3a1c200 group=object' task 1 --range addr:7f3a1c000000-7f3a1c200000
asks 'task 1 0x7f3a1c000 0x7f3a1c200 group=object' task 1 --range addr:0x7f3a1c000123-0x7f3a1c1fffff
asks 'task 1 0x7f3a1c000 0x7f3a1c001 group=object' task 1 --range addr:7f3a1c000010
asks 'task 1 0x7f3a1c000 0x7f3a1c010 group=object' task 1 --range 0x7f3a1c000+16
asks 'task 1 0x7f3a1c000- group=object' task 1 --range addr:7f3a1c000000-
wrong '--range 0x7f3a1c000000: page number beyond user space; for an address write addr:0x7f3a1c000000$' \
	task 1 --range 0x7f3a1c000000
wrong '--range addr:ffffffffff600000-ffffffffff601000: beyond user space$' \
	task 1 --range addr:ffffffffff600000-ffffffffff601000
wrong '--range 7f3a1c000000-7f3a1c200000: addresses as in maps. write addr:7f3a1c000000-7f3a1c200000$' \
	task 1 --range 7f3a1c000000-7f3a1c200000
wrong '--range 7f3a1c000000: hexadecimal without 0x; write addr:7f3a1c000000$' \
	task 1 --range 7f3a1c000000

run task 4242 -nr -o START,END,START_PAGE,END_PAGE
check 'START and END are addresses' all 'exits 0' 'out_is "0x1000000 0x1010000 0x1000 0x1010"'
run task 7 --range addr:7f3a1c000000-7f3a1c200000 --csv
check 'nothing is mapped there' all 'exits 0' 'lines 2' 'out_has "^7,0,"' \
	'err_is "# 7: no page is mapped at addresses 7f3a1c000000-7f3a1c200000"'
run task 4242 7 --csv -o PID,COMMAND,RES,START,PROT
check 'each process has a row' all 'exits 0' silent 'lines 3' 'out_has "^7,fake,0,-,-"'
cp "$work/out" "$work/want"
run task 4242 7 --csv -o PID,COMMAND,RES,START,PROT --jobs 2
check 'each process has a row, in several sessions' all 'exits 0' 'cmp -s "$work/want" "$work/out"'
for jobs in 1 2; do
	run task 4242 7 --group total --csv -n --jobs $jobs
	check "a total says whose it is, in $jobs sessions" all 'exits 0' silent 'lines 2' \
		'out_has "^4242,fake,65536,"' 'out_has "^7,fake,0,"'
done

# --- files --------------------------------------------------------------------

for format in '--csv -n' '--raw -n' '--jsonl'; do
	# shellcheck disable=SC2086 # words
	run file /a /uncached /b /nothing $format -o RES,FILE
	check "every file has a row: $format" all 'exits 0' silent 'lines 4' 'out_has "\<0\>.*/uncached"' \
		'out_has "\<0\>.*/nothing"'
done
run file /uncached
check 'a table of a file that is not cached' all 'exits 0' silent 'out_has "^ 0B  *0  *0B .* /uncached$"'
run file /a /nothing
check 'a table has a row of what the module had none for' all 'exits 0' silent 'lines 3' 'out_has "^ +0B +0 +.* /nothing$"'
run file /nothing --json -o RES,TYPE,SIZE,INODE,GEN,MAJ:MIN,NLINK,STATE
check 'of a folder what is not told is "?"' all 'exits 0' \
	'[ "$(jq -c .pagesnap[0] "$work/out" | tr -d "\"?")" = "{res:0,type:dir,size:,inode:,gen:,maj:min:,nlink:,state:live}" ]'
run file '/a b"c/nothing' -nr -o FILE
check 'the name of what has no row is that of the query' out_is '/a\040b\042c/nothing'
run file /a /nothing --sort RES --csv -n -o FILE,RES
check 'a row of what has none is sorted with the others' [ "$(tail -1 "$work/out" | tr -d '\r')" = /nothing,0 ]
run file /nothing --min-pages 5 --csv -n
check 'a row of what has none can be left out' all 'exits 0' no_out
run file /nothing --group run --csv -n
check 'of no page there is no row' all 'exits 0' no_out
run file /a /nothing --jsonl -o FILE,RES --jobs 2
check 'a file without pages has a row, in several sessions' \
	all 'exits 0' 'lines 2' '[ "$(tail -1 "$work/out" | jq .res)" = 0 ]'
run file /nothing --save "$work/saved"
run file --read "$work/saved" -nr -o RES,FILE
check 'a row of what has none is saved and read' all 'exits 0' 'out_is "0 /nothing"'
run du --by file /nothing -nr
check 'du has no row of what has no pages' all 'exits 0' no_out
mkdir "$work/nothing"
run du "$work/nothing" --csv -n
check 'du does not count what has no pages' all 'exits 0' '! out_has "^0,0,0,0,1"'

# --- filesystems ----------------------------------------------------------------

export PAGESNAP_MOUNTINFO=$work/mountinfo
mkdir "$work/proc"
mkdir "$work/proc/nothing" "$work/disk" "$work/disk/nothing"
printf '1 1 254:1 / / rw - ext4 /dev/vda1 rw\n2 1 0:5 / %s rw - proc proc rw\n' "$work/proc" \
	>"$PAGESNAP_MOUNTINFO"
run fs "$work/proc/nothing" --csv -n
check 'proc has no page cache' all 'exits 0' no_out 'err_is "# $work/proc/nothing: proc has no page cache"'
run fs type:proc --csv -n
check 'the type proc has no page cache' all 'exits 0' no_out 'err_is "# type:proc: proc has no page cache"'
run fs "$work/disk/nothing" --csv -n
check 'of another filesystem it is told that nothing is cached' \
	all 'exits 0' no_out 'err_is "# $work/disk/nothing: nothing of it is cached"'
run fs "$work/disk/nothing" --flags dirty
check 'where not all is shown nothing is said' all 'exits 0' silent

# --- pfn --names ----------------------------------------------------------------

run pfn 0x2000 --names
check 'names of frames are shown' all 'exits 0' 'out_has "^RECORD .*STATE +FILE +WHERE$"' 'out_has "aio rings"'
run pfn 0x2000 --names --save "$work/saved"
run pfn --read "$work/saved"
check 'names of frames are shown when they are read back' all 'exits 0' 'out_has "^RECORD .*STATE +FILE +WHERE$"'

# --- saving -----------------------------------------------------------------------

run file /a --save "$work/saved"
check 'what is saved is not printed' all 'exits 0' silent no_out
run file /a --save "$work/again" --print
check 'what is saved is printed with --print' \
	all 'exits 0' silent 'out_has "^RES "' 'cmp -s "$work/saved" "$work/again"'
run file /nosuch --save "$work/saved"
check 'failures are told' all 'exits 1' no_out 'err_is "pagesnap: /nosuch: no such file or directory"'
run du --by cgroup --save "$work/saved"
check 'sums are saved and not printed' all 'exits 0' no_out
wrong '--json prints nothing, as --save keeps the answers: add --print' file /a --json --save "$work/saved"
wrong '--output prints nothing' file /a -o RES --save "$work/saved"
wrong '--print is for --save' file /a --print

# --- errors -----------------------------------------------------------------------

run fs --flags dirty /a/nosuch
check 'an error shows what was written' all 'exits 1' 'err_is "pagesnap: /a/nosuch: no such file or directory"'
wrong 'unknown option --tpo; did you mean --top.$' fs --tpo 5
wrong 'unknown option --jsno; did you mean --json.$' fs --jsno
wrong 'unknown option -t; did you mean --top.$' fs -top 5
wrong 'unknown option --recently-evcted; did you mean --recently-evicted.$' du --recently-evcted
wrong 'unknown option --xyzzy$' fs --xyzzy
wrong 'ambiguous option --no: --node, ' fs --no
wrong 'fs has no option --names; it is one of: pfn$' fs --names
wrong 'unknown command tsak; did you mean task.$' tsak 1

# --- du(1) --------------------------------------------------------------------------

run du -h / -n -o RES,DIR
check 'du -h asks, and shows sizes as people write them' all 'exits 0' silent 'out_has "^ *32K /$"'
run du -b -h / -n -o RES,DIR
check 'du -h behind -b shows sizes as people write them' all 'exits 0' 'out_has "^ *32K /$"'
run du / --csv -n -o DIR
check 'du has rows for what is below' all 'exits 0' '[ "$(grep -c "^/" "$work/out")" -gt 1 ]'
run du -s / --csv -n -o DIR
check 'du -s has one row for what was named' all 'exits 0' '[ "$(grep -c "^/" "$work/out")" -eq 1 ]'
wrong '--summarize excludes --max-depth 2$' du -s -d 2 /
run fs -h
check '-h is help of other commands' all 'exits 0' 'out_has "^usage: pagesnap fs "'
run du --help
check '--help is help of a command, too' all 'exits 0' 'out_has "^usage: pagesnap du "'
ktap_end
