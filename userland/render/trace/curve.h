/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A miss ratio curve: what a reference trace says of LRU caches, size by size.  Pure.
 */
#ifndef RENDER_TRACE_CURVE_H
#define RENDER_TRACE_CURVE_H

#include "distances.h"
#include "kinds/mrc_line.h"
#include "lives.h"

/* Sizes 1, 2, 4 and so on up to that which holds all pages: @nr of them; to be freed. */
uint64_t *trace_curve_sizes(const struct trace_distances *d, size_t *nr);
/*
 * A row for each of @nr sizes, ascending.  @longest: of trace_lives_longest().  The knee, if there
 * is one, is marked: the row that is farthest below the straight line from the first to the last
 * row, over the logarithm of the size, and by at least a tenth of what misses fall.
 */
void trace_curve(const struct trace_distances *d, uint64_t longest, const uint64_t *sizes,
		 size_t nr, struct mrc_line *lines);
/* The smallest size that has both bounds, 0 if none has. */
uint64_t trace_curve_from(uint64_t longest);

#endif /* RENDER_TRACE_CURVE_H */
