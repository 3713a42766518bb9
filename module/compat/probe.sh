#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Print the features of the kernel that $CC $CFLAGS builds for, as #defines.
# Each probe is a piece of C that compiles only where the feature is there.

set -u

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

try() {
	# $CFLAGS is a list of words by design.
	# shellcheck disable=SC2086
	$CC $CFLAGS -Wno-error -Werror=implicit-function-declaration -fsyntax-only "$dir/probe.c" 2> "$dir/log"
}

# probe NAME HEADERS BODY
probe() {
	{
		for header in $2; do
			echo "#include <linux/$header>"
		done
		echo "void pagesnap_probe(void); void pagesnap_probe(void) { $3 }"
	} > "$dir/probe.c"
	if try; then
		echo "#define HAVE_$1"
	else
		echo "/* no HAVE_$1: $(grep -m1 error "$dir/log" | sed "s/.*error: //; s,[*]/,,g") */"
	fi
}

echo "/* Made by probe.sh: do not edit. */"

# A probe that needs nothing must work, or none can be believed.
echo '#include <linux/module.h>' > "$dir/probe.c"
if ! try; then
	echo "pagesnap: the compiler can't build for this kernel:" >&2
	cat "$dir/log" >&2
	exit 1
fi

probe D_MAKE_PERSISTENT "fs.h dcache.h" "d_make_persistent(NULL, NULL); simple_done_creating(simple_start_creating(NULL, NULL));"
probe SIMPLE_INODE_INIT_TS "fs.h" "simple_inode_init_ts(NULL);"
probe COPY_SPLICE_READ "fs.h" "copy_splice_read(NULL, NULL, NULL, 0, 0);"
probe INODE_STATE_READ "fs.h" "(void)inode_state_read(NULL);"
probe MEMDESC_FLAGS "mm_types.h" "struct page p; p.flags.f = 0;"
probe COMPOUND_INFO "mm_types.h" "struct page p; p.compound_info = 0;"
probe FOLIO_ORDER_FIELD "mm_types.h" "struct folio f; f._folio_order = 0;"
probe PG_SLAB "page-flags.h" "enum pageflags f = PG_slab;"
probe PG_ERROR "page-flags.h" "enum pageflags f = PG_error;"
probe PG_UNCACHED "page-flags.h" "enum pageflags f = PG_uncached;"
probe LARGE_RMAPPABLE "page-flags.h" "enum pageflags f = PG_large_rmappable;"
probe PG_HAS_HWPOISONED "page-flags.h" "enum pageflags f = PG_has_hwpoisoned;"
probe FOLIO_MEMCG_CHECK "memcontrol.h" "(void)folio_memcg_check((struct folio *)0);"
probe SHMEM_AOPS "shmem_fs.h" "(void)&shmem_aops;"
probe HUGETLB_BASE_INDEX "hugetlb.h" "(void)filemap_lock_hugetlb_folio(NULL, NULL, 0);"
probe SOFTLEAF "mm.h pgtable.h hugetlb.h swapops.h leafops.h" "softleaf_t e = softleaf_from_pte(__pte(0));"
probe PMD_SPECIAL "mm.h pgtable.h" "(void)pmd_special(__pmd(0)); (void)pud_special(__pud(0));"
probe VMA_IS_INITIAL_HEAP "mm.h" "(void)vma_is_initial_heap(NULL);"
probe FILE_USER_PATH "fs.h" "(void)file_user_path(NULL);"
