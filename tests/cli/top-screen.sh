#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# top on a full screen, in a real terminal: files change, keys are pressed, and what is to be seen
# is waited for.  See answer-world.c for files.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# shellcheck source=tests/cli/in-tmux
. ./in-tmux

export PAGESNAP_FILESYSTEMS=$work/filesystems PAGESNAP_MOUNTINFO=$work/mountinfo
export FAKE_WORLD=$work/world
printf '\text4\n' >"$PAGESNAP_FILESYSTEMS"
: >"$PAGESNAP_MOUNTINFO"

# world LINE...: files from now on.
world() { printf '%s\n' "$@" >"$FAKE_WORLD.new" && mv "$FAKE_WORLD.new" "$FAKE_WORLD"; }
before() { world '10 1000 4 0 27 /var/lib/a' '11 500 0 10 27 /usr/lib/b' '12 200 0 0 28 /usr/bin/c'; }
after() { world '10 1100 90 0 27 /var/lib/a' '11 300 0 210 27 /usr/lib/b' '13 50 0 0 28 /new'; }
# Many, so that they do not fit.
many() { seq 100 160 | sed 's|.*|& & 0 0 27 /many/&|' >"$FAKE_WORLD"; }
top() { on_screen top "$@"; }
# ends STATUS: the shell is back, and the terminal as it was.
ends() { ended "$1" && sees_no '^cost|q quit'; }
# row N REGEX: the Nth row of the screen, below three lines, has it.
row() { wait_for 20 row_now "$@"; }
row_now() { look && sed -n "$((3 + $1))p" "$work/out" | grep -qE -- "$2"; }
first_is() { row 1 "$1"; }
running() { process >/dev/null 2>&1 && [ -n "$(process)" ]; }

before
PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" top -b -n 1 --save "$work/first"
after
PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" top -b -n 1 --save "$work/second"
cat "$work/first" "$work/second" >"$work/saved"

# --- live -------------------------------------------------------------------

before
begin screen-256color
top -d 1 --max-cpu 50
check 'the first line is what it costs' sees '^cost [0-9.]+% of 50%  every 1s  by file +[0-9:]{8}$' \
	'^6.6M \.  dirty 16K \.  gone \.  3 rows$' '^ +SIZE \*CHANGE  DIRTY  DIRTIED +GONE  MAPPED NAME$' \
	'^  3.9M +\. +16K +\. +\. +0B /var/lib/a$'
keys +
check 'the delay can be doubled' sees 'every 2s'
keys - - - -
check 'the delay can be halved, but not for ever' sees 'every 0.3s'
keys + + + + +
sees 'every 8s'
after
check 'what changed is seen at the next refresh' sees '^  1.2M +-800K +0B +\. +\+800K +0B /usr/lib/b$' \
	'^  4.3M +\+400K +360K +\+344K ' '^  200K +\+200K .* /new$' '^    0B +-800K .* /usr/bin/c$'
keys p
check 'p pauses' sees '^cost .*PAUSED'
before
sleep 1
check 'what is paused does not change' all 'sees "/new$"'
keys p
check 'p goes on' all 'wait_for 20 sees_no PAUSED' 'wait_for 20 sees_no "PAUSED|dirtied"'
keys 2
check 'a number chooses what rows are' sees 'by dir' '^ .* /var$' '^ .* /usr$'
keys Tab
check 'TAB: the next of these' sees 'by fs' ' / \(ext4 254:2\)$'
keys BTab
check 'Shift-TAB: the one before' sees 'by dir' ' /var$'
keys 6
check 'processes have rows' sees 'by process' ' fake 41$'
keys 7
check 'classes have rows' sees 'by class' ' free$' ' anonymous$'
keys x
check 'a key that is none is told' sees 'no such key; \? shows them'
keys '?'
check '? shows the keys' sees '^< > +sort by'
keys q
check 'any key goes back from the help' sees 'by class'
keys q
check 'q ends it, and the terminal is as it was' ends 0

# --- a saved run ------------------------------------------------------------

top --read "$work/saved" -d 0.2
check 'a saved run is shown to its end' sees '^by file  saved run, ended' '^5.7M -1000K  dirty 360K '
check 'rows are sorted by how much has changed' all 'first_is /usr/lib/b' 'row 2 /usr/bin/c' 'row 3 /var/lib/a'
keys M
check 'M sorts by size' all 'sees "^ +\*SIZE "' 'first_is /var/lib/a' 'row 4 /usr/bin/c'
keys R
check 'R turns the order round' first_is /usr/bin/c
keys '>' '>' '>'
check '> sorts by the column to the right' all 'sees " \*DIRTIED "' 'first_is /var/lib/a'
keys '<'
check '< sorts by the column to the left' sees ' \*DIRTY '
keys N
check 'N sorts by name' all 'sees " \*NAME$"' 'first_is /new' 'row 4 /var/lib/a'
keys P
check 'P sorts by change' first_is /usr/lib/b
keys /
sees '^names with: _$'
keys LIB Enter
check 'a filter leaves what has it in its name' all 'sees "2 of 4 rows with .LIB.$"' 'sees_no /new'
keys / C-u Enter
check 'an empty filter shows all' sees ' 4 rows$' '/new$'
keys / z Escape
check 'ESC forgets what was typed' all 'wait_for 20 sees_no "names with"' 'sees " 4 rows$"'
keys Tab
check 'a saved run is read again for other rows' sees 'by dir' ' /usr$' 'saved run, ended'
keys C-l q
check 'a saved run ends with q' ends 0
many
top -d 30
check 'as many rows as fit are seen' all 'first_is /many/160$' 'row 13 /many/148$'
keys Down
check 'rows can be scrolled' first_is /many/159$
keys NPage
check 'Page Down' first_is /many/146$
keys End
check 'End' all 'row 13 /many/100$' 'first_is /many/112$'
keys PPage Up
check 'Page Up' first_is /many/126$
keys Home
check 'Home' first_is /many/160$

# --- sizes and terminals ----------------------------------------------------

term resize-window -t cli -x 60 -y 12
check '60 columns are enough' all 'sees "^  SIZE \*CHANGE  DIRTY  DIRTIED    GONE NAME$"' \
	'first_is "^  640K +\. +0B +\. +\. /many/160$"' 'sees "^TAB by .* q quit  \? help$"' 'row 7 /many/154$'
term resize-window -t cli -x 20 -y 4
check 'less does no harm' sees '^  SIZE \*CHANGE'
term resize-window -t cli -x 120 -y 40
check 'all comes back on a large terminal' all 'sees MAPPED' 'row 35 /many/126$'
keys q
check 'a terminal of another size is as it was, too' ends 0
before
begin vt100
top
check 'a terminal without colours is enough' sees '/var/lib/a$'
keys q
ends 0
begin dumb
top
check 'one that can not move its cursor is told what to do' sees '--batch prints$' '^status=1( |$)'
# colours ARGUMENT...: does the screen have any when rows have changed?
colours()
{
	keys "clear; $1 LD_PRELOAD=$OUT/fake-index.so $client top --read $work/saved -d 0.1" Enter
	sees 'saved run, ended' && term capture-pane -e -p -t cli | grep -qE $'\e\[[0-9;]*3[36]'
}
begin screen-256color
check 'what has changed has colours' colours ''
keys q
ends 0
check 'NO_COLOR leaves them out' eval '! colours NO_COLOR=1'
keys q
ends 0

# --- ends -------------------------------------------------------------------

for end in TERM:143 HUP:129 QUIT:131 INT:130; do
	top
	sees '^cost .*by file'
	kill -"${end%:*}" "$(process)"
	check "SIG${end%:*}: the terminal is as it was" ends "${end#*:}"
done
top
sees '^cost .*by file'
kill -ABRT "$(process)"
check 'after a crash the terminal is as it was' ends 134
top
sees '^cost .*by file'
wait_for 20 stops
check '^Z: the shell, and its terminal' sees 'Stopped' '^status=148'
keys fg Enter
check 'fg: the screen' all 'sees "^cost .*by file" "/var/lib/a"' 'sees_no Stopped'
keys C-c
check '^C ends it' ends 130
top -n 1 -d 0.2
check 'a number of refreshes ends it' ends 0
FAKE_WORLD=$work/none begin screen-256color
keys "FAKE_WORLD=$work/none; export FAKE_WORLD" Enter
top
check 'without a module there is a message, and no screen' all 'sees "^pagesnap: "' 'ends 1'
keys "FAKE_WORLD=$work/world" Enter
top -d 0.5 --max-cpu 50
sees '/var/lib/a$'
mv "$FAKE_WORLD" "$FAKE_WORLD.away"
check 'a module that goes meanwhile is told, and rows stay' sees 'pagesnap: ' '/var/lib/a$'
mv "$FAKE_WORLD.away" "$FAKE_WORLD"
after
check 'a module that comes back is asked again' sees '/new$'
client_pid=$(process)
kill -KILL "$(term list-panes -t cli -F '#{pane_pid}')"
check 'who has lost its terminal ends' wait_for 20 eval '! kill -0 "$client_pid" 2>/dev/null'
term kill-server 2>/dev/null
begin screen-256color
keys "export FAKE_BURN=300" Enter
top -d 0.5 --max-cpu 20
check 'looks that are too expensive are less often, and that is said' \
	sees '^cost (20.0|1[0-9]\.[0-9])% of 20%  every [0-9.]+s, not 0.5s'
keys q
check 'nothing is left behind' ends 0

ktap_end
