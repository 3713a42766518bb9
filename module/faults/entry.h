/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_ENTRY_H
#define PAGESNAP_FAULTS_ENTRY_H

#include <linux/mm.h>
#include <linux/pgtable.h>

#include "../compat/protnone.h"

/**
 * struct pagesnap_fault_entry - what a page table has at an address
 * @was: PAGESNAP_FAULT_WAS_*
 * @huge: a PMD entry that maps pages itself
 * @changed: it was restored, or guarded
 */
struct pagesnap_fault_entry {
	u32 was;
	bool huge;
	bool changed;
};

/*
 * May an entry be made to fault?  Of special ones only that of the zero page, which stands for
 * memory that was not written to yet.  Context: the entry's lock.
 */
static inline bool pagesnap_pte_may_be_ours(const struct vm_area_struct *vma, pte_t pte)
{
	if (!compat_val_is_user(pte_val(pte)))
		return false;
	return !pte_special(pte) || (vma_is_anonymous((struct vm_area_struct *)vma) &&
				     is_zero_pfn(pte_pfn(pte)));
}

void pagesnap_entry_see(struct vm_area_struct *vma, unsigned long addr, bool restore,
			struct pagesnap_fault_entry *entry);
int pagesnap_entry_guard(struct vm_area_struct *vma, unsigned long addr,
			 bool (*settle)(struct mm_struct *mm));

#endif /* PAGESNAP_FAULTS_ENTRY_H */
