#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# slab: who allocates the kernel's memory, as answer-slab.c tells it.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# asked COMMAND ARG...: of index files without a kernel.
asked()
{
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

# lines QUERY OPTION...: rows of one line of batch.
lines()
{
	echo "$1" >"$work/queries"
	shift
	asked batch "$work/queries" "$@"
}

# --- lines of batch ---------------------------------------------------------------

lines 'slab-event for=1s stack=2' --csv -n -o RECORD,SEQ,CPU,PID,CGROUP,OBJECT,SITE,BY,CACHE,REQUESTED,ALLOCATED,WASTE,GFP,FROM,BULK
check 'an allocation has its site and cache by name' all 'exits 0' \
	'out_has "^alloc,1,1,41,27,1,steady\+0x10,-,kmalloc-64,48,64,16,\"reclaim,io\",kmalloc,0$"'
check 'a free has who freed, and who had allocated' out_has '^free,3,2,43,-,1,whole\+0x20,steady\+0x10,-,-,-,-,-,-,-$'
lines 'slab-event for=1s stack=2' --csv -n -o RECORD,OBJECT,FREE,LIFE,OLD,OTHER_CPU,OTHER_NODE,SITE,BY
check 'frees say how and where they were freed' all 'out_has "^free,1,now,4000,0,1,1,whole\+0x20,steady\+0x10$"' \
	'out_has "^free,2,deferred,4000,0,0,0,"'
check 'what nobody saw is unknown' all 'out_has "^free,3,unseen,\?,0,0,0,\?,steady\+0x10$"' \
	'out_has "^free,-,bulk,\?,1,0,0,whole\+0x20,\?$"'
check 'what is told twice is freed by nobody' out_has '^free,5,twice,\?,0,0,0,\?,steady\+0x10$'
lines 'slab-event for=1s stack=2' --csv -n -o STACK
check 'callers are told with stack=' out_has '^steady\+0x10;caller\+0x9$'
lines 'slab-event for=1s' --csv -n -o STACK
check 'without stack= there are no callers' test "$(sort -u "$work/out")" = -
lines 'slab-event for=1s buffer=64K' --csv -n -o RECORD,CPU,LOST
check 'lost events stand where they were lost' all 'exits 3' 'out_has "^lost,1,9$"' 'err_has "9 events were not read in time"' \
	'! err_has "old"'
lines 'slab-object for=1s objects=1024'
check 'objects and rounds that are missing are told as such' all 'exits 3' \
	'err_has "6 objects skipped \(6 objects\), 1 round skipped \(1 missed\)"'
lines 'slab-site for=2s by=pid' --csv -n -o RECORD,ROUND,PID,SITE,ALLOCS,FREES,REQUESTED,ALLOCATED,WASTE,FRAG%,LIVE,LIVE_REQUESTED,LIVE_WASTE
check 'a sum has what was lost to rounding' \
	out_has '^site-sum,-,41,steady\+0x10,200,180,9600,12800,3200,25,1280,960,320$'
check 'a round ends with its number' out_has '^round,2,-,-,'
lines 'slab-cache for=1s' --csv -n -o CACHE,OTHER_CPU,OTHER_CPU%,OTHER_NODE,OTHER_NODE%,DEFERRED,UNSEEN,MEDIAN,P99,LIFETIMES
check 'frees elsewhere and lifetimes are told of caches' \
	out_has '^kmalloc-64,9,10,3,3,1,0,16,4096,"16:80,4096:10"$'
check 'lifetimes above all bounds are others' out_has '^dentry,0,0,0,0,0,0,\?,\?,other:10$'
check 'without a free there are no lifetimes' out_has '^kmalloc-1k,0,-,0,-,0,0,-,-,-$'
lines 'slab-object for=1s' --jsonl
check 'an object is of its age' test "$(jq -c 'select(.site == "steady+0x10") | [.record, .life, .from]' <(asked batch "$work/queries" --jsonl -o RECORD,LIFE,FROM,SITE; cat "$work/out") | head -1)" = \
	'["object",250000000,"kmalloc"]'
lines 'slab-site for=1s' --text
check 'text is that of the kernel' out_has '^site +q=1 id=2 name=leaks\+0x30.*leaky\]$'
lines 'slab-site for=1s' --save "$work/saved"
lines 'slab-site for=1s' --csv
cp "$work/out" "$work/live"
asked batch --read "$work/saved" --csv
check 'saved sums are read back as they were' cmp -s "$work/out" "$work/live"
lines 'slab-site'
check 'a line without an option is refused' all 'exits 1' 'err_has "an option expected, as for=10s"'

# --- sums -------------------------------------------------------------------------

slab()
{
	asked slab "$@"
}

slab --print-query
check 'ten seconds are looked at, and each second is told' out_is 'slab-site for=10s every=1s'
slab --print-query --for 90s
check 'a long look has sixty rounds' out_is 'slab-site for=90s every=1500ms'
slab --print-query --for 20ms
check 'a short look has rounds of 10 ms at least' out_is 'slab-site for=20ms every=20ms'
slab --print-query --every 2s --by cache
check 'with --every it goes on until it is interrupted' out_is 'slab-cache every=2s'
slab --print-query --for 1s --site a --cache b --min-size 8 --max-size 4K --gfp io,fs --node 0 --pid 1 --cgroup /c --cpu 2 --objects 2048
check 'options are those of the query' \
	out_is 'slab-site for=1s every=1s site=a cache=b min-size=8 max-size=4K gfp=io,fs node=0 pid=1 cgroup=/c cpu=2 objects=2048'
slab --csv
check 'rows are of sites, those with most live bytes first' all 'exits 0' 'out_is "LIVE,ALLOCS,FREES,REQUESTED,ALLOCATED,FRAG%,SITE
51200,50,0,50000,51200,2,ghost+0x40
51200,50,0,50000,51200,2,leaks+0x30 [leaky]
10240,50,40,50000,51200,2,grows+0x50
6400,1000,900,48000,64000,25,steady+0x10
0,100,100,25600,25600,0,whole+0x20"'
slab
check 'slab prints a table' all 'exits 0' 'out_has "^ *50K +50 +0 +48.8K +50K +2 ghost\+0x40$"'
slab --by cache --csv -n -o ALLOCS,CACHE
check 'rows are of caches' out_is '50,kmalloc-1k
1000,kmalloc-64
100,dentry'
mkdir -p "$work/proc/41" "$work/cgroup"
echo worker >"$work/proc/41/comm"
PAGESNAP_PROC=$work/proc slab --by pid --csv -n -o PID,COMMAND,ALLOCS
check 'sums of a process are added up over its caches' out_is '41,worker,1050
42,?,100'
{
	echo 'slabinfo - version: 2.1'
	echo '# name <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables : slabdata'
	echo 'kmalloc-64 40 64 64 64 1 : tunables 0 0 0 : slabdata 2 2 0'
	echo 'kmalloc-cg-64 2 64 64 64 1 : tunables 0 0 0 : slabdata 1 1 0'
	echo 'dentry 7 42 192 21 1 : tunables 0 0 0 : slabdata 2 2 0'
} >"$work/proc/slabinfo"
PAGESNAP_PROC=$work/proc slab --by cache --csv -n
check 'caches have what slabinfo says that they have in all' out_is '51200,50,0,50000,51200,2,?,?,kmalloc-1k
6400,1000,900,48000,64000,25,42,12288,kmalloc-64
0,100,100,25600,25600,0,7,8192,dentry'
PAGESNAP_PROC=$work/proc slab --by cache --json
check 'what slabinfo lacks is unknown, and not 0' test "$(jq -c '[.pagesnap[].all_bytes]' "$work/out")" = '["?",12288,8192]'
PAGESNAP_PROC=$work/proc slab --by cache --live --csv -n -o ALL_OBJECTS,CACHE
check 'caches of live objects have it, too' out_is '?,kmalloc-1k
42,kmalloc-64'
PAGESNAP_PROC=$work/proc slab --csv -n -o ALL_BYTES,SITE
check 'sites have nothing in all' out_has '^-,steady'
PAGESNAP_PROC=$work/none slab --by cache --csv -n -o ALL_BYTES
check 'without slabinfo nothing is known of it' test "$(sort -u "$work/out")" = '?'
slab --by cache --save "$work/saved"
PAGESNAP_PROC=$work/proc slab --read "$work/saved" --csv -n -o ALL_BYTES
check 'what there is now is not told of what was saved' test "$(sort -u "$work/out")" = '?'
slab --by cgroup --csv -n -o CGROUP,ALLOCS
check 'what is allocated in interrupts is of no cgroup' out_is '-,50
27,1000
28,100'
slab --by cgroup
check 'people see that it is of interrupts' out_has '\[interrupt\]$'
slab --frag --csv -n
check 'what is lost to rounding comes with most first' test "$(head -1 "$work/out")" = '16000,25,48000,64000,1000,1600,steady+0x10'
slab --cross --csv -n
check 'what is freed elsewhere comes with most first' test "$(head -1 "$work/out")" = '90,10,30,3,900,1000,steady+0x10'
slab --lifetimes --csv -n
check 'lifetimes come with most frees first' test "$(head -1 "$work/out")" = '1000,900,16,4096,"16:800,4096:100",steady+0x10'
slab --csv -n -o RATE,SHARE%,SITE
check 'how often, and how much of all, is told' out_has '^100,26,steady\+0x10$'
slab --top 2 --csv -n -o SITE
check 'rows are as many as are asked for' out_is 'ghost+0x40
leaks+0x30 [leaky]'
slab --every 5s --for 10s --csv -n -o ROUND,AT,ALLOCS,FREES,LIVE,RATE,SITE
check 'with --every each round has what was allocated in it, and what is alive' all \
	'out_has "^1,105000000000,100,90,640,20,steady\+0x10$"' 'out_has "^2,110000000000,100,90,1280,20,steady\+0x10$"'
slab --every 5s --for 10s --top 1 --csv -n -o ROUND,SITE
check 'each round has as many rows as are asked for' out_is '1,ghost+0x40
2,ghost+0x40'
slab --every 5s --for 10s --json
check 'rounds are one document' test "$(jq -c '[.pagesnap | length, .[0].round, .[9].round]' "$work/out")" = '[10,1,2]'
slab --site alloc_pid --pid 4194303
check 'an error names what was asked for' all 'exits 1' no_out \
	'err_has "^pagesnap: slab --site alloc_pid --pid 4194303: no such task in your PID namespace$"'
slab --leaks --pid 4194303
check 'what both answers refuse is said once' all 'exits 1' no_out 'err_is "pagesnap: slab --pid 4194303: no such task in your PID namespace"'
slab --list --csv --for 1s
check 'events have columns that sums alone have only if they are named' all 'exits 0' \
	'[ "$(head -n 1 "$work/out")" = RECORD,PID,CPU,REQUESTED,ALLOCATED,OBJECT,FREE,LIFE,CACHE,SITE ]'
slab --list --csv --for 1s --stack 2 -o +ROUND
check 'events have their callers if these are asked for' all 'exits 0' 'head -n 1 "$work/out" | grep -q ",SITE,STACK,ROUND$"'
slab --list --csv -n -o RECORD,SITE
check 'with --list each event is a row' all 'exits 0' 'out_has "^alloc,steady\+0x10$"' 'out_has "^free,whole\+0x20$"'
slab --save "$work/saved"
check 'what was told is saved' all 'exits 0' no_out
slab --csv
cp "$work/out" "$work/live"
slab --read "$work/saved" --csv
check 'saved sums are added up as they were' cmp -s "$work/out" "$work/live"
slab --by pid --save "$work/saved" --print --csv
cp "$work/out" "$work/live"
slab --by pid --read "$work/saved" --csv
check 'saved sums of processes are added up as they were' cmp -s "$work/out" "$work/live"
slab --read "$work/saved" --csv
check 'without --by what was saved is shown as it was asked for' cmp -s "$work/out" "$work/live"
slab --read "$work/saved" --by cache --csv -n -o ALLOCS,CACHE
check 'sums of processes were saved by cache, too' out_is '50,kmalloc-1k
1000,kmalloc-64
100,dentry'
slab --read "$work/saved" --by cgroup --csv
check 'what was not saved is said, and what was' all 'exits 1' no_out \
	'err_has "^pagesnap: --by cgroup: what was saved can be shown --by cache and --by pid$"'
cp "$work/saved" "$work/of-processes"
slab --save "$work/of-sites"
slab --read "$work/of-sites" --by pid --csv
check 'sums of sites are of no process' all 'exits 1' no_out 'err_has "can be shown --by site$"'
cat "$work/of-sites" "$work/of-processes" >"$work/both"
slab --read "$work/both" --csv
check 'sums by different things are not added up' all 'exits 1' 'err_has "^pagesnap: --by site: .* --by cache and --by pid$"'
slab --list --save "$work/events"
slab --read "$work/events" --csv
check 'events that were saved are shown by --list' all 'exits 1' 'err_has "was saved is events: --list shows them"'
slab --read "$work/events" --list --csv
check 'events that were saved have the columns of events' all 'exits 0' \
	'[ "$(head -n 1 "$work/out")" = RECORD,PID,CPU,REQUESTED,ALLOCATED,OBJECT,FREE,LIFE,CACHE,SITE ]'
slab --read "$work/events" --list --csv -n -o RECORD
check 'saved events are listed' out_has '^alloc$'
slab --read "$work/events" --text
check 'saved events are printed as they are' out_has '^alloc '
cat "$work/saved" "$work/saved" >"$work/twice"
slab --by pid --read "$work/twice" --csv -n -o PID,ALLOCS
check 'sums of two runs are added up' out_is '41,2100
42,200'

# --- objects ------------------------------------------------------------------------

slab --live --csv -n
check 'live objects are those of the last round, with their ages in ms' all 'exits 0' 'out_is "51200,50,50000,9500,5000,500,ghost+0x40
51200,50,50000,9500,5000,500,leaks+0x30 [leaky]
10240,10,10000,500,500,500,grows+0x50
192,3,144,250,250,250,steady+0x10"'
slab --live --by cache --csv -n -o LIVE_OBJECTS,CACHE
check 'live objects are of caches' out_is '110,kmalloc-1k
3,kmalloc-64'
slab --live --every 5s --for 10s --csv -n -o ROUND,LIVE_OBJECTS,SITE
check 'live objects are told each round' all 'out_has "^1,5,ghost"' 'out_has "^2,10,ghost"'
slab --live --min-age 2s --print-query
check 'old objects can be asked for' out_is 'slab-object for=10s every=1s min-age=2s'
slab --leaks --print-query
check 'leaks are looked for among objects, with sums to see whether all frees were seen' out_is 'slab-site for=10s every=10s
slab-object for=10s every=1s stack=16'
slab --leaks --csv -n
check 'what is never freed leaks, and what gives up old objects hardly does' all 'exits 0' \
	'out_is "high,51200,50,46080,9/9,100,9500,leaks+0x30 [leaky],leaks+0x30 [leaky];caller+0x9
low,10240,10,9216,9/9,0,500,grows+0x50,grows+0x50;caller+0x9"'
check 'what has frees that nobody saw is not called a leak' all '! out_has ghost' \
	'err_has "^# 1 more only got more, but nobody saw all of their frees"'
slab --leaks --for 3s --every 1s --csv -n -o SURE,SITE
check 'few rounds are not sure' out_has '^medium,leaks'
slab --leaks --for 1s --every 1s --csv -n
check 'in one round nothing can get more' all 'exits 0' silent no_out
slab --leaks --for 1s --every 1s
check 'people are told that there are no rows' all 'exits 0' no_out \
	'err_is "# nothing has more objects than in the first round"'
slab --leaks --for 200s --every 1s --csv -n -o SURE,GREW,KEPT%,SITE
check 'of many rounds some are kept, spread over all' out_has '^high,[0-9]+/[0-9]+,100,leaks'
lines 'slab-object for=10s every=1s' --save "$work/saved"
slab --leaks --read "$work/saved" --csv -n -o SURE,SITE
check 'without sums it is not sure that all frees were seen' all 'out_has "^medium,leaks"' 'out_has "^medium,ghost"'
lines 'slab-object for=10s every=1s' --save "$work/saved"
slab --live --read "$work/saved" --by pid --csv -n -o PID,LIVE_OBJECTS
check 'objects that were saved can be shown by anything' out_has '^41,113$'
slab --leaks --by cache --save "$work/saved"
slab --leaks --read "$work/saved" --csv -n -o SURE,CACHE
check 'leaks are shown by what was asked for' out_has '^[a-z]+,kmalloc-1k$'
slab --leaks --by site --read "$work/saved" --csv -n -o SURE,SITE
check 'sums by something else do not tell that frees were seen' all 'out_has "^medium,leaks"' 'out_has "^medium,ghost"'
slab --leaks --save "$work/saved"
slab --leaks --read "$work/saved" --jsonl
check 'leaks can be told of what was saved' test "$(jq -c '[.sure, .grown_bytes, .stack]' "$work/out" | head -1)" = \
	'["high",46080,"leaks+0x30 [leaky];caller+0x9"]'

# --- pictures -----------------------------------------------------------------------

# The frame of 1200x800: its inside is from 76 to 900, and from 66 to 708.
PATH=$OUT/sanitized:$PATH
at() { [ "$("$OUT/pixels" "$work/slab.png" at "$1" "$2")" = "$3" ]; }
slab --plot "$work/slab.png"
check 'a picture has what is alive, the largest on top' all 'exits 0' no_out 'at 890 250 3a1240' 'at 890 500 78294d' \
	'at 890 650 ac4442' 'at 890 695 d5683a'
check 'what is alive grows as time goes on' all 'at 100 250 ffffff' 'at 100 600 ffffff' 'at 100 650 3a1240'
slab --read "$work/saved" --plot "$work/slab.png"
check 'of several answers the last is drawn' all 'exits 0' 'at 890 250 3a1240'
"$OUT/sanitized/pagesnap-plot" --kind slab "$work/slab.svg" <"$work/saved" >"$work/out" 2>"$work/err"
check 'a saved answer is drawn as SVG' all no_out 'grep -q "<svg" "$work/slab.svg"'
slab --plot "$work/none.png" --for 1s
check 'one round is no picture' all 'exits 1' 'err_has "not drawn: no two rounds of sums or objects"' 'test ! -e "$work/none.png"'
slab --list --plot "$work/none.png"
check 'events are not drawn' all 'exits 2' 'err_has "draws what is alive"'
slab --plot "$work/slab.png" --top 2 --print --csv -n -o SITE
check 'rows are printed beside a picture if they are asked for' out_is 'ghost+0x40
leaks+0x30 [leaky]'

# --- a command ----------------------------------------------------------------------

slab --csv -n -o SITE -- sh -c 'echo "from $0"; exit 7' command
check 'a command runs once it is looked at, and its exit code is ours' all 'exits 7' 'out_has "^from command$"' 'out_has "^steady"'
slab --save "$work/of-command" -- sh -c 'echo $$'
check 'a command is asked for by its process, with what that forks, until it ends' \
	grep -aq "every=1s pid=$(cat "$work/out") children=1 until=exit" "$work/of-command"
slab --read "$work/of-command" --csv -n -o SITE
check 'what was saved of a command is read back' out_has '^steady'
slab --for 90s --site a --save "$work/of-command" -- true
check 'a command has options of a query, too' grep -aq 'for=90s every=1500ms site=a pid=[0-9]* children=1 until=exit' "$work/of-command"
slab --list --save "$work/of-command" -- true
check 'events of a command have no end but its own' all 'grep -aq "pid=[0-9]* children=1 until=exit" "$work/of-command"' \
	'! grep -aq "for=" "$work/of-command"'
slab --list --csv -n -o RECORD -- sh -c 'echo ran'
check 'a command runs while its events are listed' all 'exits 0' 'out_has "^ran$"' 'out_has "^alloc$"'
slab --leaks --csv -n -o SITE -- sh -c 'echo ran'
check 'a command runs while leaks are looked for' all 'exits 0' 'out_has "^ran$"'
for slow in site object; do
	rm -f "$work/log"
	FAKE_SLOW=slab/${slow}_index FAKE_LOG=$work/log slab --leaks -- cat "$work/log"
	check "a command waits until both answers of leaks have begun, with that of ${slow}s late" out_has '^slow one answers$'
done
for refused in site object; do
	PAGESNAP_DIR=/fake/slab FAKE_UNTIL=1 FAKE_REFUSE=slab/${refused}_index \
		LD_PRELOAD=$OUT/fake-index.so timeout 20 "$plain" slab --leaks -- sh -c 'exit 5' >/dev/null 2>&1
	check "a command runs if one of two answers is refused: $refused" [ $? = 5 ]
done
slab --live --every 100ms --for 1s --csv -n -o SITE -- sh -c 'echo ran'
check 'a command runs while its objects are told' all 'exits 0' 'out_has "^ran$"' 'out_has "^steady"'
slab --text -- sh -c 'echo ran'
check 'a command runs while records are printed as they are' all 'exits 0' 'out_has "^ran$"' 'out_has "^site-sum "'
slab -- "$work/nothing"
check 'a command that is not there is told of, and nothing else' all 'exits 127' no_out 'err_is "pagesnap: $work/nothing: No such file or directory"'
PATH=/nowhere:$PATH slab -- nosuchcommand
check 'a command that is in none of the folders of PATH is told of' all 'exits 127' no_out 'err_is "pagesnap: nosuchcommand: No such file or directory"'
slab -- "$work"
check 'a folder is no command' all 'exits 126' no_out 'err_is "pagesnap: $work: Permission denied"'
touch "$work/no-program"
slab -- "$work/no-program"
check 'a file that is no program is no command' all 'exits 126' no_out 'err_has "no-program: Permission denied"'
slab -- sh -c 'kill -SEGV $$'
check 'a command that a signal ends has 128 and its number' exits 139
slab -o NOSUCH -- touch "$work/ran"
check 'a command that could not be looked at does not run' all 'exits 2' 'test ! -e "$work/ran"'
slab --print-query -- touch "$work/ran"
check 'the query of a command is not known before' all 'exits 2' 'err_has "no PID yet"' 'test ! -e "$work/ran"'
slab --pid 1 -- touch "$work/ran"
check 'another process than the command is not looked at' all 'exits 2' 'err_has "^pagesnap: --pid: a command"' 'test ! -e "$work/ran"'
slab 42 -- touch "$work/ran"
check 'a process stands not in front of a command' all 'exits 2' 'err_has "takes no operands"' 'test ! -e "$work/ran"'
slab --read "$work/saved" -- touch "$work/ran"
check 'what is saved is of no command' all 'exits 2' 'test ! -e "$work/ran"'

# --- usage --------------------------------------------------------------------------

slab 42
check 'a process is no operand' all 'exits 2' 'err_has "takes no operands"'
slab --live --frag
check 'two reports exclude each other' all 'exits 2' 'err_has "excludes --live"'
slab --by node
check 'rows are of what there is' all 'exits 2' 'err_has "takes site, cache, pid or cgroup"'
slab --every 2s --for 1s
check 'a round fits into the time' all 'exits 2' 'err_has "no round fits"'
slab --for never
check 'how long is a time' all 'exits 2' 'err_has "a time expected"'
slab --site 'a every=1s'
check 'an option is one word of the query' all 'exits 2' 'err_has "one word expected"'
slab --stack 3
check 'callers are for leaks and events' all 'exits 2' 'err_has "is for --leaks and --list"'
slab --min-age 3s --leaks
check 'an age is for live objects' all 'exits 2' 'err_has "is for --live"'
slab --buffer 1M
check 'a buffer is for events' all 'exits 2' 'err_has "is for --list"'
slab --list --by cache
check 'events are not added up' all 'exits 2' 'err_has "adds up, and --list does not"'
slab --top 0
check 'a table has a row' all 'exits 2' 'err_has "one row at least is needed"'
ktap_end
