#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=frames,memory needs=hotplug disturbs=blocks
#
# Memory goes offline and comes back while frames are walked: what is offline
# is a hole with its reason, and every frame of the range is accounted for.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"
dir=/sys/kernel/tracing/objects/mm/pages

# The last block that goes offline, as its number.
offline_one()
{
	local n

	for n in $(printf '%s\n' /sys/devices/system/memory/memory[0-9]* | sed 's/.*memory//' |
		   sort -rn); do
		if echo offline 2> /dev/null > "/sys/devices/system/memory/memory$n/state"; then
			echo "$n"
			return 0
		fi
	done
	return 1
}

pages_of_end()
{
	local pages holes

	pages=$(sed -n 's/^end .* pages=\([0-9]*\).*/\1/p' /tmp/out)
	holes=$(sed -n 's/^end .* holes=\([0-9]*\).*/\1/p' /tmp/out)
	echo $((pages + holes))
}

size=$(($(printf '%d' "0x$(cat /sys/devices/system/memory/block_size_bytes)") / 4096))
block=$(offline_one)
if [ -z "$block" ]; then
	skip 'memory goes offline' 'no memory block of this guest can'
	ktap_end
	exit 0
fi
start=$((block * size))

echo "$start+$size" > "$dir/pfn_index"
cat "$dir/pfn_index" > /tmp/out
check 'an offline block is a hole' has "^hole .* nr=$size why=offline"
check 'all frames of the offline block are accounted for' [ "$(pages_of_end)" -eq "$size" ]

(
	while [ ! -e /tmp/stop ]; do
		echo "0-" > "$dir/pfn_index"
		cat "$dir/pfn_index" > /dev/null
	done
) &
done=0
for _ in 1 2 3 4 5 6 7 8 9 10; do
	echo online > "/sys/devices/system/memory/memory$block/state" &&
		echo offline > "/sys/devices/system/memory/memory$block/state" && done=$((done + 1))
done 2> /dev/null
touch /tmp/stop
wait
check "memory came and went under walks ($done times)" [ "$done" -gt 0 ]

echo online > "/sys/devices/system/memory/memory$block/state"
cat "$dir/pfn_index" > /tmp/out
echo "$start+$size" > "$dir/pfn_index"
cat "$dir/pfn_index" > /tmp/out
check 'back online there is no hole' has '^end .* holes=0 '
check 'every frame is answered when the block is back' [ "$(pages_of_end)" -eq "$size" ]
rm -f /tmp/stop
ktap_end
