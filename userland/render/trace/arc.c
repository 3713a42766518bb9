// SPDX-License-Identifier: GPL-2.0
/*
 * ARC (Megiddo, Modha: ARC, a self-tuning, low overhead replacement cache, FAST 2003).  Two LRU
 * lists, of what was referenced once and more than once, and the names of what went from each.
 * A miss on such a name makes its list's share larger.
 */
#include <stdbool.h>

#include "policies.h"

enum { ONCE, OFTEN, ONCE_GONE, OFTEN_GONE };

static void move(struct trace_cache *c, uint32_t page, unsigned int to)
{
	trace_lists_remove(&c->lists, page);
	trace_lists_push(&c->lists, to, page);
}

/* One goes; its name stays. */
static void replace(struct trace_cache *c, bool was_often)
{
	double once = c->lists.nr[ONCE];

	if (once > 0 && (once > c->target || (was_often && once == c->target)))
		trace_lists_push(&c->lists, ONCE_GONE, trace_lists_pop(&c->lists, ONCE));
	else
		trace_lists_push(&c->lists, OFTEN_GONE, trace_lists_pop(&c->lists, OFTEN));
}

/* A page went that would be here were its list larger. */
static void adapt(struct trace_cache *c, bool was_often)
{
	double once = c->lists.nr[ONCE_GONE], often = c->lists.nr[OFTEN_GONE];

	if (was_often) {
		c->target -= once > often ? once / often : 1;
		if (c->target < 0)
			c->target = 0;
	} else {
		c->target += often > once ? often / once : 1;
		if (c->target > c->size)
			c->target = c->size;
	}
}

static void make_room_for_new(struct trace_cache *c)
{
	const uint32_t *nr = c->lists.nr;

	if (nr[ONCE] + nr[ONCE_GONE] == c->size) {
		if (!nr[ONCE_GONE]) {
			trace_lists_pop(&c->lists, ONCE);
			return;
		}
		trace_lists_pop(&c->lists, ONCE_GONE);
		replace(c, false);
		return;
	}
	if ((uint64_t)nr[ONCE] + nr[OFTEN] + nr[ONCE_GONE] + nr[OFTEN_GONE] < c->size)
		return;
	if ((uint64_t)nr[ONCE] + nr[OFTEN] + nr[ONCE_GONE] + nr[OFTEN_GONE] == 2ULL * c->size)
		trace_lists_pop(&c->lists, OFTEN_GONE);
	replace(c, false);
}

uint32_t trace_arc(struct trace_cache *c, uint32_t page)
{
	uint8_t list = c->lists.pages[page].list;

	if (list == ONCE || list == OFTEN) {
		move(c, page, OFTEN);
		return 0;
	}
	if (list == TRACE_NO_LIST) {
		make_room_for_new(c);
		trace_lists_push(&c->lists, ONCE, page);
		return 1;
	}
	adapt(c, list == OFTEN_GONE);
	replace(c, list == OFTEN_GONE);
	move(c, page, OFTEN);
	return 1;
}
