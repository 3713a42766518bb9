#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# trace: references in order, of processes and of a command, as answer-faults.c tells them.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

trace()
{
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" trace "$@" \
		>"$work/out" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

trace 51 --list --csv -n -o RECORD,PID,TID,CPU,ADDR,ACCESS,BY,WAS
check 'a row for each reference, with its process and thread' all 'exits 0' \
	'out_has "^fault,51,51,1,0x1003000,fetch,user,ours$"' 'out_has "^fault,51,52,1,0x2000000,write,user,ours$"' \
	'out_has "^fault,53,53,1,0x2001000,write,user,ours$"' 'out_has "^sweep,-,-,-,-,-,-,-$"'
trace 51 --list --csv -n -o RECORD,KIND,PROT,DEV,INO,PAGE,OFFSET,VTIME,NAME
check 'a reference has file, offset, protection and virtual time' all \
	'out_has "^fault,file,r-xp,8:1,12,5,20480,1,/lib/a.so$"' 'out_has "^fault,heap,rw-p,-,-,-,-,2,\[heap\]$"'
check 'a reference in no mapping has none' out_has '^fault,-,-,-,-,-,-,3,-$'
check 'a child has the mappings of who forked it, and a count of its own' out_has '^fault,heap,rw-p,-,-,-,-,1,\[heap\]$'
trace 51 --list --jsonl -o RECORD,PID,PARENT,COMMAND,WHAT,SWEEP,GUARDED,STILL
check 'what becomes of processes, and sweeps, are rows' test \
	"$(jq -c 'select(.record != "fault") | [.record, .pid, .parent, .command, .what, .sweep, .guarded, .still]' "$work/out" | tr -d '\n')" = \
	'["process",51,null,"fake","comes",1,null,null]["sweep",null,null,null,null,1,16,0]["fork",53,51,"child",null,null,null,null]["exit",53,null,"child",null,null,null,null]["sweep",null,null,null,null,2,16,1]'
trace 78 --list --csv -n -o RECORD,LOST,CPU
check 'lost events stand where they were lost' all 'exits 3' 'out_has "^lost,9,1$"' 'err_has "9 events were not read in time"'

trace 51 --save "$work/saved"
check 'a trace is saved' all 'exits 0' no_out 'test -s "$work/saved"'
trace 51 --list --csv
cp "$work/out" "$work/live"
trace --read "$work/saved" --list --csv
check 'a saved trace is read back as it was' cmp -s "$work/out" "$work/live"

trace --print-query 51 uid:5 --for 2s --window 8 --huge keep --buffer 4M --kind anon,heap --cpu 1 --children
check 'options are those of the query' out_is 'trace 51 every=500ms for=2s window=8 huge=keep buffer=4M kind=anon,heap cpu=1 children=1
trace uid:5 every=500ms for=2s window=8 huge=keep buffer=4M kind=anon,heap cpu=1 children=1'

trace --list -o RECORD -- sh -c 'echo "from $0"; exit 7' command
check 'a command runs once it is traced, and its exit code is ours' all 'exits 7' 'out_has "^from command$"' 'out_has "^fault"'
trace --save "$work/of-command" -- sh -c 'echo ran'
check 'a command runs while its trace is saved only' all 'exits 0' 'out_is ran'
trace -- "$work/nothing"
check 'a command that is not there is told of' all 'exits 127' 'err_has "nothing: No such file or directory"'
trace -o NOSUCH -- touch "$work/ran"
check 'a command that could not be traced does not run' all 'exits 2' 'test ! -e "$work/ran"'
trace --print-query -- true
check 'the query of a command is not known before' all 'exits 2' 'err_has "no PID yet"'

trace
check 'a target is needed' all 'exits 2' 'err_has "trace takes at least one PID"'
trace 1 --window 0
check 'a window has one page at least' all 'exits 2' 'err_has "window 0: "'
trace 1 --window 1025
check 'a window has 1024 pages at the most' all 'exits 2' 'err_has "window 1025: "'
trace 1 --every never
check 'an interval is a time' all 'exits 2' 'err_has "every never: a time expected"'
trace 1 --kind 'anon every=1s'
check 'an option is one word of the query' all 'exits 2' 'err_has "one word expected"'
ktap_end
