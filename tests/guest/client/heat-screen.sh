#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=accesses,screen needs=- disturbs=module
#
# pagesnap heat on a full screen, of a process whose accesses are known.  There is no terminal to
# look at, so the screen is drawn anew for each look, and what is written is read line by line.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
file=/var/tmp/heat-screen
pages=256
hot=64

insmod /payload/pagesnap_accesses.ko
dd if=/dev/urandom of=$file bs=4096 count=$pages status=none
rm -f /tmp/pid
touches $file $pages $hot >/tmp/pid &
wait_for 20 test -s /tmp/pid
pid=$(</tmp/pid)
mkfifo /tmp/keys

# begin ARGUMENT...: the screen, 90 columns wide; keys come from descriptor 7.
begin()
{
	: >/tmp/screen
	script -qfe -c "stty rows 24 cols 90; exec pagesnap heat $*" /tmp/screen </tmp/keys >/dev/null &
	screen=$!
	exec 7>/tmp/keys
}

# The lines of the last full drawing, without what moves the cursor: that ends a line.
last_drawing()
{
	awk '{ lines[NR] = $0; if (/\033\[2J|\033\[J/) first = NR }
		END { for (i = first; i <= NR; i++) print lines[i] }' /tmp/screen |
		sed -E 's/.*\x1b\[2?J//; s/\x1b\[[0-9;]*[Hd]/\n/g; s/\x1b\[[0-9]*C/ /g; s/\r/\n/g; s/\x1b[][()?][0-9;?]*[A-Za-z0-9]//g' \
		>/tmp/out
}
looks_like() { printf '\f' >&7; sleep 0.5; last_drawing; has "$1"; }
sees() { wait_for 60 looks_like "$1"; }
# ends STATUS
ends()
{
	local status=0

	wait "$screen" || status=$?
	exec 7>&-
	[ "$status" = "$1" ]
}

export TERM=linux
begin "$pid" --every 100ms --aggregate 2
rss=$(awk '$1 == "Rss:" { print $2 }' "/proc/$pid/smaps_rollup")
shown=$(awk -v kib="$rss" 'BEGIN { printf kib < 10240 ? "%.1fM" : "%.0fM", kib / 1024 }')
check 'the screen shows the process, with as much memory as smaps says' \
	sees "touches $pid +RSS (${rss}K|${shown/.0M/M}) +WSS 1s "
check 'the file has hot rows' sees "$file +.*@@@@@@"
check 'what is not read is cold' sees '\.\.\.\.\.\.$'
printf '\t\t' >&7
check 'TAB: kinds of pages' sees "$file +.*ffffff"
printf '\t' >&7
check 'TAB: writes are asked for' sees 'heat node kind \[writes\]'
check 'a file that is only read is not written' sees "$file +.*\.\.\.\.\.\."
kill "$pid"
check 'the end of the process is told' sees 'ended'
printf 'q' >&7
check 'q ends the screen' ends 0
rm -f $file /tmp/keys /tmp/pid
check 'the module can be unloaded behind a screen' rmmod pagesnap_accesses
ktap_end
