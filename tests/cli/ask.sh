#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Asking: from queries to rows, messages and exit codes.  See answer.h.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# names_are NAMES: the FILE column of the last run's raw output.
names_are() { [ "$(tr '\n' ' ' <"$work/out")" = "$1 " ]; }

# --- subcommands ------------------------------------------------------------

run file /a /b -nr -o FILE
check 'file asks for each file' all 'exits 0' silent 'names_are "/a /b"'
run file /a --range 0,1 --range 5- -nr -o Q,FILE
check 'each file is asked for each range' all 'exits 0' 'names_are "1 /a 2 /a"'
run fs /many-30 --jsonl
check 'fs asks for the files of a filesystem' all 'exits 0' silent 'lines 30'
run fs /many-30 -nr -o FILE
check 'machine formats come in the order of the walk' all 'out_has "^/file-1$"' \
	'[ "$(head -1 "$work/out")" = /file-1 ]'
run fs /many-30 --csv --top 2 -o FILE -n
check '--top sorts and cuts them' all 'exits 0' 'lines 2' 'out_has "^/file-30"'
run fs /many-30
check 'a table of fs is sorted, and whole if it is no terminal' all 'exits 0' silent 'lines 31' \
	'[ "$(awk "NR == 2 { print \$NF }" "$work/out")" = /file-30 ]'
run task 4242 -o PID,COMMAND,FILE -nr
check 'task asks for the mappings of a process' all 'exits 0' silent 'out_is "4242 fake /lib/a.so"'
run task uid:5 -o PID,COMMAND,FILE -nr
check 'task asks for those of all processes of a user' all 'exits 0' silent \
	'[ "$(cat "$work/out")" = "$(printf "41 fake /lib/a.so\\n42 fake /lib/a.so")" ]'
run task 5 uid:5 --children --print-query
check '--children asks for the children of each' all 'exits 0' \
	'out_is "$(printf "task 5 children=1 group=object\ntask uid:5 children=1 group=object")"'
run task uid:5 --group total -nr -o PID,RES
check 'their sum is of no process' all 'exits 0' silent 'out_is "- 131072"'
run task uid:5 --json -o PID,RES
check 'as JSON, each mapping has its PID' all 'exits 0' 'out_has "\"pid\":41,"' 'out_has "\"pid\":42,"'
run task uid:8
check 'a user without processes' all 'exits 0' 'err_is "# uid:8: no process with memory"'
run task uid:6 -nr -o PID
check 'processes that were passed over are counted' all 'exits 3' \
	'[ "$(tr "\n" " " <"$work/out")" = "41 42 " ]' \
	'err_is "pagesnap: uid:6: 3 processes skipped (2 exited, 1 self)"'
run task uid:0 -nr -o PID
check 'the own process is left out, and nothing is missing' all 'exits 0' \
	'[ "$(tr "\n" " " <"$work/out")" = "41 42 " ]' 'err_is "# uid:0: 1 process skipped (1 self)"'
run task uid:9 -nr -o PID
check 'there is only the own process' all 'exits 0' no_out 'err_is "# uid:9: 1 process skipped (1 self)"'
run task uid:broken uid:large -nr -o PID
check 'a user that can not be looked up, and one of whom much is known' all 'exits 3' 'names_are "41 42"' \
	'err_is "pagesnap: uid:broken: Input/output error"'
run task uid:nosuch 1 uid:5 -nr -o PID
check 'a user that is not there' all 'exits 3' 'names_are "1 41 42"' \
	'err_is "pagesnap: uid:nosuch: no such user"'
mkdir -p "$work/cgroups/a.slice/ssh.service" "$work/cgroups/"$'b\033.slice/ssh.service'
export PAGESNAP_CGROUPS=$work/cgroups
run task cgroup:nosuch cgroup:ssh uid:nosuch
check 'cgroups that are not there, or several' all 'exits 1' 'lines 0' \
	'err_has "^pagesnap: cgroup:nosuch: no such cgroup below $work/cgroups$"' \
	'err_has "^pagesnap: cgroup:ssh: there are several: /.*\.slice/ssh.service and /.*\.slice/ssh.service$"' \
	'err_has "/b.033\.slice/ssh"' 'err_has "^pagesnap: uid:nosuch: no such user$"'
run task cgroup:ssh --print-query
check 'the same without asking' all 'exits 1' no_out 'err_has "there are several: "' 'err_has "/b.033\.slice/ssh"'
unset PAGESNAP_CGROUPS
run pfn 0x10 -o PFN,NR -nr
check 'pfn asks for frames' all 'exits 0' silent 'lines 2' 'out_has "^0x1000 4$"'
run pfn --summary
check '--summary adds up frames by flags' \
	all 'exits 0' silent 'out_has "^0x0000000000000028 +192 "' 'out_has "^ *total +256 "'
run file /a /b -s -nr -o FLAGS,PAGES
check 'a summary of several answers' all 'exits 0' 'out_has "^0x0*38 4$"' 'out_has "^0x0*28 12$"'
run fs / --text
check '--text prints what index files print' \
	all 'exits 0' 'out_has "^# pagesnap abi"' 'out_has "^end +q=1 status=complete"'

run file /a /nosuch --json -o LINE
check 'an argument has no line' all 'exits 3' \
	'[ "$(jq -c "[.pagesnap[0].line, .end[0].line]" "$work/out")" = "[null,null]" ]'

# --- failures ---------------------------------------------------------------

run file /nosuch
check 'where all queries fail the exit status is 1' \
	all 'exits 1' 'err_is "pagesnap: /nosuch: no such file or directory"'
run file /a /nosuch /b -nr -o FILE
check 'files beside one that is not there are shown' all 'exits 3' 'names_are "/a /b"' \
	'err_is "pagesnap: /nosuch: no such file or directory"'
run fs /a /nosuch /b --jsonl -o FILE
check 'the other filesystems as well' all 'exits 3' 'lines 2' 'err_has "^pagesnap: /nosuch: "'
run file --range 0 /dir
check 'a directory with a range' all 'exits 1' 'err_has "/dir: a directory has no range of pages$"'
run task 1 9 2 -nr -o PID
check 'a process that is gone' all 'exits 3' 'names_are "1 2"' 'err_has "^pagesnap: 9: no such task"'
run file ''
check 'an empty path' all 'exits 1' 'err_has "no such file"'
run fs /partial -nr
check 'what was skipped is named' all 'exits 3' \
	'err_is "pagesnap: /partial: 7 inodes skipped (5 freeing, 2 new)"'
run file /cut -nr
check 'what was cut off is named' all 'exits 3' 'err_has "^pagesnap: /cut: the limit of records"'
run fs /note -nr
check 'a note of the module is shown' all 'exits 0' 'err_is "# /note: an overlay has no pages"'
run file "$(printf '/\033[2J/nosuch')"
check 'names in messages are safe' all 'exits 1' 'err_has "/.033\[2J/nosuch: no such"'
FAKE_FAIL="read" run file /a /many-100000
check 'a read that fails' all 'exits 1' 'err_has "read: Input/output error"'
status=0
PAGESNAP_DIR=/no/such "$client" fs >"$work/out" 2>"$work/err" || status=$?
check 'no index files' all 'exits 1' 'err_has "^pagesnap: /no/such/sb_index: no index file"' no_out
status=0
PAGESNAP_DIR=/no/such "$client" fs --json >"$work/out" 2>"$work/err" || status=$?
check 'JSON says that answers are missing' all 'exits 1' \
	'[ "$(jq -c "[.pagesnap, .cut, .end]" "$work/out")" = "[[],true,[]]" ]'
FAKE_FAIL="read" run file /a /many-100000 /b --json -o FILE
check 'JSON is cut where a read fails' all 'exits 1' 'jq -e .cut "$work/out" >/dev/null'
FAKE_FAIL="read" run file /a /many-100000 /b --summary
check 'a summary says that its answer is cut' all 'exits 1' 'out_has "^ *total .*; cut$"'
run fs / -o NOSUCH
check 'an unknown column is found before anything is asked' all 'exits 2' no_out

# --- batches ----------------------------------------------------------------

batch()
{
	status=0
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$client" batch "$@" \
		>"$work/out" 2>"$work/err" || status=$?
}

cat >"$work/batch" <<'END'
# of every kind
file /a group=object tag=x
what is this

	fs /many-2   group=object
file /nosuch
file /b nosuchkey=1
task 3 group=object
pfn
file
task # no
pfn 0-5 group=object
END
run batch "$work/batch" --json
check 'a batch has answers and errors with their lines' \
	all 'exits 3' '! jq -e ".cut // .interrupted" "$work/out" >/dev/null' \
	'[ "$(jq -c "[.pagesnap[].q]" "$work/out")" = "[1,3,3,6,10]" ]' \
	'[ "$(jq -c "[.end[] | [.q, .line]]" "$work/out")" = "[[2,3],[4,6],[5,7],[7,9],[8,10],[9,11]]" ]'
cat >"$work/want" <<'END'
pagesnap: BATCH:3: file, fs, task, pfn, heat, heat-pfn, heat-file, trace, slab-event, slab-site, slab-cache or slab-object expected
  what is this
  ^
pagesnap: BATCH:6: no such file or directory
  file /nosuch
       ^
pagesnap: BATCH:7: unknown key
  file /b nosuchkey=1
          ^
pagesnap: BATCH:9: a range or an option expected; all frames are 0-
  pfn
     ^
pagesnap: BATCH:10: absolute path expected
  file
      ^
pagesnap: BATCH:11: PID, uid:N or cgroup:PATH expected
  task # no
       ^
END
sed -i "s,^\(pagesnap: \)$work/batch:,\1BATCH:," "$work/err"
check 'bad lines have their number, and a caret' cmp -s "$work/want" "$work/err"
check 'columns in JSON are those of the line' \
	[ "$(jq -c '[.end[].col]' "$work/out")" = '[1,6,9,4,5,6]' ]

batch <"$work/batch" -o LINE -nr
check 'a batch is read from stdin' all 'exits 3' 'names_are "2 5 5 8 12"' 'err_has "^pagesnap: stdin:3: "'
batch - <"$work/batch" -o LINE -nr
check 'a batch is read from -' all 'exits 3' 'names_are "2 5 5 8 12"'
printf 'file /a group=object\0\0# c\0file "/b\\040\\042" group=object\0file /c\nd' >"$work/zeros"
batch --null "$work/zeros" -nr -o LINE,FILE
check 'lines that end with a zero byte' all 'exits 3' 'names_are "1 /a 4 /b\\040\\042"' \
	'err_has "zeros:5: a query holds no newline: write .012, in quotes"'
printf 'file /a\0b\nfile /b group=object' >"$work/zero"
batch "$work/zero" -nr -o FILE
check 'no newline at the end' all 'out_has "^/b$"'
{ printf 'file /'; head -c 100000 /dev/zero | tr '\0' x; printf '\nfile /b group=object\n'; } >"$work/long"
batch "$work/long" -nr -o FILE
check 'a line that is too long' all 'exits 3' 'names_are /b' 'err_has "long:1: line is too long"' \
	'[ "$(wc -c <"$work/err")" -lt 500 ]'
: >"$work/none"
batch "$work/none" --json
check 'nothing to ask' all 'exits 0' silent '[ "$(jq -c .pagesnap "$work/out")" = "[]" ]'
batch /no/such/file
check 'no such batch' all 'exits 1' 'err_has "^pagesnap: /no/such/file: No such file"'
batch "$work"
check 'a folder is no batch' all 'exits 1' 'err_has "Is a directory"'
printf 'file /a\nfile /b group=run\n' >"$work/groups"
batch "$work/groups" --group object --jsonl -o RECORD,FILE
check '--group is for lines without one' all 'exits 0' 'lines 4' \
	'[ "$(head -1 "$work/out" | jq -r .record)" = file ]'
batch "$work/groups" --summary -nr -o PAGES
check '--summary is for all lines' all 'exits 0' silent 'out_has "^12$"'

printf 'wrong\nfile /nosuch\n\nfile /a group=object\nfile /b group=object\n' >"$work/first"
batch "$work/first" --csv
check 'a mistake in the first line does not choose the columns' all 'exits 3' 'lines 3' \
	'out_has "^Q,RECORD,RES,SIZE,DIRTY,MAPPED,EVICTED,SWAPPED,"'
batch "$work/first" --json --top 1
check 'a mistake in the first line does not choose what can be sorted' all 'exits 3' \
	'[ "$(jq -c "[[.pagesnap[].q], [.end[] | [.q, .line, .query, .errno]]]" "$work/out")" = \
	"[[3],[[1,1,\"wrong\",\"EINVAL\"],[2,2,\"file /nosuch\",\"ENOENT\"]]]" ]'
batch "$work/none" --top 1 --csv
check 'a batch of nothing can be sorted' all 'exits 0' silent 'lines 1'
printf 'wrong\nworse\n' >"$work/wrong"
batch "$work/wrong" --json --sort RES
check 'a batch of failures can be sorted' all 'exits 1' '[ "$(jq -c "[.end[].q]" "$work/out")" = "[1,2]" ]'

printf 'file /a group=object\nfile /a group=run\n' >"$work/mixed"
batch "$work/mixed" --json --sort RES
check 'rows of pages are not held, whichever answer they are in' all 'exits 1' \
	'err_has "sort is for files"'

# More lines than the module takes at once, of every kind, with mistakes.
awk 'BEGIN { for (i = 1; i <= 100000; i++)
	print i % 1000 == 0 ? "wrong " i : i % 1001 == 0 ? "task " i " group=object" : \
		"file /f" i " group=object" }' >"$work/many"
run batch "$work/many" -nr -o LINE
awk '$1 != "wrong" { print NR }' "$work/many" >"$work/want"
check '100,000 lines: answers in the order of the lines' all 'exits 3' \
	'cmp -s "$work/want" "$work/out"' '[ "$(grep -c "expected$" "$work/err")" -eq 5 ]' \
	'err_has "^pagesnap: file, fs, task, pfn, heat, heat-pfn, heat-file, trace, slab-event, slab-site, slab-cache or slab-object expected: 95 more like this, the last: $work/many:100000$"'
cp "$work/err" "$work/want_err"
run batch - -nr -o LINE --jobs 4 < <(cat "$work/many")
sed -i "s,\(pagesnap\|last\): stdin:,\1: $work/many:," "$work/err"
check 'with several sessions the same' all 'exits 3' 'cmp -s "$work/want" "$work/out"' \
	'cmp -s "$work/want_err" "$work/err"'

head -n 1500 "$work/many" | sed 's,^file /f[0-9]*7 .*,fs /many-500,' >"$work/some"
no_races 'sessions share nothing without a lock' 3 batch "$work/some" --jobs 8 --csv

# Answers don't wait for the next line of a pipe.
mkfifo "$work/pipe"
rm "$work/out"
PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$plain" batch -nr -o FILE \
	<"$work/pipe" >"$work/out" 2>"$work/err" &
pid=$!
exec 9>"$work/pipe"
echo 'file /a group=object' >&9
for ((i = 0; i < 50; i++)); do [ -s "$work/out" ] && break; sleep 0.1; done 2>/dev/null
check 'a slow pipe is answered line by line' all 'out_is /a'
echo 'file /b group=object' >&9
exec 9>&-
status=0
wait "$pid" || status=$?
check 'to its end' all 'exits 0' 'names_are "/a /b"'

# --- jobs, save and read ----------------------------------------------------

run fs /many-20000 /a /many-30000 /b /partial --csv -o Q,FILE
cp "$work/out" "$work/want"
sed 's,^,fs ,; s,$, group=object,' >"$work/several" <<<$'/many-20000\n/a\n/many-30000\n/b\n/partial'
run batch "$work/several" --csv -o Q,FILE --jobs 3
check 'the order of answers does not depend on --jobs' all 'exits 3' 'cmp -s "$work/want" "$work/out"'

# Not how long it takes, but how much of that it works.
TIMEFORMAT='%R %U %S'
{ time run fs /many-20000 /a /many-30000 /b /partial --csv -o Q,FILE --max-cpu 25; } 2>"$work/took"
check '--max-cpu: the same answers' all 'exits 3' 'cmp -s "$work/want" "$work/out"'
check '--max-cpu 25 leaves three quarters of the time at rest' \
	awk '{ print > "/dev/stderr"; exit $1 < 2.5 * ($2 + $3) }' "$work/took"
{ time run fs /many-20000 /a --csv -o Q,FILE --max-cpu 50 --jobs 3; } 2>"$work/took"
check '--max-cpu is of all jobs together' awk '{ print > "/dev/stderr"; exit $1 < 1.5 * ($2 + $3) }' "$work/took"
run fs / --max-cpu 0
check '--max-cpu 0 is refused' all 'exits 2' 'err_has "takes a percentage from 1 to 100"'
run fs / --max-cpu 101
check '--max-cpu of more than one processor is refused' all 'exits 2'

for jobs in 1 3; do
	run batch "$work/batch" --json --print --save "$work/saved" --jobs $jobs
	live=$status
	jq -S 'del(.. | .line?)' "$work/out" >"$work/want"
	alone batch -R "$work/saved" --json
	jq -S 'del(.. | .line?)' "$work/out" >"$work/got"
	check "what was saved reads as it was, jobs $jobs" all 'exits $live' 'cmp -s "$work/want" "$work/got"'
done
run fs /many-20000 --print --save /dev/full -nr
check 'a stream that can not be saved' all 'exits 1' 'err_has "/dev/full: No space left"'
run fs / --print --save /no/such/folder/file
check 'a stream can not be saved where there is no folder' \
	all 'exits 1' 'err_has "/no/such/folder/file: No such file"' no_out
cp "$work/batch" "$work/itself"
ln -s itself "$work/link"
run batch "$work/itself" --print --save "$work/link"
check 'a batch is not overwritten' all 'exits 2' 'err_has "link: that is the batch"' \
	'cmp -s "$work/batch" "$work/itself"'
batch --print --save "$work/link" <"$work/itself"
check 'a batch on stdin is not overwritten' all 'exits 2' 'cmp -s "$work/batch" "$work/itself"'
echo old >"$work/saved"
run file /a --print --save "$work/saved" -nr
alone file -R "$work/saved" -nr -o FILE
check 'saving overwrites' all 'exits 0' silent 'out_is /a'

# What is opened must not take the place of a standard file that is closed.
run file /a --print --save "$work/good" -nr
check 'what is saved is for nobody else' [ "$(stat -c %a "$work/good")" = 600 ]
run_closed()
{
	status=0
	(eval "exec $1"; PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so exec timeout 10 "$client" "${@:2}") \
		>"$work/out" 2>"$work/err" || status=$?
}
run_closed '<&-' batch --csv
check 'stdin is closed' all 'exits 1' 'err_has "stdin: Bad file descriptor"'
run_closed '>&-' file /a --print --save "$work/saved" -nr
check 'stdout is closed' all 'exits 1' 'err_has "write error: Bad file descriptor"' \
	'cmp -s "$work/good" "$work/saved"'
run file /nosuch --print --save "$work/good"
run_closed '<&- >&- 2>&-' file /nosuch --print --save "$work/saved"
check 'all are closed' all 'exits 1' 'cmp -s "$work/good" "$work/saved"'

# --- signals ----------------------------------------------------------------

for signal in INT TERM; do
	# a shell's child in the background ignores SIGINT; this one must not
	rm -f "$work/log"
	until='waits 1' FAKE_HOLD=$work/never FAKE_LOG=$work/log \
		interrupt "$signal" file /a /late /late /late /late -J --group total --jobs 1
	check "SIG$signal: exit 130, and what there is is marked" all 'exits 130' \
		'jq -e .interrupted "$work/out" >/dev/null' 'jq -e ".pagesnap|length > 0" "$work/out" >/dev/null'
done
rm -f "$work/log"
until='waits 1' FAKE_HOLD=$work/never FAKE_LOG=$work/log interrupt TERM file /a /late /late --summary
check 'partial totals are marked' all 'exits 130' 'grep -qi interrupted "$work/out" "$work/err"'
mkfifo "$work/silent"
exec 8<>"$work/silent"
interrupt TERM batch "$work/silent"
check 'a silent pipe does not hold it' all 'exits 130'
exec 8>&-

# --- names ------------------------------------------------------------------

odd=(
	'/with blank'
	"$(printf '/new\nline')"
	'/quote"back\slash'
	"/apo'strophe"
	"$(printf '/\377\376')"
	'/ümlaut'
	"$(printf '/\033[31m')"
	"/$(printf '%04000d' 7)"
)
for name in "${odd[@]}"; do
	shown=$(printf '%s' "${name:0:20}" | LC_ALL=C tr -c ' -~' '?')
	run file "$name" -J -o FILE
	check "JSON: $shown" all 'exits 0' 'jq -e . "$work/out" >/dev/null'
	LC_ALL=C run file "$name" --csv -n -o FILE
	[[ $name = *[$'",\n\r']* ]] && want=\"${name//\"/\"\"}\" || want=$name
	check "CSV: $shown" all 'exits 0' '[ "$(tr -d "\r" <"$work/out")" = "$want" ]'
	run file "$name" -u -n -o FILE
	check "table: $shown" all 'exits 0' 'lines 1' '! LC_ALL=C grep -q "[[:cntrl:]]" "$work/out"'
	run file "$name" --print-query
	cp "$work/out" "$work/query"
	batch -nr -o FILE "$work/query"
	cp "$work/out" "$work/want"
	run file "$name" -nr -o FILE
	check "asked again by its query: $shown" all 'exits 0' 'cmp -s "$work/want" "$work/out"' 'lines 1'
done

LC_ALL=C run file '/ümlaut' -n -o FILE
check 'what the locale can not print is escaped as in queries' all 'exits 0' 'out_is "/\303\274mlaut"'
run file '/ümlaut' "$(printf '/\357\277\277')" -n -o FILE
check 'characters that the locale can print are not escaped' \
	all 'exits 0' 'out_is "$(printf "/ümlaut\n/\\\\357\\\\277\\\\277")"'

if command -v valgrind >/dev/null; then
	status=0
	PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so valgrind -q --error-exitcode=99 \
		--leak-check=full --errors-for-leak-kinds=definite "$plain" batch "$work/batch" \
		--print --save "$work/saved" --jobs 2 >"$work/out" 2>"$work/err" || status=$?
	check 'valgrind finds no fault in a batch' all 'exits 3' '! err_has "^=="'
else
	skip 'valgrind finds no fault in a batch' 'no valgrind'
fi

ktap_end
