#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=faults,load needs=- disturbs=module machine=turns
#
# pagesnap trace of a command, from its first instruction to its end, with what it forks and runs.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

if [ "${PAGESNAP_TCG-}" = multi ]; then
	echo '1..0 # SKIP CPUs take no turns here: tests/vm/run --tcg single'
	exit
fi
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

check 'the module can be unloaded behind it' rmmod pagesnap_faults
ktap_end
