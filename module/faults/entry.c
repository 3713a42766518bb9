// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the entry of a page table at one address, where nobody may wait
 *
 * For probes: interrupts are off, and locks are only tried.
 *
 * What pins what: the caller has mmap_lock for reading, so tables above the PTE level stay.
 * Tables of PTEs can be freed by khugepaged and madvise, behind an RCU grace period, and their
 * PMD entry is compared again under their lock, as in mm/pagetable.c.
 *
 * Why it can't race: an entry is changed under its lock only, and only if it has the mark of ours
 * (to be restored) or is one that user space reaches (to be guarded), by an atomic comparison: the
 * hardware sets bits of present ones meanwhile.
 */
#include <linux/hugetlb.h>
#include <linux/pgtable.h>

#include "../compat/entry.h"
#include "../compat/protnone.h"
#include "entry.h"
#include "uapi.h"

/*
 * Down to the PMD entry.  The tables on the way stay, so entries may be read twice.
 *
 * Return: NULL if there is none, or something covers more.
 */
static __always_inline pmd_t *find_pmd(struct mm_struct *mm, unsigned long addr)
{
	pgd_t *pgd = pgd_offset(mm, addr);
	p4d_t *p4d;
	pud_t *pud;

	/* without a fifth level it is folded, and always there */
	if (pgd_none(READ_ONCE(*pgd)))
		return NULL;
	p4d = p4d_offset(pgd, addr);
	if (!compat_val_is_table(p4d_val(READ_ONCE(*p4d))))
		return NULL;
	pud = pud_offset(p4d, addr);
	if (!compat_val_is_table(pud_val(READ_ONCE(*pud))))
		return NULL;
	return pmd_offset(pud, addr);
}

static bool names_table(pmd_t pmd)
{
	return compat_val_is_table(pmd_val(pmd));
}

static u32 was_pte(pte_t pte)
{
	struct compat_entry_info info = { };

	if (pte_none(pte))
		return PAGESNAP_FAULT_WAS_NONE;
	if (compat_pte_is_ours(pte))
		return PAGESNAP_FAULT_WAS_OURS;
	if (compat_val_is_hint(pte_val(pte)))
		return PAGESNAP_FAULT_WAS_NUMA;
	if (pte_present(pte))
		return PAGESNAP_FAULT_WAS_PRESENT;
	compat_pte_entry(pte, &info);
	return info.what == COMPAT_ENTRY_SWAP ? PAGESNAP_FAULT_WAS_SWAP :
						PAGESNAP_FAULT_WAS_OTHER;
}

static u32 was_pmd(pmd_t pmd)
{
	if (pmd_none(pmd))
		return PAGESNAP_FAULT_WAS_NONE;
	if (compat_pmd_is_ours(pmd))
		return PAGESNAP_FAULT_WAS_OURS;
	if (compat_val_is_hint(pmd_val(pmd)))
		return PAGESNAP_FAULT_WAS_NUMA;
	return pmd_present(pmd) ? PAGESNAP_FAULT_WAS_PRESENT : PAGESNAP_FAULT_WAS_OTHER;
}

static void see_huge(struct mm_struct *mm, pmd_t *pmd, unsigned long addr, bool restore,
		     struct pagesnap_fault_entry *entry)
{
	spinlock_t *ptl = pmd_lockptr(mm, pmd);

	entry->huge = pmd_trans_huge(READ_ONCE(*pmd));
	entry->was = was_pmd(READ_ONCE(*pmd));
	if (entry->was != PAGESNAP_FAULT_WAS_OURS || !restore || !spin_trylock(ptl))
		return;
	entry->changed = compat_pmd_is_ours(READ_ONCE(*pmd)) && compat_pmd_restore(mm, addr, pmd);
	spin_unlock(ptl);
}

/*
 * Without the lock of the table the entry is read nevertheless: RCU keeps the table, though it may
 * not be one of this memory any more.
 */
static void see_pte(struct mm_struct *mm, pmd_t *pmd, pmd_t val, unsigned long addr, bool restore,
		    struct pagesnap_fault_entry *entry)
{
	pte_t *pte = pte_offset_kernel(&val, addr);
	spinlock_t *ptl = pte_lockptr(mm, &val);

	entry->was = was_pte(ptep_get(pte));
	if (entry->was != PAGESNAP_FAULT_WAS_OURS || !restore || !spin_trylock(ptl))
		return;
	entry->changed = pmd_same(val, READ_ONCE(*pmd)) && compat_pte_restore(mm, addr, pte);
	spin_unlock(ptl);
}

/**
 * pagesnap_entry_see() - what does a page table have at an address?
 * @vma: VMA with it, not of hugetlb
 * @addr: address
 * @restore: if it is ours, make it present
 * @entry: gets it; whether it was ours is told as it was before
 *
 * Context: a probe, with interrupts off; RCU, and mmap_lock held for reading.
 */
void pagesnap_entry_see(struct vm_area_struct *vma, unsigned long addr, bool restore,
			struct pagesnap_fault_entry *entry)
{
	pmd_t *pmd = find_pmd(vma->vm_mm, addr), val;

	*entry = (struct pagesnap_fault_entry){ .was = PAGESNAP_FAULT_WAS_NONE };
	if (!pmd)
		return;
	val = READ_ONCE(*pmd);
	if (names_table(val))
		see_pte(vma->vm_mm, pmd, val, addr, restore, entry);
	else
		see_huge(vma->vm_mm, pmd, addr, restore, entry);
}

/* Context: as pagesnap_entry_guard(). */
static int guard_pte(struct vm_area_struct *vma, pmd_t *pmd, pmd_t val, unsigned long addr,
		     bool (*settle)(struct mm_struct *mm))
{
	pte_t *pte = pte_offset_kernel(&val, addr);
	spinlock_t *ptl = pte_lockptr(vma->vm_mm, &val);
	int done = -EAGAIN;

	if (!spin_trylock(ptl))
		return -EAGAIN;
	if (pmd_same(val, READ_ONCE(*pmd)))
		done = pagesnap_pte_may_be_ours(vma, ptep_get(pte)) &&
		       compat_pte_guard(vma->vm_mm, addr, pte);
	if (done == 1 && settle && !settle(vma->vm_mm)) {
		compat_pte_restore(vma->vm_mm, addr, pte);
		done = -EAGAIN;
	}
	spin_unlock(ptl);
	return done;
}

static int guard_huge(struct vm_area_struct *vma, pmd_t *pmd, unsigned long addr,
		      bool (*settle)(struct mm_struct *mm))
{
	spinlock_t *ptl = pmd_lockptr(vma->vm_mm, pmd);
	int done;

	if (!spin_trylock(ptl))
		return -EAGAIN;
	done = pmd_trans_huge(READ_ONCE(*pmd)) &&
	       compat_pmd_guard(vma->vm_mm, addr, pmd);
	if (done && settle && !settle(vma->vm_mm)) {
		compat_pmd_restore(vma->vm_mm, addr, pmd);
		done = -EAGAIN;
	}
	spin_unlock(ptl);
	return done;
}

/**
 * pagesnap_entry_guard() - make the entry at an address fault
 * @vma: VMA with it, of which pagesnap_vma_why_not() has nothing against that
 * @addr: address
 * @settle: called with the lock of the entry when it was done, has the TLB flushed; if it says
 *	false the entry is restored.  NULL: the caller has all flushed behind that
 *
 * Context: a probe, with interrupts off; RCU, mmap_lock held for reading, and a TLB flush is
 * pending.
 * Return: 1 if it was done, 0 if there is no entry that user space reaches, -EAGAIN if its lock
 * was not had, or @settle said false.
 */
int pagesnap_entry_guard(struct vm_area_struct *vma, unsigned long addr,
			 bool (*settle)(struct mm_struct *mm))
{
	pmd_t *pmd = find_pmd(vma->vm_mm, addr), val;

	if (!pmd)
		return 0;
	val = READ_ONCE(*pmd);
	if (names_table(val))
		return guard_pte(vma, pmd, val, addr, settle);
	return pmd_trans_huge(val) ? guard_huge(vma, pmd, addr, settle) : 0;
}
