/* SPDX-License-Identifier: GPL-2.0 */
/* Bits that the hardware sets in page table entries, and whom they are told to. */
#ifndef PAGESNAP_COMPAT_YOUNG_H
#define PAGESNAP_COMPAT_YOUNG_H

#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/page_idle.h>
#include <linux/pgtable.h>
#include <linux/swap.h>

/*
 * As ptep_test_and_clear_young(), which is not exported, on x86: an atomic change, for the
 * hardware sets bits meanwhile.  Not on Xen PV, whose page tables a guest only reads.
 *
 * Context: the entry's lock. Return: the bit was set.
 */
static inline bool compat_pte_clear_young(pte_t *pte, pte_t val)
{
	return pte_young(val) && test_and_clear_bit(_PAGE_BIT_ACCESSED, (unsigned long *)&pte->pte);
}

/* The same of a PMD entry that maps pages itself, as pmdp_test_and_clear_young(). */
static inline bool compat_pmd_clear_young(pmd_t *pmd, pmd_t val)
{
	return pmd_young(val) && test_and_clear_bit(_PAGE_BIT_ACCESSED, (unsigned long *)pmd);
}

/*
 * The same of a PMD entry that names a table of PTEs.  Nobody's lock is held: the entry may be
 * another one at any moment, so it must still be what was read.  Where it isn't, it says that the
 * bit was set, and leaves it.
 */
static inline bool compat_table_clear_young(pmd_t *pmd)
{
	pmdval_t val = pmd_val(READ_ONCE(*pmd));

	if (!(val & _PAGE_ACCESSED))
		return false;
	if (val & _PAGE_PRESENT && !(val & _PAGE_PSE))
		try_cmpxchg((pmdval_t *)pmd, &val, val & ~_PAGE_ACCESSED);
	return true;
}

/*
 * Is there a page that nobody has marked, by an entry of the usual kind?  Of a table that nobody
 * uses nearly all are, so this is one comparison.
 */
static inline bool compat_pte_is_quiet(pte_t val)
{
	return (pte_flags(val) & (_PAGE_PRESENT | _PAGE_ACCESSED | _PAGE_SPECIAL)) == _PAGE_PRESENT;
}

/* Have pages a place for what was taken from their entries? */
#ifdef CONFIG_PAGE_IDLE_FLAG
#define COMPAT_TELLS_YOUNG true
#else
#define COMPAT_TELLS_YOUNG false
#endif

/*
 * An accessed bit was taken away: reclaim finds it as PG_young, and idle page tracking and
 * DAMON see a page that is not idle.  So mm/page_idle.c does for whoever else looks.
 *
 * Without that flag nothing keeps a bit for reclaim, which then takes what is in use.  So the
 * folio is moved on at once as reclaim would move it, and as zap_pte_range() in mm/memory.c
 * does with bits that it takes away.  Looks come more often than reclaim, so that more becomes
 * active.
 *
 * Context: the lock of an entry that maps the folio.
 */
static inline void compat_tell_young(struct folio *folio)
{
#ifdef CONFIG_PAGE_IDLE_FLAG
	folio_clear_idle(folio);
	folio_set_young(folio);
#else
	/* one that is both can't be moved on any further */
	if (!folio_test_active(folio) || !folio_test_referenced(folio))
		folio_mark_accessed(folio);
#endif
}

#endif /* PAGESNAP_COMPAT_YOUNG_H */
