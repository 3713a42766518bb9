#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=faults,load needs=- disturbs=module machine=turns
#
# pagesnap trace of a command, from its first instruction to its end, with what it forks and runs.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

needs_turns
unset PAGESNAP_DIR
file=/var/tmp/trace
run=/tmp/trace.pagesnap

# rows OPTION...: of the run, as CSV in /tmp/out.
rows() { pagesnap trace --read $run --csv -n "$@" 2>/tmp/err | tr -d '\r"' >/tmp/out; }
# row WORDS: of these.
row() { grep -qxE -- "$1" /tmp/out; }

check 'without the module trace asks nothing' exits 1 pagesnap trace -- true
check 'trace says how the module is loaded' grep -q '^Load it: modprobe pagesnap_faults, ' /tmp/err
insmod /payload/pagesnap_faults.ko

seq 1 7 140000 | rev >$file
check 'a command is traced, and the run saved' \
	exits 0 pagesnap trace --save $run -- sh -c "sort $file | tail -n 1 >/dev/null"
check 'trace ends as its command does' exits 7 pagesnap trace --csv -- sh -c 'exit 7'

rows --list -o RECORD,ACCESS,KIND,NAME
check 'instructions of the program that sorts are told' row 'fault,fetch,file,/usr/bin/sort'
check 'what it reads of the C library is told' row 'fault,read,file,.*/libc.so.6'
check 'the heap is written to' row 'fault,write,heap,\[heap\]'
check 'what the shell runs is told' test "$(grep -c '^exec,' /tmp/out)" -ge 3
check 'each process ends' test "$(grep -c '^exit,' /tmp/out)" -ge 3

rows --by mapping -o REFERENCES,NAME
check 'references are added up by mapping' row '[0-9]+,/usr/bin/sort'
rows --simulate lru,opt --sizes 64 -o POLICY,MISSES
lru=$(sed -n 's/^lru,//p' /tmp/out)
opt=$(sed -n 's/^opt,//p' /tmp/out)
check 'no policy misses less than the best one' test "${opt:-0}" -gt 0 -a "${opt:-0}" -le "${lru:-0}"
rows --mrc -o PAGES,MISSES
check 'miss ratios have a size of one page' row '1,[0-9]+'

# In a terminal ^C goes to pagesnap and to the command; what runs behind a script ignores it else
mkfifo /tmp/keys
script -qfec 'env --default-signal=INT pagesnap trace --csv -n -o COMMAND,REFERENCES,NAME -- sleep 45' /dev/null \
	</tmp/keys >/tmp/out 2>/tmp/err &
screen=$!
exec 7>/tmp/keys
wait_for 20 pgrep -xf 'sleep 45' >/dev/null
sleep 2
printf '\003' >&7
status=0
wait $screen || status=$?
exec 7>&-
tr -d '\r"' </tmp/out >/tmp/plain
check '^C ends a trace and its command' test $status = 130
check 'what was traced until ^C is shown' grep -qE 'sleep,[1-9][0-9]*,/.*/sleep' /tmp/plain
check 'nothing is left of a command that ^C ended' test -z "$(pgrep -xf 'sleep 45')"

# Huge pages
mountpoint -q /sys/kernel/debug || mount -t debugfs debugfs /sys/kernel/debug
echo 3600000 >/sys/kernel/mm/transparent_hugepage/khugepaged/scan_sleep_millisecs
huge 0 >/tmp/huge &
for _ in {1..100}; do
	[ -s /tmp/huge ] && break
	sleep 0.1
done
read -r pid kib </tmp/huge
check 'a process has huge pages' test "$kib" -ge 4096
check 'a process is traced with its huge pages' exits 0 pagesnap trace --save $run --for 2s "$pid"
rows --list -o RECORD,HUGE
check 'huge pages that are kept fault as one' row 'fault,1'
check 'huge pages of a process are split' exits 0 pagesnap trace --huge split --save $run --for 2s "$pid"
check 'how much was split is told' grep -qx "# process $pid: huge pages of 4M were split, .*" /tmp/err
check 'the process has no huge pages any more' grep -Eq '^AnonHugePages: +0 kB' "/proc/$pid/smaps_rollup"
rows --list -o RECORD,HUGE
check 'no reference is to a huge page once they are split' test "$(grep -c '^fault,1' /tmp/out)" = 0
rows --by mapping -o PAGES
check 'each page is told of once huge pages are split' test "$(sort -n /tmp/out | tail -n 1)" -ge 1024
kill "$pid"
check 'a command is traced without huge pages' \
	exits 0 pagesnap trace --huge split --csv -n -o NAME -- huge 1
check 'a command gets no huge pages if they shall be split' grep -Eqx '[0-9]+ 0' /tmp/out
check 'a command is traced with huge pages' \
	exits 0 pagesnap trace --csv -n -o NAME -- huge 1
check 'memory of a command is huge unless it shall not be' grep -Eqx '[0-9]+ 4096' /tmp/out

check 'the module can be unloaded behind it' rmmod pagesnap_faults
ktap_end
