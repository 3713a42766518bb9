// SPDX-License-Identifier: GPL-2.0
/*
 * Caches of one list: LRU, FIFO, and CLOCK, which is FIFO with a second chance.
 */
#include <stdbool.h>

#include "policies.h"

#define CACHED 0

static bool is_cached(const struct trace_cache *c, uint32_t page)
{
	return c->lists.pages[page].list == CACHED;
}

uint32_t trace_fifo(struct trace_cache *c, uint32_t page)
{
	if (is_cached(c, page))
		return 0;
	if (c->lists.nr[CACHED] == c->size)
		trace_lists_pop(&c->lists, CACHED);
	trace_lists_push(&c->lists, CACHED, page);
	return 1;
}

uint32_t trace_lru(struct trace_cache *c, uint32_t page)
{
	if (!is_cached(c, page))
		return trace_fifo(c, page);
	trace_lists_remove(&c->lists, page);
	trace_lists_push(&c->lists, CACHED, page);
	return 0;
}

/* The hand is at the tail: what it passes goes to the head without its bit. */
uint32_t trace_clock(struct trace_cache *c, uint32_t page)
{
	if (is_cached(c, page)) {
		c->lists.pages[page].mark = 1;
		return 0;
	}
	while (c->lists.nr[CACHED] == c->size) {
		uint32_t old = trace_lists_pop(&c->lists, CACHED);

		if (!c->lists.pages[old].mark)
			break;
		c->lists.pages[old].mark = 0;
		trace_lists_push(&c->lists, CACHED, old);
	}
	trace_lists_push(&c->lists, CACHED, page);
	return 1;
}
