#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,session needs=- once=kernel disturbs=- timeout=300
#
# Batches of the client: 100,000 lines in their order, bad ones among them,
# over several sessions; saved and read back; closed pipes; ^C; terminals.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/root/batch
mkdir -p "$dir"
for i in {0..9}; do
	head -c $(((i + 1) * 4096)) /dev/urandom >"$dir/$i"
done

is_json()
{
	jq -e '.pagesnap | length > 0' /tmp/out >/dev/null
}

# --- 100,000 lines ----------------------------------------------------------------

# Fewer where everything takes longer.
lines=100000
[ "${PAGESNAP_SLOWNESS:-1}" -eq 1 ] || lines=1000

# Line N is about file N % 10, or bad if N is a multiple of 1000.
awk -v dir="$dir" -v pid=$$ -v lines="$lines" 'BEGIN {
	for (n = 1; n <= lines; n++) {
		if (n % 1000 == 0) print "file /no/such tag=n" n
		else if (n % 100 == 1) print "pfn 0x100+1 tag=n" n
		else if (n % 100 == 2) print "task " pid " 0 0 tag=n" n
		else print "file " dir "/" n % 10 " group=object tag=n" n
	}
}' >/tmp/lines

# What the rows must be: a row for each good line, in order.  An empty range
# of a process has no row.
wanted_rows()
{
	awk '{ n = NR }
		n % 1000 == 0 || n % 100 == 2 { next }
		n % 100 == 1 { print "n" n, 1; next }
		{ print "n" n, n % 10 + 1 }' /tmp/lines >/tmp/want
}
wanted_rows

many_lines()
{
	exits 3 pagesnap batch -n -r -o TAG,PAGES "$@" && cmp /tmp/out /tmp/want
}

# Each of them is in JSON; for people only the first are, and the last.
bad_lines_are_reported()
{
	local bad=$((lines / 1000))

	if [ $bad -le 5 ]; then
		[ "$(grep -c 'no such file or directory' /tmp/err)" -eq $bad ]
		return
	fi
	[ "$(grep -c ': no such file or directory$' /tmp/err)" -eq 5 ] &&
		grep -q "^pagesnap: $1:1000: no such file" /tmp/err &&
		grep -q "^pagesnap: no such file or directory: $((bad - 5)) more like this, the last: $1:$lines\$" \
			/tmp/err
}

# One in each thousand lines.
errors_are_reported()
{
	awk -v lines="$lines" 'BEGIN { for (n = 1000; n <= lines; n += 1000) print n }' >/tmp/want_bad
	exits 3 pagesnap batch --json -o TAG "$1" &&
		jq '.end[] | select(.errno == "ENOENT") | .line' /tmp/out | cmp - /tmp/want_bad
}

check "$lines lines of a file" many_lines /tmp/lines
check 'the first bad lines and the last are told by their number' bad_lines_are_reported /tmp/lines
check "$lines lines, 4 jobs" many_lines --jobs 4 /tmp/lines
check 'bad lines with 4 jobs' bad_lines_are_reported /tmp/lines

# What doesn't depend on how many they are.
if [ "$lines" -gt 10000 ]; then
	lines=10000
	sed -i "$lines"q /tmp/lines
	wanted_rows
fi
check 'each is in JSON, by its number' errors_are_reported /tmp/lines
check "$lines lines of stdin" many_lines </tmp/lines
tr '\n' '\0' </tmp/lines >/tmp/lines0
check "$lines lines, NUL between them" many_lines -0 /tmp/lines0

# --- saved and read back ----------------------------------------------------------

# A line of each kind, 20 times: headers are repeated as the file changes.
for _ in {1..20}; do
	printf 'file %s/3\npfn 0x100 0x110\nfile /no/such\ntask %d group=object\nfs / limit=5\n' \
		"$dir" $$
done >/tmp/mixed

# Only the run knows the numbers of lines.
replays()
{
	exits "$1" pagesnap "${@:2}" --print --save /tmp/saved --json &&
		sed 's/"line":[0-9]*,//' /tmp/out >/tmp/first &&
		exits "$1" pagesnap "$2" -R /tmp/saved --json "${@:3:replay_args}" &&
		cmp /tmp/out /tmp/first && is_json
}

replay_args=0
check 'file, saved and read back' replays 0 file "$dir/1" "$dir/2"
check 'fs, saved and read back' replays 0 fs /
check 'task, saved and read back' replays 0 task $$
check 'pfn, saved and read back' replays 0 pfn 0x100,0x200
check 'batch, saved and read back' replays 3 batch /tmp/mixed
check 'a saved batch is read back as text' exits 3 pagesnap batch -R /tmp/saved --text
check 'text of all 100 answers' [ "$(grep -c '^end ' /tmp/out)" -eq 100 ]
head -c 3000 /tmp/saved >/tmp/cut
check 'a cut stream' exits 3 pagesnap batch -R /tmp/cut --json
check 'is valid JSON still' is_json

printed_queries_ask_the_same()
{
	pagesnap file --print-query --range 0,2 --group page "$dir/5" "$dir/6" >/tmp/queries &&
		pagesnap batch -r -o INDEX,PFN,FILE /tmp/queries >/tmp/one &&
		pagesnap file -r -o INDEX,PFN,FILE --range 0,2 --group page "$dir/5" "$dir/6" >/tmp/two &&
		[ "$(wc -l </tmp/one)" -eq 5 ] && cmp /tmp/one /tmp/two
}
check '--print-query is what batch takes' printed_queries_ask_the_same

# --- quoted lines with the same options: the module may answer them briefly -----------

for n in {1..100}; do
	printf 'file "%s/%d" tag=same group=object\n' "$dir" $((n % 10))
done >/tmp/same

# Rows say the same, whatever else is asked for beside it.
rows_are_alike()
{
	awk '{ print NR % 10 + 1, "'"$dir"'/" NR % 10 }' /tmp/same >/tmp/want
	pagesnap batch -nr -o PAGES,FILE /tmp/same | cmp - /tmp/want &&
		pagesnap batch -nr -o PAGES,FILE,LINE,TAG,GROUP /tmp/same >/tmp/out &&
		awk '{ print $0, NR, "same object" }' /tmp/want | cmp - /tmp/out
}
check 'columns of the query are filled in each row' rows_are_alike
all_have_times()
{
	pagesnap batch -nr -o TIME /tmp/same >/tmp/out &&
		[ "$(grep -c '^1[0-9]\{18\}$' /tmp/out)" -eq 100 ]
}
check 'the time of each query is filled in' all_have_times
# Four pages at the most, of files that have up to ten.
sed 's/group=object/group=page limit=4/' /tmp/same >/tmp/limited
limits_are_told()
{
	exits 3 pagesnap batch --json /tmp/limited &&
		[ "$(jq '.end[] | select(.tag == "same" and .line and .us > 0) | .q' /tmp/out | wc -l)" -eq 60 ]
}
check 'answers that a limit cuts are told as a whole' limits_are_told
check 'rows of answers that a limit cuts exit with 3' exits 3 pagesnap batch --raw /tmp/limited

# --- pipes, signals, terminals --------------------------------------------------------

pipe_is_closed()
{
	timeout 20 pagesnap pfn --group page "$@" 2>/tmp/err | head -1 >/tmp/out
	[ "${PIPESTATUS[0]}" -eq 141 ] && [ "$(wc -l </tmp/out)" -eq 1 ] && ! [ -s /tmp/err ]
}
check '| head -1: a table' pipe_is_closed
check '| head -1: CSV' pipe_is_closed --csv
check '| head -1: JSON' pipe_is_closed --json

# With all of a fast CPU it may be through before that.
pace=(--max-cpu 10)
[ "${PAGESNAP_SLOWNESS:-1}" -eq 1 ] || pace=()

rows_came() { grep -q '"pfn":' /tmp/out; }

# interrupted COMMAND...: by ^C, once its first rows are there.
interrupted()
{
	local pid

	# Without env it would ignore ^C, as all in the background of a script.
	env --default-signal=INT "$@" &
	pid=$!
	wait_for 20 rows_came || :
	kill -INT "$pid"
	wait "$pid"
}
check '^C' exits 130 interrupted pagesnap pfn --group page --json "${pace[@]}"
check 'leaves valid JSON' is_json
check 'an interrupted batch says that it was interrupted' grep -qi 'interrupted' /tmp/err

on_terminal()
{
	script -qec "$1" /dev/null </dev/null 2>&1 | tr -d '\r' >/tmp/out
}
on_terminal 'pagesnap fs /var --top 3'
check 'fs on a terminal: the screen' has '^ +RES +SIZE +DIRTY +MAPPED +EVICTED +INODE +STATE +FILE$'
check 'fs on a terminal: the context' has '^/var is part of / \(ext4, [0-9]+:[0-9]+\): the whole filesystem is shown'
check 'fs on a terminal: the footer' has '^3 of [0-9,]+ cached files, .* of .*\. More: --top 0'
pagesnap fs /var --top 3 >/tmp/out 2>&1
check 'fs into a pipe prints neither context nor footer' [ "$(wc -l </tmp/out)" -eq 4 ]
# However fast the kernel is: the second question comes late.
on_terminal '{ echo pfn 0+1; sleep 4; echo pfn 0+1; } | TERM=linux pagesnap batch --csv >/dev/null'
check 'progress, once it takes long' has 'records'
on_terminal 'NO_COLOR=1 pagesnap fs / --top 3'
# shellcheck disable=SC2016 # grep's own $
check 'NO_COLOR shows no colours' sh -c '! grep -q "$(printf "\\033")" /tmp/out'
check 'pfn --summary is answered' exits 0 pagesnap pfn --summary
check 'pfn --summary: its screen' has '^ +FLAGS +PAGES +MB +SYMBOLIC +LONG$'
check 'pfn --summary: free memory' has '^0x0000000000000400 +[0-9]+ +[0-9]+ _{10}B_* +buddy$'
check 'pfn --summary: the total' has '^ +total +[0-9]+ +[0-9]+ '

# --- pacing -------------------------------------------------------------------------

# A walk that tells nothing until its end is paced as well.
rests()
{
	local TIMEFORMAT='%R %U %S' ranges=() i many=24

	[ "${PAGESNAP_SLOWNESS:-1}" -eq 1 ] || many=1
	for ((i = 0; i < many; i++)); do ranges+=(0-); done
	{ time pagesnap pfn --summary --max-cpu 20 "${ranges[@]}" >/tmp/out; } 2>/tmp/took
	awk '{ print "# " $0; exit $1 < 2.5 * ($2 + $3) }' /tmp/took && has '^ +total +[0-9]+ '
}
check 'pfn --max-cpu 20 rests' rests
ktap_end
