#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# heat on a full screen, in a real terminal: keys are pressed, and what is to be seen is waited for.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# shellcheck source=tests/cli/in-tmux
. ./in-tmux

heat() { on_screen heat "$@"; }
# ends STATUS: the shell is back, and the terminal as it was.
ends() { ended "$1" && sees_no '\? help|TAB overlay'; }

PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" heat 51 --rounds 60 --aggregate 1 \
	--every 1s --save "$work/saved"

# --- a saved run ------------------------------------------------------------

begin screen-256color
heat --read "$work/saved"
check 'a saved run is a full screen' sees '^fake 51  RSS 584K  WSS 1s 16K 10s 80K 60s 160K  cold 1m00s 424K' \
	'\[heat\] node kind writes  rows of 64K  saved run' '^     1000000 /lib/a\.so +-{55}$' \
	'^     2000000 \[heap\] +[.]{55}$' '^64K, 25\.0 % accessed, node 0, file; /lib/a\.so$'
keys Tab
check 'TAB: nodes' sees 'heat \[node\] kind' '^     1000000 /lib/a\.so +0{55}$'
keys Tab
check 'kinds' sees '\[kind\]' '/lib/a\.so +f{55}$' '\[heap\] +a{55}$' ' 2080000 +z{55}$'
keys Tab
check 'writes, which nobody asked for' sees '\[writes\]' '/lib/a\.so +n{55}$' 'n not asked'
keys Tab Down Enter
check 'ENTER: one mapping, in smaller ranges' all 'sees "rows of 64K in one mapping" " 2010000 "' 'sees_no " 1000000 "'
keys +
check '+: smaller still' sees 'rows of 32K in one mapping' ' 2008000 '
keys Escape
check 'all mappings again' sees ' 1000000 /lib/a'
keys -
check '-: larger' sees 'rows of 128K'
keys Left
check 'earlier rounds' sees 'PAUSED 5s ago'
keys p
check 'p goes on with the newest' all 'sees saved.run' 'wait_for 20 sees_no PAUSED'
keys t
check 'of a saved run nothing is asked' sees 'this is a saved run: nothing is asked'
keys w
sees 'draw in \(\.png, \.svg\): heat-'
keys C-u "$work/seen.png" Enter
check 'w draws a picture of what is seen' all 'sees "drawn in .*seen.png"' 'head -c 4 "$work/seen.png" | grep -q PNG'
keys w
sees 'draw in '
keys C-u "$work/no/folder.png" Enter
check 'a picture that can not be written is a message' sees 'folder\.png: No such file or directory'
keys w
sees 'draw in '
keys C-u "$work/seen.jpg" Enter
check 'a picture is PNG or SVG' sees 'a name that ends with \.png or \.svg'
keys '?'
check '? shows the keys' sees 'ENTER +only this mapping'
keys x
check 'any key goes back from the help' sees '^fake 51 '
keys q
check 'q ends it, and the terminal is as it was' ends 0

# --- sizes and terminals ----------------------------------------------------

heat --read "$work/saved"
sees '^fake 51 '
term resize-window -t cli -x 60 -y 12
check '60 columns are enough' sees '^fake 51  RSS 584K  WSS 1s 16K 10s 80K 60s 160K$' \
	'^     1000000 /lib/a\.so +-{33}$' '^TAB .* q quit  \? help$'
term resize-window -t cli -x 20 -y 4
check 'less does no harm' sees '^TAB '
term resize-window -t cli -x 120 -y 30
check 'all comes back on a large terminal' sees 'n next process' '^     1000000 /lib/a\.so +[+]{60}$'
keys q
check 'a terminal of another size is as it was, too' ends 0

begin vt100
heat --read "$work/saved"
check 'a terminal without colours has signs' sees '/lib/a\.so +-{55}$'
keys q
check 'q ends the screen without colours' sees '^status=0'
begin dumb
heat --read "$work/saved"
check 'one that can not move its cursor has rows' sees '^ 51 +- +- .* \[mapped since\]$' '^status=0( |$)'
begin screen-256color
heat --once --read "$work/saved"
check '--once: rows' sees '^ 51 +- +- .* \[mapped since\]$' '^status=0( |$)'

# --- ends -------------------------------------------------------------------

for end in TERM:143 HUP:129 QUIT:131 INT:130; do
	heat --read "$work/saved"
	sees '^fake 51 '
	kill -"${end%:*}" "$(process)"
	check "SIG${end%:*}: the terminal is as it was" ends "${end#*:}"
done
heat --read "$work/saved"
sees '^fake 51 '
kill -ABRT "$(process)"
check 'after a crash the terminal is as it was' ends 134
heat --read "$work/saved"
sees '^fake 51 '
wait_for 20 stops
check '^Z: the shell, and its terminal' sees 'Stopped' '^status=148'
keys fg Enter
check 'fg: the screen' all 'sees "^fake 51 " "TAB overlay"' 'sees_no Stopped'
keys C-c
check '^C' ends 130
heat --read "$work/saved.nosuch"
check 'no file: an error, and no screen' all 'ends 1' 'sees "No such file"'
head -c 3000 "$work/saved" >"$work/cut"
heat --read "$work/cut"
check 'a run that was cut off is shown, and that is said' sees '^fake 51 ' 'the stream ends inside of a record'
keys q
check 'a run that was cut off is partial' ends 3

# --- live -------------------------------------------------------------------

heat uid:5 --rounds 4 --aggregate 1
check 'processes of a target, one after the other' sees '^fake 51 ' '1 of 2 processes' '\[mapped since\]'
keys n
check 'n: the next process' sees '^fake 52 ' '2 of 2 processes'
keys t
sees 'cgroup:PATH or file:PATH: _'
keys 41 Enter
check 't: another target' sees '^fake 41 ' 'ended'
keys t
sees 'file:PATH: _'
keys nosuch Enter
check 'a target that is none is told, and the screen stays' sees 'nosuch: PID, uid:USER, cgroup:PATH or file:PATH expected'
keys t
sees 'file:PATH: _'
keys file:/some/file Enter
check 't: a file' sees '^/some/file  RSS 584K' '^     1000000 /some/file +'
keys t
sees 'file:PATH: _'
keys 51 Enter
sees '^fake 51 '
keys i
sees 'asks anew: 100ms 1_'
keys C-u never Enter
check 'an interval that is none' sees 'a time and 1 to 100 samples expected'
keys i
sees 'asks anew: 100ms 1_'
keys C-u '1s 2' Enter
check 'i: other intervals, asked anew' sees 'cold 8s'
keys s
sees 'save in: heat-'
keys C-u "$work/from-screen" Enter
check 's saves' sees 'saving in '
keys w
sees 'draw in '
keys C-u "$work/live.svg" Enter
check 'what is being saved is drawn' all 'sees "drawn in .*live.svg"' 'grep -q "^</svg>" "$work/live.svg"'
keys s
check 's again stops' sees 'saved: [0-9]+ bytes'
keys q
check 'nothing is left behind' ends 0
alone heat --read "$work/from-screen" --raw -n -o PID,HEAT,MAPPING
check 'what was saved is read back' all 'exits 0' 'out_has "^51 [+]{4} /lib/a.so$"'
heat 9
check 'no such process: said once, and no screen' all 'ends 1' \
	'[ "$(grep -c "^pagesnap: 9: " "$work/out")" = 1 ]'
ktap_end
