#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=faults,load needs=- disturbs=module
#
# pagesnap trace of a command, from its first instruction to its end, with what it forks and runs.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
file=/var/tmp/trace
run=/tmp/trace.pagesnap

check 'without the module trace asks nothing' exits 1 pagesnap trace -- true
check 'trace says how the module is loaded' grep -q '^Load it: modprobe pagesnap_faults, ' /tmp/err
insmod /payload/pagesnap_faults.ko

dd if=/dev/urandom of=$file bs=4096 count=64 status=none
check 'a command is traced, and a run saved' \
	exits 0 pagesnap trace --save $run -- sh -c "sort $file | tail -n 1 >/dev/null"
pagesnap trace --read $run --raw >/tmp/raw 2>/tmp/err2
head -c 3000 /tmp/raw | sed 's/^/# /'; sed 's/^/# E /' /tmp/err2
tail -n 3 /tmp/raw | sed 's/^/# /'
awk '{print $1}' /tmp/raw | sort | uniq -c | sed 's/^/# /'
pagesnap trace --read $run --csv -n -o RECORD,PID,ACCESS,WAS,KIND,VTIME,PAGE,NAME 2>&1 | head -30 | sed 's/^/# /'
pagesnap trace --read $run --csv -n -o NAME 2>&1 | sort | uniq -c | sort -rn | head -30 | sed 's/^/# /'
check 'the module can be unloaded behind it' rmmod pagesnap_faults
ktap_end
