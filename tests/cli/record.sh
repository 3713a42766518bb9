#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# A flight recorder, and what becomes of it on machines that are odd (odd.c).

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"
. ./changing.sh
. ./unit.sh

export PAGESNAP_BOOT_ID=$work/boot TZ=UTC
echo first-boot >"$PAGESNAP_BOOT_ID"
rec=$work/rec

# again N ARGUMENT...: so many moments, each with its own number of pages, from 1001 on.
again()
{
	local i nr=$1
	shift

	for ((i = 1; i <= nr; i++)); do
		world "10 $((1000 + i)) 4 0 27 /var/lib/a" '11 500 0 10 27 /usr/lib/b'
		run record "$rec" --once "$@"
	done
}
# In one run, so that all but the first are deltas.
series()
{
	world '10 1000 4 0 27 /var/lib/a' '11 500 0 10 27 /usr/lib/b'
	run record "$rec" --every 100ms --iterations "$1" --max-cpu 100
}
# What --list says, and a field of moment NUMBER: of NUMBER FIELD.
listed() { alone record --list "$rec" --jsonl --output-all; }
of() { jq -r --argjson nr "$1" --arg field "$2" 'select(.moment == $nr)[$field]' "$work/out"; }
count() { jq -s "map(select($1)) | length" "$work/out"; }
# pages_shown: of /var/lib/a, in the rows of JSON; pages NUMBER: in that moment.
pages_shown() { jq -r 'select(.file == "/var/lib/a").res / 4096' "$work/out"; }
pages() { alone fs -R "$rec" --at "moment:$1" --jsonl && pages_shown; }

# --- recording, and reading -------------------------------------------------

again 3
check 'what records prints nothing' all 'exits 0' silent no_out
check 'each moment is read as it was' [ "$(pages 1) $(pages 2) $(pages 3)" = '1001 1002 1003' ]
check 'a moment that is read is named' all 'exits 0' 'err_has "^# moment 3, 20[0-9-]+ [0-9:]+$"'
alone fs -R "$rec" --jsonl
check 'without --at it is the last one' all 'exits 0' 'out_has 4108288' 'err_has "^# moment 3, "'
alone fs -R "$rec" --at now
check 'how long before is said' all 'exits 0' 'err_has "^# moment 3, .*: [0-9]+ s before what was asked for$"'
alone replay "$rec" at moment:2 du --json
check 'replay runs a subcommand' all 'exits 0' 'err_has "^# moment 2, "' \
	'[ "$(jq ".total.pages" "$work/out")" = 1502 ]'
alone replay "$rec" at moment:2 fs -nr
cp "$work/out" "$work/replayed"
alone fs -nr -R "$rec" --at moment:2
check 'as --read and --at do' all 'exits 0' 'cmp -s "$work/out" "$work/replayed"'
alone pfn --summary -R "$rec" --at moment:1
check 'frames are recorded, too' all 'exits 0' 'out_has "^ +total +8328 "'
alone top -b --by class -R "$rec" --jsonl
check 'as classes of memory' all 'exits 0' 'out_has free'
alone top -b -R "$rec" --jsonl
check 'top shows files of a moment' all 'exits 0' 'out_has /var/lib/a'
alone cgroup -R "$rec"
check 'cgroup shows whose they are' all 'exits 0' 'out_has /var/lib/a'
alone batch -R "$rec" --text
check 'batch has all of it' all 'exits 0' 'out_has "^file .*/var/lib/a"' 'out_has "file=pfn_index"'
alone task -R "$rec"
check 'what is not recorded is not made up' all 'exits 1' no_out \
	'err_has "moment 3 has no answers that this subcommand shows"'
run fs type:ext4 --save "$work/live"
alone fs -R "$work/live" --jsonl -o RES,SIZE,DIRTY,MAPPED,EVICTED,INODE,STATE,FILE
cp "$work/out" "$work/live.jsonl"
alone fs -R "$rec" --jsonl -o RES,SIZE,DIRTY,MAPPED,EVICTED,INODE,STATE,FILE
check 'a moment is what --save would have kept' cmp -s "$work/out" "$work/live.jsonl"
run record "$work/below" /var --once
alone file -R "$work/below"
check 'folders that are named are recorded' all 'exits 0' 'out_has /var/lib/a'
for format in --json --jsonl --csv --raw; do
	alone record --list "$rec" $format
	check "moments are listed: $format" all 'exits 0' silent 'out_has moments-0000000003.pagesnap'
done
alone replay "$rec"
cp "$work/out" "$work/listed"
alone record --list "$rec"
check 'replay of a folder alone is that list' all 'exits 0' 'lines 4' 'cmp -s "$work/out" "$work/listed"'

# --- parts of a moment ------------------------------------------------------

whole=$rec rec=$work/parts
world '10 1000 4 0 27 /var/lib/a' '11 500 0 10 27 /usr/lib/b' '12 7 0 0 27 /var/log/c'
run record "$rec" --once
files() { jq -r .file "$work/out" | sort | paste -sd ' '; }
alone fs -R "$rec" --jsonl
cp "$work/out" "$work/all"
alone replay "$rec" at now fs / --jsonl
check 'a moment of a filesystem is shown' all 'exits 0' 'cmp -s "$work/out" "$work/all"' 'err_has "^# moment 1, "'
alone replay "$rec" at now fs /nosuch/folder type:ext4 --jsonl
check 'a filesystem is named by any path, or by its type' all 'exits 0' 'cmp -s "$work/out" "$work/all"'
alone replay "$rec" at now fs type:xfs
check 'a type that a moment has not is said' all 'exits 1' no_out 'err_has "^pagesnap: moment 1 has nothing of type:xfs$"'
FAKE_MOUNT=/srv run record "$work/srv" --once
alone replay "$work/srv" at now fs /
check 'a filesystem that is mounted elsewhere is another' all 'exits 1' no_out 'err_has "moment 1 has nothing of /$"'
alone replay "$work/srv" at now fs /srv/x --jsonl
check 'where a filesystem was mounted is known' all 'exits 0' '[ "$(wc -l <"$work/out")" = 3 ]'
alone replay "$rec" at now file /var/lib/ --jsonl
check 'files below a folder are shown' all 'exits 0' '[ "$(files)" = /var/lib/a ]'
alone replay "$rec" at now file /var/lib/a /usr --jsonl
check 'files are named, and folders' all 'exits 0' '[ "$(files)" = "/usr/lib/b /var/lib/a" ]'
alone replay "$rec" at now file /va
check 'the beginning of a name is no folder' all 'exits 1' no_out 'err_has "moment 1 has nothing of /va$"'
alone replay "$rec" at now file /var/lib/a /nosuch --jsonl
check 'what a moment has not is said, and the rest is shown' all 'exits 3' '[ "$(files)" = /var/lib/a ]' \
	'err_has "^pagesnap: moment 1 has nothing of /nosuch$"'
ln -s /var/log "$work/to-log"
alone replay "$rec" at now file "$work/to-log" --jsonl
check 'links are followed' all 'exits 0' '[ "$(files)" = /var/log/c ]'
alone file -R "$rec" /var --text
check 'the end of an answer counts what is shown' all 'exits 0' 'out_has "^end .* objects=2 records=2 pages=1007 "'
alone du -R "$rec" /var --json
check 'a folder is added up' all 'exits 0' '[ "$(jq .total.pages "$work/out")" = 1007 ]'
alone du -R "$rec" /var -nr -o DIR
check 'folders are told apart below the one that was named' all 'exits 0' '[ "$(sort "$work/out" | paste -sd " ")" = "/var/lib /var/log" ]'
alone du -R "$rec" /var /usr --max-depth 0 -nr -o DIR,RES -b
check 'folders that are named have a row each' all 'exits 0' 'out_has "^/usr 2048000$"' 'out_has "^/var 4124672$"'
run record "$work/var" /var --once
alone du -R "$work/var" /var/lib --max-depth 0 -nr -o DIR
check 'what was recorded may be a folder above' all 'exits 0' '[ "$(<"$work/out")" = /var/lib ]'
rec=$whole

# --- deltas -----------------------------------------------------------------

rm -rf "$rec"
(for i in {1..40}; do sleep 0.03 && world "10 $((1000 + i)) 4 0 27 /var/lib/a" "$((20 + i)) 1 0 0 27 /new/$i"; done) &
series 8
wait
listed
check 'the first moment of a run is whole, others are deltas' all \
	'[ "$(of 1 form)" = full ]' '[ "$(count ".form == \"delta\"")" = 7 ]' '[ "$(count ".kept == \"good\"")" = 8 ]'
check 'a delta is smaller' [ "$(of 2 size)" -lt "$(of 1 size)" ]
good=0
for i in {1..8}; do
	alone fs -R "$rec" --at "moment:$i" --jsonl
	exits 0 && out_has /var/lib/a && good=$((good + 1))
done
check 'each delta is read' [ "$good" = 8 ]

# --- what is kept -----------------------------------------------------------

again 6
listed
before=$(count true)
again 1 --max-size 64K --keep 100ms
listed
check 'time in which nobody records does not count' [ "$(count true)" = $((before + 1)) ]
run record "$rec" --every 200ms --iterations 6 --keep 400ms --max-cpu 100
listed
check 'what is too old goes' all '[ "$(count true)" -le 6 ]' '[ "$(count true)" -ge 2 ]' \
	'[ "$(jq -s "map(.moment) | max" "$work/out")" = 21 ]'
rm -rf "$rec"
for i in {1..5}; do
	run record "$rec" --once --every 100ms --keep 250ms
	sleep 0.1
done
listed
check 'whoever calls it again and again has what is too old go' all '[ "$(count true)" -le 4 ]' '[ "$(count true)" -ge 2 ]'
rm -rf "$rec"
for i in {1..40}; do
	head -c 12000 /dev/urandom | base64 -w 100 | sed "s|^|10 5 0 0 27 /$i/|; s|[/+]|x|4g" | head -n 60 >"$work/world.new"
	mv "$work/world.new" "$FAKE_WORLD"
	run record "$rec" --once --max-size 64K
done
check 'a recording is never larger than it may be' all 'exits 0' \
	'[ "$(cat "$rec"/moments-* | wc -c)" -le 65536 ]' '[ "$(cat "$rec"/moments-* | wc -c)" -gt 40000 ]'
listed
check 'the oldest have gone, and the newest is there' all '[ "$(of 40 kept)" = good ]' '[ -z "$(of 1 kept)" ]'
head -c 300000 /dev/urandom | base64 -w 100 | sed 's|^|10 5 0 0 27 /|; s|[/+]|x|4g' >"$FAKE_WORLD"
run record "$rec" --once --max-size 64K
check 'a moment that is larger than all is refused' all 'exits 1' 'err_has "no moment of .*: it needs more than --max-size"'
touch "$rec/mine" "$rec/moments-1.pagesnap" "$rec/moments-0000000001.pagesnap.old"
again 2 --max-size 64K
check 'other files stay' all '[ -e "$rec/mine" ]' '[ -e "$rec/moments-1.pagesnap" ]' '[ -e "$rec/moments-0000000001.pagesnap.old" ]'

# --- whose folder -----------------------------------------------------------

mkdir "$work/others" && touch "$work/others/file"
run record "$work/others" --once
check 'a folder with something else in it is refused' all 'exits 1' 'err_has "neither empty nor a recording"' \
	'[ "$(ls "$work/others")" = file ]'
mkdir "$work/empty"
run record "$work/empty" --once
check 'an empty one is taken' all 'exits 0' '[ -e "$work/empty/moments-0000000001.pagesnap" ]'
mkdir "$work/half" && touch "$work/half/pagesnap-recording"
run record "$work/half" --once
check 'one that its maker had just begun, too' exits 0
mkdir "$work/link" && ln -s "$work/others/file" "$work/link/pagesnap-recording"
run record "$work/link" --once
check 'a link in the place of the mark is refused' all 'exits 1' 'err_has "no recording"'
run record "$work/others/file" --once
check 'a file is no folder' all 'exits 1' 'err_has "Not a directory"'
run record "$work/nosuch/rec" --once
check 'folders above it are not made' all 'exits 1' 'err_has "No such file"'
alone fs -R "$work/others" --at now
check 'what is no recording has no moments' all 'exits 1' no_out 'err_has "no recording"'
alone fs -R "$FAKE_WORLD" --at now
check 'a file is no folder to record to' all 'exits 1' 'err_has "Not a directory"'
rm -rf "$rec"
again 1
PAGESNAP_DIR=/fake LD_PRELOAD=$OUT/fake-index.so "$plain" record "$rec" --every 60s 2>"$work/other.err" &
pid=$!
wait_for 20 [ -s "$rec/moments-0000000002.pagesnap" ]
run record "$rec" --once
check 'two do not record to one folder' all 'exits 1' 'err_has "another pagesnap records here"'
listed
check 'others read while somebody records' all 'exits 0' '[ "$(count ".kept == \"good\"")" -ge 1 ]'
kill -9 $pid
wait $pid 2>/dev/null
again 1
check 'a lock goes with its process' exits 0

# --- odd machines -----------------------------------------------------------

# odd VARIABLE=VALUE ARGUMENT...: the client on a machine that is odd.
odd()
{
	local what=$1
	shift

	env "$what" PAGESNAP_DIR=/fake LD_PRELOAD="$OUT/fake-index.so $OUT/odd.so" "$plain" "$@" \
		>"$work/out" 2>"$work/err"
}
rm -rf "$rec"
again 2
killed=0 wrong=''
for kill in {1..24}; do
	odd "ODD_KILL=$kill" record "$rec" --every 100ms --iterations 3 --max-cpu 100 && break
	killed=$((killed + 1))
	[ "$(pages 1) $(pages 2)" = '1001 1002' ] || wrong+=" $kill"
	listed
	[ "$(count '.kept == "damaged" or .kept == "lost"')" = 0 ] || wrong+=" $kill:list"
done
check "nothing that was recorded is harmed by kill -9 ($killed times)" all '[ "$killed" -ge 8 ]' '[ -z "$wrong" ]'
listed
check 'what was under way is cut, visibly' [ "$(count '.kept == "cut"')" -ge 3 ]
again 1
check 'recording goes on behind it' all 'exits 0'
last=$(jq -s 'map(.moment // 0) | max' "$work/out")
rm -rf "$rec"
wrong='' refused=0
for room in 22 100 300 500 800 900 1000 1200; do
	rm -rf "$rec"
	again 1
	odd "ODD_FULL=$room" record "$rec" --every 100ms --iterations 4 --max-cpu 100
	grep -q 'No space left' "$work/err" && refused=$((refused + 1))
	[ "$(pages 1)" = 1001 ] || wrong+=" $room"
	listed
	[ "$(count '.kept != "good"')" = 0 ] || wrong+=" $room:list"
done
check 'a full disk harms nothing, and leaves nothing that is cut' all '[ -z "$wrong" ]' '[ "$refused" -ge 6 ]'
if mkdir "$work/small" && mount -t tmpfs -o size=64k tmpfs "$work/small" 2>/dev/null; then
	rec=$work/small/rec
	for i in {1..40}; do
		head -c 3000 /dev/urandom | base64 -w 100 | sed "s|^|10 5 0 0 27 /|; s|[/+]|x|4g" >"$FAKE_WORLD"
		run record "$rec" --once
	done
	check 'a disk that is really full is said' all 'exits 1' 'err_has "No space left"'
	listed
	check 'what there is on a full disk is whole' all '[ "$(count ".kept == \"good\"")" -ge 4 ]' '[ "$(count ".kept != \"good\"")" = 0 ]'
	umount "$work/small"
	rec=$work/rec
else
	skip 'a disk that is really full is said' 'nothing can be mounted here'
fi

# clocks
rm -rf "$rec"
stepped() { echo "$1" >"$work/clock"; world "10 $2 0 0 27 /var/lib/a"; odd "ODD_CLOCK=$work/clock" record "$rec" --once "${@:3}"; }
for i in 0 100000000 -100000 300000000; do stepped "$i" 1001 --every 1h --keep 3h; done
listed
check 'a clock that is set has no more go than --every says' [ "$(count true)" = 4 ]
stepped 400000000 1001 --every 1h --keep 3h
stepped 500000000 1001 --every 1h --keep 3h
listed
check 'moments that a timer called for go by --keep, whatever the clock is' [ "$(jq -s 'map(.moment)' -c "$work/out")" = '[2,3,4,5,6]' ]
rm -rf "$rec"
stepped 0 1001
stepped 100000000 1002
stepped -100000 1003
stepped 10 1004
listed
check 'a clock that is set harms nothing' all '[ "$(count ".kept == \"good\"")" = 4 ]' '[ "$(jq -s "map(.moment)" -c "$work/out")" = "[1,2,3,4]" ]'
check 'a clock that was set back is seen' [ "$(of 3 gap)" = '?' ]
check 'moments are found by their time' [ "$(pages 1) $(pages 2) $(pages 3) $(pages 4)" = '1001 1002 1003 1004' ]
alone fs -R "$rec" --at -1h --jsonl
check 'whatever the order of their times' all 'exits 0' 'err_has "^# moment 3, "'
check 'a gap in which nothing was recorded is said' err_has '^# .*: nothing was recorded from .* to '
alone fs -R "$rec" --at @100
check 'a time before all is an error' all 'exits 1' no_out 'err_has "nothing was recorded up to @100; the first moment is of 20"'
alone fs -R "$rec" --at @4000000000
check 'more behind the last moment is not made up' all 'exits 0' 'err_has "nothing was recorded after "'

# boots
rm -rf "$rec"
again 1
echo second-boot >"$PAGESNAP_BOOT_ID"
again 1
listed
check 'a reboot is seen' all '[ "$(of 1 boot)" = first-boot ]' '[ "$(of 2 boot)" = second-boot ]'

# the module goes
rm -rf "$rec"
world '10 1000 4 0 27 /var/lib/a'
# recorded NUMBER: at least so many moments are there, while more are being recorded.
recorded() { [ "$("$client" record --list "$rec" --jsonl 2>/dev/null | wc -l)" -ge "$1" ] || ! kill -0 "$pid" 2>/dev/null; }
going()
{
	wait_for 60 recorded 1
	mv "$FAKE_WORLD" "$FAKE_WORLD.away"
	wait_for 60 err_has 'no moment of'
	before=$("$client" record --list "$rec" --jsonl | wc -l)
	mv "$FAKE_WORLD.away" "$FAKE_WORLD"
	wait_for 60 recorded $((before + 2))
}
run_while going record "$rec" --every 300ms --max-cpu 100
check 'a module that goes is said, and recording ends with 3' all 'exits 3' 'err_has "no moment of"'
listed
check 'recording comes back with the module' all '[ "$(count ".kept == \"good\"")" -ge 3 ]' \
	'[ "$(jq -s "map(.missed) | add" "$work/out")" -ge 1 ]'
rm -rf "$rec"
FAKE_WORLD=$work/none run record "$rec" --every 100ms
check 'without a module it ends' all 'exits 1' 'err_has "^pagesnap: "'
rm -rf "$rec"
FAKE_BURN=60 client=$plain run record "$rec" --every 100ms --iterations 3 --max-cpu 20
check 'rather moments are missed than a processor taken' all 'exits 0' 'err_has "missed [0-9]+ as a moment (costs more than --max-cpu 20|takes longer)"'
rm -rf "$rec"
until='recorded 1' interrupt TERM record "$rec" --every 60s
check 'SIGTERM ends it, with what was recorded' all 'exits 0' silent
listed
check 'which is whole' all 'lines 1' '[ "$(of 1 kept)" = good ]'

# --- damage -----------------------------------------------------------------

rm -rf "$rec"
(for i in {1..30}; do sleep 0.03 && world "10 $((1000 + i)) 4 0 27 /var/lib/a"; done) &
series 4
wait
cp -r "$rec" "$work/whole"
file=$rec/moments-0000000001.pagesnap
size=$(stat -c %s "$file")
for i in 1 2 3 4; do right[i]=$(pages $i); done
listed
mapfile -t ends < <(jq .size "$work/out")
client=$plain
wrong='' said=0 nth=1 end=${ends[0]}
for ((at = 0; at < size; at += 13)); do
	while [ "$at" -ge "$end" ]; do end=$((end + ends[nth])) && nth=$((nth + 1)); done
	head=$((end - ends[nth - 1] + 176)) # where bytes begin behind it
	cp "$work/whole/${file##*/}" "$file"
	# shellcheck disable=SC2059 # a byte
	printf "\\x$(printf %02x $((0x$(od -An -tx1 -j "$at" -N 1 "$file" | tr -d " ") ^ 0x55)))" | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
	# what lies before the change is there, what lies behind is said to be damaged
	alone fs -R "$rec" --at now --jsonl
	seen=$(pages_shown)
	shown=$(sed -n 's/^# moment \([0-9]*\),.*/\1/p' "$work/err")
	err_has . && said=$((said + 1))
	# what builds on a moment is there without its head
	if [ "$nth" -lt 4 ] && [ "$at" -lt "$head" ]; then
		exits 0 && [ "$shown" = 4 ] && [ "$seen" = "${right[4]}" ] || wrong+=" $at"
		continue
	fi
	case $nth:$status in
	1:1) ;;
	# a head that is changed has no number
	[234]:3) [ "$at" -ge "$head" ] && what="moment $nth is damaged" || what="what was recorded behind moment $((nth - 1)) is damaged"
		[ "$shown" = $((nth - 1)) ] && [ "$seen" = "${right[shown]}" ] && err_has "$what$" || wrong+=" $at" ;;
	*) wrong+=" $at:$status" ;;
	esac
done
check 'a byte that is changed is never shown, nor is what was made of it' all '[ -z "$wrong" ]'
client=$OUT/sanitized/pagesnap
check 'what is shown in place of a damaged moment is named' [ "$said" -gt 50 ]
wrong=
for ((at = 0; at < size; at += 37)); do
	head -c "$at" "$work/whole/${file##*/}" >"$file"
	"$plain" fs -R "$rec" --at now --jsonl >"$work/out" 2>"$work/err"
	status=$?
	seen=$(pages_shown)
	shown=$(sed -n 's/^# moment \([0-9]*\),.*/\1/p' "$work/err")
	if [ "$at" -lt "${ends[0]}" ]; then
		exits 1 || wrong+=" $at"
	else
		exits 0 && [ "$seen" = "${right[shown]}" ] || wrong+=" $at"
	fi
done
check 'of a file that is cut, what was before is there' [ -z "$wrong" ]
cp "$work/whole/${file##*/}" "$file"
# spoil OFFSET [BYTES]: with zeros, as a disk has where a block is lost.
spoil() { head -c "${2:-4}" /dev/zero | dd of="$file" bs=1 seek="$1" conv=notrunc status=none; }
kept() { jq -r .kept "$work/out" | paste -sd ' '; }
spoil $((ends[0] + 16))
listed
check 'a head that is damaged is told' all 'exits 3' '[ "$(kept)" = "good damaged good good" ]' \
	'err_has "rec: 1 moment is damaged$"' '[ "$(jq .size "$work/out" | sed -n 2p)" = "${ends[1]}" ]'
check 'what builds on a moment without a head is there' [ "$(pages 1) $(pages 3) $(pages 4)" = "${right[1]} ${right[3]} ${right[4]}" ]
alone fs -R "$rec" --at moment:2
check 'a moment without a head is not' all 'exits 1' no_out 'err_has "moment 2 is not there, or damaged"'
spoil "${ends[0]}" 176
listed
check 'a head of which nothing is left is not taken for a cut' all 'exits 3' '[ "$(kept)" = "good damaged good good" ]'
spoil $((ends[0] + 190)) 8
listed
check 'what builds on a moment of which more than the head is damaged is lost' all 'exits 3' \
	'[ "$(kept)" = "good damaged lost lost" ]' 'err_has "rec: 3 moments are damaged, or build on one that is$"'
alone fs -R "$rec" --at now
check 'the nearest one before is shown, then' all 'exits 3' 'err_has "^# moment 1, "' 'err_has "moment 4 is lost"'
cp "$work/whole/${file##*/}" "$file"
spoil 16
listed
check 'the first moment of a file may have no head' all 'exits 3' '[ "$(kept)" = "damaged good good good" ]'
check 'what builds on it is there all the same' [ "$(pages 2) $(pages 4)" = "${right[2]} ${right[4]}" ]
cp "$work/whole/${file##*/}" "$file"
spoil $((size - ends[3] + 16))
alone fs -R "$rec" --at now
check 'a damaged head is not taken for time in which nobody recorded' all 'exits 3' 'err_has "^# moment 3, "' \
	'err_has "rec: nothing that can be read was recorded after "'
again 1
listed
check 'the number of a moment without a head is given once more, if it was the last' all 'exits 3' \
	'[ "$(kept)" = "good good good damaged good" ]' '[ "$(of 4 kept)" = good ]'
rm "$rec/moments-0000000002.pagesnap"
cp "$work/whole/${file##*/}" "$file"
printf 'XXXX' | dd of="$file" bs=1 seek=$((ends[0] + 240)) conv=notrunc status=none
listed
check 'a moment that is damaged is told, and those that build on it' all 'exits 3' '[ "$(of 2 kept)" = damaged ]' \
	'[ "$(of 3 kept)" = lost ]' '[ "$(of 1 kept)" = good ]'
alone fs -R "$rec" --at now --jsonl
check 'the nearest one before is used, and both are named' all 'exits 3' 'err_has "moment 2 is damaged"' \
	'err_has "moment 3 is lost"' 'err_has "^# moment 1, "' '[ "$(pages_shown)" = "${right[1]}" ]'
alone fs -R "$rec" --at moment:2
check 'a moment that is named is not replaced' all 'exits 1' no_out 'err_has "moment 2 is not there, or damaged"'
again 1
check 'recording goes on behind what is damaged' all 'exits 0' '[ "$(pages 5)" = 1001 ]'
rm -rf "$rec"
world $'10 5 0 0 27 /tmp/\e[31mred\r' $'11 4 0 0 27 /\xff\xfe'
run record "$rec" --once
alone fs -R "$rec"
check 'names can not reach the terminal' all 'exits 0' '! grep -q $'"'\\e'"' "$work/out"' 'out_has "033.31mred.015"'
evil=$work/$'e\e[31mvil\n'
run record "$evil" --once
alone fs -R "$evil" --at @1
check 'the name of a folder cannot steer a terminal' all 'exits 1' '! grep -q $'"'\\e'"' "$work/err"' '[ "$(wc -l <"$work/err")" = 1 ]'

# --- the services -----------------------------------------------------------

unit=$PWD/../../dist/debian/pagesnap.pagesnap-record.service
once=$PWD/../../dist/systemd/pagesnap-record-once.service
systemd_takes "$unit"
systemd_takes "$once"
timer_takes "${once%.service}.timer"
# words_of UNIT: of its command line, but for the folder.
words_of() { sed -n "s|^ExecStart=/usr/bin/pagesnap record %S[^ ]*||p" "$1"; }
# shellcheck disable=SC2046 # words
run record "$work/service" $(words_of "$unit") --once
check 'the command line of the service is one' all 'exits 0' '[ -s "$work/service/moments-0000000001.pagesnap" ]'
# shellcheck disable=SC2046 # words
run record "$work/service" $(words_of "$once")
check 'the command line of the timer goes on with it' all 'exits 0' '[ -s "$work/service/moments-0000000002.pagesnap" ]'
# same PATTERN: have both services that, and the same?
same() { grep -qE "$1" "$unit" && [ "$(grep -oE "$1" "$unit")" = "$(grep -oE "$1" "$once")" ]; }
check 'both record to the same folder' same '^ExecStart=\S+ record \S+'
sandbox='/^StateDirectory=/,/^SystemCallFilter=/p'
check 'both may do the same' [ "$(sed -n "$sandbox" "$unit")" = "$(sed -n "$sandbox" "$once")" ]
check 'both see the mount points of the machine' same '^Environment=PAGESNAP_MOUNTINFO=/proc/1/mountinfo$'
check 'both load the module' same '^ExecStartPre=.*'

# --- usage ------------------------------------------------------------------

# wrong MESSAGE ARGUMENT...
wrong()
{
	local message=$1
	shift

	alone "$@"
	check "wrong: $*" all 'exits 2' no_out 'err_has "^pagesnap: .*$message"' '[ "$(grep -c "^Try: pagesnap" "$work/err")" = 1 ]'
}
wrong 'takes a folder' record
wrong 'takes a time' record x --every 0
wrong 'takes a time' record x --every 50ms
wrong 'takes a time' record x --keep 1
wrong 'takes bytes' record x --max-size 1
wrong 'takes bytes' record x --max-size 1X
wrong 'takes bytes' record x --max-size 99999999999T
wrong 'one at least' record x --iterations 0
wrong 'excludes --iterations' record x --iterations 2 --once
wrong 'records nothing' record x --list --every 1s
wrong 'is for --list' record x --json
wrong 'with --list no other' record --list x y
wrong 'is for --read' fs --at now
wrong 'a time takes 02:55' fs -R "$rec" --at yesterday
wrong 'nothing is asked' batch -R "$rec" --at now /usr
wrong 'begins with /' file -R "$rec" nosuch/file
wrong 'begins with /' replay "$rec" at now file nosuch/file
wrong 'number expected' replay "$rec" at now fs --top x
wrong 'takes a folder with a recording' replay
wrong 'takes DIR at TIME' replay x at
wrong 'takes DIR at TIME' replay x 02:55 fs
wrong 'no such subcommand' replay x at 02:55 nosuch
wrong 'reads nothing' replay x at 02:55 doctor
wrong 'counters of the kernel .* which a moment has not' replay x at 02:55 memory
wrong 'counters of the kernel .* which a moment has not' replay x at 02:55 audit

ktap_end
