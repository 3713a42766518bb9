/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All page frames, by what they are used for: one walk, added up by the module.
 */
#ifndef MEMORY_CENSUS_H
#define MEMORY_CENSUS_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/pagesnap.h"

/**
 * struct census_kind - frames of one kind
 * @pages: all that are not marked as reserved
 * @reserved: those that are
 * @dirty: of @pages, of folios that are dirty
 * @writeback: of folios that are being written
 * @mapped: of folios that some page table maps
 * @mlocked: of folios that are locked in memory
 * @droppable: of folios that are clean, in no page table and evictable
 * @huge: of huge pages
 */
struct census_kind {
	uint64_t pages;
	uint64_t reserved;
	uint64_t dirty;
	uint64_t writeback;
	uint64_t mapped;
	uint64_t mlocked;
	uint64_t droppable;
	uint64_t huge;
};

/**
 * struct census - what the walk has found
 * @kinds: by PAGESNAP_KIND_*
 * @torn: frames that changed under every try to read them
 * @uncounted: frames of more combinations than the module counts
 * @seen: there was an answer
 */
struct census {
	struct census_kind kinds[PAGESNAP_KINDS];
	uint64_t torn;
	uint64_t uncounted;
	bool seen;
};

/* The query; of PAGESNAP_PFN. */
struct pagesnap_params census_query(void);
/* Takes a record of the answer.  0. */
int census_take(void *ctx, const struct pagesnap_record *r);
/* What frames of PAGESNAP_KIND_* are called. */
const char *census_class(unsigned int kind);

#endif /* MEMORY_CENSUS_H */
