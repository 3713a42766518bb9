/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Caches of pages by how they choose what goes: exact simulations.  Pure.
 */
#ifndef RENDER_TRACE_POLICIES_H
#define RENDER_TRACE_POLICIES_H

#include <stddef.h>
#include <stdint.h>

#include "lists.h"

enum trace_policy {
	TRACE_LRU,
	TRACE_CLOCK,	/* a reference bit, which a hit sets, and a new page hasn't */
	TRACE_FIFO,
	TRACE_S3FIFO,	/* a tenth is the small queue; as many ghosts as pages in the main queue */
	TRACE_ARC,
	TRACE_OPT,	/* Belady: what is used last goes; every page that misses comes in */
	TRACE_POLICIES
};

/**
 * struct trace_cache - a cache that is simulated
 * @lists: its pages, and those that it remembers
 * @size: pages that it holds
 * @target: ARC: of these, those that were referenced once only
 */
struct trace_cache {
	struct trace_lists lists;
	uint32_t size;
	double target;
};

/* A page is referenced.  1 if that is a miss, else 0. */
uint32_t trace_lru(struct trace_cache *c, uint32_t page);
uint32_t trace_clock(struct trace_cache *c, uint32_t page);
uint32_t trace_fifo(struct trace_cache *c, uint32_t page);
uint32_t trace_s3fifo(struct trace_cache *c, uint32_t page);
uint32_t trace_arc(struct trace_cache *c, uint32_t page);

/* "lru" and so on. */
extern const char *const trace_policy_words[TRACE_POLICIES];

/**
 * struct trace_numbers - references as numbers of pages
 * @list: of each reference, from 0; @nr of them
 * @nr: see there
 * @pages: different ones
 */
struct trace_numbers {
	const uint32_t *list;
	uint64_t nr;
	uint32_t pages;
};

/*
 * Misses of a cache of @size pages, at least 1.  @nexts is for OPT: what trace_nexts() made.
 * 0 or -ENOMEM.
 */
int trace_simulate(enum trace_policy policy, uint32_t size, const struct trace_numbers *refs,
		   const uint64_t *nexts, uint64_t *misses);
/* For each reference the next one of the same page, UINT64_MAX if it is the last.  0 or -ENOMEM. */
int trace_nexts(const struct trace_numbers *refs, uint64_t *nexts);
/* OPT alone; see trace_simulate(). */
int trace_opt(uint32_t size, const struct trace_numbers *refs, const uint64_t *nexts,
	      uint64_t *misses);

#endif /* RENDER_TRACE_POLICIES_H */
