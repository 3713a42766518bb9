# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What tests of trace events have alike; they source this file behind ktap.sh.

tracing=/sys/kernel/tracing
events=$tracing/events/pagesnap
objects=$tracing/objects/mm
PAGESNAP_DIR=$objects/pages

# told EVENT: what the rings have of these, or the file that $from names, from the first field on.
told() { sed -n "s/^.* \(pagesnap:\)\?$1: session=/session=/p" "${from:-$tracing/trace}"; }
forget() { : >"$tracing/trace"; }
nr() { "$@" | wc -l; }
# field NAME: of lines of fields.
field() { sed -n "s/.* $1=\([^ ]*\).*/\1/p"; }
# sum: of numbers, one in a line.
sum() { awk '{ n += $1 } END { print n + 0 }'; }
# stays: before Linux 6.11 the module does, once it is loaded.
stays() { grep -q Y /sys/module/pagesnap_events/parameters/stays; }
# load_events: unless a test before this one has, on a kernel where it stays.
load_events() { [ -d /sys/module/pagesnap_events ] || insmod /payload/pagesnap_events.ko; }
# all_off: events, filters, triggers are as they were.
all_off()
{
	local file

	for file in "$events"/*/trigger; do
		grep -v '^#' "$file" | sed 's/ \[.*//; s/^/!/' | tac | while read -r line; do
			echo "$line" >"$file"
		done
	done
	echo 0 >"$events/enable"
} 2>/dev/null
