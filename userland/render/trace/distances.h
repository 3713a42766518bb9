/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stack distances of all references: how many of them miss an LRU cache of any size.
 *
 * Up to a number of different pages that is exact.  Above it, SHARDS with a fixed size: half of
 * the pages are left out, those whose hash has a bit set, and each time that there are too many
 * again, half of the rest.  What is left stands for all: at level n a distance counts 2^n pages, and
 * a reference 2^n references.  What these don't sum up to is added as hits, or taken from them: mostly
 * it is a few hot pages that are in the sample, or aren't (SHARDS-adj).  Pure.
 */
#ifndef RENDER_TRACE_DISTANCES_H
#define RENDER_TRACE_DISTANCES_H

#include "stack.h"
#include "table.h"

/* Different pages that are told apart at most, unless others are asked for: 16 GiB of 4 KiB. */
#define TRACE_DISTANCES_PAGES (4U << 20)
#define TRACE_LEVELS 24

/* The sample is in so many parts, by hash; how much they differ says how good it is. */
#define TRACE_PARTS 16
/* Distances are told apart as these parts of an octave there. */
#define TRACE_STEPS 16
#define TRACE_GRID (64 * TRACE_STEPS)

/**
 * struct trace_histogram - references by distance, of one level
 * @nr: references, in units of 1 << level, by distance in the same unit; of @room distances
 * @room: see there
 */
struct trace_histogram {
	uint64_t *nr;
	size_t room;
};

/**
 * struct trace_distances - references so far; all zero but @limit is none
 * @limit: pages that are told apart at most
 * @references: all
 * @weight: those that are in the histograms or are cold
 * @cold: of these, the first of a page: so many different pages there are
 * @level: half of the pages were left out so many times; 0 is exact
 * @pages: numbers of pages, for @stack
 * @stack: them
 * @levels: histograms
 * @parts: references in the sample by part and distance, coarsely; NULL before level 1
 */
struct trace_distances {
	uint32_t limit;
	uint64_t references;
	uint64_t weight;
	uint64_t cold;
	unsigned int level;
	struct trace_table pages;
	struct trace_stack stack;
	struct trace_histogram levels[TRACE_LEVELS + 1];
	uint64_t (*parts)[TRACE_GRID];
};

/**
 * struct trace_misses - of an LRU cache
 * @misses: how many references miss, those that are the first of a page included
 * @least: 95 % sure; the same as @misses if level is 0
 * @most: likewise
 */
struct trace_misses {
	uint64_t misses;
	uint64_t least;
	uint64_t most;
};

/* A page is referenced.  0 or -ENOMEM. */
int trace_distances_add(struct trace_distances *d, const struct trace_key *page);
/* Misses of a cache of @size pages. */
struct trace_misses trace_distances_misses(const struct trace_distances *d, uint64_t size);
void trace_distances_free(struct trace_distances *d);

#endif /* RENDER_TRACE_DISTANCES_H */
