#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,load needs=userns once=kernel disturbs=module,mounts
#
# Whatever keeps the client from an answer, it says what to do next and exits
# with the status that the manual page promises.  Unloads and loads the module.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# The client is to find the index files by itself.
unset PAGESNAP_DIR

# fails STATUS PATTERN COMMAND...: with nothing on stdout, and PATTERN on stderr
fails()
{
	local want=$1 pattern=$2
	shift 2

	exits "$want" "$@" && ! [ -s /tmp/out ] && grep -qE -- "$pattern" /tmp/err
}

check 'no such file' fails 1 '^pagesnap: /no/such: no such file or directory$' \
	pagesnap file /no/such
check 'a folder has no range' fails 1 'a directory has no range of pages' pagesnap file --range 0 /usr
check 'a folder without a range is answered' exits 0 pagesnap file /usr/bin
check 'the files of a folder are printed' has '/usr/bin/bash$'
check 'no such process' fails 1 'no such task' pagesnap task 999999
check 'a kernel thread' fails 1 'kernel thread' pagesnap task 2
check 'one of two files: the other one is shown' exits 3 pagesnap file /no/such /etc/passwd
check 'one of two files: the other one has its row' has '/etc/passwd$'
check 'an unknown option' fails 2 'frobnicate' pagesnap fs --frobnicate
check 'an unknown command' fails 2 'frobnicate' pagesnap frobnicate
check 'an unknown column' fails 2 'FROBS' pagesnap fs -o FROBS
check 'a limit leaves a partial answer' exits 3 pagesnap fs / --limit 3
check 'the limit that was met is named' grep -q 'limit' /tmp/err
check 'a folder that is not there is named' fails 1 '/no/folder' env PAGESNAP_DIR=/no/folder pagesnap fs
check 'who is not root is told of sudo' fails 1 'sudo|root' setpriv --reuid 1000 --clear-groups pagesnap fs
# shellcheck disable=SC2016 # these run in the shell that unshare starts
{
	check 'a user namespace' fails 1 'user namespace' unshare -Ur pagesnap fs
	check 'tracefs is not mounted' fails 1 'mount -t tracefs' unshare -m sh -c '
		umount -l /debug /sys/kernel/debug /sys/kernel/tracing; exec pagesnap fs'
	check 'tracefs elsewhere is found' exits 0 unshare -m sh -c '
		umount -l /debug /sys/kernel/debug /sys/kernel/tracing
		mkdir -p /tmp/elsewhere; mount -t tracefs none /tmp/elsewhere; exec pagesnap fs'
}
check 'a full disk' fails 1 'No space left' sh -c 'pagesnap fs / --json >/dev/full'
check '-R of what is no stream' fails 1 'not a stream|no stream' pagesnap fs -R /etc/passwd
rmmod pagesnap
check 'the module is not loaded' fails 1 'modprobe pagesnap|insmod' pagesnap fs
check 'without the module that is given as the reason' grep -q 'not loaded' /tmp/err
insmod /payload/pagesnap.ko
check 'loaded again, it answers' exits 0 pagesnap fs
ktap_end
