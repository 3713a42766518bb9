#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Print the features of the kernel that $CC $CFLAGS builds for, as #defines.
# Each probe is a piece of C that compiles only where the feature is there.  All of them
# are compiled as one file first, since nearly all of the time goes to the kernel's headers; one
# by one if that file leaves it open which of them was at fault.
#
# What there is no way around is asked for first: a kernel that lacks it gets a line
# that names it, instead of the errors of forty files.  $RELEASE is what the kernel
# calls itself, $SYMVERS the list of what it exports.
#
# $WITHOUT names features that are said not to be there, so that what a kernel that
# lacks them would get is tested on one that doesn't.

set -u
export LC_ALL=C

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# try [OPTION...]
try() {
	# $CFLAGS is a list of words by design.
	# shellcheck disable=SC2086
	$CC $CFLAGS "$@" -Wno-error -Werror=implicit-function-declaration -fsyntax-only "$dir/probe.c" 2> "$dir/log"
}

# in_function NAME BODY
in_function() {
	echo "void pagesnap_$1(void); void pagesnap_$1(void) { $2 }"
}

# compiles HEADERS BODY
compiles() {
	{
		for header in $1; do
			echo "#include <linux/$header>"
		done
		in_function probe "$2"
	} > "$dir/probe.c"
	try
}

# reason [FILE]: the compiler's first complaint, of that file.
reason() {
	grep -m1 "^${1-}.*error:" "$dir/log" |
		sed "s/.*error: //; s/^#error //; s/; did you mean.*//; s/ \[-W.*//; s,[*]/,,g"
}

# probe NAME HEADERS BODY
# No two may ask for the same function: the compiler complains of one that is missing only once
# in a file.
probe() {
	known="$known $1"
	for header in $2; do
		cat <<-HEADER
			#if __has_include(<linux/$header>)
			#include <linux/$header>
			#else
			#line 1 "$1"
			#error linux/$header: No such file or directory
			#endif
		HEADER
	done >> "$dir/headers"
	{
		echo "#line 1 \"$1\""
		in_function "$1" "$3"
	} >> "$dir/functions"
	printf '%s\n' "$2" > "$dir/$1.headers"
	printf '%s\n' "$3" > "$dir/$1.body"
}

# compile_probes: does each complaint name the probe that it is about, and are all there?  The
# last mistake is ours, and shows that the compiler came so far.  Others than gcc don't know the
# options, which is a complaint about no probe.
compile_probes() {
	{
		cat "$dir/headers" "$dir/functions"
		echo '#line 1 "END"'
		in_function END "pagesnap_the_end;"
	} > "$dir/probe.c"
	try -ftrack-macro-expansion=0 -fmax-errors=0 -Wno-fatal-errors
	! grep -qE 'fatal error:|internal compiler error:' "$dir/log" || return 1
	# shellcheck disable=SC2086 # a list of words
	printf '%s\n' END $known > "$dir/names"
	grep error: "$dir/log" | sed 's/:.*//' > "$dir/blamed"
	grep -qx END "$dir/blamed" && ! grep -qvxF -f "$dir/names" "$dir/blamed"
}

# $together: they were, and the log says of all which of them failed.
passes() {
	if [ "$together" ]; then
		! grep -q "^$1:.*error:" "$dir/log"
	else
		compiles "$(cat "$dir/$1.headers")" "$(cat "$dir/$1.body")"
	fi
}

print_probe() {
	case " $WITHOUT " in
	*" $1 "*)
		echo "/* no HAVE_$1: asked for without */"
		return ;;
	esac
	if passes "$1"; then
		echo "#define HAVE_$1"
	else
		echo "/* no HAVE_$1: $(reason "${together:+$1:}") */"
	fi
}

lacks() {
	echo "pagesnap: Linux $RELEASE lacks $1: nothing was built" >&2
	exit 1
}

# A probe that needs nothing must work, or none can be believed.
need_compiler() {
	echo '#include <linux/module.h>' > "$dir/probe.c"
	try && return 0
	echo "pagesnap: the compiler can't build for this kernel:" >&2
	cat "$dir/log" >&2
	exit 1
}

# need WHAT HEADERS BODY
need() {
	compiles "$2" "$3" || lacks "$1"
}

need_config() {
	need "$1" kconfig.h "_Static_assert(IS_ENABLED($1), \"\");"
}

# Headers alone may come without the list: then modpost says what is missing.
need_export() {
	[ ! -s "$SYMVERS" ] || grep -q "	$1	" "$SYMVERS" || lacks "the exported symbol $1"
}

# probe_export NAME SYMBOL: may all modules use it?  Newer kernels name some that may.
probe_export() {
	known_exports="$known_exports $1"
	printf '%s\n' "$2" > "$dir/$1.symbol"
}

print_export() {
	case " $WITHOUT " in
	*" $1 "*)
		echo "/* no HAVE_$1: asked for without */"
		return ;;
	esac
	symbol=$(cat "$dir/$1.symbol")
	if grep -q "	$symbol	[^	]*	[^	]*	*\$" "$SYMVERS" 2>/dev/null; then
		echo "#define HAVE_$1"
	else
		echo "/* no HAVE_$1: $symbol is not exported to all modules */"
	fi
}

# compat_headers COMMAND: given the name of each header beside this file.
compat_headers() {
	for header in "$here"/*.h; do
		header=${header##*/}
		[ "$header" = probed.h ] || $1 "$header"
	done
}

include() {
	cp "$here/$1" "$dir/"
	echo "#include \"$1\""
}

need_compat_header() {
	include "$1" > "$dir/probe.c"
	try || lacks "what module/compat/$1 asks for ($(reason))"
}

# Those headers are where kernels are distinguished.  One that is like none of those that were
# known when they were written is named by what they don't find.
need_compat() {
	compat_headers include > "$dir/probe.c"
	try || compat_headers need_compat_header
}

here=$(dirname "$0")
known=
known_exports=
echo "/* Made by probe.sh: do not edit. */" > "$dir/probed.h"

need_compiler
need "folios (5.16 and later)" "mm_types.h" "struct folio f; f.mapping = NULL;"
need "struct folio for the second page of large ones (6.1 and later)" "mm_types.h" "struct folio f; f._flags_1 = 0;"
need "the masks of the multi-generational LRU (6.1 and later)" "mm.h" "(void)(LRU_GEN_MASK | LRU_REFS_MASK);"
need_config CONFIG_TRACING
need_config CONFIG_BLOCK
for symbol in blockdev_superblock copy_from_kernel_nofault deactivate_super dentry_open dentry_path_raw \
	file_ns_capable filemap_range_has_page find_ge_pid find_get_pid find_vma get_fs_type get_pid_task hrtimer_cancel kthread_complete_and_exit ihold ilookup \
	irq_work_queue irq_work_sync iter_file_splice_write iterate_supers_type kern_path ktime_get_mono_fast_ns lockref_get lockref_get_not_dead mtree_load release_dentry_name_snapshot rename_lock \
	simple_recursive_removal stream_open take_dentry_name_snapshot \
	trace_seq_putmem __cpuhp_setup_state __cpuhp_state_add_instance; do
	need_export "$symbol"
done

probe D_MAKE_PERSISTENT "fs.h dcache.h" "d_make_persistent(NULL, NULL); simple_done_creating(simple_start_creating(NULL, NULL));"
probe SIMPLE_INODE_INIT_TS "fs.h" "simple_inode_init_ts(NULL);"
probe COPY_SPLICE_READ "fs.h" "copy_splice_read(NULL, NULL, NULL, 0, 0);"
probe INODE_STATE_READ "fs.h" "(void)inode_state_read(NULL);"
probe MEMDESC_FLAGS "mm_types.h" "struct page p; p.flags.f = 0;"
probe COMPOUND_INFO "mm_types.h" "struct page p; p.compound_info = 0;"
probe ENTIRE_MAPCOUNT "mm_types.h" "struct folio f; (void)atomic_read(&f._entire_mapcount);"
probe LARGE_MAPCOUNT "mm_types.h" "struct folio f; (void)atomic_read(&f._large_mapcount);"
probe XAS_GET_ORDER "xarray.h" "(void)xas_get_order(NULL);"
probe FOLIO_ORDER_FIELD "mm_types.h" "struct folio f; f._folio_order = 0;"
probe PG_SLAB "page-flags.h" "enum pageflags f = PG_slab;"
probe PG_ERROR "page-flags.h" "enum pageflags f = PG_error;"
probe PG_UNCACHED "page-flags.h" "enum pageflags f = PG_uncached;"
probe LARGE_RMAPPABLE "page-flags.h" "enum pageflags f = PG_large_rmappable;"
probe PG_HAS_HWPOISONED "page-flags.h" "enum pageflags f = PG_has_hwpoisoned;"
probe FOLIO_MEMCG_CHECK "memcontrol.h" "(void)folio_memcg_check((struct folio *)0);"
probe SLABOBJ_EXT "memcontrol.h" "struct slabobj_ext e; (void)e; (void)OBJEXTS_FLAGS_MASK;"
probe SHMEM_AOPS "shmem_fs.h" "(void)&shmem_aops;"
probe HUGETLB_BASE_INDEX "hugetlb.h" "(void)filemap_lock_hugetlb_folio(NULL, NULL, 0);"
probe SOFTLEAF "mm.h pgtable.h hugetlb.h swapops.h leafops.h" "softleaf_t e = softleaf_from_pte(__pte(0));"
probe PMD_SPECIAL "mm.h pgtable.h" "(void)pmd_special(__pmd(0)); (void)pud_special(__pud(0));"
probe VMA_IS_INITIAL_HEAP "mm.h" "(void)vma_is_initial_heap(NULL);"
probe ANON_SHMEM_NAME "mm_types.h" "_Static_assert(offsetof(struct vm_area_struct, anon_name) != offsetof(struct vm_area_struct, shared), \"\");"
probe HRTIMER_SETUP "hrtimer.h" "hrtimer_setup(NULL, NULL, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);"
probe FILE_USER_PATH "fs.h" "(void)file_user_path(NULL);"
probe EXIT_GROUP_DEAD "../trace/events/sched.h" "trace_sched_process_exit(NULL, true);"
probe MM_GLOBAL_ASID "mm_types.h" "struct mm_struct mm; (void)mm.context.global_asid; (void)mm.context.asid_transition;"
probe FILEMAP_GET_FOLIO_MPOL "pagemap.h" "(void)__filemap_get_folio_mpol(NULL, 0, 0, 0, NULL);"
probe FGF_ORDER "pagemap.h" "(void)FGF_GET_ORDER(0);"
probe ITER_PIPE "uio.h" "(void)iov_iter_is_pipe(NULL);"
probe ALLOC_BULK_ALL "slab.h" "_Static_assert(__builtin_types_compatible_p(typeof(kmem_cache_alloc_bulk(NULL, 0, 1, NULL)), bool), \"\");"
probe KVFREE_RCU_POINTER "rcupdate.h slab.h" "_Static_assert(__builtin_types_compatible_p(typeof(kvfree_call_rcu), void (struct rcu_head *, void *)), \"\");"

probe EVENT_FILE_REFCOUNT "trace_events.h refcount.h" "_Static_assert(__builtin_types_compatible_p(typeof(((struct trace_event_file *)0)->ref), refcount_t), \"\");"
probe DIRECT_MAP_COLLAPSE "vm_event_item.h" "enum vm_event_item i = DIRECT_MAP_LEVEL2_COLLAPSE;"
probe VFS_PATH_LOOKUP "namei.h" "(void)vfs_path_lookup(NULL, NULL, NULL, 0, NULL);"

probe_export FLUSH_TLB_ALL __flush_tlb_all

for name in $WITHOUT; do
	case "$known$known_exports " in
	*" $name "*) ;;
	*)
		echo "probe.sh: there is no probe $name to do without" >&2
		exit 1 ;;
	esac
done
together=
! compile_probes || together=1
for name in $known; do
	print_probe "$name"
done >> "$dir/probed.h"
for name in $known_exports; do
	print_export "$name"
done >> "$dir/probed.h"
need_compat
cat "$dir/probed.h"
