#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=client about=screen,registry,load needs=modules disturbs=module
#
# The client beside a collection that it doesn't know, in a module of its own:
# tests/modules/numbers.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
numbers=/sys/kernel/tracing/objects/mm/numbers
saved=/tmp/numbers.pagesnap

# answers FILE INDEX QUERY: a stream of the answer, in FILE.
answers()
{
	local session

	exec {session}<>"$2"
	printf '%s format=binary\n' "$3" >&"$session"
	cat <&"$session" >"$1"
	exec {session}>&-
}

# first_frames: the kernel's own text and data, which stay as they are.
first_frames() { pagesnap pfn --range 0x1000,0x1010 --jsonl -o PFN,NR,KPF; }
doctor_reports_ok() { pagesnap doctor --csv -n 2>/dev/null | grep -q "^ok,$1,"; }

first_frames >/tmp/before
insmod /payload/modules/pagesnap_numbers.ko
first_frames >/tmp/beside
check 'pages has the same answer beside a second collection' cmp /tmp/before /tmp/beside
check 'doctor finds the module beside a second collection' doctor_reports_ok loaded
check 'doctor has records beside a second collection' doctor_reports_ok records

answers "$saved" "$numbers/count_index" '0 5'
check 'answers of an unknown collection are refused' exits 1 pagesnap batch --read "$saved"
mv /tmp/err /tmp/out
check 'the refusal names the unknown collection' \
	has 'answers of objects/mm/numbers, which this pagesnap does not know'
check 'a subcommand for pages refuses an unknown collection' exits 1 pagesnap pfn --read "$saved"

answers /tmp/pages.pagesnap "$PAGESNAP_DIR/pfn_index" '0x1000 0x1010'
cat /tmp/pages.pagesnap "$saved" >/tmp/both.pagesnap
check 'answers of an unknown collection behind those of pages are refused' \
	exits 3 pagesnap pfn --read /tmp/both.pagesnap --jsonl -o PFN,NR,KPF
check 'the answers of pages before an unknown collection are printed' cmp /tmp/before /tmp/out

check 'pagesnap.ko stays loaded while a collection needs it' exits 1 rmmod pagesnap
check 'a second collection unloads' rmmod pagesnap_numbers
first_frames >/tmp/after
check 'pages has the same answer after a second collection has gone' cmp /tmp/before /tmp/after
ktap_end
