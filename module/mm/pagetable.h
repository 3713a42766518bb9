/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_PAGETABLE_H
#define PAGESNAP_MM_PAGETABLE_H

#include <linux/mm.h>

#include "../compat/entry.h"

struct pagesnap_tables;

/**
 * struct pagesnap_huge - a PMD or PUD entry that maps pages itself, or is not present
 * @order: log2 of the pages that it covers
 * @present: it maps pages
 * @special: according to the VMA, these are no normal pages
 * @pfn: frame at the address asked for, if it is present
 * @entry: what the entry is if it is not present
 * @pmd: the entry itself, NULL for a PUD entry
 */
struct pagesnap_huge {
	u32 order;
	bool present;
	bool special;
	u64 pfn;
	struct compat_entry_info entry;
	pmd_t *pmd;
};

/**
 * struct pagesnap_tables_ops - what is done with entries
 * @ptes: look at the entries of one table from @pte on, which is that of @addr, and
 *	return where to go on: @end or before
 * @huge: look at an entry that covers @addr to @end
 * @table: look at an entry, @pmd, that names the table of @addr; of pagesnap_tables_read_tops().
 *	It and its table may go away meanwhile, @pmd itself doesn't
 *
 * Context: the entries' lock and RCU; of @table neither.
 */
struct pagesnap_tables_ops {
	unsigned long (*ptes)(struct pagesnap_tables *t, pte_t *pte, unsigned long addr,
			      unsigned long end);
	void (*huge)(struct pagesnap_tables *t, unsigned long addr, unsigned long end,
		     const struct pagesnap_huge *h);
	void (*table)(struct pagesnap_tables *t, pmd_t *pmd, unsigned long addr);
};

/**
 * struct pagesnap_tables - page tables that are being read; embedded in the reader's state
 * @ops: what is done with their entries
 * @mm: mm that they belong to
 * @vma: VMA that is being read
 */
struct pagesnap_tables {
	const struct pagesnap_tables_ops *ops;
	struct mm_struct *mm;
	struct vm_area_struct *vma;
};

bool pagesnap_tables_lock(const struct pagesnap_tables *t);
void pagesnap_tables_unlock(const struct pagesnap_tables *t);
unsigned long pagesnap_tables_read(struct pagesnap_tables *t, unsigned long addr,
				   unsigned long end);
unsigned long pagesnap_tables_read_tops(struct pagesnap_tables *t, unsigned long addr,
					unsigned long end);

#endif /* PAGESNAP_MM_PAGETABLE_H */
