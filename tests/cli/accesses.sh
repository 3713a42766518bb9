#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Records of the collection accesses: asked in a batch, saved and read back, in each format.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# asked LINE ARGUMENT...: a batch, beside index files of all collections.
asked()
{
	local line=$1
	shift

	echo "$line" >"$work/batch"
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" batch "$work/batch" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

asked 'heat 51 samples=2 aggregate=2'
check 'samples and heat are rows of one table' all 'exits 0' \
	'out_has "^RECORD +PID +WHAT +SAMPLE .* VPN +PFN +INDEX +NR +ACCESSED +OF +IDLE +NEVER "' \
	'out_has "^sample +- +- +2 "' 'out_has "^heat +51 .* 0x1004 +- +- +4 +0 +2 +2 +4 "' 'out_has "^wss +51 +- +2 "'
check 'what a look passed over is told' err_has '^# .*/batch:1: 5 pages skipped \(5 pfnmap\)$'
asked 'heat 51 samples=100 aggregate=100' --csv -n -o RECORD,VPN,IDLE,NEVER,KIND
check 'pages that no sample found accessed are told from those of an age' all \
	'out_has "^heat,0x1004,15,0,file$"' 'out_has "^heat,0x2020,100,32,anon$"'
asked 'heat 51 samples=3 aggregate=3' --jsonl -o RECORD,PID,COMMAND,PAGES,NEVER,WINDOWS
check 'a working set has windows that the samples cover' test \
	"$(jq -c 'select(.record == "wss") | [.pid, .command, .pages, .never, .windows]' "$work/out")" = \
	'[51,"fake",154,150,[{"samples":1,"pages":4},{"samples":2,"pages":4}]]'
asked 'heat 41 samples=1' --raw -n -o RECORD,DIRTIED,ORDER
check 'what does not apply is no number' out_is "sample - -
heat - 0
heat - 0
heat - 0
wss - -"
asked 'heat uid:5 samples=4' --csv -n -o RECORD,PID,WHAT,SAMPLE
check 'what becomes of processes is a row' all 'out_has "^process,51,comes,0$"' 'out_has "^process,52,exited,2$"'
asked 'heat 51 samples=1' --csv -n -o RECORD,PASSED
check 'what a sample passed over is a column' all 'out_has "^sample,7$"' 'out_has "^wss,-$"'
asked 'heat 51 samples=2 aggregate=2' --text
check 'text is that of the index file' all 'out_has "^# pagesnap abi=.* collection=accesses file=task_index "' \
	'out_has "^sample q=1 n=2 "' 'out_has "^task  q=1 pid=51 comm=fake "' 'out_has "^heat  q=1 vpn=0x1000 nr=4 .* age=0 "' \
	'out_has "^heat  q=1 vpn=0x1008 .* age=2[+] "' 'out_has "^wss   q=1 pid=51 n=2 of=2 pages=154 never=150 accessed=1:4,2:4$"'

asked 'heat 51 samples=2 aggregate=2' --save "$work/saved"
check 'answers are saved' all 'exits 0' no_out 'test -s "$work/saved"'
asked 'heat 51 samples=2 aggregate=2' --csv
cp "$work/out" "$work/live"
alone batch --read "$work/saved" --csv
tr -d '\r' <"$work/out" >"$work/plain"
check 'saved answers are read back as they were' cmp -s "$work/plain" "$work/live"
alone task --read "$work/saved"
check 'a subcommand that is about pages does not show them' all 'exits 1' \
	'err_has "answers of objects/mm/accesses, which this subcommand does not show$"'
"$make_stream" task_index 1 - accesses/task_index 51 >"$work/two"
alone batch --read "$work/two" --text
check 'as text a stream may be of both collections' all 'exits 0' 'out_has "^heat "' 'out_has "^run "'

asked 'heat-pfn 0- samples=1' --csv -n -o RECORD,PID,VPN,ADDR,PFN,NR
check 'heat of page frames has these' all 'exits 0' 'out_has "^heat,-,-,-,0x1000,4$"' 'out_has "^wss,-,-,-,-,-$"'
asked 'heat-pfn 0- samples=1' --text
check 'as text, too' all 'out_has "^# pagesnap abi=.* file=pfn_index "' 'out_has "^span  q=1 start=0x0 end=-$"' \
	'out_has "^heat  q=1 pfn=0x1000 nr=4 "' 'out_has "^wss   q=1 pid=- n=1 "'
asked 'heat-pfn 0- samples=1' --save "$work/frames"
alone batch --read "$work/frames" --csv -n -o RECORD,PFN
check 'saved and read back' all 'exits 0' '[ "$(grep -c "^heat,0x" "$work/out")" -eq 9 ]'
alone wss --read "$work/frames"
check 'they are no working set of a process' all no_out
kernel='heat-pfn 0- samples=1 kernel=1'
asked "$kernel" --csv -n -o RECORD,PFN,NR,ACCESSED,OF,IDLE,ORDER,NODE,KIND,MAP
check 'what the kernel accesses is told apart' all 'exits 0' 'out_has "^heat,0x2000,512,1,1,0,9,0,-,direct$"' \
	'out_has "^heat,0x1000,8(,[?]){5},-,direct$"' 'out_has "^heat,0x1000,4,.*,file,-$"'
cp "$work/out" "$work/live"
asked "$kernel" --text
check 'as text, too' all 'out_has "^heat  q=1 pfn=0x2000 nr=512 accessed=1 of=1 .* kind=- map=direct$"' \
	'out_has " accessed=[?] of=[?] dirtied=- age=[?] order=[?] node=[?] kind=- map=direct$"'
asked "$kernel" --json -n
check 'as JSON, too' all 'exits 0' 'out_has "\"map\": *\"direct\""'
asked "$kernel" --save "$work/kernel"
alone batch --read "$work/kernel" --csv -n -o RECORD,PFN,NR,ACCESSED,OF,IDLE,ORDER,NODE,KIND,MAP
tr -d '\r' <"$work/out" >"$work/plain"
check 'saved and read back' cmp -s "$work/plain" "$work/live"
asked 'heat-file /f samples=1' --csv -n -o RECORD,PID,VPN,PFN,INDEX,NR
check 'heat of a file has these' all 'exits 0' 'out_has "^heat,-,-,-,4096,4$"' 'out_has "^wss,-,-,-,-,-$"'
asked 'heat-file /f samples=1' --text
check 'as text, too' all 'out_has "^# pagesnap abi=.* file=filename_index "' \
	'out_has "^span  q=1 start=0 end=-$"' 'out_has "^heat  q=1 index=4096 nr=4 "'
asked heat-file
check 'a line needs a path' all 'exits 1' 'err_has "batch:1: absolute path expected$"'
asked heat-pfn
check 'a line needs a range' all 'exits 1' 'err_has "batch:1: a range or an option expected; all frames are 0-$"'

asked 'heat 77 samples=4'
check 'a process that exits leaves a partial answer' all 'exits 3' 'err_has "the process exited meanwhile"'
asked 'heat 78 samples=1'
check 'pages that were not remembered are told' all 'exits 3' \
	'err_has "/batch:1: 3 pages were not remembered, for want of memory or above the limit of an answer$"'
asked 'heat 9'
check 'a process that is not there' all 'exits 1' 'err_has "no such task in your PID namespace"'
asked heat
check 'a line needs a process' all 'exits 1' 'err_has "batch:1: PID, uid:N or cgroup:PATH expected$"'
printf 'task 1\nheat 1\n' >"$work/batch"
run batch "$work/batch"
check 'one table is of one collection' all 'exits 3' 'err_has "lines before ask another collection"'

PAGESNAP_DIR=/nowhere/pages "$client" batch >"$work/out" 2>"$work/err" <<<'heat 1'
check 'the folder is beside that of pages' err_has '^pagesnap: /nowhere/accesses/task_index: '
ktap_end
