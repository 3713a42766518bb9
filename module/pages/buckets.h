/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms of objects by their pages.  Pure.
 */
#ifndef PAGESNAP_PAGES_BUCKETS_H
#define PAGESNAP_PAGES_BUCKETS_H

#include "../core/pure.h"
#include "uapi.h"

/**
 * pagesnap_log2_bucket() - bucket in which an object counts
 * @pages: pages of the object
 *
 * Return: N for 2^(N-1) to 2^N - 1 pages, 0 for none; the last bucket has all
 * that are larger, too.
 */
static inline u32 pagesnap_log2_bucket(u64 pages)
{
	u32 bucket = pages ? 64 - __builtin_clzll(pages) : 0;

	return bucket < PAGESNAP_LOG2_BUCKETS ? bucket : PAGESNAP_LOG2_BUCKETS - 1;
}

#endif /* PAGESNAP_PAGES_BUCKETS_H */
