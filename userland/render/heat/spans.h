/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where in a process pages ever were: what has rows on a screen.  Pure.
 */
#ifndef RENDER_HEAT_SPANS_H
#define RENDER_HEAT_SPANS_H

#include "history.h"

/* Where there are more, small gaps between them are closed. */
#define HEAT_SPANS_MAX 65536

/**
 * struct heat_span - pages side by side
 * @start: virtual page number of the first
 * @end: behind the last
 */
struct heat_span {
	uint64_t start;
	uint64_t end;
};

/**
 * struct heat_spans - spans of a process, ascending; all zero is none
 * @list: them
 * @nr: how many
 */
struct heat_spans {
	struct heat_span *list;
	size_t nr;
};

/* Adds what a round has.  0 or -ENOMEM. */
int heat_spans_add(struct heat_spans *s, const struct heat_round *round);
void heat_spans_free(struct heat_spans *s);

#endif /* RENDER_HEAT_SPANS_H */
