#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=accesses,screen needs=cgroup disturbs=module timeout=180
#
# Rows of pagesnap wss by file, by cgroup and of children, and what has been cold for a minute, of
# processes whose accesses are known, against these and smaps.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
file=/var/tmp/wss-rows
pages=256
top=/sys/fs/cgroup/rows

# row WORDS: of the last CSV.
row() { tr -d '\r"' </tmp/out | grep -qxE -- "$1"; }
# rss PID: pages of all its memory, as smaps has it.
rss() { awk '$1 == "Rss:" { print $2 / 4 }' "/proc/$1/smaps_rollup"; }
# rss_of_file PID: pages of the file alone.
rss_of_file()
{
	awk -v file=$file '/^[0-9a-f]+-/ { of = $6 == file } $1 == "Rss:" && of { n += $2 / 4 }
		END { print n }' "/proc/$1/smaps"
}
# begin CGROUP HOT: a process in that cgroup; its PID is left in $pid.
begin()
{
	rm -f /tmp/pid
	mkdir -p "$top/$1"
	(echo "$BASHPID" >"$top/$1/cgroup.procs"; exec touches $file $pages "$2" >/tmp/pid) &
	wait_for 20 test -s /tmp/pid
	pid=$(</tmp/pid)
}

insmod /payload/pagesnap_accesses.ko
dd if=/dev/urandom of=$file bs=4096 count=$pages status=none
begin one 64
one=$pid
begin two 128
two=$pid

# This takes a minute, and the others meanwhile.
pagesnap wss cgroup:/rows --every 1s --for 61s --save /tmp/minute 2>/tmp/minute.err &
minute=$!

# --- by cgroup ---------------------------------------------------------------

check 'cgroups are rows' exits 0 pagesnap wss cgroup:/rows --every 200ms --for 2s --by cgroup --csv -n \
	-o PROCESSES,RSS_PAGES,CGROUP_PATH
check 'the first cgroup has as much memory as smaps says of its process' row "1,$(rss "$one"),/rows/one"
check 'the second cgroup has as much memory as smaps says of its process' row "1,$(rss "$two"),/rows/two"
echo "$two" >$top/one/cgroup.procs
exits 0 pagesnap wss cgroup:/rows --every 200ms --for 2s --by cgroup --csv -n -o PROCESSES,RSS_PAGES,CGROUP_PATH
check 'two processes of a cgroup are added up' row "2,$(($(rss "$one") + $(rss "$two"))),/rows/one"

# --- a file, whoever maps it -------------------------------------------------

check 'a file is a target' exits 0 pagesnap wss file:$file --every 200ms --for 2s --csv -n \
	-o PID,COMMAND,RSS_PAGES,WSS-1s_PAGES
check 'the file has the pages that two processes map, and those in use that one of them reads' \
	row "(-|),$file,$pages,128"
check 'a file has heat' exits 0 pagesnap heat file:$file --once --every 200ms --aggregate 1 --rounds 5 --csv -n
check 'heat of a file begins at its beginning' row "(-|),(0|0x0),[0-9]+,[^,]*,$file"

# --- children ----------------------------------------------------------------

# One that stays, one that doesn't, and others that come and go, also between the last sample and the question for
# their mappings.
stats=/sys/kernel/tracing/objects/mm/accesses/stats
sessions() { sed -n 's/.* sessions=\([0-9]*\).*/\1/p' $stats; }
# looks: is there a session more than before?
looks() { [ "$(sessions)" -gt "$before" ]; }
# watch_family: a new one.
watch_family()
{
	rm -f /tmp/go /tmp/pid
	before=$(sessions)
	bash -c 'while [ ! -e /tmp/go ]; do sleep 0.1; done
		touches '"$file $pages"' 32 >/tmp/pid &
		sleep 1.5 &
		for ((;;)); do sleep 0.02; done' &
	parent=$!
	(wait_for 60 looks; sleep 0.5; : >/tmp/go) &
	exits 0 pagesnap wss "$parent" --children --every 100ms --for 6s --csv -n -o PID,COMMAND,RSS_PAGES,STATE
}
# A machine that has much else to do may stop one for longer than its lock is waited for, while it starts a program.
come_and_go()
{
	local try

	for try in {1..4}; do
		watch_family && return
		grep -q ' skipped ([0-9]* locked)$' /tmp/err || return
		echo "# in try $try a lock was not had"
		kill "$parent" "$(</tmp/pid)"
	done
	return 1
}
check 'children that come and go are no failure' come_and_go
child=$(</tmp/pid)
check 'a child that was forked meanwhile has a row, with as much memory as smaps says' \
	row "$child,touches,$(rss "$child"),live"
check 'the parent has a row' row "$parent,bash,[0-9]+,live"
check 'a child that was seen and has gone is exited' row '[0-9]+,sleep,[0-9]+,exited'
exits 0 pagesnap wss "$child" --every 100ms --for 2s --by mapping --csv -n -o RSS_PAGES,WSS-1s_PAGES,MAPPING
check 'the child reads as many pages as it should' row "$(rss_of_file "$child"),32,$file"
kill "$parent" "$child"

# --- a minute, and by file ---------------------------------------------------

wait "$minute"
check 'a minute of a cgroup is saved' [ $? = 0 ]
exits 0 pagesnap wss --read /tmp/minute --by file --csv -n \
	-o PROCESSES,RSS_PAGES,WSS-1s_PAGES,WSS-60s_PAGES,COLD_PAGES,COLD-1m_PAGES,COLD-10m,FILE
check 'a page that two processes have mapped counts once, and is hot if one of them reads it' \
	row "2,$(rss_of_file "$one"),128,128,$((pages - 128)),$((pages - 128)),\?,$file"
exits 0 pagesnap wss --read /tmp/minute --by mapping --csv -n -o PID,RSS_PAGES,WSS-1s_PAGES,COLD-1m_PAGES,MAPPING
check 'the first process reads less of the file than both' row "$one,$pages,64,$((pages - 64)),$file"
check 'the second process reads as much of the file as both' row "$two,$pages,128,$((pages - 128)),$file"
# small ones of the program are among these
awk -F, -v pid="$one" -v cold=$((2 * pages - 64)) '{ gsub(/"/, "") }
	$1 == pid && /\[anon\]/ { print ($4 >= cold && $4 < cold + 32 ? "right" : $0) }' /tmp/out >/tmp/anon
check 'anonymous memory is cold for a minute, but for what is read' grep -q '^right$' /tmp/anon
exits 0 pagesnap wss --read /tmp/minute --csv -n -o PID,RSS_PAGES,COLD-1h,STATE
check 'RSS of a minute is that of smaps, and an hour is unknown' row "$one,$(rss "$one"),\?,live"

kill "$one" "$two"
wait 2>/dev/null
rm -f $file /tmp/pid /tmp/go /tmp/minute
rmdir $top/one $top/two $top
check 'the module can be unloaded when all has ended' rmmod pagesnap_accesses
ktap_end
