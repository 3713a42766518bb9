#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Rows for databases, and the questions of docs/fleet.md, which SQLite answers.  make-fleet.c says
# what the machines have.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

page=$PWD/../../docs/fleet.md
golden=$PWD/../golden
cd "$work" || exit 1

# sql NAME: what stands in docs/fleet.md behind the mark of that name.
sql()
{
	awk -v mark="<!-- $1 -->" '
		$0 == mark { marked = 1; next }
		/^```$/ && open { exit }
		/^```sql$/ && marked { open = 1; next }
		open' "$page"
}
# ask NAME: the rows of that question.
ask() { { sql 'sqlite: load'; sql "sql: $1"; } | sqlite3 :memory: >"$work/rows" 2>&1; }
# is EXPRESSION VALUE: of all rows.
is() { [ "$(jq -s "$1" "$work/out")" = "$2" ]; }
# text EXPRESSION VALUE: one that is text.
text() { [ "$(jq -s -r "$1" "$work/out")" = "$2" ]; }

# --- machines ---------------------------------------------------------------

mkdir fleet
"$OUT/make-fleet" fleet 40
alone fleet --machine-from folder fleet/*/*.snap
cp out fleet.jsonl
check 'streams of many machines are lines of JSON' all 'exits 3' \
	'[ "$(jq -r .machine out | sort -u | wc -l)" = 40 ]' '[ "$(jq -c . out | wc -l)" = "$(wc -l <out)" ]'
check 'each that is cut off is said' [ "$(grep -c 'm000.3/morning.snap: the stream ends inside' err)" = 4 ]
check 'each row has all columns' \
	[ "$(jq -c 'keys' out | sort -u | wc -l)/$(jq 'select(.schema != 1)' out)" = 1/ ]
check 'rows of a stream that is cut off say so' all \
	'is '"'[.[] | select(.machine == \"m00003\" and (.source | endswith(\"morning.snap\")) and .stream_status != \"cut\")] | length'"' 0' \
	'is '"'[.[] | select(.machine == \"m00013\" and .status == \"cut\")] | length > 70'"' true'
check 'rows of an answer that is partial say so' \
	is '[.[] | select(.status == "partial") | .machine] | unique | length' 4

# --- SQL --------------------------------------------------------------------

if command -v sqlite3 >/dev/null; then
	ask growth
	check 'the container that grew most is found' \
		[ "$(head -n 1 rows)" = "/pods/shop-cache|$((36 * 1000 * 4096))|36" ]
	check 'one that grew on one machine alone is behind it' [ "$(sed -n '2s/|.*//p' rows)" = /pods/batch ]
	ask partial
	check 'machines whose answers are partial are found' all '[ "$(cut -d "|" -f 1 rows | sort -u | wc -l)" = 8 ]' \
		'grep -q "m00005|.*|partial|partial|1 inode skipped (1 freeing)" rows' '! grep -q m00004 rows'
	ask dirty
	# The mornings of machines that end so are cut off.
	check 'what is dirty is what du has, of whole looks' [ "$(grep '|ext4|' rows)" = "$(
		for snap in fleet/*[!3]/morning.snap fleet/*3/evening.snap; do
			"$client" du --by fs --jsonl -o FSTYPE,DIRTY -R "$snap" 2>/dev/null |
				jq -r --arg machine "$(basename "$(dirname "$snap")")" \
					'"\($machine)|\(.fstype)|254:2|\(.dirty)"'
		done | sort -t '|' -k 4,4nr -k 1,1 | head -n 10 | grep '|ext4|')" ]
	ask evicted
	check 'what was evicted is found by cgroup, of whole looks' all '[ "$(wc -l <rows)" = 13 ]' \
		'[ "$(awk -F "|" "{ all += \$2 } END { print all }" rows)" = "$(jq -s "map(select(.record == \"file\" and (.source | endswith(\"morning.snap\")) != (.machine | endswith(\"3\"))).evicted // 0) | add" fleet.jsonl)" ]'
	{ sql 'sqlite: load'; echo "SELECT DISTINCT inode FROM fleet WHERE name = '/usr/lib/libc.so.6';"; } |
		sqlite3 :memory: >rows 2>&1
	check 'numbers of 64 bits are whole' [ "$(<rows)" = 18446744073709551605 ]
	mkdir -p short/m1
	cp fleet/m00001/evening.snap short/m1/
	head -c 20000 fleet/m00001/morning.snap >short/m1/morning.snap
	mv fleet.jsonl all.jsonl
	for question in dirty evicted; do
		"$client" fleet --machine-from folder short/m1/evening.snap >fleet.jsonl 2>err
		ask "$question"
		mv rows expected
		"$client" fleet --machine-from folder short/m1/*.snap >fleet.jsonl 2>err
		ask "$question"
		check "a look that is cut off is not the last: $question" all '[ -s rows ]' 'cmp -s rows expected'
	done
	mv all.jsonl fleet.jsonl
else
	skip 'questions of docs/fleet.md' 'no sqlite3'
fi

# --- sums -------------------------------------------------------------------

one=fleet/m00001/morning.snap
alone fleet "$one"
check 'a whole stream is no failure' all 'exits 0' silent
cp out rows.jsonl
alone cgroup -R "$one" --jsonl -o CGROUP,RES
jq -r '"\(.cgroup) \(.res)"' out | sort >cgroups
check 'rows add up to what cgroup has' [ "$(jq -s -r '[.[] | select(.cgroup)] | group_by(.cgroup)[] |
	"\(.[0].cgroup) \(map(.res) | add)"' rows.jsonl | sort)" = "$(<cgroups)" ]
alone du -R "$one" --by fs --jsonl -o RES,DIRTY,EVICTED,DROPPABLE
check 'rows add up to what du has' [ "$(jq -s -c 'map(select(.record == "file")) |
	{ res: map(.res) | add, dirty: map(.dirty) | add, evicted: map(.evicted) | add,
	  droppable: map(.droppable) | add }' rows.jsonl)" = "$(head -n 1 out)" ]
cp rows.jsonl out
check 'what can not be divided has a row of its own' all \
	'is '"'[.[] | select(.name == \"/usr/lib/libc.so.6\")] | length'"' 13' \
	'is '"'[.[] | select(.cgroup_state == \"undivided\") | [.res, .dirty, .cgroup]] | tostring'"' "\"[[0,61440,null]]\""' \
	'is '"'[.[] | select(.name == \"/usr/lib/libc.so.6\" and .cgroup) | .dirty] | unique | tostring'"' "\"[null]\""'
check 'cgroups have the paths of the machine' is '[.[] | select(.cgroup == 1000) | .cgroup_path] | unique[0]' '"/pods/shop-cache"'
check 'names of files from the root of a filesystem are no paths of the machine' \
	is '[.[] | select(.record == "file") | .root] | unique[0]' '"filesystem"'

# --- names and machines -----------------------------------------------------

export FAKE_WORLD=$work/world PAGESNAP_MOUNTINFO=$work/mountinfo
: >mountinfo
printf '%s\n' $'1 5 0 0 27 /tmp/\e[31m"red"\\\r' $'2 4 0 0 27 /\xff\xfe' '3 1 0 0 27 /\377\376' "4 1 0 0 27 /?" >world
run fs /srv --save "$work/names.snap"
alone fleet names.snap
check 'names of any bytes are JSON, and stay different' all 'exits 0' \
	'is '"'[.[] | select(.record == \"file\") | [.name, .name_escaped]] | unique | length'"' 4'
check 'the escaped form where there is one, else the name, is of one file alone' all \
	'is '"'[.[] | select(.record == \"file\") | .name_escaped // .name] | unique | length'"' 4'
check 'a name that looks escaped is escaped beside it' text '.[] | select(.inode == 3) | .name, .name_escaped' \
	$'/\\377\\376\n/\\134377\\134376'
if command -v sqlite3 >/dev/null; then
	cp out fleet.jsonl
	{ sql 'sqlite: load'; echo "SELECT name FROM fleet WHERE inode IN ('2', '3') ORDER BY inode;"; } |
		sqlite3 :memory: >rows 2>&1
	check 'a table has another name for each file' [ "$(<rows)" = $'/\\377\\376\n/\\134377\\134376' ]
fi
check 'a name that is no UTF-8 is escaped beside it' text '.[] | select(.inode == 2) | .name_escaped' '/\377\376'
check 'other names are as they are' text '.[] | select(.inode == 1) | .name' $'/tmp/\e[31m"red"\\\r'
check 'a machine is called as its file is' is '.[0].machine' '"names"'
alone fleet --machine $'x\xff"\n' names.snap
check 'a machine may be called anything' text '.[0].machine_escaped' 'x\377\042\012'
alone fleet --machine-from folder fleet/m00002/evening.snap
check 'a machine is called as its folder is' is '.[0].machine' '"m00002"'
mkdir linked
ln -s ../fleet/m00002/evening.snap linked/
alone fleet --machine-from folder linked/evening.snap
check 'a machine is not called as the folder of a file that a link is to' is '.[0].machine' '"linked"'
status=0
(cd linked && exec "$client" fleet --machine-from folder evening.snap) >out 2>err || status=$?
check 'the folder may be this one' all 'exits 0' 'is ".[0].machine" "\"linked\""'
status=0
"$client" fleet - <"$one" >out 2>err || status=$?
check 'stdin is read' all 'exits 0' 'is "length" 75' 'is ".[0].machine" null'
mkfifo pipe
cat "$one" >pipe &
"$client" fleet --machine x pipe >piped 2>err
"$client" fleet --machine x "$one" | sed 's#"source":"[^"]*"#"source":"pipe"#' >out
wait
check 'what can not be read twice is copied' cmp -s piped out
cat fleet/m00001/evening.snap fleet/m00001/morning.snap fleet/m00002/evening.snap >looks
alone fleet looks
check 'looks and boots in one stream are told apart' all 'exits 0' \
	'is "map(.look) | unique | length" 3' 'is "map([.boot, .time]) | unique | length" 3'

# --- what is missing --------------------------------------------------------

alone fleet "$golden"/abi-1.2/answer-sb_index-run.bin
check 'records that have no row are counted' all 'exits 3' 'err_has "4 records have no row"' \
	'is '"'[.[] | select(.record == \"end\") | .left] | add'"' 4'
for answer in {filename,pfn,sb,task}_index-{run,page}; do
	alone fleet "$golden/abi-1.2/answer-$answer.bin"
	left=$(grep -cvE '^(#|query|sb|task|end|$)' "$golden/abi-1.2/answer-$answer.txt")
	check "each record of $answer is counted" all 'exits 3' "is '[.[] | select(.record == \"end\") | .left] | add' $left"
done
for collection in 'heat 51 --once' 'trace 51 --for 2s' 'slab --for 2s'; do
	# shellcheck disable=SC2086 # words
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" $collection --save collection.snap >out 2>err
	alone fleet collection.snap
	check "records of another collection are counted: $collection" all 'exits 3' \
		'is '"'[.[] | select(.collection != \"pages\" and .record != \"end\" and .record != \"stream\")] | length'"' 0' \
		'is '"'[.[] | select(.record == \"end\") | .left] | add > 1'"' true' \
		'err_has "^pagesnap: collection.snap: $(jq -r "select(.record == \"stream\") | .left" out) records have no row"'
done
alone fleet "$golden"/abi-1.0/answer-sb_index-object.bin
check 'what an old module did not tell is null' all 'exits 0' 'is ".[0].cgroup_state" "\"unknown\""' \
	'is ".[0].droppable" null' 'is ".[0].dirty" 12288'
head -c 20000 "$one" >cut.snap
{ head -c 20000 "$one"; head -c 4096 /dev/zero; } >damaged
printf '%500s' 'no stream at all' >other
alone fleet cut.snap damaged other nosuch "$one"
check 'a file that is no stream does not stop the others' all 'exits 3' 'err_has "^pagesnap: cut.snap: the stream ends"' \
	'err_has "^pagesnap: damaged: .*damaged at byte"' 'err_has "^pagesnap: other: "' 'err_has "^pagesnap: nosuch: No such file"' \
	'is '"'[.[] | select(.record == \"stream\") | .stream_status] | tostring'"' "\"[\\\"cut\\\",\\\"damaged\\\",\\\"damaged\\\",\\\"complete\\\"]\""'
alone fleet other nosuch "$work"
check 'without any stream it fails' all 'exits 1' 'err_has "Is a directory"'
: >empty
alone fleet empty
check 'an empty stream is cut off' all 'exits 3' 'err_has "the stream is empty"' 'is ".[0].stream_status" "\"cut\""'
alone fleet --csv -o RECORD,MACHINE,RES "$one"
check 'rows can be CSV, with the columns that are wanted' all 'exits 0' 'lines 76' 'out_has "^RECORD,MACHINE,RES"'
if [ -w /dev/full ]; then
	"$client" fleet "$one" >/dev/full 2>err
	status=$?
	check 'what can not be written is an error' all 'exits 1' 'err_has "No space left"'
fi

# wrong MESSAGE ARGUMENT...
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: .*$message"' 'err_has "^Try: pagesnap fleet"'
}
wrong 'at least one FILE' fleet
wrong 'unknown column' fleet -o NOSUCH x
wrong 'takes file or folder' fleet --machine-from host x
wrong 'excludes --machine-from' fleet --machine a --machine-from folder x

ktap_end
