/* SPDX-License-Identifier: GPL-2.0 */
/* Traces that are made here, and what an LRU cache does with them, the slow way. */
#ifndef TESTS_UNIT_TRACES_H
#define TESTS_UNIT_TRACES_H

#include "unit.h"

enum shape { UNIFORM, SKEWED, LOOP, SCAN, MIXED, SHAPES };

static const char *const shape_names[] = { "uniform", "skewed", "loop", "scan", "mixed" };

/* Page @nth of a trace over @pages pages. */
__attribute__((unused))
static u32 shape_page(enum shape shape, u32 nth, u32 pages)
{
	switch (shape) {
	case UNIFORM:
		return pick(pages);
	case SKEWED:
		/* about as many references to each octave of pages */
		return pick(1 + pick(1 + pick(pages)));
	case LOOP:
		return nth % pages;
	case SCAN:
		return nth;
	default:
		return nth / 97 % 3 ? pick(1 + pick(pages)) : pages + nth % (pages / 2 + 1);
	}
}

/* Mattson as he wrote it: the place of the page in a list of all, which it leads then.  0: new. */
__attribute__((unused))
static u32 slow_distance(u32 *list, u32 *nr, u32 page)
{
	bool is_new;
	u32 at;

	for (at = 0; at < *nr && list[at] != page; at++)
		;
	is_new = at == *nr;
	*nr += is_new;
	memmove(list + 1, list, at * sizeof(*list));
	list[0] = page;
	return is_new ? 0 : at + 1;
}

#endif /* TESTS_UNIT_TRACES_H */
