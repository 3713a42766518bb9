#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# --plot and pagesnap-plot: pictures are read back, of what make-run.c and answer-accesses.c say
# that processes access.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

plotter=$OUT/sanitized/pagesnap-plot

for scene in moving unflushed one none names scattered many two odd coming; do
	"$OUT/make-run" $scene >"$work/$scene"
done

# plot SCENE ARGUMENT...: into $work/FILE, the last argument.
plot()
{
	local scene=$1 last=${!#}
	shift

	picture=$work/$last
	status=0
	"$plotter" "${@:1:$#-1}" "$picture" <"$work/$scene" >"$work/out" 2>"$work/err" || status=$?
}

# heat ARGUMENT..., wss ARGUMENT...
asks()
{
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
}
heat() { asks heat "$@"; }
wss() { asks wss "$@"; }

pixels() { "$OUT/pixels" "$picture" "$@"; }
at() { [ "$(pixels at "$1" "$2")" = "$3" ]; }
box_is() { [ "$(pixels box "${@:2}")" = "$1" ]; }
# xml_ok FILE: tags are closed in their order, and all else is text.
xml_ok()
{
	perl -0777 -CSD -ne '
		s/^<\?xml[^>]*\?>\s*//;
		my @open;
		while (/\G(?:<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+))/gc) {
			exit 1 if defined $5 && $5 =~ /&(?!\w+;|#\d+;)/;
			next if defined $5 || $4;
			if (!$1) { push @open, $2 }
			elsif (!@open || pop(@open) ne $2) { exit 1 }
		}
		exit((pos // 0) == length && !@open ? 0 : 1)' "$1"
}
size_is() { [ "$(pixels size)" = "$1" ]; }
exists() { [ -e "$work/$1" ]; }
nothing_else() { [ -z "$(find "$work" -name '.pagesnap-plot*')" ]; }

# The frame of 1200x800: its inside is from 112 to 936, and from 66 to 708; 824 x 642.
all_pages=3a1240
no_pages=e4e9ee

# --- by address and time ---------------------------------------------------------

plot moving heat.png
check 'a picture is 1200 by 800' all 'exits 0' silent 'size_is "1200 800"'
check 'addresses are inside of a frame' all 'at 111 65 404040' 'at 936 708 404040' 'at 112 66 $all_pages'
# 84 rows of 16 pages: 4 of the file, 16 of the heap
check 'what is accessed all the time is dark from left to right' box_is '112 66 824 30 24720' \
	$all_pages 112 66 824 30
check 'a window that moves is a staircase' all \
	'box_is "112 97 20 14 280" $all_pages 112 97 20 120' \
	'box_is "132 111 21 16 336" $all_pages 132 97 21 120' \
	'box_is "153 127 20 15 300" $all_pages 153 97 20 120'
check 'what is never accessed is pale' box_is 'none' $all_pages 112 219 824 488
check 'pages that are not accessed are not white' at 500 500 $no_pages
check 'missed samples are black below' box_is '361 711 42 8 336' 000000 112 711 824 8
check 'a round with missed samples is as long as they were' all \
	'box_is "359 157 62 16 992" $all_pages 359 97 62 120'
check 'a late sample is grey, one that lacks something blue' all \
	'[ "$(pixels box 8a8a8a 112 711 824 8 | cut -d" " -f2,4)" = "711 8" ]' \
	'[ "$(pixels box 2b5fa8 112 711 824 8 | cut -d" " -f2,4)" = "715 4" ]'

plot moving --size 2000x900 large.png
check 'a picture is as large as one says' size_is '2000 900'
plot scattered heat.png
check 'half of a million pages is the level of four sevenths' at 500 500 d5683a
plot many heat.png
check 'more mappings than pixels are drawn' all 'exits 0' 'at 500 200 $no_pages'
plot coming heat.png
check 'where no page was it is white' all 'exits 0' 'at 300 600 ffffff' 'at 800 600 $no_pages'
plot one heat.png
check 'one sample is one column' all 'exits 0' 'box_is "112 66 824 30 24720" $all_pages 112 66 824 30'
plot two --pid 601 heat.png
check 'another process has its own rows' all 'exits 0' 'at 500 700 $no_pages' \
	'box_is "112 66 20 80 1600" $all_pages 112 66 20 642'

# levels_darken: of eight boxes in the legend each is darker than the one before, in grey.
levels_darken()
{
	local before=1000 color grey found=0

	while read -r color; do
		grey=$(((299 * 0x${color:0:2} + 587 * 0x${color:2:2} + 114 * 0x${color:4:2}) / 1000))
		[ "$grey" -lt $((before - 14)) ] || return 1
		before=$grey found=$((found + 1))
	done < <(pixels row 785 | grep -xE 'e4e9ee|f6dc86|f4b95a|ea9140|d5683a|ac4442|78294d|3a1240')
	[ "$found" -eq 8 ]
}
plot moving heat.png
check 'eight levels get darker, printed in grey as well' levels_darken

# --- by address ------------------------------------------------------------------

plot moving --kind space space.png
accessed=78294d most=eaa24a there=dfe5ea
check 'of each row there is what was accessed, the most, and what was there' all 'exits 0' \
	'box_is "112 66 824 29 21424" $accessed 112 66 824 30' 'at 130 100 $accessed' 'at 500 100 $most' \
	'[ "$(pixels box $there 112 219 824 488 | cut -d" " -f1,3)" = "112 824" ]' \
	'box_is none $accessed 112 219 824 488' 'box_is none $most 112 219 824 488'

# --- of no process --------------------------------------------------------------

# saved WORD LINE: what batch saves of accesses that are of no process.
saved()
{
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" batch --save "$work/$1" \
		<<<"$2 every=1s samples=60 aggregate=1"
}
saved file 'heat-file "/some/file"'
saved frames 'heat-pfn 0-'
plot file file.png
# 9 ranges side by side in two parts, of which 138 pages are the second: 642 pixels for 154 pages
check 'accesses of a file are drawn by offset' all 'exits 0' silent 'at 500 68 $all_pages' \
	'at 500 400 $no_pages' 'box_is "112 66 824 16 13184" $all_pages 112 66 824 30'
plot frames frames.png
check 'accesses of page frames are drawn the same, with other words' all 'exits 0' silent \
	'box_is "112 66 824 16 13184" $all_pages 112 66 824 30' '! cmp -s "$work/file.png" "$picture"'
plot file --kind space space-file.png
check 'a file has a picture by offset alone' all 'exits 0' silent 'at 130 68 78294d'
plot frames --kind time time-frames.png
check 'page frames have a working set as time goes on' all 'exits 0' silent 'at 500 700 f6dc86'

# --- by time ---------------------------------------------------------------------

plot moving --kind time time.png
# 96 of 102 pages' height, from the bottom on
check 'what samples found is an area' all 'exits 0' 'at 500 700 f6dc86' 'at 100 200 f6dc86' \
	'at 100 90 ffffff'
check 'the last second is a curve once there was a second' all \
	'[ "$(pixels box 78294d 76 90 1100 30 | cut -d" " -f1)" -ge 125 ]' \
	'[ "$(pixels box 78294d 76 90 1100 30 | cut -d" " -f1)" -le 131 ]'
plot odd --kind time time.png
check 'a working set that is not known is not drawn as nothing' all 'exits 0' \
	'box_is none 78294d 76 66 1100 642' 'box_is none 2b5fa8 76 66 1100 642'
plot two --kind time both.png
cp "$work/both.png" "$work/sum.png"
plot two --kind time --pid 600 one-of-two.png
check 'of several targets the sum is drawn, or one' all 'exits 0' '! cmp -s "$work/sum.png" "$picture"'

# --- what is odd -------------------------------------------------------------------

for kind in heat space time; do
	plot none --kind $kind none.png
	check "without samples there is no picture of $kind" all 'exits 1' \
		'err_has "not drawn: no samples tell of memory"' '! exists none.png' nothing_else
done
plot unflushed cut.png
check 'what a stream tells that is cut is drawn' all 'exits 3' 'err_has "stdin: .*ends inside"' \
	'exists cut.png'
plot moving --pid 7 none.png
check 'a process that nothing is known of is named' all 'exits 1' \
	'err_has "not drawn: no samples tell of process 7$"' '! exists none.png'
for kind in heat space time; do
	plot names --kind $kind names.svg
	check "SVG of $kind is well formed whatever mappings are called" all 'exits 0' \
		'head -c 300 "$picture" | grep -q "width=\"1200"' 'xml_ok "$picture"'
done
plot moving no-end
check 'a file has an end that says what it is' all 'exits 2' 'err_has "ends with .png or .svg expected"'
plot moving .png
check 'an end alone is no name' all 'exits 2'
plot moving --size 719x400 x.png
check 'a picture has room for what stands below' all 'exits 2' 'err_has "size 719x400: WIDTHxHEIGHT"'
plot moving --kind nothing x.png
check 'kinds are those that there are' all 'exits 2' 'err_has "kind nothing: heat, space, time, trace, slab or map"'
mkdir "$work/folder.png"
plot moving folder.png
check 'a folder is not written to' all 'exits 1' 'err_has "folder.png: Is a directory"' nothing_else
plot moving no/folder.png
check 'a folder that is not there is named' all 'exits 1' 'err_has "No such file or directory"'
mkfifo "$work/pipe.png"
plot moving pipe.png
check 'what is no regular file stays as it is' all 'exits 1' 'err_has "not a regular file"' \
	'[ -p "$work/pipe.png" ]'
ln -s kept.png "$work/link.png"
plot moving link.png
check 'a link is not followed' all 'exits 1' 'err_has "not a regular file"' '[ -L "$work/link.png" ]' \
	'! exists kept.png'
plot moving new.png
check 'what is drawn is for its owner alone' [ "$(stat -c %a "$work/new.png")" = 600 ]
chmod 644 "$work/new.png"
plot moving new.png
check 'a file that was there may be read by whom it might before' [ "$(stat -c %a "$work/new.png")" = 644 ]
echo before >"$work/kept.png"
head -c 100 /dev/zero >"$work/zero"
plot zero kept.png
check 'a file that is there stays as it was if nothing can be drawn' all 'exits 1' \
	'[ "$(<"$work/kept.png")" = before ]' nothing_else
(
	ulimit -f 4
	trap '' XFSZ
	"$plotter" "$work/full.png" <"$work/moving" >"$work/out" 2>"$work/err"
)
status=$?
check 'half of a picture is not left' all 'exits 1' 'err_has "full.png: File too large"' \
	'! exists full.png' nothing_else

# --- from the client -----------------------------------------------------------------

heat 51 --rounds 6 --plot "$work/live.png"
picture=$work/live.png
check 'heat draws in place of rows' all 'exits 0' no_out 'size_is "1200 800"'
heat 51 --rounds 6 --save "$work/saved" --plot "$work/both.png"
cp "$work/err" "$work/said"
alone heat --read "$work/saved" --plot "$work/again.png"
check 'saved and read back the picture is the same' all 'exits 0' \
	'cmp -s "$work/live.png" "$work/both.png"' 'cmp -s "$work/live.png" "$work/again.png"'
wss 51 --for 30s --every 1s --plot "$work/wss.png" --save "$work/saved"
alone wss --read "$work/saved" --plot "$work/time.png" --plot-kind time
check 'wss draws working sets by time' all 'exits 0' 'cmp -s "$work/wss.png" "$work/time.png"'
"$client" wss --read - --plot "$work/stdin.png" --plot-kind heat --print --csv -n -o PID \
	<"$work/saved" >"$work/out" 2>"$work/err"
status=$?
picture=$work/stdin.png
check 'what wss saves has mappings, though they come last' all 'exits 0' out_has\ 51 \
	'[ "$(pixels box b8b8b8 112 66 824 642)" != none ]'
heat 51 --rounds 6 --plot "$work/sized.png" --plot-size 720x400 --plot-pid 51 --print
picture=$work/sized.png
check 'size and process are passed on, and --print prints as well' all 'exits 0' \
	'size_is "720 400"' 'out_has "lib/a.so"'
heat 77 --rounds 4 --plot "$work/partial.png"
check 'what came before a process exited is drawn' all 'exits 3' 'exists partial.png'
heat 9 --plot "$work/gone.png"
check 'who is not there is not drawn' all 'exits 1' 'err_has "9: no such task"' '! exists gone.png'
heat 51 --rounds 3 --plot "$work/other.png" --plot-pid 99
check 'a process that was not asked for is not drawn' all 'exits 1' 'err_has "tell of process 99"'
FAKE_LOG=$work/log heat 51 --plot "$work/no/folder.png"
check 'nothing is asked if the file could not be written' all 'exits 1' '! exists log' \
	'err_has "No such file or directory"'
heat 51 --print-query --plot "$work/query.png"
check 'who wants to see queries has no picture' all 'exits 0' 'out_has "^heat 51"' '! exists query.png'
wss 51 --plot "$work/query.png" --print-query
check 'wss has sixty rounds if it draws' out_has '^heat 51 every=100ms samples=601 aggregate=10$'
heat 51 --plot-kind time
check 'how to draw needs where to' all 'exits 2' 'err_has "plot-kind is for --plot"'
heat 51 --plot x.png --plot-kind other
check 'the client knows which pictures there are' all 'exits 2' 'err_has "plot-kind other: heat, space, time, trace, slab or map"'
heat 51 --plot x.png --plot-size 5
check 'the client knows how large they may be' all 'exits 2' 'err_has "plot-size 5: WIDTHxHEIGHT"'
heat 51 --plot x.gif
check 'the client knows how files are called' all 'exits 2' 'err_has "plot x.gif: a name that ends"'
heat 51 --plot x.png --csv
check 'no format is chosen for what is not printed' all 'exits 2' 'err_has "csv prints nothing, as --plot draws"'

# Alone in a folder it finds no other program.
mkdir "$work/alone"
cp "$client" "$work/alone/pagesnap"
client=$work/alone/pagesnap heat 51 --plot "$work/none-of-it.png"
check 'without the package one line names it' all 'exits 1' \
	'err_is "pagesnap: --plot needs the program pagesnap-plot: apt install pagesnap-plot"'
printf '#!/bin/sh\nprintf x\nexec >&-\nhead -c 10 >/dev/null\nkill -9 $$\n' >"$work/alone/pagesnap-plot"
chmod +x "$work/alone/pagesnap-plot"
client=$work/alone/pagesnap heat 51 --plot "$work/killed.png"
check 'a program that dies is told of' all 'exits 1' 'err_has "pagesnap-plot: Killed"'

# reads_on: the client $pid has all there is, and waits for more; the plotter, its child, ignores ^C.
reads_on()
{
	local child

	child=$(pgrep -P "$pid") && catches && [ -e "$work/written" ] &&
		grep -qsiE '^SigIgn:.[0-9a-f]*[2367abef]$' "/proc/$child/status" &&
		grep -qs '^State:.S' "/proc/$pid/status"
}
# interrupted: with ^C to both, as from a terminal, what came is drawn.
interrupted()
{
	printf '#!/bin/sh\ntrap "" INT\nexec %q "$@"\n' "$plotter" >"$work/alone/pagesnap-plot"
	(
		cat "$work/unflushed"
		echo "$BASHPID" >"$work/written"
		exec sleep 60
	) | (
		set -m
		"$client" heat --read - --plot "$work/interrupted.png" </dev/stdin \
			>"$work/out" 2>"$work/err" &
		pid=$!
		wait_for 60 reads_on
		kill -INT -- "-$pid"
		wait "$pid"
		echo $? >"$work/status"
		# of which the shell says nothing
		kill -s PIPE "$(<"$work/written")"
	)
	status=$(<"$work/status")
}
interrupted
check 'a run that is interrupted is drawn as far as it came' all 'exits 130' 'exists interrupted.png'
ktap_end
