#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=records,session needs=- disturbs=-
#
# No kernel address in anything that the module prints: no value that looks
# like one, as text, or as eight bytes of the binary stream.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/sys/kernel/tracing/objects/mm/pages
out=/tmp/answers

# Everything above the hole of the address space, in hex or decimal; sentinels
# (-1 and -2) and masks of all flags are known values.
text_has_none()
{
	! perl -ne '
		while (/\b(0x[0-9a-f]+|[0-9]{19,20})\b/gi) {
			my $v = substr($1, 0, 2) eq "0x" ? $1 : sprintf("0x%x", $1);
			next if length $v != 18 || $v =~ /^0xf{15}[def]$/i;
			print "$v in: $_" if $v =~ /^0xffff/i;
		}' "$1" | tee /tmp/out | grep -q .
}

# Records are whole multiples of eight bytes: each word is looked at.  Addresses of
# the kernel begin at 0xffff800000000000.
binary_has_none()
{
	! perl -e '
		local $/;
		my @words = unpack "Q<*", <>;
		for my $i (0 .. $#words) {
			my $v = $words[$i];
			next if ($v >> 47) != 0x1ffff || $v >= 0xfffffffffffffffd;
			# two members of four bytes that are "none" or "unknown"
			next if ($v >> 32) >= 0xfffffffe;
			# a minor number, and behind it a generation, which is random
			next if ($v & 0xffffffff) < 1 << 12;
			printf "word %d: %#x\n", $i, $v;
		}' "$1" | tee /tmp/out | grep -q .
}

# ask INDEX QUERY: as text and as records.
search()
{
	local index=$1 query=$2

	ask "$index" "$query"
	mv /tmp/out "$out.text"
	ask "$index" "$query format=binary"
	mv /tmp/out "$out.binary"
	check "$index: $query" text_has_none "$out.text"
	check "$index: $query: there is an answer" grep -q '^end ' "$out.text"
	check "$index: $query: as records" binary_has_none "$out.binary"
}

# The search itself finds what it should.
echo 'run q=1 x=0xffff888012345678 y=1' >/tmp/planted
check 'an address would be found in hex' [ "$(text_has_none /tmp/planted; echo $?)" = 1 ]
echo 'run q=1 x=18446612682702848000' >/tmp/planted
check 'an address in decimal would be found' [ "$(text_has_none /tmp/planted; echo $?)" = 1 ]
printf '\x78\x56\x34\x12\x80\x88\xff\xff' >/tmp/planted
check 'an address in binary records would be found' [ "$(binary_has_none /tmp/planted; echo $?)" = 1 ]

for group in run object total; do
	search pfn_index "0- group=$group"
	search sb_index "/ group=$group"
	search task_index "$$ group=$group"
	search task_index "1 group=$group"
	search filename_index "/bin/bash group=$group"
done
search pfn_index '0x1000 0x3000 group=page'
search filename_index '/bin/bash group=page'
for file in format stats error_log; do
	cat "$dir/$file" >"$out.text"
	check "$file" text_has_none "$out.text"
done
dmesg | grep pagesnap >"$out.text"
check 'the kernel log' text_has_none "$out.text"
ktap_end
