#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=accesses,screen,load needs=- disturbs=module
#
# pagesnap wss and heat of a process whose accesses are known, against these and smaps; without
# the module, and when the process exits.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
file=/var/tmp/wss
pages=256
hot=64

# row WORDS: of the last CSV.
row() { tr -d '\r"' </tmp/out | grep -qxE -- "$1"; }

check 'without the module wss asks nothing' exits 1 pagesnap wss $$
check 'wss says how the module is loaded' grep -q '^Load it: modprobe pagesnap_accesses, ' /tmp/err
pagesnap doctor --csv -n >/tmp/out 2>/dev/null
check 'doctor says that it is not loaded, and how it is' \
	row 'note,accesses,pagesnap_accesses is not loaded,modprobe pagesnap_accesses'
insmod /payload/pagesnap_accesses.ko
pagesnap doctor --csv -n >/tmp/out 2>/dev/null
check 'doctor has its records when it is loaded' \
	row 'ok,accesses,client (1\.[0-9]+), pagesnap_accesses \1,-'

dd if=/dev/urandom of=$file bs=4096 count=$pages status=none
setpriv --reuid=www-data --regid=www-data --clear-groups touches $file $pages $hot >/tmp/pid &
wait_for 20 test -s /tmp/pid
pid=$(</tmp/pid)

check 'a run is saved' exits 0 pagesnap wss "$pid" --every 200ms --for 4s --save /tmp/wss.pagesnap
rss=$(awk '$1 == "Rss:" { print $2 / 4 }' "/proc/$pid/smaps_rollup")
exits 0 pagesnap wss --read /tmp/wss.pagesnap --csv -n -o RSS_PAGES,WSS-10s,LARGEST_COLD,STATE
check 'RSS is that of smaps, a longer window is unknown, and most that is cold is anonymous' \
	row "$rss,\?,\[anon\],live"
exits 0 pagesnap wss --read /tmp/wss.pagesnap --by mapping --csv -n \
	-o RSS_PAGES,WSS-1s_PAGES,COLD_PAGES,FILE-COLD_PAGES,MAPPING
check 'of the file what the process reads is its working set, and the rest is cold' \
	row "$pages,$hot,$((pages - hot)),$((pages - hot)),$file"
# small ones of the program are among these
awk -F, -v hot=$hot -v cold=$((2 * pages - hot)) '/\[anon\]/ {
	print ($2 >= hot && $2 < hot + 32 && $3 >= cold && $3 < cold + 32 && !$4 ? "right" : $0) }' /tmp/out >/tmp/anon
check 'of anonymous memory, too' grep -q '^right$' /tmp/anon
check 'all pages are in some mapping' [ "$(awk -F, '{ n += $1 } END { print n }' /tmp/out)" = "$rss" ]

check 'processes of a user are sampled' \
	exits 0 pagesnap wss uid:www-data --every 100ms --for 1s --csv -n -o PID,COMMAND,STATE,LARGEST_COLD
check 'the one of them has a row' row "$pid,touches,live,\[anon\]"

check 'accesses are drawn' exits 0 pagesnap heat "$pid" --rounds 5 --aggregate 2 --csv -n -o MAPPING,HEAT
check 'what is read all the time is hot, and what is not is not' \
	[ "$(tr -d '\r"' </tmp/out | grep -c "^$file,[.]\{5\}$")" -ge 5 -a \
	"$(tr -d '\r"' </tmp/out | grep -c "^$file,@@@@@$")" -ge 2 ]

# Not before a look or two have been told: of who exits before, nothing is known.
# shellcheck disable=SC2016,SC2317
end_when_seen()
{
	wait_for 60 eval 'test $(stat -c %s /tmp/exits.pagesnap 2>/dev/null || echo 0) -gt 2000'
	kill "$pid"
}
rm -f /tmp/exits.pagesnap
end_when_seen &
check 'a process that exits leaves a partial answer' \
	exits 3 pagesnap wss "$pid" --every 100ms --for 90s --save /tmp/exits.pagesnap --print --csv -n \
	-o PID,STATE,LARGEST_COLD
check 'the last that was known of it is shown' row "$pid,exited,\?"
rm -f $file
wait
check 'the module can be unloaded behind it' rmmod pagesnap_accesses
ktap_end
