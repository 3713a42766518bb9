/* SPDX-License-Identifier: GPL-2.0 */
/* Entries of the kernel's direct map, and the accessed bits that the hardware sets in them. */
#ifndef PAGESNAP_COMPAT_DIRECT_H
#define PAGESNAP_COMPAT_DIRECT_H

#include <linux/mm.h>
#include <linux/pgtable.h>

#include "probed.h"

/*
 * Since v6.15 a change of protection may make one large entry of many small ones again, and free
 * the table that had them, under a lock that is not exported.  Whoever looks at such a table
 * would look at memory that is another's by then.
 */
#ifdef HAVE_DIRECT_MAP_COLLAPSE
#define COMPAT_DIRECT_STAYS false
#else
#define COMPAT_DIRECT_STAYS true
#endif

/**
 * struct compat_direct - an entry of the direct map
 * @at: where it is
 * @order: log2 of the frames that it maps, 0, 9 or 18
 */
struct compat_direct {
	pteval_t *at;
	u32 order;
};

/*
 * The entry of a frame that is online.  Return: false if there is none.  Where there is one, it
 * may be another one by now, but with COMPAT_DIRECT_STAYS its table stays.
 */
static inline bool compat_direct_find(u64 pfn, struct compat_direct *entry)
{
	unsigned int level;
	pte_t *pte = lookup_address((unsigned long)__va(PFN_PHYS(pfn)), &level);

	if (!pte || level < PG_LEVEL_4K || level > PG_LEVEL_1G)
		return false;
	entry->at = (pteval_t *)pte;
	entry->order = (level - PG_LEVEL_4K) * (PMD_SHIFT - PAGE_SHIFT);
	return true;
}

/*
 * Clear the accessed bit by comparing the entry: no change of somebody else's is undone, and a
 * large entry that became one which names a table is left alone.
 *
 * Return: 1 if the bit was set, 0 if it wasn't, -ENOENT if the entry maps nothing, -EAGAIN if it
 * names a table.
 */
static inline int compat_direct_clear_young(const struct compat_direct *entry)
{
	pteval_t val = READ_ONCE(*entry->at);

	do {
		if (!(val & _PAGE_PRESENT))
			return -ENOENT;
		if (entry->order && !(val & _PAGE_PSE))
			return -EAGAIN;
		if (!(val & _PAGE_ACCESSED))
			return 0;
	} while (!try_cmpxchg(entry->at, &val, val & ~_PAGE_ACCESSED));
	return 1;
}

#endif /* PAGESNAP_COMPAT_DIRECT_H */
