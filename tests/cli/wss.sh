#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# wss: working sets and cold memory, of what answer-accesses.c says that processes access.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

wss()
{
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" wss "$@" \
		>"$work/out" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

wss 51
check 'windows, cold pages, those of files, and where most of them are' all 'exits 0' \
	'out_is "PID COMMAND  RSS WSS-1s WSS-10s WSS-60s COLD FILE-COLD LARGEST_COLD
 51 fake    584K    80K    160K    288K 296K       32K [heap] (256K)"'
wss 51 --csv -n -o RSS_PAGES,WSS-1s_PAGES,WSS-10s_PAGES,WSS-60s_PAGES,COLD_PAGES,FILE-COLD_PAGES,LARGEST_COLD,LARGEST_COLD_PAGES,SAMPLES
check 'the same in pages' out_is '146,20,40,72,74,8,[heap],64,601'
wss 51 --csv -n -o WSS-60s_PERCENT,COLD_PERCENT,COLD-1m_PAGES,COLD-1m_PERCENT,COLD-10m
check 'shares of RSS in whole percent, and what is cold for longer than the run is unknown' out_is '49,50,74,50,?'
wss 51 --for 1h --every 1s --csv -n -o COLD-1m_PAGES,COLD-10m_PAGES,COLD-1h_PAGES,COLD_PAGES
check 'cold for a minute, ten, and an hour' out_is '106,74,74,74'
wss 51 --for 5s --json
check 'windows longer than the run are unknown, not 0' all 'exits 0' \
	'[ "$(jq -c ".pagesnap[0] | [.\"wss-1s\", .\"wss-10s\", .\"wss-60s\"]" "$work/out")" = "[81920,\"?\",\"?\"]" ]'
wss 51 --for 60s --every 300ms --csv -n -o WSS-1s_PAGES,WSS-10s_PAGES,WSS-60s_PAGES
check 'windows that the interval does not divide are unknown' out_is '?,?,40'
wss 51 --by mapping --csv -n -o PID,RSS_PAGES,COLD_PAGES,MAPPING
check 'by mapping, the coldest first, with what is in none any more' out_is '51,128,64,[heap]
51,16,8,/lib/a.so
51,2,2,?'
wss 41 51 52 --csv -n -o PID,COLD_PAGES,LARGEST_COLD
check 'several processes, the coldest first' out_is '51,74,[heap]
52,74,[heap]
41,8,/lib/a.so'

wss 41 51 52 --by file --csv -n -o PROCESSES,RSS_PAGES,WSS-10s_PAGES,COLD_PAGES,FILE-COLD_PAGES,PID,FILE
check 'by file, a page that several have mapped counts once, and memory of no file in each' out_is \
	'2,256,64,128,0,-,-
3,16,8,8,8,-,/lib/a.so
2,4,0,4,0,-,?'
wss 51 uid:5 --by file
check 'people are told what is of no file' all 'out_has "\[no file\]"' 'out_has "\[no mapping any more\]"'
mkdir -p "$work/proc/41" "$work/proc/51" "$work/proc/52"
printf '%s\n' '12:cpu,cpuacct:/other' '0::/b' >"$work/proc/41/cgroup"
printf '%s\n' '0::/unified' '4:hugetlb,memory:/a:1' '5:pids:/x' >"$work/proc/51/cgroup"
export PAGESNAP_PROC=$work/proc
wss 41 51 52 --by cgroup --csv -n -o PROCESSES,RSS_PAGES,COLD_PAGES,CGROUP_PATH
check 'by cgroup, that which memory is charged to, or ? where there is none' out_is '1,146,74,/a:1
1,146,74,?
1,16,8,/b'
cp "$work/proc/51/cgroup" "$work/proc/52/cgroup"
wss 41 51 52 --by cgroup --csv -n -o PROCESSES,RSS_PAGES,COLD_PAGES,CGROUP_PATH
check 'processes of a cgroup are added up' out_is '2,292,148,/a:1
1,16,8,/b'
unset PAGESNAP_PROC
wss 51 41 --children --csv -n -o PID,COLD_PAGES,LARGEST_COLD
check 'mappings of children are asked for, too' out_is '51,74,[heap]
53,74,[heap]
41,8,/lib/a.so'
wss 55 --children --csv -n -o PID,COLD_PAGES,LARGEST_COLD,STATE --save "$work/gone" --print
check 'a child that exits before its mappings are asked is no failure, but told' all 'exits 0' \
	'out_is "54,74,?,exited
55,74,[heap],live"' 'err_has "^# 1 process exited before its mappings were asked for: these are unknown$"' \
	'! err_has "no such task"'
alone wss --read "$work/gone" --csv -n -o PID,STATE
check 'a child that has exited is none in a saved run, either' all 'exits 0' 'out_has "^54,exited"' \
	'err_has "^# 1 process exited before its mappings"'
wss 55 --children --json -o PID,STATE
check 'JSON: a child that has exited is a message, and no error' \
	test "$(jq -c '.end | map([.message, .errno])' "$work/out")" = \
	'[["the process exited before its mappings were asked for",null]]'
wss --print-query 51 uid:0 --every 1s --for 25s
check 'samples are asked before mappings, and one more than fits into rounds' out_is \
	'heat 51 every=1s samples=28 aggregate=9
heat uid:0 every=1s samples=28 aggregate=9
task 51 group=object
task uid:0 group=object'
wss --print-query 1 --every 1h --for 2h
check 'a round may be one sample' out_is 'heat 1 every=1h samples=2 aggregate=1
task 1 group=object'

wss --print-query 1 --every 1h --for 1h --trace
check 'trace events are made of samples and of mappings' out_is 'heat 1 to=both every=1h samples=1 aggregate=1
task 1 group=object to=both'

wss 51 --save "$work/saved"
check 'what is saved is not printed' all 'exits 0' no_out
wss 51 --csv
cp "$work/out" "$work/live"
alone wss --read "$work/saved" --csv
tr -d '\r' <"$work/out" >"$work/plain"
check 'a saved run is read back as it was' all 'exits 0' 'cmp -s "$work/plain" "$work/live"'
alone wss --read "$work/saved" --by mapping
check 'a saved run can be read by mapping, too' out_has ' /lib/a.so$'
alone wss --read "$work/saved" --text
check 'text is of both collections' all 'out_has "^wss   q=1 pid=51 n=601 "' 'out_has "^vma   q=2 .* name=\[heap\]$"'

wss 77 --csv -n -o PID,SAMPLES,COLD_PAGES,LARGEST_COLD,STATE
check 'a process that exits is shown as it was, its mappings are unknown' all 'exits 3' \
	'out_is "77,300,74,?,exited"' 'err_has "^pagesnap: 77: the process exited meanwhile"'
wss 51 77 --csv -n -o PID,STATE
check 'who has exited is told from who was asked before' all 'exits 3' 'out_is "51,live
77,exited"'
wss uid:5 --csv -n -o PID,COMMAND,SAMPLES,COLD_PAGES,STATE
check 'processes of a user have rows, who has exited as it was' all 'exits 0' 'out_is "51,fake,601,74,live
52,fake,300,74,exited"'
wss uid:5 --for 1s --csv -n -o PID,STATE
check 'who has exited before its first heat came is not live' out_is '51,live
52,exited'
wss 79 --csv -n -o PID,STATE,LARGEST_COLD
check 'a lock that was not had in one sample is forgotten with the next' out_is '79,live,[heap]'
export FAKE_ENDLESS=1 fake_dir=/fake/pages
rm -f "$work/log"
until='waits 2' FAKE_LOG=$work/log interrupt TERM wss 51 41 --csv -n -o PID,COLD_PAGES,LARGEST_COLD,STATE
check 'an interrupted run shows what was seen of all targets' all 'exits 130' 'out_has "^51,74,[?],live"' \
	'out_has "^41,8,[?],live"'
unset FAKE_ENDLESS
wss 78 51 --csv -n -o PID
check 'pages that were not remembered make it partial' all 'exits 3' 'err_has "78: 3 pages were not remembered"'
wss 9 51 --csv -n -o PID
check 'a process that is not there does not harm the others' all 'exits 3' 'out_is 51' \
	'err_has "^pagesnap: 9: no such task in your PID namespace$"'
check 'one message says that a process is not there, in spite of two queries' \
	[ "$(grep -c 'no such task' "$work/err")" = 1 ]
wss 9 --json
check 'where nothing could be asked there is no row' all 'exits 1' \
	'[ "$(jq -c ".pagesnap" "$work/out")" = "[]" ]'
wss 78 --json
check 'the words of an end are those of its collection' test \
	"$(jq -c '.end[0] | [.lost, .samples, .skipped]' "$work/out")" = '[3,601,{"pfnmap":5}]'

# --- a file ---------------------------------------------------------------------

wss file:/some/file 51 --every 1s
check 'a file has a row beside that of a process' all 'exits 0' \
	'out_has "^  - /some/file 584K    16K     80K    160K 424K       32K -$"' 'out_has "^ 51 fake "'
wss file:/some/file --every 1s --csv -n -o PID,STATE,PROCESSES,LARGEST_COLD,COMMAND,COLD_PAGES
check 'what is not known of a file is empty' out_is '-,-,-,-,/some/file,106'
wss file:/some/file --every 1s --save "$work/of-file"
for by in mapping file; do
	wss --read "$work/of-file" --by "$by" -n
	check "--by $by has one row for a file" all 'exits 0' 'lines 1' 'out_has " /some/file$"'
done
wss --read "$work/of-file" --by mapping -n -o PID,RSS
check 'no page of a file is in two rows' all 'out_has "^  - 584K$"' 'lines 1'
wss file:some/file --print-query
check 'a relative path is that of the working folder' out_has "^heat-file \"$PWD/some/file\" every="
check 'a file is not asked for mappings' lines 1
wss file:/some/file --children
check 'children of a file are refused' all 'exits 2' 'err_has "file:/some/file: --children is for processes"'
wss file:
check 'a file has a path' all 'exits 2' 'err_has "file:: PID, uid:USER, cgroup:PATH or file:PATH expected"'

# --- usage ----------------------------------------------------------------------

wss
check 'a target is needed' all 'exits 2' 'err_has "wss takes at least one PID, uid:USER, cgroup:PATH or file:PATH"'
wss bash
check 'a name is no target' all 'exits 2' 'err_has "bash: PID, uid:USER, cgroup:PATH or file:PATH expected"'
wss 1 --every fast
check 'an interval is a time' all 'exits 2' 'err_has "every fast: a time expected, as 100ms, 10s or 1m$"'
wss 1 --for '1s limit=1'
check 'a duration is a time, and no options of the kernel' all 'exits 2' 'err_has "for 1s limit=1: a time expected"'
wss 1 --every 10s --for 1s
check 'one sample must fit' all 'exits 2' 'err_has "for 1s is shorter than --every 10s: no sample fits$"'
alone wss --read "$work/saved" --by cgroup
check 'cgroups are not saved' all 'exits 2' 'err_has "by cgroup: in which cgroup a process was"'
wss 1 --by node
check 'rows are of processes or mappings' all 'exits 2' 'err_has "by node: process, mapping, file or cgroup expected$"'
# shellcheck disable=SC2046
wss $(seq 65)
check 'more than 64 targets' all 'exits 2' 'err_has "at most 64 targets at a time"'
alone wss --read "$work/saved" --for 1s
check 'what was saved lasts as long as it did' all 'exits 2' 'err_has "for asks the kernel, --read asks nothing"'
alone fs --read "$work/saved"
check 'who shows rows of pages does not show samples' all 'exits 1' 'err_has "which this subcommand does not show"'
for other in trace 'trace --mrc' slab 'slab --live'; do
	# shellcheck disable=SC2086 # words
	alone $other --read "$work/saved"
	check "samples are not shown by $other" all 'exits 1' no_out \
		'err_has "objects/mm/accesses, which this subcommand does not show"'
done
PAGESNAP_DIR='' "$client" wss 1 >"$work/out" 2>"$work/err" </dev/null
check 'where the module is not loaded nothing is asked' all no_out 'err_has "^(pagesnap: |)(tracefs|the module)"'
ktap_end
