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

# Huge pages: process 51 has one in each of two mappings, one of them in two parts
mkdir -p "$work/proc/51" "$work/debug"
export PAGESNAP_PROC=$work/proc PAGESNAP_DEBUGFS=$work/debug
# huge KIB KIB: what smaps says of its two mappings
huge()
{
	printf '%s\n' '00400000-00401000 r-xp 00000000 08:01 12   /bin/a' 'AnonHugePages:         0 kB' \
		'7f0000000000-7f0000400000 rw-p 00000000 00:00 0 ' 'Size:               4096 kB' \
		"AnonHugePages:      $1 kB" 'ShmemPmdMapped:        0 kB' 'VmFlags: rd wr' \
		'7f8000000000-7f8000200000 rw-s 00000000 00:01 5    /dev/zero' 'AnonHugePages:         0 kB' \
		"ShmemPmdMapped:     $2 kB" 'FilePmdMapped:         0 kB' >"$work/proc/51/smaps"
}
huge 2048 2048
trace 51 --huge split --csv
check 'without debugfs huge pages are not split, and nothing is traced' all 'exits 1' no_out \
	'err_has "split_huge_pages: not there: debugfs has to be mounted"'
: >"$work/debug/split_huge_pages"
trace 51 --huge split --csv
check 'each mapping with huge pages is split before it is traced' all 'exits 0' 'out_has "/lib/a.so"' \
	'test "$(cat "$work/debug/split_huge_pages")" = 51,0x7f0000000000,0x7f000040000051,0x7f8000000000,0x7f8000200000'
check 'huge pages that could not be split are told of' all 'err_has "^# process 51: huge pages of 4M were not split"' \
	'! err_has "khugepaged"'
# It is read twice: before, and after
rm "$work/proc/51/smaps"
mkfifo "$work/proc/51/smaps"
{ huge 2048 2048; sleep 1; huge 0 2048; } &
PAGESNAP_PROC=$work/proc trace 51 --huge split --csv
kill $! 2>/dev/null
check 'what was split is told, and for how long' all 'exits 0' \
	'err_has "^# process 51: huge pages of 2M were split, and stay so until khugepaged merges them"' \
	'err_has "huge pages of 2M were not split"'
rm "$work/proc/51/smaps"
huge 0 0
rm -r "$work/debug"
trace 51 --huge split --csv
check 'where there are no huge pages nothing is split' all 'exits 0' '! err_has "huge"'
trace 51 --huge split --print-query
check 'the module is not asked to split, and a printed query splits nothing' all 'exits 0' 'out_is "trace 51 every=500ms"'
# Of two users and cgroups
mkdir -p "$work/proc/60" "$work/debug"
huge 2048 0
cp "$work/proc/51/smaps" "$work/proc/60/smaps"
printf 'Name:\ta\nUid:\t5\t0\t0\t0\n' >"$work/proc/51/status"
printf 'Name:\tUid: 5\nUid:\t50\t5\t5\t5\n' >"$work/proc/60/status"
echo 0::/one/below >"$work/proc/51/cgroup"
echo 0::/one-more >"$work/proc/60/cgroup"
for target in uid:5 cgroup:/one uid:50 cgroup:/; do
	: >"$work/debug/split_huge_pages"
	trace $target --huge split --csv
	printf '%s ' "$target"
	sed 's/,0x7f0000000000,0x7f0000400000/\n/g' "$work/debug/split_huge_pages" | sort | tr '\n' ' '
	echo
done >"$work/split"
cp "$work/split" "$work/out"
check 'processes of a user, or of a cgroup and those below it, have their huge pages split' \
	out_is 'uid:5 51 
cgroup:/one 51 
uid:50 60 
cgroup:/ 51 60 '
trace cgroup:@1 --huge split
check 'without cgroups huge pages of one are not split' all 'exits 1' 'err_has "huge split: cgroup:@1: "'
trace 51 --huge whole
check 'huge pages are kept or split' all 'exits 2' 'err_has "takes keep or split"'
unset PAGESNAP_PROC PAGESNAP_DEBUGFS
for how in keep split; do
	trace --huge $how --csv -- sh -c 'grep THP_enabled: /proc/self/status'
	cp "$work/out" "$work/thp-$how"
done
check 'a command, and what it runs, gets no huge pages if they shall be split' all 'err_has "^# sh and what it runs get no huge"' \
	'grep -qx "THP_enabled:.0" "$work/thp-split"' \
	'grep -qx "THP_enabled:.1" "$work/thp-keep"'

trace --list -o RECORD -- sh -c 'echo "from $0"; exit 7' command
check 'a command runs once it is traced, and its exit code is ours' all 'exits 7' 'out_has "^from command$"' 'out_has "^fault"'
trace --save "$work/of-command" -- sh -c 'echo ran'
check 'a command runs while its trace is saved only' all 'exits 0' 'out_is ran'
trace 51 --csv -- touch "$work/ran"
check 'processes and a command are not traced at once' all 'exits 2' 'test ! -e "$work/ran"' \
	'err_has "51: a process in front of the command behind --"'
trace --csv -- echo 51 -- 52
check 'a command gets all words behind the first dashes' all 'exits 0' 'out_has "^51 -- 52$"'
trace -- "$work/nothing"
check 'a command that is not there is told of, and nothing else' all 'exits 127' no_out 'err_is "pagesnap: $work/nothing: No such file or directory"'
PATH=/nowhere:$PATH trace -- nosuchcommand
check 'a command that is in none of the folders of PATH is told of' all 'exits 127' no_out 'err_is "pagesnap: nosuchcommand: No such file or directory"'
trace -- "$work"
check 'a folder is no command' all 'exits 126' no_out 'err_is "pagesnap: $work: Permission denied"'
touch "$work/no-program"
trace -- "$work/no-program"
check 'a file that is no program is no command' all 'exits 126' no_out 'err_has "no-program: Permission denied"'
trace -o NOSUCH -- touch "$work/ran"
check 'a command that could not be traced does not run' all 'exits 2' 'test ! -e "$work/ran"'
trace --print-query -- true
check 'the query of a command is not known before' all 'exits 2' 'err_has "no PID yet"'

# Sums, caches, pictures and requests, of one process and no fork
for scene in three exact whole fork huge lost none; do
	"$OUT/make-trace" $scene >"$work/$scene"
done
trace --read "$work/three" --csv -n -o PID,PAGES,REFERENCES,WRITES,NAME
check 'references are added up by mapping unless something else is asked for' out_is '700,64,256,0,/usr/lib/libscan.so.1
700,256,256,256,[heap]
700,16,256,0,[stack]'
trace --read "$work/three" --by file --csv -n -o PAGES,REFERENCES,NAME
check 'references are added up by file' out_is '272,512,-
64,256,/usr/lib/libscan.so.1'
trace 51 --csv -n -o COMMAND,REFERENCES,NAME
check 'sums of processes are printed once they were traced' all 'exits 0' 'out_has "^fake,1,/lib/a.so$"' 'out_has "^child,1,\[heap\]$"'
trace --read "$work/three" --mrc --csv -n -o PAGES,MISSES,COLD
check 'misses of LRU caches are by size, in powers of two' all 'out_has "^1,768,336$"' 'out_has "^64,528,336$"' 'out_has "^512,336,336$"'
trace --read "$work/three" --mrc --sizes 1M,3,16K,4 --csv -n -o PAGES
check 'sizes of caches are pages or bytes, each once and in order' out_is '3
4
256'
trace --read "$work/three" --mrc --files --csv -n -o PAGES,REFERENCES,COLD
check 'miss ratios of files leave other pages out' out_has '^64,256,64$'
trace --read "$work/three" --simulate opt,lru --sizes 4,300 --csv -n -o POLICY,PAGES,MISSES
check 'caches are simulated by policy and size' out_is 'lru,4,768
lru,300,336
opt,4,723
opt,300,336'
trace --read "$work/three" --mrc
check 'where references are unseen, sizes are told from which bounds hold' err_has '^# bounds from 1,535 pages .6M. on'
trace --read "$work/fork" --mrc
check 'a fork leaves no bounds of all pages' err_has '^# no bounds: a process forked'
trace --read "$work/fork" --mrc --files
check 'a fork leaves bounds of pages of files' err_has '^# bounds from'
trace --read "$work/huge" --mrc
check 'huge pages leave no bounds of all pages' err_has '^# no bounds: huge pages were kept'
trace --read "$work/huge" --mrc --files
check 'huge pages of the heap leave bounds of pages of files' err_has '^# bounds from'
trace --read "$work/lost" --mrc
check 'lost references leave no bounds' err_has '^# no bounds: references were lost'
for scene in exact whole; do
	trace --read "$work/$scene" --mrc
	cp "$work/err" "$work/says-$scene"
done
check 'a trace with a window of one page of one range is exact' grep -qx '# exact' "$work/says-exact"
check 'a trace with a window of one page of all memory is not called exact' grep -q '^# bounds from 1 page ' "$work/says-whole"
cat "$work/exact" "$work/exact" >"$work/twice"
trace --read "$work/twice" --mrc
check 'two answers of the same time leave no bounds' err_has '^# no bounds: there are several answers'
trace --read "$work/none" --mrc
check 'of no reference nothing is told' all 'exits 0' 'err_has "^# no reference was seen"'
check 'requests have 24 bytes each, and nothing stands around them' test \
	"$("$client" trace --read "$work/three" --format libcachesim | wc -c)" = 18432
trace --read "$work/three" --format jsonl --by file
check 'a format may be named' test "$(jq -s length "$work/out")" = 2
trace --read "$work/three" --list --csv -n -o ADDR
check 'rows are listed in any format' test "$(grep -c ^0x "$work/out")" = 768
trace 51 --save "$work/kept" --print --mrc
check 'what is saved can be looked at meanwhile' all 'exits 0' 'test -s "$work/kept"' 'out_has "MISSES"'
trace --text -- true
check 'a command runs, too, while its records are printed as they are' all 'exits 0' 'out_has "^fault "'
trace --by file -- sh -c 'exit 3'
check 'a command runs while its references are added up' all 'exits 3' 'out_has "REFERENCES"'
trace --mrc -- true
check 'a command runs while its caches are looked at' all 'exits 0' 'out_has "MISSES"'
trace --print-query 51 --range addr:1000-3000
check 'a range is asked for' out_has '^trace 51 0x1 0x3 '
ASAN_OPTIONS=detect_leaks=0 "$client" trace --read "$work/three" --plot "$work/three.png" --by-time >"$work/out"
check 'a saved trace is drawn' all no_out 'test -s "$work/three.png"'

# A command that says that it was told to end
PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" trace --list -- \
	sh -c 'trap "echo told >$0; exit 0" TERM; : >$0; while :; do sleep 0.1; done' "$work/told" \
	>"$work/out" 2>"$work/err" &
pid=$!
for _ in {1..100}; do
	[ -e "$work/told" ] && break
	sleep 0.1
done
kill -TERM $pid
wait $pid
check 'a signal is passed on to the command' grep -q told "$work/told"

refused()
{
	local name=$1 says=$2
	shift 2
	trace "$@"
	check "$name" all 'exits 2' "err_has '$says'"
}
refused 'views exclude each other' 'excludes --mrc' --mrc --list 1
refused 'a view is not printed while it is drawn' 'mrc prints nothing' 1 --mrc --plot a.png
refused 'caches are of one target' 'is of one target' 1 2 --mrc
refused 'a simulation needs sizes' 'needs --sizes' 1 --simulate lru
refused 'sizes are of caches' 'is for --mrc' 1 --sizes 4
refused 'files alone are for caches' 'is for --mrc' 1 --files
refused 'an unknown policy is refused' 'takes lru' 1 --simulate best --sizes 4
refused 'a size of nothing is refused' 'takes pages' 1 --mrc --sizes 0
refused 'an empty size is refused' 'takes pages' 1 --mrc --sizes 4,
refused 'an unknown format is refused' 'takes libcachesim' 1 --format xml
refused 'requests have no columns' 'has no columns' 1 --format libcachesim -o PID
refused 'records as they are exclude what is made of them' 'text shows all records' 1 --text --mrc
refused 'windows of references are for sums' 'is for --by' 1 --window-refs 5 --mrc
refused 'one range is traced at a time' 'one at the most' 1 --range addr:1000-2000 --range addr:4000-5000
refused 'an unknown sum is refused' 'takes mapping or file' 1 --by process

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
