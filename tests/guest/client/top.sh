#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- disturbs=disks,mounts,memory,settings,module
#
# pagesnap top: files, processes and memory that change by a known amount between two looks; what
# it costs; its screen, also when the module goes.  There is no terminal to look at, so the screen
# is drawn anew for each look, and what is written is read.

# Commands are strings that between() evaluates.
# shellcheck disable=SC2016
set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
mount_two 10
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
mkdir /mnt/one/dir

# between COMMAND ARGUMENT...: top looks twice, $every seconds apart, and meanwhile COMMAND is run.
# That is long enough for several of what is done most slowly here.
began=${EPOCHREALTIME/[.,]}
head -c 4M /dev/urandom >/mnt/one/pilot
every=$(((${EPOCHREALTIME/[.,]} - began) * 6 / 1000000 + 2))
rm /mnt/one/pilot
between()
{
	local command=$1 top
	shift

	: >/tmp/out
	pagesnap top -b -n 2 -d "$every" --max-cpu 100 --jsonl -o +COST,EVERY "$@" >/tmp/out 2>/tmp/err &
	top=$!
	wait_for 100 has '"refresh":1,'
	eval "$command"
	wait "$top"
	status=$?
	sed 's/^/# /' /tmp/err
}
# pages FIELD NAME: what has changed, in pages.
pages()
{
	jq -r --arg name "$2" "select(.name == \$name and .refresh == 2).$1 / 4096" /tmp/out
}

# --- changes of known amounts -------------------------------------------------

between 'head -c 4M /dev/urandom >/mnt/one/dir/grows'
check 'a file that is written has grown, and is dirty' [ "$status $(pages change /mnt/one/dir/grows) \
$(pages dirtied /mnt/one/dir/grows)" = '0 1024 1024' ]
between 'sync /mnt/one/dir/grows'
check 'a file that is written back is clean, and has not shrunk' \
	[ "$(pages change /mnt/one/dir/grows) $(pages dirtied /mnt/one/dir/grows)" = '0 -1024' ]
between 'mv /mnt/one/dir/grows /mnt/one/dir/moved'
check 'a file that is renamed is the same one' \
	[ "$(pages size /mnt/one/dir/moved) $(pages change /mnt/one/dir/moved)" = '1024 0' ]
between 'dd if=/mnt/one/dir/moved iflag=nocache count=0 status=none' --by dir --max-depth 3
check 'a folder whose file is dropped has shrunk' [ "$(pages change /mnt/one/dir)" = -1024 ]
between 'head -c 2M /dev/zero >/mnt/two/more' --by fs
check 'a filesystem has the changes of its files' [ "$(jq -r 'select(.refresh == 2 and
	(.name | startswith("/mnt/two "))).change / 4096' /tmp/out)" = 512 ]
between 'head -c 2M /dev/zero >/mnt/two/large' --by dir /mnt/two
check 'a folder that is named has rows for what is in it' [ "$(jq -s 'map(select(.refresh == 2).change) | add / 4096' /tmp/out)" = 256 ]
sleep 300 &
sleeper=$!
between 'true' --by process "$sleeper"
check 'a process has as many pages as smaps says' [ "$(pages size "sleep $sleeper")" = \
	"$(awk '$1 == "Rss:" { print $2 / 4 }' "/proc/$sleeper/smaps_rollup")" ]
between 'kill $sleeper' --by process
check 'a process that ends has shrunk to nothing' \
	[ "$(pages size "sleep $sleeper")" = 0 ]
# a busy machine takes seconds for so much
every=$((every < 10 ? 10 : every))
between 'head -c 32M /dev/zero >/mnt/two/class' --by class
grown=$(pages change 'shared memory, tmpfs')
check "memory that tmpfs takes is a change of its class: $grown pages" [ "$grown" -ge 8192 ]
check 'memory that tmpfs takes is free no more' [ "$(pages change free)" -lt -7000 ]

# --- what it costs ------------------------------------------------------------

TIMEFORMAT='%R %U %S'
# The last look is followed by no rest: what the host did meanwhile may make it longer than others.
spares()
{
	{ time pagesnap top -b -n 4 -d 0.1 --max-cpu 20 --by class --jsonl -o COST,EVERY >/tmp/out; } 2>/tmp/time
	sed 's/^/# seconds, of a processor: /' /tmp/time
	awk '{ exit !(($2 + $3) * 3 / 4 <= 0.2 * $1 * 1.1) }' /tmp/time
}
spares_at_last()
{
	spares || spares || spares || spares
}
check 'looking takes no more of a processor than it may' spares_at_last
check 'no cost that is told is above that' [ "$(jq -r '.cost | tonumber | . > 20' /tmp/out | sort -u)" = false ]

# --- a screen -----------------------------------------------------------------

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

mkfifo /tmp/keys
export TERM=linux
script -qfe -c 'stty rows 24 cols 90; exec pagesnap top -d 1 --max-cpu 100 /mnt/two' /tmp/screen </tmp/keys >/dev/null &
screen=$!
exec 7>/tmp/keys
check 'the screen has a folder that is named' sees '/mnt/two$'
head -c 8M /dev/zero >/mnt/two/screen
check 'the screen goes on' sees 'by dir'
# not while it looks
wait_for 60 rmmod pagesnap 2>/dev/null
check 'a module that is unloaded meanwhile is told' sees 'pagesnap: '
check 'what was seen before stays' has '/mnt/two$'
insmod /payload/pagesnap.ko
sleep 1
printf '\t' >&7
check 'a module that is loaded again is asked again' sees 'tmpfs'
printf 'q' >&7
status=0
wait "$screen" || status=$?
exec 7>&-
check 'q ends the screen' [ "$status" = 0 ]
rm -f /tmp/keys
umount /mnt/one /mnt/two
ktap_end
