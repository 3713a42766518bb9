#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=slab,load needs=- disturbs=module machine=turns timeout=300
#
# pagesnap slab shows what a module allocates and frees from functions that have names.

# What is done amid a look are strings that look_at() evaluates.
# shellcheck disable=SC2016,SC2034,SC2317
set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

needs_turns
unset PAGESNAP_DIR
run=/tmp/slab.pagesnap
of=/sys/module/pagesnap_alloc/parameters
site='pagesnap_test_kmalloc\+0x[0-9a-f]+ \[pagesnap_alloc\]'

# looks: something looks at what is allocated.
looks() { grep -q ' watches=[1-9]' /sys/kernel/tracing/objects/mm/slab/stats; }

# look_at WORK OPTION...: a look that is saved, amid which WORK is done; on a machine that wasn't ready in time, again.
look_at()
{
	local work=$1 seconds began took
	shift

	for seconds in 4 16 64; do
		rm -f $run
		began=${EPOCHREALTIME/[.,]}
		pagesnap slab --save $run --for ${seconds}s "$@" 2>/tmp/look.err &
		look=$!
		wait_for 60 looks
		eval "$work"
		took=$((${EPOCHREALTIME/[.,]} - began))
		wait $look || return
		[ $took -ge $((seconds * 1000000)) ] || return 0
		echo "# $seconds seconds were not enough"
	done
	return 1
}

# rows OPTION...: of what was saved, as CSV in /tmp/out.
rows()
{
	status=0
	pagesnap slab --read $run --csv -n "$@" 2>/tmp/err | tr -d '\r"' >/tmp/out || status=$?
	return "$status"
}

# row WORDS: of these.
row() { grep -qxE -- "$1" /tmp/out; }

check 'without the module slab asks nothing' exits 1 pagesnap slab --for 1s
check 'slab says how the module is loaded' grep -q '^Load it: modprobe pagesnap_slab, ' /tmp/err
insmod /payload/pagesnap_slab.ko
insmod /payload/modules/pagesnap_alloc.ko
check 'of a process that is not there slab shows nothing' exits 1 pagesnap slab --for 1s --pid 4194303
check 'an answer that failed does not say that there is nothing' test ! -s /tmp/out -a "$(wc -l </tmp/err)" = 2
check 'people see that the process is not there' grep -qx 'pagesnap: slab --pid 4194303: no such task in your PID namespace' /tmp/err
# What an object takes: debugging makes it larger
takes=$(awk '$1 == "kmalloc-128" { print $4 }' /proc/slabinfo)

check 'a function that allocates nothing has no row' exits 0 pagesnap slab --for 1s --site no_such_function
check 'people are told so' grep -qx '# nothing was allocated that was looked at' /tmp/err

check 'a look ends when its time is over' look_at 'echo kmalloc 480 100 >$of/alloc; echo kmalloc 448 >$of/free'
rows -o ALLOCS,FREES,REQUESTED,ALLOCATED,LIVE,SITE
check 'all that a site allocated and freed is in its row' \
	row "480,448,48000,$((480 * takes)),$((32 * takes)),$site"
rows --frag -o WASTE,SITE
check 'what was lost to rounding is in its row' row "$((480 * (takes - 100))),$site"
rows --lifetimes -o LIFETIMES,SITE
check 'each free has a lifetime' test "$(sed -nE "s/,$site$//p" /tmp/out | tr , '\n' |
	awk -F: '{ nr += $2 } END { print nr }')" = 448
echo 'kmalloc 32' >$of/free

look_at 'echo cache 96 0 >$of/alloc; echo cache 96 >$of/free' --by cache
rows --by cache -o ALLOCS,FREES,LIVE,CACHE
check 'what is of a cache is in its row' row '96,96,0,pagesnap_test_cache'

# slabinfo COLUMN: of the same cache
slabinfo() { awk -v column="$1" '$1 == "pagesnap_test_cache" { print $column }' /proc/slabinfo; }
exits 0 pagesnap slab --by cache --cache pagesnap_test_cache --csv -n -o LIVE_REQUESTED,ALL_OBJECTS,ALL_BYTES,CACHE \
	-- bash -c "echo 'cache 96 0' >$of/alloc"
sed -i 's/\r$//' /tmp/out
check 'a cache has what /proc/slabinfo has' \
	row "$((96 * 500)),$(slabinfo 2),$(($(slabinfo 15) * $(slabinfo 6) * 4096)),pagesnap_test_cache"
check 'what a command has allocated of it is in that' test "$(slabinfo 2)" -ge 96
echo 'cache 96' >$of/free
pagesnap slab --by cache --min-size 70000 --csv -n -o ALL_OBJECTS,CACHE -- \
	bash -c "echo 'kmalloc 1 70000' >$of/alloc; echo 'kmalloc 1' >$of/free" | tr -d '\r' >/tmp/out
check 'what is in no cache is unknown' row '\?,kmalloc-large-131072'

look_at 'echo kmalloc 7 70000 >$of/alloc; echo kmalloc 7 >$of/free' --by pid --min-size 70000 --max-size 70000
rows --by pid -o PID,COMMAND,ALLOCS
check 'who allocates is named' row "$$,$(cat /proc/$$/comm),7"

mkdir -p /sys/fs/cgroup/slab-test
in_cgroup() { bash -c 'echo $$ >/sys/fs/cgroup/slab-test/cgroup.procs && echo kmalloc 5 70000 >'$of/alloc; }
look_at 'in_cgroup; echo kmalloc 5 >$of/free' --by cgroup --min-size 70000 --max-size 70000
rows --by cgroup -o CGROUP_PATH,ALLOCS
check 'the cgroup of who allocates is named' row '/slab-test,5'
rmdir /sys/fs/cgroup/slab-test

look_at 'taskset -c 0 bash -c "echo kmalloc 64 100 >$of/alloc"; taskset -c 1 bash -c "echo kmalloc 64 >$of/free"' \
	--site pagesnap_test_kmalloc
rows --cross -o OTHER_CPU,OTHER_CPU%,FREES,SITE
check 'frees on another CPU are told' row "64,100,64,$site"

look_at 'echo kmalloc 20 100 >$of/alloc; echo kmalloc 12 >$of/free' --live --site pagesnap_test_kmalloc
rows --live -o LIVE_OBJECTS,LIVE_REQUESTED,SITE
check 'live objects are those that were not freed' row "8,800,$site"
echo 'kmalloc 8' >$of/free

rm -f $run
pagesnap slab --save $run --for 12s --every 1500ms --leaks --min-size 1000 --max-size 1100 2>/tmp/look.err &
look=$!
wait_for 60 looks
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do
	echo 'kmalloc 10 1050' >$of/alloc
	echo 'kvmalloc 10 1010' >$of/alloc
	echo 'kvmalloc 10' >$of/free
	sleep 0.4
done
wait $look
rows --leaks -o SURE,SITE
check 'a site that frees nothing leaks' row "(high|medium),$site"
check 'a site that frees all leaks nothing' has_no pagesnap_test_kvmalloc
rows --leaks -o KEPT%,STACK
check 'a leak has its callers' row "100,$site;.*"
echo 'kmalloc 180' >$of/free

check 'events are asked for by themselves' exits 0 pagesnap slab --list --for 1s --csv -o RECORD,SITE
check 'each allocation is a row' has '^alloc,'
while :; do ls >/dev/null; sleep 0.1; done &
load=$!
check 'rounds are told as they come' exits 0 pagesnap slab --every 500ms --for 2s --save $run --print --csv -n -o ROUND
# a slow machine misses some, and says so
pagesnap slab --read $run --text >/tmp/told
rounds=$(sed -n 's/^round .* n=\([0-9]*\) .*/\1/p' /tmp/told | paste -sd,)
missed=$(sed -n 's/^round .* missed=\([0-9]*\).*/\1/p' /tmp/told | paste -sd+)
check 'four rounds are told or missed' test $(($(grep -c ^round /tmp/told) + missed)) = 4
check "each round has rows: $rounds" test -n "$rounds" -a "$(sort -nu /tmp/out | tr -d '\r' | paste -sd,)" = "$rounds"
kill $load

# a command, and what it forks
alloc_in_shell="echo 'kmalloc 11 100' >$of/alloc; bash -c \"echo 'kmalloc 6 100' >$of/alloc\""
check 'slab ends as its command does' exits 7 \
	pagesnap slab --save $run -- bash -c "$alloc_in_shell; exit 7"
rows -o ALLOCS,FREES,SITE
check 'what a command and its children allocate counts, however short they live' row "17,0,$site"
echo 'kmalloc 17' >$of/free
(
	sleep 1
	echo 'kmalloc 4 100' >$of/alloc
	echo 'kmalloc 4' >$of/free
) &
pagesnap slab --by pid --site pagesnap_test_kmalloc --csv -n -o PID,ALLOCS -- sleep 3 | tr -d '\r' >/tmp/out
check 'what others allocate beside a command does not count' test ! -s /tmp/out
wait $!
exits 0 pagesnap slab --list --csv -n -o RECORD,SITE -- bash -c "echo 'kmalloc 3 100' >$of/alloc"
sed -i 's/\r$//' /tmp/out
check 'events of a command are listed' test "$(grep -cE "^alloc,$site$" /tmp/out)" = 3
echo 'kmalloc 3' >$of/free
exits 0 pagesnap slab --live --csv -n -o LIVE_OBJECTS,SITE -- bash -c "echo 'kmalloc 9 100' >$of/alloc"
sed -i 's/\r$//' /tmp/out
check 'what a command leaves is alive' row "9,$site"
echo 'kmalloc 9' >$of/free
check 'a command that a signal kills is told of' exits 137 pagesnap slab --csv -- bash -c 'kill -KILL $$'
check 'a command that is not there is told of' exits 127 pagesnap slab -- /nowhere
check 'leaks of a command are looked for' exits 0 pagesnap slab --leaks --every 200ms --csv -- sleep 2
# In a terminal ^C goes to pagesnap and to the command; what runs behind a script ignores it else
mkfifo /tmp/keys
script -qfec "env --default-signal=INT pagesnap slab --csv -n -o ALLOCS,SITE -- bash -c \"echo 'kmalloc 17 100' >$of/alloc; sleep 45\"" \
	/dev/null </tmp/keys >/tmp/out 2>/tmp/err &
screen=$!
exec 7>/tmp/keys
wait_for 20 pgrep -xf 'sleep 45' >/dev/null
sleep 3
printf '\003' >&7
status=0
wait $screen || status=$?
exec 7>&-
check '^C ends a look and its command' test $status = 130
tr -d '\r"' </tmp/out >/tmp/plain
check '^C shows what the last round of a command has told' grep -qxE "17,$site" /tmp/plain
check 'nothing is left of a command that ^C ended' test -z "$(pgrep -xf 'sleep 45')"
echo 'kmalloc 17' >$of/free

# What runs behind a script ignores SIGINT else
env --default-signal=INT pagesnap slab --every 500ms --csv -n -o ROUND >/tmp/out 2>/tmp/err &
look=$!
check 'rounds are printed while others come' wait_for 20 grep -qE '^([3-9]|[1-9][0-9]+)\b' /tmp/out
kill -INT $look
status=0
wait $look || status=$?
check 'who looks without an end can be interrupted' test $status -eq 130
env --default-signal=INT pagesnap slab --for 60s --csv -n -o ALLOCS,FREES,SITE >/tmp/out 2>/tmp/err &
look=$!
wait_for 20 looks
echo 'kmalloc 30 100' >$of/alloc
echo 'kmalloc 30' >$of/free
sleep 3
kill -INT $look
wait $look
sed -i 's/\r$//' /tmp/out
check 'an interrupted look shows what its last round has told' row "30,30,$site"
check 'the modules can be unloaded behind it' rmmod pagesnap_slab pagesnap_alloc
ktap_end
