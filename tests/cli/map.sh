#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# pagesnap map: maps of what make-map.c says, as text, rows and pictures.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

for scene in file whole empty beyond sparse striped process grown wide frames some hostile three crowd endless part inside window rack; do
	"$OUT/make-map" $scene >"$work/$scene"
done

# map SCENE ARGUMENT...: of what was saved.
map() { alone map -R "$work/$1" "${@:2}"; }
# row LABEL: the row that begins with it.
row() { grep -E "^ *$1 " "$work/out"; }
row_is() { [ "$(row "$1")" = "$2" ]; }
line_is() { grep -qxF -- "$1" "$work/out"; }
rows() { grep -cE ' [0-9]+%( |$)' "$work/out"; }
# fits WIDTH: no line is wider.
fits() { [ "$(wc -L <"$work/out")" -le "$1" ]; }
# signs LABEL: between its label and its percent.
signs() { row "$1" | sed -E 's/^ *[^ ]+ //; s/ +[0-9]+%.*//'; }
x() { printf "%$2s" '' | tr ' ' "$1"; }

# --- files ----------------------------------------------------------------------

map file
check 'a file is drawn' all 'exits 0' silent 'fits 80'
check 'a map says how large a file is, and how much of it is in memory' \
	line_is '/srv/file: 3.9M, 1016K in memory (25%); a sign is 4K'
check 'a sign is a page where they fit' row_is 0 "    0 $(x C 64) 100%"
check 'states follow each other' row_is 256K " 256K $(x C 36)$(x D 28) 100%"
check 'what is dirty and under writeback is under writeback' row_is 512K " 512K $(x D 22)WWWW$(x . 38)  40%"
check 'what was evicted is not in memory' row_is 768K " 768K $(x . 8)$(x E 56)   0%"
check 'rows with nothing in memory are left out, and said' line_is '    ~ 2.3M not in memory'
check 'the last page is partly behind the end' [ "$(signs 3856K)" = "$(x C 36)" ]
check 'what letters mean is below, with how much there is' line_is \
	'. not in memory 2.5M, C cached 800K, D dirty 200K, W writeback 16K,'
check 'in lines that end with a whole word' line_is 'E evicted 400K'
check 'a map says what capitals are' out_has '^Capitals: all of '

for width in 24 33 40 59 60 79 80 100 132 200 500; do
	COLUMNS=$width map process -n
	check "rows fit a width of $width" all 'exits 0' 'fits $width' '[ "$(rows)" -ge 1 ]'
done
COLUMNS=40 map file
check 'the legend fits, too' all 'fits 40' 'out_has "cached 800K"'
check 'on a narrow terminal sizes are below the name' all 'line_is "/srv/file:"' 'line_is "3.9M, 1016K in memory (25%); a sign is"'
COLUMNS=1 map file -n
check 'a column is enough' all 'exits 0' 'out_has C'
COLUMNS=200 map file --rows 100
check 'no more rows than there are' all 'fits 200' '[ "$(rows)" -le 6 ]'
map file --rows 1
check 'one row has all' all '[ "$(rows)" = 1 ]' 'line_is "/srv/file: 3.9M, 1016K in memory (25%); a sign is 64K"'
check 'where states meet letters are small' row_is 0 "    0 CCCCCCdDDd..eEEEEEe$(x . 37)cCCCCCC   25%"
map file -n
check 'without headings there are only rows' all '! out_has in.memory..25' '! out_has Capital' '[ "$(rows)" = 7 ]'
map file -b
check 'in bytes' all 'line_is "/srv/file: 4091905, 1040384 in memory (25%); a sign is 4096"' 'row_is 262144 \
	" 262144 $(x C 36)$(x D 28) 100%"'

map whole
check 'a file of a row' all 'row_is 0 "    0 $(x C 64) 100%"' '! out_has "~"'
map empty
check 'one page of 64' row_is 0 "    0 $(x . 63)C   1%"
map beyond
check 'pages behind the end of a file are told' all 'row_is 0 "    0 CCBB$(x " " 60) 100%"' \
	'out_has "B behind the end 8K"'
map sparse
check 'a few pages of 16 TiB are seen one by one' all '[ "$(signs 0)" = "C$(x . 55)" ]' \
	'[ "$(signs 8T)" = "DDDDDDDD$(x . 48)" ]' 'out_has "^17179869180K C +100%$"' 'line_is "           ~ 8T not in memory"'
check 'a map of a large file says how much there is' line_is '. not in memory 16T, C cached 8K, D dirty 32K'
map striped
check 'a million runs of 16 TiB are drawn' all 'exits 0' '[ "$(rows)" = 20 ] || [ "$(rows)" = 16 ]' \
	'[ "$(signs 0 | tr -d ,)" = "" ]' 'out_has "^. not in memory 16T, C cached 2G, D dirty 2G$"'
map three
check 'files have a map each' all '[ "$(grep -c "a sign is" "$work/out")" = 3 ]' 'line_is "/srv/two: 8K, 4K in memory (50%); a sign is 4K"' \
	'line_is "[name not cached]: 4K, 4K in memory (100%); a sign is 4K"'
map endless
check 'damaged numbers end' all 'exits 0' 'out_has "C cached 40K, D dirty 20K"'

# --- processes ------------------------------------------------------------------

COLUMNS=100 map process
check 'a process is drawn by address' all 'exits 0' 'fits 100' 'line_is "fake 700: 5M in memory; a sign is 8K"'
check 'rows have the mapping that they are of' all 'out_has "^ *400000 F{32} +66% /usr/bin/program$"' \
	'out_has "^ *5000000 A{48} 100% .heap.$"' 'out_has "^ *7f0000000000 H{48} 100% .anon.$"' \
	'out_has "^7f0000800000 F{48} 100% /lib/library.so$"'
check 'what is swapped is not in memory' out_has '^ *5060000 AAS{25}[.]{21} +4% '
check 'what is between them is left out' all 'out_has " ~ 75.[0-9]M empty$"' 'out_has " ~ 32K not in memory, 127T empty$"' \
	'out_has " ~ 120K not in memory, 1T empty$"'
check 'of a stack of three pages the last sign is half full' out_has '^7fffffffc000 Aa  +3% .stack.$'
check 'what letters mean is below' out_has '^X special 112K$'
map grown
check 'a mapping that comes again counts once' all 'line_is "A anon 32K"' 'out_has "^100000 A{8} +20% .heap.$"'
map wide
check 'mappings all over 128 TiB are drawn' all 'exits 0' '[ "$(rows)" = 20 ]' 'fits 80' \
	'line_is "A anon 19.5M"' 'out_has "^ *0 ,{32}   1% .anon. .255$"'

# --- frames ---------------------------------------------------------------------

map frames
check 'memory is drawn by frame' all 'exits 0' silent 'line_is "memory: 4.3M, 2M in use (47%); a sign is 4K"'
check 'free, file, anonymous, slab, page tables, what nothing tells of, reserved, offline' all \
	'row_is 0x1000 "0x1000 $(x - 64)   0%"' '[ "$(signs 0x1200)" = "$(x F 64)" ]' \
	'[ "$(signs 0x1300)" = "$(x A 64)" ]' '[ "$(signs 0x1340)" = "$(x L 32)$(x P 16)$(x "?" 16)" ]' \
	'row_is 0x13c0 "0x13c0 $(x R 64) 100%"' 'row_is 0x1800 "0x1800 $(x O 64)   0%"'
check 'a hole is left out' line_is '     ~ 4M no memory'
check 'a hole is no memory' line_is '. no memory 4M, - free 2M, F file 1M, A anon 256K, L slab 128K,'

# --- ranges -----------------------------------------------------------------------

map part
check 'of a range of a file that is all' all 'exits 0' silent \
	'line_is "/srv/file from 256K: 3.7M, 760K in memory (20%); a sign is 4K"' \
	'row_is 256K " 256K $(x C 36)$(x D 28) 100%"' '! row 0'
map part --csv -n
check 'rows begin where the range does' [ "$(head -n 1 "$work/out" | tr -d '\r')" = '-,0x40000,0x64000,cached,36,/srv/file' ]
map inside
check 'where nothing is that is said, and no row is drawn' all '[ "$(rows)" = 0 ]' \
	'line_is "/srv/file from 1240K: 160K, 0B in memory (0%); a sign is 4K"' 'line_is "    ~ 160K not in memory"'
map inside --csv -n
check 'what is behind a range is not absent' [ "$(tr -d '\r' <"$work/out")" = '-,0x136000,0x15e000,absent,40,/srv/file' ]
map window
check 'a range of addresses cuts mappings' all 'line_is "fake 700 from 5010000: 336K in memory; a sign is 4K"' \
	'line_is "S swapped 176K, A anon 336K"' '! out_has "not in memory"'
map rack
check 'a range of frames cuts them' all 'line_is "memory from 0x1310: 1.2M, 960K in use (78%); a sign is 4K"' '! out_has "- free"'

# --- colours ----------------------------------------------------------------------

map file --color
esc=$'\033'
check 'all of a sign is a block of colour' out_has "^    0 $esc\\[7;32mC{64}$esc\\[0m 100%\$"
check 'what is absent is pale, and not a block' out_has "$esc\\[90m\\.+$esc\\[0m"
sed -i "s/$esc\\[[0-9;]*m//g" "$work/out"
cp "$work/out" "$work/colored"
map file
check 'colours are all that --color adds' cmp "$work/out" "$work/colored"
check 'without a terminal there are none' all '! out_has "$esc"'

# --- rows --------------------------------------------------------------------------

map file --csv
check 'CSV has a row for each state' [ "$(tr -d '\r' <"$work/out")" = "$(printf '%s\n' PID,START,END,STATE,PAGES,NAME \
	-,0x0,0x64000,cached,100,/srv/file -,0x64000,0x96000,dirty,50,/srv/file \
	-,0x96000,0x9a000,writeback,4,/srv/file -,0x9a000,0xc8000,absent,46,/srv/file \
	-,0xc8000,0x12c000,evicted,100,/srv/file -,0x12c000,0x384000,absent,600,/srv/file \
	-,0x384000,0x3e8000,cached,100,/srv/file)" ]
map process --jsonl
check 'JSON has those of a process' [ "$(jq -r 'select(.state != "absent") |
	"\(.pid) \(.start) \(.end - .start) \(.state) \(.pages) \(.name)"' "$work/out")" = "$(printf '%s\n' \
	'700 4194304 262144 file 64 /usr/bin/program' '700 83886080 409600 anon 100 [heap]' \
	'700 84295680 204800 swapped 50 [heap]' '700 139637976727552 4194304 huge 1024 null' \
	'700 139637985116160 409600 file 100 /lib/library.so' \
	'700 139637985525760 114688 special 28 /lib/library.so' '700 140737488338944 12288 anon 3 [stack]')" ]
map frames --csv -n -o START,END,START_PAGE,STATE
check 'frames are numbers, not addresses' out_has '^0x1200,0x1300,0x1200,file'
map some
check 'of an answer that left pages out that is said' err_is \
	'# only some pages were asked for when this was saved: others look as if there were none'
map striped --csv -o STATE,PAGES -n
check 'all runs are rows' [ "$(grep -c cached "$work/out")" = $((1 << 19)) ]
map file -o +OF,START_PAGE,END_PAGE,SIZE,COMMAND
check 'columns that are named are a table' all 'out_has "^PID +START +END STATE +PAGES NAME +OF +START_PAGE"' \
	'out_has "0x64000 cached +100 /srv/file file "'
map hostile --json
check 'hostile names are JSON' all 'jq -e ".pagesnap" "$work/out" >"$work/json"'
map hostile
check 'hostile names move no cursor' all '! out_has "$esc"' '[ "$(grep -c "<script>" "$work/out")" = 1 ]' 'out_has "012"'

# --- pictures ------------------------------------------------------------------------

# plot SCENE FILE ARGUMENT...: into $work/FILE.
plot() { picture=$work/$2; map "$1" --plot "$picture" "${@:3}"; }
pixels() { "$OUT/pixels" "$picture" "$@"; }
# at X Y COLOUR: the frame's inside begins at 118, 66.
at() { [ "$(pixels at $((118 + $1)) $((66 + $2)))" = "$3" ]; }
has() { [ "$(pixels box "$@")" != none ]; }
cached=56b4e9 dirty=d55e00 writeback=f0c419 absent=eceff2 evicted=c9b3d6

plot file file.png
check 'a picture is 1200 by 800, and nothing is printed' all 'exits 0' silent '[ "$(pixels size)" = "1200 800" ]'
check 'states follow each other, two pixels a page' all 'at 0 0 $cached' 'at 199 20 $cached' 'at 200 20 $dirty' \
	'at 299 20 $dirty' 'at 300 20 $writeback' 'at 307 20 $writeback' 'at 308 20 $absent' 'at 399 20 $absent' \
	'at 400 20 $evicted' 'at 599 20 $evicted' 'at 600 20 $absent'
check 'a row with nothing in memory is left out' all '! has $absent 118 106 896 40' 'at 0 80 $cached' 'at 199 80 $cached'
check 'behind the end of the file there is nothing' all 'at 200 80 ffffff' '! has $absent 118 146 896 40'
plot striped striped.png --plot-size 720x400
check 'a page of half a million is seen' all 'exits 0' '[ "$(pixels size)" = "720 400" ]' 'has $dirty' 'has $cached' 'has $absent'
check 'what is more is below' all '[ "$(pixels at 120 66)" = $absent ]'
plot process process.png
check 'a process has its mappings at the side' all 'exits 0' 'has f0a830' 'has 8e5ba6' 'has d55e00' 'has 56b4e9' \
	'[ "$(pixels row 81 | tail -n 200 | sort -u | wc -l)" -gt 3 ]'
plot frames frames.png
check 'memory has a picture' all 'exits 0' 'has e3efe3' 'has 1f5fa8' 'has 5b2a86' 'has 606060' 'has bfbfbf'
plot wide wide.png --plot-size 720x400
check 'more than fits is drawn' exits 0
plot sparse sparse.png
check 'rows between few pages are left out' all 'exits 0' 'at 0 0 $cached' 'has $dirty'
plot endless endless.png
check 'damaged numbers are drawn' exits 0
plot hostile hostile.svg
check 'SVG has no script, and rows as pixels' all 'exits 0' '! grep -qi "<script" "$picture"' 'grep -q "data:image/png" "$picture"' \
	'[ "$(stat -c %s "$picture")" -lt 500000 ]'
plot hostile hostile.png
cp "$picture" "$work/one.png"
plot three three.png
check 'several are drawn one below the other' all 'exits 0' 'at 0 28 $cached' 'has $dirty' 'at 2 $((28 + 40 + 28)) $dirty'
plot crowd crowd.png
check 'as many are drawn as have room, and that there are more is said' all 'exits 0' 'has $cached 118 600 896 108' \
	'has 101010 12 45 400 12' '! has $cached 118 710 896 30'
run map /a --plot "$work/asked.png" --print
check 'what is asked is drawn, and printed with --print' all 'exits 0' '[ -s "$work/asked.png" ]' 'out_has "^/a: 32K, 32K in memory"'
run map /a 51 --plot "$work/two.png"
check 'a file and a process are drawn' all 'exits 0' '[ -s "$work/two.png" ]'
run map 7 --plot "$work/none.png"
check 'of nothing there is no picture' all 'exits 1' 'err_has "not drawn: nothing of it is in memory"' '[ ! -e "$work/none.png" ]'

# --- what is asked -------------------------------------------------------------------

run map /a 7 --print-query
check 'a path and a process are asked, with no more runs than it takes' out_is $'file "/a" mask=0x110\ntask 7 mask=0x0'
run map --frames --print-query
check 'all frames are asked' out_has '^pfn 0x0- mask=0x0$'
run map /a --range 2+3 --range 7- --print-query
check 'pages of a file' out_is $'file "/a" 2 5 mask=0x110\nfile "/a" 7- mask=0x110'
run map /a --bytes-range 8K+8K --print-query
check 'bytes of a file' out_is 'file "/a" 2 4 mask=0x110'
run map 7 --range addr:400000-401000 --print-query
check 'addresses of a process' out_is 'task 7 0x400 0x401 mask=0x0'
run map --frames --range pfn:1000+2 --print-query
check 'a range of frames' out_is 'pfn 0x1000 0x1002 mask=0x0'
run map /a --range addr:4000
check 'a file has no addresses' all 'exits 2' 'err_has "^pagesnap: /a: a file has no addresses; write --bytes-range$"'
run map 7 --bytes-range 8K+8K
check 'a process has no offsets' all 'exits 2' 'err_has "^pagesnap: 7: a process has no --bytes-range; write --range addr:FROM-TO$"'
run map --frames --bytes-range 8K+8K
check 'frames have no offsets' all 'exits 2' 'err_has "^pagesnap: --frames excludes --bytes-range, which is of files$"'
run map 7 --range 400000-401000
check 'addresses without a prefix are refused with it' all 'exits 2' 'err_has "addresses as in maps. write addr:400000-401000"'
run map /a 51
check 'both have a map' all 'exits 0' 'out_has "^/a: 32K"' 'out_has "^fake 51: "'
run map /uncached
check 'of a file with nothing in memory that is said' all 'exits 0' 'out_is ""' 'err_has "^# /uncached: nothing of it is cached"'
run map /nosuch
check 'a file that is not there' all 'exits 1' 'err_has "^pagesnap: /nosuch: no such file"'
run map 9
check 'a process that is not there' all 'exits 1' 'err_has "^pagesnap: 9: "'
run map /a/partial
check 'what lacks something is drawn, and told' all 'exits 3' 'out_has "in memory"'
run map
check 'something is to be named' all 'exits 2' 'err_has "map takes a PATH, a PID, uid:USER or cgroup:PATH, or --frames"'
run map /a --frames
check '--frames is all' all 'exits 2' 'err_has "--frames excludes a PATH or PID"'
for rows in 0 10001 x; do
	run map /a --rows $rows
	check "--rows $rows" all 'exits 2' 'err_has "rows $rows: "'
done
run file /a --print --save "$work/sums" -n
alone map -R "$work/sums"
check 'sums that were saved have no place' all 'exits 1 || exits 2' 'err_has "map is drawn of runs, but these answers are of group=object"'
run map /a --save "$work/saved" --print
cp "$work/out" "$work/live"
alone map -R "$work/saved"
check 'a map that was saved is the same' cmp "$work/out" "$work/live"
status=0
(ulimit -v 200000; "$plain" map -R "$work/striped" >"$work/out" 2>"$work/err") || status=$?
check 'a million runs need little memory' all 'exits 0' '[ "$(rows)" = 16 ]'
ktap_end
