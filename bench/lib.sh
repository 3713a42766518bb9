# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the cases share.

die()  { printf 'bench: %s\n' "$*" >&2; exit 1; }
note() { printf '# note\t%s\n' "$*"; }

# meminfo KEY: in KiB.
meminfo() { awk -v key="$1:" '$1 == key { print $2 }' /proc/meminfo; }

# How many frames there are, as /proc/kpageflags has them.
frames() { echo $(($(wc -c </proc/kpageflags) / 8)); }

# Not all kernels have each system call, nor all machines each program.
has() { command -v "$1" >/dev/null; }

# kernel_has MAJOR MINOR
kernel_has()
{
	local major minor

	IFS=. read -r major minor _ < <(uname -r)
	[ "$major" -gt "$1" ] || { [ "$major" -eq "$1" ] && [ "${minor%%[!0-9]*}" -ge "$2" ]; }
}

# sparse FILE MEGABYTES: pages of it that are read are cached, and no disk is
# waited for.
sparse()
{
	rm -f "$1"
	truncate -s "$2M" "$1"
}

drop_caches()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
}

# contender NAME COMMAND: one more, in the array of the case.
contender() { contenders+=("$1" "$2"); }

# compare CASE [RESTORE]: all contenders.
compare()
{
	measure -n "$BENCH_ROUNDS" ${2:+-r "$2"} "$1" "${contenders[@]}"
	contenders=()
}

contenders=()
