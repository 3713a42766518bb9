#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# pagesnap-plot --kind trace: pictures are read back, of what make-trace.c says that processes
# reference.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

plotter=$OUT/sanitized/pagesnap-plot

for scene in scan three fork lost exact whole long none cut; do
	"$OUT/make-trace" $scene >"$work/$scene"
done

# plot SCENE ARGUMENT...: into $work/FILE, the last argument.
plot()
{
	local scene=$1 last=${!#}
	shift

	picture=$work/$last
	status=0
	"$plotter" --kind trace "${@:1:$#-1}" "$picture" <"$work/$scene" >"$work/out" 2>"$work/err" ||
		status=$?
}

pixels() { "$OUT/pixels" "$picture" "$@"; }
at() { [ "$(pixels at "$1" "$2")" = "$3" ]; }
# has COLOUR X Y W H: is it in that part of the picture?
has() { [ "$(pixels box "$@")" != none ]; }
exists() { [ -e "$work/$1" ]; }
read=56b4e9 write=d55e00 fetch=2a2a2a ground=f5f7f9 fork=009e73 exec=6a3d9a exit=606060 lost=b0005a

# The frame of 1200x800: its inside is from 112 to 1050, and from 66 to 708: 938 x 642.

plot scan scan.png
check 'a scan goes from the lower left to the upper right' all 'exits 0' silent \
	'at 113 706 $write' 'at 1048 67 $write' 'at 113 100 $ground' 'at 1040 700 $ground'
check 'a scan has one kind of reference only' all \
	'! has $read 112 66 938 642' '! has $fetch 112 66 938 642'
check 'a scan fills the frame, and nothing beside it' \
	[ "$(pixels box $write 112 66 938 642 | cut -d' ' -f1-4)" = '112 66 938 642' ]

plot three three.png
check 'reads, writes and fetches are apart, the stack above the heap above the file' all 'exits 0' \
	'has $read 112 66 938 35' '! has $read 112 110 938 590' 'has $fetch 112 590 938 118' \
	'! has $fetch 112 66 938 500' 'has $write 112 110 938 465' '! has $write 112 590 938 118'
check 'what lies between mappings is cut out, and white' at 500 103 ffffff

plot fork fork.png
check 'a process and its child have a panel each' all 'exits 0' 'has $write 112 76 938 300' \
	'has $write 112 420 938 285' 'at 500 400 ffffff'
check 'forks are marked where they happened, of who forks' all \
	'[ "$(pixels box $fork 112 70 938 300 | cut -d" " -f1)" -ge 860 ]' \
	'! has $fork 112 420 938 285'
check 'execs and exits are marked in the panel of the child' all 'has $exec 110 412 10 290' \
	'has $exit 1040 412 12 290' '! has $exec 112 70 938 300'
plot fork --pid 701 child.png
check 'one process is drawn alone' all 'exits 0' 'has $write 112 66 938 642' '! has $fetch 112 66 938 642'
plot fork --by-time time.png
check 'by time is another picture' all 'exits 0' '! cmp -s "$work/fork.png" "$picture"'
check 'by time a child begins where its parent forked' \
	[ "$(pixels box $exec 112 420 938 280 | cut -d' ' -f1)" -gt 800 ]

plot lost lost.png
check 'lost faults are marked where they were lost' \
	[ "$(pixels box $lost 112 66 938 642 | cut -d' ' -f1)" -eq 581 ]
plot exact exact.png
check 'an exact trace has no note' all '! cmp -s "$work/exact.png" "$work/scan.png"' \
	'[ "$(pixels row 50)" = ffffff ]'
plot whole whole.png
check 'a trace with a window of one page of all memory has the note that it is not exact' \
	[ "$(pixels row 50)" != ffffff ]
plot long long.png
check 'two million references to as many pages are drawn' all 'exits 0' 'has $write 112 66 938 642'

plot none none.png
check 'without references there is no picture' all 'exits 1' 'err_has "not drawn: no references"' \
	'! exists none.png'
plot scan --pid 9 none.png
check 'a process without references has no picture' all 'exits 1' '! exists none.png'
plot cut cut.png
check 'what a trace tells that is cut is drawn' all 'exits 3' 'err_has "stdin: .*ends inside"' \
	'exists cut.png'
plot fork fork.svg
check 'SVG has references as pixels, and is small' all 'exits 0' \
	'head -c 300 "$picture" | grep -q "width=\"1200"' 'grep -q "data:image/png" "$picture"' \
	'[ "$(stat -c %s "$picture")" -lt 1000000 ]'
ktap_end
