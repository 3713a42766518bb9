#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# slab: who allocates the kernel's memory, as answer-slab.c tells it.

# Conditions are strings that all() evaluates.
# shellcheck source-path=SCRIPTDIR disable=SC2016,SC2034,SC2317
. "$(dirname "$0")/cli.sh"

# asked COMMAND ARG...: of index files without a kernel.
asked()
{
	status=0
	PAGESNAP_DIR=/fake/pages LD_PRELOAD=$OUT/fake-index.so "$client" "$@" \
		>"$work/out" 2>"$work/err" || status=$?
	tr -d '\r' <"$work/out" >"$work/plain"
	mv "$work/plain" "$work/out"
}

# lines QUERY OPTION...: rows of one line of batch.
lines()
{
	echo "$1" >"$work/queries"
	shift
	asked batch "$work/queries" "$@"
}

# --- lines of batch ---------------------------------------------------------------

lines 'slab-event for=1s stack=2' --csv -n -o RECORD,SEQ,CPU,PID,CGROUP,OBJECT,SITE,BY,CACHE,REQUESTED,ALLOCATED,WASTE,GFP,FROM,BULK
check 'an allocation has its site and cache by name' all 'exits 0' \
	'out_has "^alloc,1,1,41,27,1,steady\+0x10,-,kmalloc-64,48,64,16,\"reclaim,io\",kmalloc,0$"'
check 'a free has who freed, and who had allocated' out_has '^free,3,2,43,-,1,whole\+0x20,steady\+0x10,-,-,-,-,-,-,-$'
lines 'slab-event for=1s stack=2' --csv -n -o RECORD,OBJECT,FREE,LIFE,OLD,OTHER_CPU,OTHER_NODE,SITE,BY
check 'frees say how and where they were freed' all 'out_has "^free,1,now,4000,0,1,1,whole\+0x20,steady\+0x10$"' \
	'out_has "^free,2,deferred,4000,0,0,0,"'
check 'what nobody saw is unknown' all 'out_has "^free,3,unseen,\?,0,0,0,\?,steady\+0x10$"' \
	'out_has "^free,-,bulk,\?,1,0,0,whole\+0x20,\?$"'
lines 'slab-event for=1s stack=2' --csv -n -o STACK
check 'callers are told with stack=' out_has '^steady\+0x10;caller\+0x9$'
lines 'slab-event for=1s' --csv -n -o STACK
check 'without it there are none' test "$(sort -u "$work/out")" = -
lines 'slab-event for=1s buffer=64K' --csv -n -o RECORD,CPU,LOST
check 'lost events stand where they were lost' all 'exits 3' 'out_has "^lost,1,9$"' 'err_has "9 events were not read in time"' \
	'! err_has "old"'
lines 'slab-object for=1s objects=1024'
check 'objects and rounds that are missing are told as such' all 'exits 3' \
	'err_has "6 objects skipped \(6 objects\), 1 round skipped \(1 missed\)"'
lines 'slab-site for=2s by=pid' --csv -n -o RECORD,ROUND,PID,SITE,ALLOCS,FREES,REQUESTED,ALLOCATED,WASTE,FRAG%,LIVE,LIVE_REQUESTED,LIVE_WASTE
check 'a sum has what was lost to rounding' \
	out_has '^site-sum,-,41,steady\+0x10,200,180,9600,12800,3200,25,1280,960,320$'
check 'a round ends with its number' out_has '^round,2,-,-,'
lines 'slab-cache for=1s' --csv -n -o CACHE,OTHER_CPU,OTHER_CPU%,OTHER_NODE,OTHER_NODE%,DEFERRED,UNSEEN,MEDIAN,P99,LIFETIMES
check 'frees elsewhere and lifetimes are told of caches' \
	out_has '^kmalloc-64,9,10,3,3,1,0,16,4096,"16:80,4096:10"$'
check 'lifetimes above all bounds are others' out_has '^dentry,0,0,0,0,0,0,\?,\?,other:10$'
check 'without a free there are no lifetimes' out_has '^kmalloc-1k,0,-,0,-,0,0,-,-,-$'
lines 'slab-object for=1s' --jsonl
check 'an object is of its age' test "$(jq -c 'select(.site == "steady+0x10") | [.record, .life, .from]' <(asked batch "$work/queries" --jsonl -o RECORD,LIFE,FROM,SITE; cat "$work/out") | head -1)" = \
	'["object",250000000,"kmalloc"]'
lines 'slab-site for=1s' --text
check 'text is that of the kernel' out_has '^site +q=1 id=2 name=leaks\+0x30.*leaky\]$'
lines 'slab-site for=1s' --save "$work/saved"
lines 'slab-site for=1s' --csv
cp "$work/out" "$work/live"
asked batch --read "$work/saved" --csv
check 'saved sums are read back as they were' cmp -s "$work/out" "$work/live"
lines 'slab-site'
check 'a line without an option is refused' all 'exits 1' 'err_has "an option expected, as for=10s"'
ktap_end
