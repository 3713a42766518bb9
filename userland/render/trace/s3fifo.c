// SPDX-License-Identifier: GPL-2.0
/*
 * S3-FIFO (Yang, Zhang, Qiu, Yue, Vigfusson: FIFO queues are all you need for cache eviction,
 * SOSP 2023).  What is new waits in a small queue, and goes from there to the main one if it was
 * hit at least twice; else only its name is kept, in a queue of ghosts, and if it is missed while
 * it is there, it comes into the main queue.  That is FIFO; what was hit, up to three times, goes
 * round as often.
 */
#include "policies.h"

enum { SMALL, MAIN, GHOSTS };

#define HITS_MAX 3
#define HITS_TO_STAY 2

static uint32_t small_size(const struct trace_cache *c)
{
	return c->size / 10 ?: 1;
}

static void remember(struct trace_cache *c, uint32_t page)
{
	uint32_t room = c->size - small_size(c);

	if (!room)
		return;
	if (c->lists.nr[GHOSTS] == room)
		trace_lists_pop(&c->lists, GHOSTS);
	trace_lists_push(&c->lists, GHOSTS, page);
}

static void evict_main(struct trace_cache *c)
{
	uint32_t page = trace_lists_pop(&c->lists, MAIN);

	while (c->lists.pages[page].mark) {
		c->lists.pages[page].mark--;
		trace_lists_push(&c->lists, MAIN, page);
		page = trace_lists_pop(&c->lists, MAIN);
	}
}

/* One that goes, or one that was hit and stays: then the caller looks for another. */
static void evict_small(struct trace_cache *c)
{
	uint32_t page = trace_lists_pop(&c->lists, SMALL);
	uint8_t hits = c->lists.pages[page].mark;

	c->lists.pages[page].mark = 0;
	if (hits >= HITS_TO_STAY)
		trace_lists_push(&c->lists, MAIN, page);
	else
		remember(c, page);
}

static void make_room(struct trace_cache *c)
{
	while (c->lists.nr[SMALL] + c->lists.nr[MAIN] == c->size) {
		if (c->lists.nr[SMALL] >= small_size(c) || !c->lists.nr[MAIN])
			evict_small(c);
		else
			evict_main(c);
	}
}

uint32_t trace_s3fifo(struct trace_cache *c, uint32_t page)
{
	struct trace_links *p = &c->lists.pages[page];
	unsigned int to = SMALL;

	if (p->list == SMALL || p->list == MAIN) {
		if (p->mark < HITS_MAX)
			p->mark++;
		return 0;
	}
	if (p->list == GHOSTS) {
		trace_lists_remove(&c->lists, page);
		to = MAIN;
	}
	make_room(c);
	trace_lists_push(&c->lists, to, page);
	return 1;
}
