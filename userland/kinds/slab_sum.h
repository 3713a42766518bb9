/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers that are made of sums of slab.  Pure.
 */
#ifndef KINDS_SLAB_SUM_H
#define KINDS_SLAB_SUM_H

#include <linux/pagesnap/slab.h>

#include "lib/pagesnap.h"

/* Percent of @all, PAGESNAP_NONE of nothing. */
static inline uint64_t slab_percent(uint64_t part, uint64_t all)
{
	return all ? (uint64_t)((double)part * 100 / (double)all + 0.5) : PAGESNAP_NONE;
}

/* Bytes that were had and not asked for. */
static inline uint64_t slab_waste(uint64_t requested, uint64_t allocated)
{
	return allocated > requested ? allocated - requested : 0;
}

/* Where a bucket of lifetimes ends, us; PAGESNAP_UNKNOWN of the last, which has no end. */
static inline uint64_t slab_lifetime_below(unsigned int bucket)
{
	return bucket < PAGESNAP_SLAB_LIFETIMES - 1 ? 1ULL << bucket : PAGESNAP_UNKNOWN;
}

/**
 * slab_lifetime() - how long do so many of what was freed live at most?
 * @lifetimes: frees by lifetime
 * @percent: of them
 *
 * Return: us, a power of two that they stay below; PAGESNAP_NONE without frees, PAGESNAP_UNKNOWN
 * if there is no such bound.
 */
static inline uint64_t slab_lifetime(const __u64 lifetimes[PAGESNAP_SLAB_LIFETIMES],
				     unsigned int percent)
{
	double all = 0, some = 0;
	unsigned int i;

	for (i = 0; i < PAGESNAP_SLAB_LIFETIMES; i++)
		all += (double)lifetimes[i];
	if (all < 1)
		return PAGESNAP_NONE;
	for (i = 0; i < PAGESNAP_SLAB_LIFETIMES - 1; i++) {
		some += (double)lifetimes[i];
		if (some * 100 >= all * percent)
			break;
	}
	return slab_lifetime_below(i);
}

#endif /* KINDS_SLAB_SUM_H */
