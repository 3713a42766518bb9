#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=tasks,screen needs=cgroup disturbs=-
#
# pagesnap task with users and cgroups: whose processes they are, and how much memory each
# has, against /proc.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

top=/sys/fs/cgroup/targets.slice
mkdir -p "$top/two words.service"

# sleeper [CGROUP]: a process of www-data that sleeps; its PID goes to $!.
sleeper()
{
	setpriv --reuid=www-data --regid=www-data --clear-groups sleep 1000 &
	[ $# -eq 0 ] || echo $! >"$1/cgroup.procs"
}

sleeper "$top"
one=$!
sleeper "$top/two words.service"
two=$!
sleeper
three=$!
# until setpriv has become what it runs
for pid in $one $two $three; do
	wait_for 10 grep -q '^sleep$' "/proc/$pid/comm"
done

# What smaps says, in bytes; memory of the zero page is in none of both.
rss() { awk '$1 == "Rss:" { print $2 * 1024 }' "/proc/$1/smaps_rollup"; }
# is_rss PID: RES of its rows.
is_rss() { [ "$(jq "[.pagesnap[] | select(.pid == $1) | .res] | add" /tmp/out)" = "$(rss "$1")" ]; }
# pids_are PID...: those that have rows, in their order.
pids_are() { [ "$(jq -r '.pagesnap[].pid' /tmp/out | uniq | xargs)" = "$*" ]; }

check 'a user by name is answered' exits 0 pagesnap task uid:www-data --json -b -o PID,COMMAND,RES
check 'a user by name: all processes have rows' pids_are "$one" "$two" "$three"
for nth in one two three; do
	check "a user by name: process $nth has as much memory as smaps says" is_rss "${!nth}"
done
check 'a user by name: each row has a command' [ "$(jq -r '.pagesnap[].command' /tmp/out | sort -u)" = sleep ]
for name in "cgroup:/targets.slice" "cgroup:$top" "cgroup:@$(stat -c %i "$top")" cgroup:targets; do
	check "$name is answered" exits 0 pagesnap task "$name" --json -b -o PID,RES
	check "$name: its processes, and those below" pids_are "$one" "$two"
done
check 'a cgroup with a blank is answered' \
	exits 0 pagesnap task 'cgroup:/targets.slice/two words.service' --json -b -o PID,RES
check 'a cgroup with a blank: only those in it have rows' pids_are "$two"
check 'a cgroup with a blank: as much memory as smaps says' is_rss "$two"
check 'a sum of a user is answered' exits 0 pagesnap task uid:www-data --group total --json -b -o PID,RES
check 'a sum of a user is one row, of no process' jq -e '.pagesnap | length == 1 and .[0].pid == null' /tmp/out
check 'the user that asks is answered' exits 0 pagesnap task uid:root --csv -n -o PID
check 'the client says that it leaves out its own memory' grep -q '1 process skipped (1 self)' /tmp/err
check 'a cgroup that is not there fails' exits 1 pagesnap task cgroup:/no/such
check 'a cgroup that is not there is named' grep -q 'cgroup:/no/such: no such cgroup' /tmp/err
check 'a user with a range fails' exits 1 pagesnap task uid:www-data --range 0+5
check 'a user with a range: the message says why' grep -q 'take no range' /tmp/err
printf 'task uid:33 group=total\ntask %s group=total\n' "$one" >/tmp/lines
check 'a batch with a user is answered' exits 0 pagesnap batch /tmp/lines --csv -n -o Q,RES
check 'a batch with a user: each line has a sum' [ "$(wc -l </tmp/out)" = 2 ]

kill $one $two $three
wait 2>/dev/null
rmdir "$top/two words.service" "$top"
ktap_end
