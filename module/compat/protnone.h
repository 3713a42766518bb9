/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Entries of page tables that fault once, and whose page stays: present to the kernel, as those of
 * NUMA balancing are, but not to the hardware.
 *
 * Such an entry has PROTNONE in place of PRESENT, and all its other bits.  That the user may
 * access it (_PAGE_USER) is among them, which no entry of the kernel's own without PRESENT has:
 * PAGE_NONE doesn't (asm/pgtable_types.h), and whatever changes the protection of an entry
 * (pte_modify()) takes it away.  So it is the mark of ours, and an entry that has it may be made
 * present again as it is.  What the kernel does with one on its own is what it does with a hint
 * of NUMA balancing: do_numa_page() gives it the protection of its VMA.
 *
 * pte_modify() can't be used on x86, where a symbol that it needs isn't exported, so the bits are
 * changed here, with the frame number inverted while PRESENT is off (asm/pgtable-invert.h).
 *
 * Context of all that change an entry: its lock.  The hardware sets bits of present ones meanwhile,
 * so they are compared.  Not on Xen PV, whose page tables a guest only reads.
 */
#ifndef PAGESNAP_COMPAT_PROTNONE_H
#define PAGESNAP_COMPAT_PROTNONE_H

#include <linux/atomic.h>
#include <linux/mm.h>
#include <linux/pgtable.h>

#define COMPAT_OURS_MASK	(_PAGE_PRESENT | _PAGE_PROTNONE | _PAGE_USER)
#define COMPAT_OURS		(_PAGE_PROTNONE | _PAGE_USER)
#define COMPAT_CAN_GUARD	IS_ENABLED(CONFIG_NUMA_BALANCING)

static inline bool compat_val_is_ours(u64 val)
{
	return (val & COMPAT_OURS_MASK) == COMPAT_OURS;
}

/* Can user space reach the page, by the hardware? */
static inline bool compat_val_is_user(u64 val)
{
	return (val & (_PAGE_PRESENT | _PAGE_USER)) == (_PAGE_PRESENT | _PAGE_USER);
}

/* Of an entry above those of pages: is there a table below, and nothing that maps pages itself? */
static inline bool compat_val_is_table(u64 val)
{
	return (val & (_PAGE_PRESENT | _PAGE_PSE)) == _PAGE_PRESENT;
}

static inline bool compat_val_is_hint(u64 val)
{
	return (val & COMPAT_OURS_MASK) == _PAGE_PROTNONE;
}

static inline u64 compat_val_guarded(u64 val, u64 frame_mask)
{
	return flip_protnone_guard(val, (val & ~(u64)_PAGE_PRESENT) | _PAGE_PROTNONE, frame_mask);
}

/* The hardware would set the accessed bit at once. */
static inline u64 compat_val_restored(u64 val, u64 frame_mask)
{
	return flip_protnone_guard(val, (val & ~(u64)_PAGE_PROTNONE) | _PAGE_PRESENT, frame_mask);
}

/* Return: false if it isn't an entry that user space reaches. */
static inline bool compat_guard(u64 *entry, u64 frame_mask)
{
	u64 val = READ_ONCE(*entry);

	do {
		if (!compat_val_is_user(val))
			return false;
	} while (!try_cmpxchg(entry, &val, compat_val_guarded(val, frame_mask)));
	return true;
}

/* Return: false if it wasn't ours. */
static inline bool compat_restore(u64 *entry, u64 frame_mask)
{
	u64 val = READ_ONCE(*entry);

	do {
		if (!compat_val_is_ours(val))
			return false;
	} while (!try_cmpxchg(entry, &val, compat_val_restored(val, frame_mask)));
	return true;
}

/*
 * A kernel that checks page tables counts the entries by which users reach a page, and stops if a
 * page is freed that has some.  It must be told, which its own helpers do.  Between them there is
 * no entry for a moment, which a fault may see; so they aren't used elsewhere.
 */
#define COMPAT_COUNTS_USERS	IS_ENABLED(CONFIG_PAGE_TABLE_CHECK)

static inline bool compat_pte_guard(struct mm_struct *mm, unsigned long addr, pte_t *pte)
{
	pte_t val;

	if (!COMPAT_COUNTS_USERS)
		return compat_guard((u64 *)pte, PTE_PFN_MASK);
	if (!compat_val_is_user(pte_val(ptep_get(pte))))
		return false;
	val = ptep_get_and_clear(mm, addr, pte);
	set_pte_at(mm, addr, pte, __pte(compat_val_guarded(pte_val(val), PTE_PFN_MASK)));
	return true;
}

static inline bool compat_pte_restore(struct mm_struct *mm, unsigned long addr, pte_t *pte)
{
	u64 val = pte_val(ptep_get(pte));

	if (!COMPAT_COUNTS_USERS)
		return compat_restore((u64 *)pte, PTE_PFN_MASK);
	if (!compat_val_is_ours(val))
		return false;
	set_pte_at(mm, addr, pte, __pte(compat_val_restored(val, PTE_PFN_MASK)));
	return true;
}

static inline bool compat_pte_is_ours(pte_t pte)
{
	return compat_val_is_ours(pte_val(pte));
}

/* Of a PMD entry that maps pages itself; @addr: any in it. */
static inline bool compat_pmd_guard(struct mm_struct *mm, unsigned long addr, pmd_t *pmd)
{
	pmd_t val;

	if (!COMPAT_COUNTS_USERS)
		return compat_guard((u64 *)pmd, PHYSICAL_PMD_PAGE_MASK);
	if (!compat_val_is_user(pmd_val(READ_ONCE(*pmd))))
		return false;
	addr &= PMD_MASK;
	val = pmdp_huge_get_and_clear(mm, addr, pmd);
	val = __pmd(compat_val_guarded(pmd_val(val), PHYSICAL_PMD_PAGE_MASK));
	set_pmd_at(mm, addr, pmd, val);
	return true;
}

static inline bool compat_pmd_restore(struct mm_struct *mm, unsigned long addr, pmd_t *pmd)
{
	u64 val = pmd_val(READ_ONCE(*pmd));

	if (!COMPAT_COUNTS_USERS)
		return compat_restore((u64 *)pmd, PHYSICAL_PMD_PAGE_MASK);
	if (!compat_val_is_ours(val))
		return false;
	set_pmd_at(mm, addr & PMD_MASK, pmd,
		   __pmd(compat_val_restored(val, PHYSICAL_PMD_PAGE_MASK)));
	return true;
}

static inline bool compat_pmd_is_ours(pmd_t pmd)
{
	return pmd_trans_huge(pmd) && compat_val_is_ours(pmd_val(pmd));
}

#endif /* PAGESNAP_COMPAT_PROTNONE_H */
