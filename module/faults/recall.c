// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: VMAs that faults were in, on each CPU
 *
 * A sweep makes neighbours fault one after the other, most of them in one VMA.  To look each up
 * in the tree would be a tenth of what our probe takes.
 *
 * Why such a VMA is still there: VMAs are changed and freed by who has mmap_lock for writing, and
 * that is counted before the lock is given back, or made one for reading.  Who has it for reading,
 * and finds the same number as before, had no writer in between.  The number has 32 bits and may
 * come round: so a VMA is forgotten that had no fault for a second, in which nobody locks that
 * often.  A guard's own number is never that of another, and while there is a guard its memory
 * is the same.
 *
 * What prctl(PR_SET_MM) says of heap and stack isn't counted: their kinds are seen at the next
 * change of a VMA, or a second after the last fault in them.
 *
 * What pins what: nothing here.  A VMA that is kept is used only after that comparison.
 */
#include "recall.h"

DEFINE_PER_CPU(struct pagesnap_recalled_vma, pagesnap_recalled_vmas[1 << PAGESNAP_RECALL_BITS]);

/**
 * pagesnap_recall_keep() - a fault is in a VMA
 * @g: guard of its memory
 * @addr: where
 * @vma: the VMA, of which nothing must be changed yet
 * @seen: what it is
 *
 * Context: a probe, with interrupts off; mmap_lock held for reading, and RCU.
 */
void pagesnap_recall_keep(const struct pagesnap_guard *g, unsigned long addr,
			  struct vm_area_struct *vma, const struct pagesnap_seen_vma *seen)
{
	struct pagesnap_recalled_vma *r = pagesnap_recall_place(addr);

	if (!compat_vma_changes(g->mm, &r->changes))
		return;
	r->guard = g->number;
	r->when = jiffies;
	r->vma = vma;
	r->seen = *seen;
}
