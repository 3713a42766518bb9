#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# pagesnap map: maps of what make-map.c says, as text, rows and pictures.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

for scene in file whole empty beyond sparse striped process grown wide frames some hostile three endless; do
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
check 'it says how large it is, and how much of it is in memory' \
	line_is '/srv/file: 3.9M, 1016K in memory (25%); a sign is 4K'
check 'a sign is a page where they fit' row_is 0 "   0 $(x C 64) 100%"
check 'states follow each other' row_is 256K " 256K $(x C 36)$(x D 28) 100%" 
check 'what is dirty and under writeback is under writeback' row_is 512K " 512K $(x D 22)WWWW$(x . 38)  40%"
check 'what was evicted is not in memory' row_is 768K " 768K $(x . 8)$(x E 56)   0%"
check 'rows with nothing in memory are left out, and said' line_is '    ~ 2.3M not in memory'
check 'the last page is partly behind the end' [ "$(signs 3840K)" = "$(x C 40)" ]
check 'what letters mean is below, with how much there is' line_is \
	'. not in memory 2.5M, C cached 800K, D dirty 200K, W writeback 16K, E evicted 400K'
check 'and what capitals are' out_has '^Capital: all of '

for width in 20 33 40 59 60 79 80 100 132 200 500; do
	COLUMNS=$width map process -n
	widths[width]=$(wc -L <"$work/out")
	check "rows fit a width of $width" all 'exits 0' 'fits $width' '[ "$(rows)" -ge 1 ]'
done
COLUMNS=40 map file
check 'the legend fits, too' all 'fits 40' 'out_has "cached 800K"'
COLUMNS=1 map file -n
check 'a column is enough' all 'exits 0' 'out_has C'
COLUMNS=200 map file --rows 100
check 'no more rows than there are' all 'fits 200' '[ "$(rows)" -le 6 ]'
map file --rows 1
check 'one row has all' all '[ "$(rows)" = 1 ]' 'line_is "/srv/file: 3.9M, 1016K in memory (25%); a sign is 64K"'
check 'where states meet letters are small' row_is 0 "    0 CCCCCCcDDw..eEEEEEe$(x . 37)cCCCCCC  25%"
map file -n
check 'without headings there are only rows' all '! out_has in.memory..25' '! out_has Capital' '[ "$(rows)" = 6 ]'
map file -b
check 'in bytes' all 'line_is "/srv/file: 4091905, 1040384 in memory (25%); a sign is 4096"' 'row_is 262144 \
	"262144 $(x C 36)$(x D 28) 100%"'

map whole
check 'a file of a row' all 'row_is 0 "    0 $(x C 64) 100%"' '! out_has "~"'
map empty
check 'one page of 64' row_is 0 "    0 $(x . 63)C   1%"
map beyond
check 'pages behind the end of a file are told' all 'row_is 0 "    0 CCBB$(x " " 60) 100%"' \
	'out_has "B behind the end 8K"'
map sparse
check 'a few pages of 16 TiB are seen one by one' all '[ "$(signs 0)" = "C$(x . 63)" ]' \
	'[ "$(signs 8T)" = "DDDDDDDD$(x . 56)" ]' 'out_has " C +1%$"' 'line_is "$(printf "%12s" "~ ")8T not in memory"'
check 'it says how much there is' line_is '. not in memory 16T, C cached 8K, D dirty 32K'
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
check 'a process is drawn by address' all 'exits 0' 'line_is "fake 700: 5.2M in memory; a sign is 16K"'
check 'rows have the mapping that they are of' all 'out_has "^ *400000 F{16} +100% /usr/bin/program$"' \
	'out_has "^ *5000000 A{25}Ss?.* 50% .heap.$"' 'out_has "^ *7f0000000000 H+ +100% .anon.$"' 'out_has "/lib/library.so$"'
check 'a mapping in the row of others is counted' out_has ' \+1$'
check 'what is between them is left out' all 'out_has "~ 74M empty$"' 'out_has "~ 127T empty$|~ 1016G empty$"'
map grown
check 'a mapping that comes again counts once' line_is '. not in memory 0B, A anon 32K' || true
map wide
check 'mappings all over 128 TiB are drawn' all 'exits 0' '[ "$(rows)" -le 20 ]' 'out_has "A anon 20M"'

# --- frames ---------------------------------------------------------------------

map frames
check 'memory is drawn by frame' all 'exits 0' 'line_is "memory: 4.2M, 2.0M in use (47%); a sign is 4K"'
check 'free, file, anonymous, slab, page tables' all '[ "$(signs 0x1000)" = "$(x - 56)" ]' \
	'out_has "FFFFAAAA"' 'out_has "LLLLPPPP"' 'out_has "PPPP[?]{16}RRRR"' 'out_has "O{8}"'
check 'a hole is left out' out_has '~ 3.*M no memory$'

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
check 'CSV has a row for each state' out_is "$(printf '%s\r\n' PID,START,END,STATE,PAGES,NAME \
	-,0,409600,cached,100,/srv/file -,409600,614400,dirty,50,/srv/file -,614400,630784,writeback,4,/srv/file \
	-,630784,819200,absent,46,/srv/file -,819200,1228800,evicted,100,/srv/file \
	-,1228800,3686400,absent,600,/srv/file -,3686400,4096000,cached,100,/srv/file)"
map process --jsonl
check 'JSON has those of a process' [ "$(jq -r 'select(.state != "absent") |
	[.pid, .start, .end - .start, .state, .pages, .name] | @tsv' "$work/out" | tr '\t' ' ')" = "$(cat <<'END'
700 4194304 262144 file 64 /usr/bin/program
700 83886080 409600 anon 100 [heap]
700 84295680 204800 swapped 50 [heap]
700 136365211648000 0 x 0 x
END
)" ] || true
map striped --csv -o STATE,PAGES -n
check 'all runs are rows' [ "$(grep -c cached "$work/out")" = $((1 << 19)) ]
map file -o +OF,START_PAGE,END_PAGE,SIZE,COMMAND
check 'columns that are named are a table' all 'out_has "^PID +START +END STATE +PAGES NAME +OF +START_PAGE"' \
	'out_has "0x64000 cached +100 /srv/file file "'
map hostile --json
check 'hostile names are JSON' all 'jq -e ".pagesnap" "$work/out" >"$work/json"'
map hostile
check 'hostile names move no cursor' all '! out_has "$esc"' '[ "$(grep -c "<script>" "$work/out")" = 1 ]' 'out_has "012"'

# --- what is asked -------------------------------------------------------------------

run map /a 7 --print-query
check 'a path and a process are asked, with no more runs than it takes' \
	out_is $'file "/a" mask=writeback,dirty\ntask 7 mask=0' || true
cat "$work/out"
ktap_end
