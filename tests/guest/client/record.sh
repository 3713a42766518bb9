#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen needs=- disturbs=disks,mounts,memory,module
#
# pagesnap record and replay: moments of files that were brought into known states, beside what
# fincore(1) said then; a recorder that is killed, a disk that is full, and the module that goes.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

unset PAGESNAP_DIR
mount_two 16
mkdir -p /mnt/small
mount -t tmpfs -o size=8M none /mnt/small
rec=/mnt/small/rec
file=/mnt/one/file

drop() { sync "$1"; dd if="$1" iflag=nocache count=0 status=none; }
in_memory() { fincore --bytes --noheadings -o PAGES "$1" | tr -d ' '; }
# at WHEN FILE: pages that were cached then, nothing if there is no row.
at()
{
	pagesnap fs -R "$rec" --at "$1" --jsonl 2>/tmp/err | tee /tmp/out |
		jq -r --arg name "$2" 'select(.file == $name).res / 4096'
}
# A field of the last moment, of those that are listed.
last() { pagesnap record --list "$rec" --jsonl --output-all 2>/dev/null | tail -1 | jq -r ".$1"; }
moments() { pagesnap record --list "$rec" --jsonl 2>/dev/null | wc -l; }
more_than() { [ "$(moments)" -gt "$1" ]; }

# --- what was ---------------------------------------------------------------------

dd if=/dev/urandom of=$file bs=4096 count=256 status=none
sync $file
first=$(in_memory $file)
pagesnap record "$rec" --every 500ms --max-cpu 100 2>/tmp/recorder &
recorder=$!
check 'a recorder records' wait_for 60 more_than 0
drop $file
cat /bin/bash >/mnt/one/other
seen=$(moments)
check 'a recorder goes on' wait_for 60 more_than $((seen + 1))
second=$(in_memory /mnt/one/other)
check "the first moment has the file as fincore said: $first pages" [ "$(at moment:1 $file)" = "$first" ]
check 'the file was cached, and all of it' [ "$first" = 256 ]
check 'the last one has none of its pages' [ -z "$(at now $file)" ]
check "the last moment has the file that came: $second pages" [ "$(at now /mnt/one/other)" = "$second" ]
pagesnap replay "$rec" at moment:1 fs --jsonl 2>/dev/null | jq -r --arg name $file 'select(.file == $name).res' >/tmp/replayed
check 'replay shows the same' [ "$(</tmp/replayed)" = $((first * 4096)) ]

# --- killed -----------------------------------------------------------------------

kill -9 "$recorder"
wait "$recorder" 2>/dev/null
before=$(moments)
check 'who records is killed, and no moment is harmed' \
	[ "$(pagesnap record --list "$rec" --jsonl --output-all | jq -r .kept | grep -cxE 'good|cut')" = "$before" ]
pagesnap record "$rec" --once 2>/tmp/err
check 'recording goes on behind it' more_than "$before"
check 'the first moment is as it was' [ "$(at moment:1 $file)" = "$first" ]

# --- a disk that is full -------------------------------------------------------------

dd if=/dev/zero of=/mnt/small/filler bs=4096 status=none 2>/dev/null
dd if=/dev/urandom of=$file bs=4096 count=512 status=none
before=$(moments)
pagesnap record "$rec" --once 2>/tmp/err
status=$?
sed 's/^/# /' /tmp/err
check "a disk that is full is said: $status" grep -q 'No space left' /tmp/err
check 'no moment is harmed by it' [ "$(at moment:1 $file)" = "$first" ]
rm -f /mnt/small/filler
sync
check 'recording goes on when there is room' exits 0 pagesnap record "$rec" --once
check 'as many pages as fincore says' [ "$(at now $file)" = "$(in_memory $file)" ]

# --- the module goes ---------------------------------------------------------------

pagesnap record "$rec" --every 300ms --max-cpu 100 2>/tmp/recorder &
recorder=$!
before=$(moments)
check 'a recorder goes on from one moment to the next' wait_for 60 more_than $((before + 2))
rmmod pagesnap 2>/tmp/err
check "the module stays while it is recorded: $?" grep -q 'in use' /tmp/err
kill -INT "$recorder"
wait "$recorder"
check "^C ends it: $?" [ "$(pgrep -c -x pagesnap)" = 0 ]
sed 's/^/# /' /tmp/recorder
# on a slow machine a moment can take longer than 300 ms
check 'no moment fails meanwhile' [ -z "$(grep -v ': missed [0-9]* as a moment ' /tmp/recorder)" ]
check 'the module goes when nobody records' wait_for 60 rmmod pagesnap
check 'without a module nothing is recorded' exits 1 pagesnap record "$rec" --once
insmod /payload/pagesnap.ko
before=$(moments)
check 'when it is back recording goes on' exits 0 pagesnap record "$rec" --once
check 'with one more moment' more_than "$before"

cd /
umount /mnt/one /mnt/two /mnt/small
ktap_end
