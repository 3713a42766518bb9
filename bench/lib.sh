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

# row TABLE NAME KEY=VALUE...: what is no time; report makes a table of it.
row()
{
	local IFS=$'\t'

	printf '# row\t%s\n' "$*"
}

# Whether this kernel has DAMON, and its files.
has_damon() { [ -d /sys/kernel/mm/damon/admin ]; }

# ns_on_cpu PID: what this thread has had of CPUs.
ns_on_cpu() { cut -d ' ' -f 1 "/proc/$1/schedstat"; }

# load_collection NAME: its module is loaded while a case asks it.
load_collection()
{
	modprobe "pagesnap_$1" 2>/dev/null || insmod "/payload/pagesnap_$1.ko"
}

# contender NAME COMMAND: one more, in the array of the case.
contender() { contenders+=("$1" "$2"); }

# compare CASE [RESTORE]: all contenders.
compare()
{
	measure -n "$BENCH_ROUNDS" ${2:+-r "$2"} "$1" "${contenders[@]}"
	contenders=()
}

# hold COMMAND...: it says when it is ready, and holds what is measured until it is let go.
hold()
{
	coproc holder { exec "$@"; }
	# shellcheck disable=SC2154 # by coproc
	holder_pid=$holder_PID
	read -r _ <&"${holder[0]}"
}

let_go()
{
	[ -n "$holder_pid" ] || return 0
	kill "$holder_pid"
	wait "$holder_pid" 2>/dev/null || true
	holder_pid=
}

# make_cgroups NUMBER: in $cgroups.
make_cgroups()
{
	local nth cgroup

	for ((nth = 1; nth <= $1; nth++)); do
		cgroup=/sys/fs/cgroup/bench-$nth
		mkdir "$cgroup" 2>/dev/null || continue
		cgroups+=("$cgroup")
	done
}

# What is in them comes back to this shell's.
remove_cgroups()
{
	local cgroup

	for cgroup in "${cgroups[@]}"; do
		rmdir "$cgroup"
	done
	cgroups=()
}

# --- contenders that several cases have ---------------------------------------------

all_frames_in_proc()
{
	contender 'kpageflags, kpagecount, kpagecgroup' \
		'read-files /proc/kpageflags /proc/kpagecount /proc/kpagecgroup'
}

all_frames()
{
	local group

	for group in page run object total; do
		contender "pfn_index, binary, $group" "read-index pfn_index '0- group=$group format=binary'"
	done
	for group in page run; do
		contender "pfn_index, text, $group" "read-index pfn_index '0- group=$group'"
	done
}

summary_of_frames()
{
	! has page-types || contender 'page-types' 'page-types'
	contender 'pagesnap pfn --summary' 'pagesnap pfn --summary'
}

# a_file FILE: without page-types, for which not all cases have time.
a_file()
{
	local ask="'\"$1\" group"

	echo "$1" >/tmp/bench-list
	! has vmtouch || contender 'vmtouch' "vmtouch '$1'"
	! has fincore || contender 'fincore' "fincore '$1'"
	! has fincore-2.42 || contender 'fincore 2.42' "fincore-2.42 '$1'"
	contender 'filename_index, run' "read-index filename_index $ask=run format=binary'"
	contender 'filename_index, object' "read-index filename_index $ask=object format=binary'"
	contender 'mincore()' 'ask-each mincore /tmp/bench-list'
	! kernel_has 6 5 || contender 'cachestat()' 'ask-each cachestat /tmp/bench-list'
}

# a_tree FOLDER [SHORT]: SHORT is without what takes longest.
a_tree()
{
	contender 'pagesnap file --group run' "pagesnap file --group run --raw '$1'"
	contender 'pagesnap du' "pagesnap du --raw '$1'"
	! kernel_has 6 5 || contender 'nftw and cachestat' "nftw-cachestat '$1'"
	! has fincore-2.42 || contender 'fincore 2.42 --recursive' "fincore-2.42 --recursive '$1'"
	[ -z "${2:-}" ] || return 0
	! has fincore || contender 'find and fincore' "find '$1' -type f -print0 | xargs -0 fincore"
	# It warns of each symbolic link.
	! has vmtouch || contender 'vmtouch' "vmtouch '$1' 2>/dev/null"
	! has page-types || contender 'page-types -f' "page-types -f '$1'"
}

# a_process PID
a_process()
{
	contender 'pagesnap task --group run' "pagesnap task --group run --raw $1"
	contender 'pagesnap task' "pagesnap task --raw $1"
	! has page-types || contender 'page-types -p' "page-types -p $1"
	contender 'task_index, run' "read-index task_index '$1 group=run format=binary'"
	contender 'task_index, object' "read-index task_index '$1 group=object format=binary'"
	! kernel_has 6 7 || contender 'PAGEMAP_SCAN, pagemap, kpageflags' "pagemap-flags $1"
	contender 'smaps' "read-files /proc/$1/smaps"
	contender 'smaps_rollup' "read-files /proc/$1/smaps_rollup"
}

contenders=()
cgroups=()
holder_pid=

# take_tables, give_tables_back: skip=1 is refused where MGLRU takes accessed bits of entries that
# name tables.
mglru=/sys/kernel/mm/lru_gen/enabled
take_tables()
{
	[ -e $mglru ] || return 0
	mglru_was=$(cat $mglru)
	echo $((mglru_was & 3)) >$mglru
}

give_tables_back()
{
	[ -z "${mglru_was:-}" ] || echo "$mglru_was" >$mglru
}
