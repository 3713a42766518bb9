#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=core about=events needs=programs disturbs=kernel machine=turns timeout=600
#
# Records as trace events, as perf, trace-cmd and bpftrace see them: what docs/events.md says is
# done here, with another folder.

# shellcheck disable=SC2317 # functions that check calls
set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
# shellcheck source=tests/guest/lib/events.sh
. "${0%/*}/../lib/events.sh"
PATH=/payload/programs/peers/bin:$PATH
work=/tmp/events-work
saved=/var/tmp/events-saved
pages=10
enough='state == "deleted" && cached > 1000'
histogram='hist:keys=node,order:vals=nr'
snapshot='snapshot:1 if cached > 1000'

needs_turns
if ! command -v trace-cmd >/dev/null; then
	echo '1..0 # SKIP no trace-cmd, perf and bpftrace: tests/vm/run --programs'
	exit
fi
unset PAGESNAP_DIR
mkdir -p "$work" "$saved"
mount -t tmpfs events "$work"
head -c $((pages * 4096)) /dev/zero >"$work/file"
exec 4>"$work/deleted" 5>"$work/small"
head -c $((1001 * 4096)) /dev/zero >&4
head -c 4096 /dev/zero >&5
rm "$work/deleted" "$work/small"
load_events
end()
{
	all_off
	exec 4>&- 5>&-
	umount "$work"
	rm -rf "$work" "$saved"
	stays || rmmod pagesnap_events
} 2>/dev/null
trap end EXIT

# shows COMMAND...: what it prints is in /tmp/out.
shows() { "$@" >/tmp/out 2>/tmp/err; }
# tells WORDS NUMBER: as many lines have them.
tells() { [ "$(grep -cE -- "$1" /tmp/out)" -eq "$2" ]; }
lines() { grep -E -- "$1" /tmp/out; }
asks="{ echo '$work/file to=trace group=page tag=asked' >&3; cat <&3; } 3<>$objects/pages/filename_index"

# --- trace-cmd and perf ------------------------------------------------------------------------

# same_everywhere PROGRAM: three files, of which two are deleted, and one end.
same_everywhere()
{
	check "$1 has an event of each file" tells ' file: .* cached=' 3
	check "$1 has their names" tells " file: .* cached=$pages .* name=$work/file\$" 1
	check "$1 has words of their states" tells ' file: .* state=deleted ' 2
	check "$1 has the end" tells ' end: .* status=complete .* events=4 off=0 ' 1
	check "$1 decodes all" eval "! grep -qiE 'failed|unknown|\[FAIL|ARG TYPE' /tmp/out /tmp/err"
}
check 'trace-cmd records what the client asks' \
	shows trace-cmd record -q -e pagesnap -o "$saved/trace.dat" pagesnap fs --trace "$work"
check 'trace-cmd reports it' shows trace-cmd report -i "$saved/trace.dat"
sed -i 's/: \(file\|end\): */: \1: /; s/ \(file\|end\): */ \1: /' /tmp/out
same_everywhere trace-cmd
check 'perf records what the client asks' \
	shows perf record -q -e 'pagesnap:*' -o "$saved/perf" -- pagesnap fs --trace "$work"
check 'perf script prints it' shows perf script -i "$saved/perf"
sed -i 's/ pagesnap:\([a-z]*\): / \1: /' /tmp/out
same_everywhere perf

# each_page PROGRAM
each_page()
{
	check "$1 has each page" tells ' page: .* tag=asked ' $pages
	check "$1 has flags of pages by name" tells ' page: .* flags=[a-z_,0-9]*uptodate' $pages
}
check 'trace-cmd records what a shell asks' \
	shows trace-cmd record -q -e pagesnap -o "$saved/trace.dat" bash -c "$asks"
check 'trace-cmd reports pages' shows trace-cmd report -i "$saved/trace.dat"
sed -i 's/ page: */ page: /' /tmp/out
each_page trace-cmd
check 'perf records what a shell asks' \
	shows perf record -q -e 'pagesnap:*' -o "$saved/perf" -- bash -c "$asks"
check 'perf script prints pages' shows perf script -i "$saved/perf"
sed -i 's/ pagesnap:\([a-z]*\): / \1: /' /tmp/out
each_page perf

# --- what needs no program -----------------------------------------------------------------------

cd "$tracing" || exit 1
mkdir instances/mine
echo 16384 >instances/mine/buffer_size_kb
echo 1 >instances/mine/events/pagesnap/enable
forget
shows pagesnap fs --trace "$work"
check 'the client prints its table all the same' has "$work/file"
from=instances/mine/trace
check 'an instance has the events' [ "$(nr told file)" -eq 3 ]
from=
check 'nobody else has them' [ "$(nr told file)" -eq 0 ]
rmdir instances/mine

echo "$enough" >events/pagesnap/file/filter
echo 1 >events/pagesnap/file/enable
echo "$work to=trace group=object" >objects/mm/pages/sb_index
cat objects/mm/pages/sb_index >/tmp/out
check 'a filter finds large files that are deleted' [ "$(told file | field cached)" = 1001 ]
echo 0 >events/pagesnap/file/filter
echo 0 >events/pagesnap/enable

echo "$histogram" >events/pagesnap/run/trigger
echo "0- to=trace" >objects/mm/pages/pfn_index
cat objects/mm/pages/pfn_index >/tmp/out
hist() { sed -n 's/.* nr: *\([0-9]*\).*/\1/p' events/pagesnap/run/hist | sum; }
# frames that are there, as the end has them
frames=$(grep '^end' /tmp/out | field pages)
check 'a histogram has all pages of the machine' [ "$(hist)" = "$frames" ]
echo "!$histogram" >events/pagesnap/run/trigger

forget
echo "$snapshot" >events/pagesnap/file/trigger
echo 1 >events/pagesnap/file/enable
shows pagesnap fs --trace "$work"
from=snapshot
check 'a snapshot has what came before a large file' grep -q ' [a-z]*: session=' snapshot
check 'a snapshot is taken before the end' [ "$(nr told end)" -eq 0 ]
from=
echo "!$snapshot" >events/pagesnap/file/trigger
echo 0 >events/pagesnap/enable
echo 0 >snapshot

# --- bpftrace ---------------------------------------------------------------------------------------

if shows bpftrace --version; then
	# shellcheck disable=SC2016 # no variables of the shell
	check 'bpftrace adds up pages' shows bpftrace \
		-e 'tracepoint:pagesnap:run { @pages[args->node, args->order] = sum(args->nr); }' \
		-c "$(command -v pagesnap) pfn --trace"
	check 'these are all pages of the machine' [ "$(sed -n 's/^@pages\[.*\]: //p' /tmp/out | sum)" = "$frames" ]
else
	skip 'bpftrace adds up pages' 'no bpftrace: --programs'
fi
cd /
ktap_end
