/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_BATCH_H
#define PAGESNAP_ACCESSES_BATCH_H

#include "tally.h"

/* Entries of a batch, and pages that they may have before it is full. */
#define PAGESNAP_BATCH		PTRS_PER_PTE
#define PAGESNAP_BATCH_PAGES	4096

/**
 * struct pagesnap_batched - pages side by side, of one entry
 * @first: the first: its frame, or its page index in a file
 * @nr: how many
 * @seen: what a look found
 */
struct pagesnap_batched {
	u64 first;
	u32 nr;
	struct pagesnap_seen seen;
};

/**
 * struct pagesnap_batch - what was seen under locks, and has no cells yet
 * @nr: entries
 * @pages: pages that they have
 * @at: entries, the first @nr of them
 */
struct pagesnap_batch {
	u32 nr;
	u64 pages;
	struct pagesnap_batched at[PAGESNAP_BATCH];
};

void pagesnap_batch_settle(struct pagesnap_batch *b, struct pagesnap_tally *t);

/* Is there room for another entry? */
static inline bool pagesnap_batch_has_room(const struct pagesnap_batch *b)
{
	return b->nr < PAGESNAP_BATCH && b->pages < PAGESNAP_BATCH_PAGES;
}

static inline void pagesnap_batch_clear(struct pagesnap_batch *b)
{
	b->nr = 0;
	b->pages = 0;
}

/* Context: any; there is room for it. */
static inline void pagesnap_batch_add(struct pagesnap_batch *b, u64 first, u64 nr,
				      const struct pagesnap_seen *seen)
{
	b->at[b->nr++] = (struct pagesnap_batched){ .first = first, .nr = nr, .seen = *seen };
	b->pages += nr;
}

#endif /* PAGESNAP_ACCESSES_BATCH_H */
