/* SPDX-License-Identifier: GPL-2.0 */
/* Entries that are no page: of the page cache, and of page tables. */
#ifndef PAGESNAP_COMPAT_ENTRY_H
#define PAGESNAP_COMPAT_ENTRY_H

#include <linux/fs.h>
#include <linux/hugetlb.h>
#include <linux/magic.h>
#include <linux/pagemap.h>
#include <linux/shmem_fs.h>
#include <linux/swap.h>
#include <linux/swapops.h>
#include <linux/xarray.h>

#include "probed.h"

#ifdef HAVE_SOFTLEAF
#include <linux/leafops.h>
#endif

/* shmem_mapping() is exported since v6.12; before, its operations were. */
static inline bool compat_is_shmem(const struct address_space *mapping)
{
#ifdef HAVE_SHMEM_AOPS
	return mapping->a_ops == &shmem_aops;
#else
	return shmem_mapping((struct address_space *)mapping);
#endif
}

/*
 * Before commit a08c7193e4f1 ("mm/filemap: remove hugetlb special casing in
 * filemap.c") (in v6.7) hugetlbfs counted its page cache in huge pages.
 * Return: log2 of the base pages that one index stands for.
 */
static inline u32 compat_index_shift(const struct address_space *mapping)
{
#ifndef HAVE_HUGETLB_BASE_INDEX
	if (mapping->host && mapping->host->i_sb->s_magic == HUGETLBFS_MAGIC)
		return huge_page_order(hstate_inode(mapping->host));
#endif
	return 0;
}

/* The same from the order of a hugetlb folio, when its mapping may be gone. */
static inline u32 compat_hugetlb_shift(u32 order)
{
#ifdef HAVE_HUGETLB_BASE_INDEX
	return 0;
#else
	return order;
#endif
}

/* What a page table entry without a page stands for. */
enum compat_entry {
	COMPAT_ENTRY_NONE,
	COMPAT_ENTRY_SWAP,
	COMPAT_ENTRY_MIGRATION,
	COMPAT_ENTRY_HWPOISON,
	COMPAT_ENTRY_MARKER,
	COMPAT_ENTRY_DEVICE,
};

/* The entry's swap area and offset, or its frame. */
struct compat_entry_info {
	enum compat_entry what;
	u64 type;
	u64 offset;
	u64 pfn;
};

/* swp_entry_t of page tables became softleaf_t (in v6.19). */
#ifdef HAVE_SOFTLEAF
static inline void compat_classify_leaf(softleaf_t e, struct compat_entry_info *i)
{
	if (softleaf_is_swap(e)) {
		i->what = COMPAT_ENTRY_SWAP;
		i->type = swp_type(e);
		i->offset = swp_offset(e);
	} else if (softleaf_is_migration(e)) {
		i->what = COMPAT_ENTRY_MIGRATION;
		i->pfn = softleaf_to_pfn(e);
	} else if (softleaf_is_hwpoison(e)) {
		i->what = COMPAT_ENTRY_HWPOISON;
		i->pfn = softleaf_to_pfn(e);
	} else if (softleaf_is_marker(e)) {
		i->what = COMPAT_ENTRY_MARKER;
	} else if (softleaf_is_device_private(e) || softleaf_is_device_exclusive(e)) {
		i->what = COMPAT_ENTRY_DEVICE;
		i->pfn = softleaf_to_pfn(e);
	}
}

static inline void compat_pte_entry(pte_t pte, struct compat_entry_info *i)
{
	compat_classify_leaf(softleaf_from_pte(pte), i);
}

static inline void compat_pmd_entry(pmd_t pmd, struct compat_entry_info *i)
{
	compat_classify_leaf(softleaf_from_pmd(pmd), i);
}
#else
static inline void compat_classify_swp(swp_entry_t e, struct compat_entry_info *i)
{
	if (!non_swap_entry(e)) {
		i->what = COMPAT_ENTRY_SWAP;
		i->type = swp_type(e);
		i->offset = swp_offset(e);
	} else if (is_migration_entry(e)) {
		i->what = COMPAT_ENTRY_MIGRATION;
		i->pfn = swp_offset_pfn(e);
	} else if (is_hwpoison_entry(e)) {
		i->what = COMPAT_ENTRY_HWPOISON;
		i->pfn = swp_offset_pfn(e);
	} else if (!is_pfn_swap_entry(e)) {
		/* Markers, and on 6.1 what could not be swapped in. */
		i->what = COMPAT_ENTRY_MARKER;
	} else {
		i->what = COMPAT_ENTRY_DEVICE;
		i->pfn = swp_offset_pfn(e);
	}
}

static inline void compat_pte_entry(pte_t pte, struct compat_entry_info *i)
{
	compat_classify_swp(pte_to_swp_entry(pte), i);
}

static inline void compat_pmd_entry(pmd_t pmd, struct compat_entry_info *i)
{
	compat_classify_swp(pmd_to_swp_entry(pmd), i);
}
#endif

/* A value of shmem's page cache. */
static inline void compat_cache_entry(void *entry, struct compat_entry_info *i)
{
#ifdef HAVE_SOFTLEAF
	compat_classify_leaf(radix_to_swp_entry(entry), i);
#else
	compat_classify_swp(radix_to_swp_entry(entry), i);
#endif
}

/*
 * Does an entry map a page, and is that nothing special?  Then *@pfn is its frame.  For
 * each entry of x86, pte_flags() asks which bits encryption takes, and pte_pfn() whether
 * the frame is inverted; one that the hardware uses never is (asm/pgtable-invert.h).
 */
static inline bool compat_pte_page(pte_t pte, u64 *pfn)
{
#ifdef CONFIG_X86
	/* as a Xen PV guest sees it: a frame that isn't the guest's own is not present then */
	const pteval_t val = pte_val(pte);

	if ((val & (_PAGE_PRESENT | _PAGE_SPECIAL)) == _PAGE_PRESENT) {
		*pfn = (val & PTE_PFN_MASK) >> PAGE_SHIFT;
		return true;
	}
#endif
	if (!pte_present(pte) || pte_special(pte))
		return false;
	*pfn = pte_pfn(pte);
	return true;
}

/* Entries that map frames which are no normal pages (in v6.12). */
static inline bool compat_pmd_special(pmd_t pmd)
{
#ifdef HAVE_PMD_SPECIAL
	return pmd_special(pmd);
#else
	return false;
#endif
}

static inline bool compat_pud_special(pud_t pud)
{
#ifdef HAVE_PMD_SPECIAL
	return pud_special(pud);
#else
	return false;
#endif
}

#endif /* PAGESNAP_COMPAT_ENTRY_H */
