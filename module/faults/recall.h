/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_RECALL_H
#define PAGESNAP_FAULTS_RECALL_H

#include <linux/hash.h>
#include <linux/jiffies.h>
#include <linux/mm.h>
#include <linux/percpu.h>

#include "../compat/vma.h"
#include "event.h"
#include "guard.h"

#define PAGESNAP_RECALL_BITS	2

/**
 * struct pagesnap_recalled_vma - a VMA that a fault was in
 * @guard: number of the guard of its memory; 0: there is none
 * @when: the last fault in it, in jiffies
 * @changes: of that memory's VMAs until then
 * @vma: VMA
 * @seen: what it is
 */
struct pagesnap_recalled_vma {
	u64 guard;
	unsigned long when;
	u32 changes;
	struct vm_area_struct *vma;
	struct pagesnap_seen_vma seen;
};

DECLARE_PER_CPU(struct pagesnap_recalled_vma, pagesnap_recalled_vmas[1 << PAGESNAP_RECALL_BITS]);

/* Neighbours have one place; each VMA may stand in several. */
static inline struct pagesnap_recalled_vma *pagesnap_recall_place(unsigned long addr)
{
	return this_cpu_ptr(&pagesnap_recalled_vmas[hash_64(addr >> PMD_SHIFT,
							    PAGESNAP_RECALL_BITS)]);
}

/**
 * pagesnap_recall_vma() - the VMA of an address, if a fault before was in it
 * @g: guard of its memory
 * @addr: address
 * @seen: gets what it is
 *
 * Context: a probe, with interrupts off; mmap_lock held for reading, and RCU.
 * Return: the VMA, NULL if it isn't known.
 */
static inline struct vm_area_struct *pagesnap_recall_vma(const struct pagesnap_guard *g,
							 unsigned long addr,
							 struct pagesnap_seen_vma *seen)
{
	struct pagesnap_recalled_vma *r = pagesnap_recall_place(addr);
	unsigned long now = jiffies;
	u32 changes;

	if (r->guard != g->number || !compat_vma_changes(g->mm, &changes) ||
	    r->changes != changes || now - r->when > HZ ||
	    (addr >> PAGE_SHIFT) - r->seen.start >= r->seen.end - r->seen.start)
		return NULL;
	r->when = now;
	*seen = r->seen;
	return r->vma;
}

void pagesnap_recall_keep(const struct pagesnap_guard *g, unsigned long addr,
			  struct vm_area_struct *vma, const struct pagesnap_seen_vma *seen);

#endif /* PAGESNAP_FAULTS_RECALL_H */
