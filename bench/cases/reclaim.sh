#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What reclaim takes from a program that uses all of it, while a stream of other pages goes
# through the same memory cgroup and somebody clears accessed bits: pages that were taken have
# to be read again.  Three times the limit are streamed in each round.  BENCH_RECLAIM=global: there
# is no limit but the machine's memory, so that it should have little.

set -euo pipefail
# shellcheck source=bench/lib.sh
. "${0%/*}/../lib.sh"

pressure=${BENCH_RECLAIM:-cgroup}
megabytes=${BENCH_RECLAIM_MB:-160}
[ "$pressure" = cgroup ] || megabytes=$(($(meminfo MemAvailable) * 9 / 10240))
hot_mb=$((megabytes * 7 / 10))
hot_file=$BENCH_DIR/hot
stream_file=$BENCH_DIR/stream
swap_file=$BENCH_DIR/swap

end()
{
	let_go
	! has_damon || damon off
	swapoff "$swap_file" 2>/dev/null || true
	rmmod pagesnap_accesses
	rm -f "$hot_file" "$stream_file" "$swap_file"
	remove_cgroups
}

# stat KEY: of the cgroup's memory.stat.
stat() { awk -v key="$1" '$1 == key { print $2 }' "${cgroups[0]}/memory.stat"; }

refaults() { echo $(($(stat workingset_refault_file) + $(stat workingset_refault_anon))); }

# Pages of the stream are new each time, so whatever is read again was in use.
stream()
{
	drop_stream
	(
		echo "$BASHPID" >"${cgroups[0]}/cgroup.procs"
		exec cat "$stream_file" >/dev/null
	)
}

drop_stream() { dd if="$stream_file" iflag=nocache count=0 status=none; }

# beside NAME COMMAND...: what looks at $holder_pid in the background.
beside()
{
	local name=$1 before round looker=''
	shift

	hold keep-hot "${cgroups[0]}" "$kind" "$hot_mb" "$hot_file"
	if [ "$#" -ne 0 ]; then
		"$@" &
		looker=$!
	fi
	sleep 1
	before=$(refaults)
	for ((round = 0; round < BENCH_ROUNDS; round++)); do
		stream
	done
	row "reclaim: $kind pages in use, by $pressure" "$name" "HOT_PAGES=$((hot_mb * 256))" \
		"READ_AGAIN=$((($(refaults) - before) / BENCH_ROUNDS))"
	! has_damon || damon off
	[ -z "$looker" ] || kill "$looker" 2>/dev/null || true
	[ -z "$looker" ] || wait "$looker" 2>/dev/null || true
	let_go
}

accesses() { exec read-index accesses/task_index "$holder_pid every=$1 format=binary" 2>/dev/null; }

clear_refs()
{
	while echo 1 >"/proc/$holder_pid/clear_refs"; do
		sleep 0.1
	done
}

all()
{
	kind=$1
	beside nothing
	beside nothing
	beside 'accesses, every=1s' accesses 1s
	beside 'accesses, every=100ms' accesses 100ms
	beside 'accesses, every=10ms' accesses 10ms
	beside 'clear_refs, each 100 ms' clear_refs
	! has_damon || beside 'DAMON, sampling 5 ms' damon "$holder_pid" 5000 100000
}

trap end EXIT
load_collection accesses
sparse "$hot_file" "$hot_mb"
sparse "$stream_file" $((megabytes * 3))
fallocate -l $((hot_mb * 2))M "$swap_file"
chmod 600 "$swap_file"
mkswap "$swap_file" >/dev/null
swapon "$swap_file"
make_cgroups 1

[ "$pressure" != cgroup ] || echo "${megabytes}M" >"${cgroups[0]}/memory.max"
all file
all anon
