#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# tags: collection=pages about=frames,names,records needs=- disturbs=memory,settings
#
# Whose slabs frames are, against /proc/slabinfo: how many pages each cache has.

set -u
# shellcheck source=tests/guest/lib/ktap.sh
. "${0%/*}/../lib/ktap.sh"

# theirs: CACHE PAGES of each cache, as the allocator counts them
theirs() { awk 'NR > 2 { print $1, $15 * $6 }' /proc/slabinfo | sort; }
ours()
{
	pagesnap pfn --summary --names --flags slab -nr -o CACHE,PAGES |
		awk '{ nr[$1] += $2 } END { for (c in nr) print c, nr[c] }' | sort
}

# Most caches don't change while we look, and those that do only a little.
agree()
{
	theirs >/tmp/before
	ours >/tmp/ours
	theirs >/tmp/after
	awk '{ if (FILENAME == "/tmp/before") before[$1] = $2
	       else if (FILENAME == "/tmp/ours") ours[$1] = $2
	       else after[$1] = $2 }
	END {
		for (c in after) {
			if (before[c] != after[c] || !after[c])
				continue
			still++
			same += ours[c] == after[c]
			if (ours[c] != after[c])
				print c, "has", after[c], "pages, told are", ours[c] + 0
		}
		for (c in ours)
			if (!(c in after)) {
				print c, "is no cache of slabinfo"
				strange++
			}
		print same, "of", still, "caches agree"
		exit !(still >= 20 && same >= still - 2 && !strange)
	}' /tmp/before /tmp/ours /tmp/after >/tmp/out
}
any_agree()
{
	for _ in 1 2 3 4 5; do
		agree && return
	done
	return 1
}

# hundreds of slabs of a cache that everybody has
for i in $(seq 3000); do : >"/tmp/slab-$i"; done
check 'each cache has the pages that slabinfo says' any_agree
check 'a cache of inodes is among them' grep -qE '_inode_cache ' /tmp/ours

ask pfn_index '0- flags=slab names=1 group=run'
check 'all that is told of slabs has the name of a cache' \
	[ "$(grep -c '^run' /tmp/out)" -eq "$(grep -cE '^run .* kind=slab .* state=cache name=[!-~]+$' /tmp/out)" ]
check 'no cache is unknown' has_no 'name=\?'
pfn=$(sed -nE 's/^run .* pfn=(0x[0-9a-f]+) .* name=dentry$/\1/p' /tmp/out | head -n 1)
pagesnap who "$pfn" -nr -o WHERE,CACHE,STATE >/tmp/out
check 'pagesnap who names the cache' has '^slab\\040allocator:\\040dentry dentry cache$'
pagesnap pfn --names "$pfn,$((pfn + 1))" --jsonl -o CACHE >/tmp/out
check 'JSON has the cache' has "dentry"
ask pfn_index "$pfn"
check 'without names=1 no cache is told' has_no 'state=|name='
rm -f /tmp/slab-*
ktap_end
