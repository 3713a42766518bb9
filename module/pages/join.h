/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which neighbours are one run, or one gap.  Pure: a client that asks for several
 * ranges joins what a border has cut by the same rule.
 */
#ifndef PAGESNAP_PAGES_JOIN_H
#define PAGESNAP_PAGES_JOIN_H

#include "select.h"

/**
 * pagesnap_runs_join() - is a run the continuation of another?
 * @mask: KPF bits that split runs
 * @a: the one before
 * @b: run
 *
 * Return: true if so.
 */
static inline bool pagesnap_runs_join(u64 mask, const struct pagesnap_run *a,
				      const struct pagesnap_run *b)
{
	if (a->index + a->nr != b->index || a->kind != b->kind || a->order != b->order ||
	    a->map_order != b->map_order || ((a->flags ^ b->flags) & mask) ||
	    a->node != b->node || a->zone != b->zone || a->cgroup != b->cgroup ||
	    a->cgroup_online != b->cgroup_online || a->rec.flags != b->rec.flags)
		return false;
	if (a->rec.flags & PAGESNAP_RF_CACHE)
		return a->owner_ino == b->owner_ino;
	if (!(a->rec.flags & (PAGESNAP_RF_OWNER | PAGESNAP_RF_SWAP)))
		return true;
	return a->owner_ino == b->owner_ino && a->owner_gen == b->owner_gen &&
	       a->owner_major == b->owner_major && a->owner_minor == b->owner_minor &&
	       a->owner_index + a->nr == b->owner_index;
}

/**
 * pagesnap_join_runs() - make one run of two
 * @a: run, gets the pages of both
 * @b: its continuation
 */
static inline void pagesnap_join_runs(struct pagesnap_run *a, const struct pagesnap_run *b)
{
	a->frames += b->frames - (a->pfn_end == b->pfn);
	a->pfn_end = b->pfn_end;
	a->nr += b->nr;
	a->mapped += b->mapped;
	a->ref_min = a->ref_min < b->ref_min ? a->ref_min : b->ref_min;
	a->ref_max = a->ref_max > b->ref_max ? a->ref_max : b->ref_max;
	a->map_min = a->map_min < b->map_min ? a->map_min : b->map_min;
	a->map_max = a->map_max > b->map_max ? a->map_max : b->map_max;
}

/**
 * pagesnap_gaps_join() - is a gap the continuation of another?
 * @a: the one before, of the same type
 * @b: gap
 *
 * Return: true if so.
 */
static inline bool pagesnap_gaps_join(const struct pagesnap_gap *a, const struct pagesnap_gap *b)
{
	if (a->index + a->nr != b->index || a->why != b->why || a->order != b->order)
		return false;
	if (a->rec.type == PAGESNAP_REC_SWAP)
		return a->swp_type == b->swp_type && a->swp_offset + a->nr == b->swp_offset;
	if (a->pfn == PAGESNAP_NONE || b->pfn == PAGESNAP_NONE)
		return a->pfn == b->pfn;
	return a->pfn + a->nr == b->pfn;
}

/**
 * pagesnap_join() - let an item join the one before it
 * @mask: KPF bits that split runs
 * @open: the one before, becomes both
 * @item: run or gap
 *
 * Return: false if it does not fit; then nothing is changed.
 */
static inline bool pagesnap_join(u64 mask, union pagesnap_item *open,
				 const union pagesnap_item *item)
{
	if (open->rec.type != item->rec.type)
		return false;
	if (item->rec.type == PAGESNAP_REC_RUN) {
		if (!pagesnap_runs_join(mask, &open->run, &item->run))
			return false;
		pagesnap_join_runs(&open->run, &item->run);
		return true;
	}
	if (!pagesnap_gaps_join(&open->gap, &item->gap))
		return false;
	open->gap.nr += item->gap.nr;
	return true;
}

#endif /* PAGESNAP_PAGES_JOIN_H */
