#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=core about=events needs=- disturbs=kernel
#
# Records as trace events: what is told is what a reader of the same query gets; what the kernel
# does with events it does with these; and the module stays as long as somebody may need it.

# shellcheck disable=SC2317 # functions that check calls
set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# shellcheck source=tests/guest/lib/events.sh
. "${0%/*}/../lib/events.sh"

work=/tmp/events-work
instance=$tracing/instances/pagesnap-test
pages=10

refused() { ask filename_index "$work/file $1" && has "errno=$2" && has "$3"; }
in_use() { ! rmmod pagesnap_events 2>/tmp/err && grep -q 'in use' /tmp/err; }
references() { cat /sys/module/pagesnap_events/refcnt; }
# held: in use, by more than what keeps it before Linux 6.11.
held() { in_use && [ "$(references)" -gt "$at_rest" ]; }
end()
{
	all_off
	[ ! -d "$instance" ] || rmdir "$instance"
} 2>/dev/null
trap end EXIT

mkdir -p "$work"
head -c $((pages * 4096)) /dev/zero >"$work/file"

if [ -d /sys/module/pagesnap_events ]; then
	skip 'without the module to=trace is refused, and how it is loaded is said' 'another test has loaded it'
	skip 'without the module to=both is refused, and whose line that was is said' 'another test has loaded it'
else
	check 'without the module to=trace is refused, and how it is loaded is said' \
		refused to=trace EOPNOTSUPP modprobe
	check 'without the module to=both is refused, and whose line that was is said' \
		eval "refused 'to=both tag=whose' EOPNOTSUPP modprobe && has '^error .* tag=whose ' && has '^end .* tag=whose '"
	load_events
fi
at_rest=$(references)
check 'to=reader needs no module' eval "ask filename_index '$work/file to=reader' && has ' status=complete'"

# --- what is told ----------------------------------------------------------------

answers() { has '^query' && has ' status=complete' && ! has '^file' && ! has '^run'; }
forget
ask filename_index "$work/file to=trace"
check 'with to=trace the reader gets what frames the answer' answers
check 'where no event is enabled none is made' [ "$(nr told run)" -eq 0 ]
check 'the reader is told of that' has 'note: to=: 2 of 2 records had no event enabled: '
forget
echo 1 >"$events/enable"
ask filename_index "$work/file to=trace group=page tag=some-word"
check 'each page is an event' [ "$(nr told page)" -eq $pages ]
check 'the file of the pages is an event' [ "$(nr told file)" -eq 1 ]
check 'events have the tag of the query' [ "$(told page | grep -c ' tag=some-word ')" -eq $pages ]
check 'each record has the next number' \
	[ "$({ told file; told page; } | field seq | sort -n | tr '\n' ' ')" = "$(seq $((pages + 1)) | tr '\n' ' ')" ]
check 'the end says how many there were' \
	[ "$(told end | grep -c " status=complete .* events=$((pages + 1)) off=0 ")" -eq 1 ]
check 'pages say whose they are' \
	[ "$(told page | field ino | sort -u)" = "$(stat -c %i "$work/file")" ]
check 'pages say which of the file they are' [ "$(told page | field owner_index | sort -n | tail -1)" = $((pages - 1)) ]

# same FIELD: as the reader has it.
same() { [ "$(told page | field "$1" | tr '\n' ' ')" = "$(grep '^page' /tmp/out | field "$1" | tr '\n' ' ')" ]; }
forget
ask filename_index "$work/file to=both group=page"
check 'when all are taken there is nothing to note' has_no 'note: to='
check 'with to=both the reader gets all' [ "$(grep -c '^page' /tmp/out)" -eq $pages ]
check 'events are of the same frames as records' same pfn
check 'events have the same indices as records' same index

forget
echo 0 >"$events/page/enable"
ask filename_index "$work/file to=trace group=page"
check 'records whose event is not enabled are counted' \
	[ "$(told end | grep -c " events=1 off=$pages ")" -eq 1 ]
echo 1 >"$events/page/enable"

# --- what the kernel does with events ----------------------------------------------

forget
echo 'index >= 4 && index < 6' >"$events/page/filter"
ask filename_index "$work/file to=trace group=page"
check 'a filter passes what it names' [ "$(told page | field index | tr '\n' ' ')" = '4 5 ' ]
echo 0 >"$events/page/filter"

exec 4>"$work/deleted"
head -c $((pages * 4096)) /dev/zero >&4
head -c 4096 /dev/zero >"$work/small"
exec 5>"$work/small-deleted"
head -c 4096 /dev/zero >&5
rm "$work/deleted" "$work/small-deleted"
forget
echo 'state == "deleted" && cached > 5' >"$events/file/filter"
ask sb_index "$work to=trace group=object"
check 'a filter takes words and numbers of files' [ "$(told file | grep -c 'state=deleted')" -eq "$(nr told file)" ]
check 'a filter finds what it names' [ "$(nr told file)" -ge 1 ]
check 'files of few pages are left out by a filter' eval '! told file | field cached | grep -qx 1'
echo 0 >"$events/file/filter"
exec 4>&- 5>&-

if echo 'hist:keys=node,order:vals=nr' 2>/tmp/err >"$events/run/trigger"; then
	ask filename_index "$work/file to=trace"
	sum=$(sed -n 's/.* nr: *\([0-9]*\).*/\1/p' "$events/run/hist" | awk '{ n += $1 } END { print n }')
	check 'a histogram adds up' [ "$sum" -eq $pages ]
	echo 0 >"$events/enable"
	check 'a trigger holds the module' held
	echo '!hist:keys=node,order:vals=nr' >"$events/run/trigger"
else
	skip 'a histogram adds up' 'this kernel has none'
	skip 'a trigger holds the module' 'this kernel has no histograms'
	echo 0 >"$events/enable"
fi

mkdir "$instance"
forget
echo 1 >"$instance/events/pagesnap/file/enable"
ask filename_index "$work/file to=trace"
from=$instance/trace
check 'an instance has events of its own' [ "$(nr told file)" -eq 1 ]
from=
check 'others know nothing of events of an instance' [ "$(nr told file)" -eq 0 ]
check 'an instance holds the module' held
rmdir "$instance"

if [ -e "$tracing/snapshot" ]; then
	echo 1 >"$events/file/enable"
	echo 'snapshot:1 if cached > 5' >"$events/file/trigger"
	ask filename_index "$work/file to=trace"
	from=$tracing/snapshot
	check 'a trigger takes a snapshot' [ "$(nr told file)" -ge 1 ]
	from=
	echo '!snapshot:1 if cached > 5' >"$events/file/trigger"
	echo 0 >"$events/file/enable"
	echo 0 >"$tracing/snapshot"
else
	skip 'a trigger takes a snapshot' 'this kernel has none'
fi

# --- when the module goes ------------------------------------------------------------

# gone: what reads a format that was opened while the module was there.
gone()
{
	exec 6<"$events/file/format"
	rmmod pagesnap_events && ! cat <&6 >/tmp/out 2>/tmp/err
	local good=$?

	exec 6<&-
	return $good
}
echo 1 >"$events/file/enable"
check 'an event that is enabled holds the module' held
echo 0 >"$events/file/enable"
check 'when no event is enabled nothing is left of that' [ "$(references)" -eq "$at_rest" ]
if stays; then
	check 'where open files of events do not outlive it, the module stays' in_use
else
	check 'a format file that is open when the module goes can be read no more' gone
	check 'without the module to=trace is refused again' refused to=trace EOPNOTSUPP modprobe
	check 'the module can be loaded again' insmod /payload/pagesnap_events.ko
	check 'the module goes when nobody needs it' rmmod pagesnap_events
fi
rm -rf "$work"
ktap_end
