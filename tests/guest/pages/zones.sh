#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=frames,memory needs=- disturbs=- machine=gap
#
# Every frame is in the zone and node that it is told to be in, as /proc/zoneinfo
# has them, or they are not told.  In a machine whose memory has a gap below 4 GiB
# (tests/run boots one) the firmware's frames name those behind the gap.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# astray FILE: rows of FILE (PFN PAGES NODE ZONE) that are not in the zone they name.
astray()
{
	python3 - "$1" <<'END'
import re, sys
zones = {}
for part in re.split(r'^Node ', open('/proc/zoneinfo').read(), flags=re.M)[1:]:
    node, zone = re.match(r'(\d+), zone +(\S+)', part).groups()
    spanned = int(re.search(r'spanned +(\d+)', part).group(1))
    start = re.search(r'start_pfn: +(\d+)', part)
    if start and spanned:
        zones[node, zone] = int(start.group(1)), int(start.group(1)) + spanned
for line in open(sys.argv[1]):
    pfn, pages, node, zone = line.split()
    at, end = int(pfn, 0), int(pfn, 0) + int(pages)
    if zone == '?':
        continue
    start, behind = zones.get((node, zone), (0, 0))
    # a block of 2 MiB is in one zone
    if at < start // 512 * 512 or end > (behind + 511) // 512 * 512:
        print('astray', line.strip())
END
}

# Runs of one zone, with ranges without memory left out.
rows() { pagesnap pfn -nr -o PFN,PAGES,NODE,ZONE "$@" 2>/tmp/notes | awk '$4 != "-"'; }

for options in '--group page --flags reserved' '--group run'; do
	# shellcheck disable=SC2086 # some words
	rows $options >/tmp/rows
	astray /tmp/rows >/tmp/out
	name=${options//--/}
	check "$name: no frame names a zone that it is not in" has_no '^astray'
	unknown=$(awk '$4 == "?" { n += $2 } END { print n + 0 }' /tmp/rows)
	check "$name: few frames name no zone" [ "$unknown" -lt 1024 ]
done
sed 's/^/# /' /tmp/out | head -n 5
if grep -qE ' \?$' /tmp/rows; then
	check 'a note says why some frames name no zone' grep -q 'zone=?: ' /tmp/notes
else
	skip 'a note says why some frames name no zone' 'all do'
fi
if [ "${PAGESNAP_GAP:-}" ]; then
	check 'where memory has a gap, some frames name no zone' grep -qE ' \?$' /tmp/rows
	check 'frames without a zone name no node that they are not in' grep -qE ' \? \?$' /tmp/rows
fi
ktap_end
