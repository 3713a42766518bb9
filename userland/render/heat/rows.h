/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rows of a screen: ranges of addresses, of 2^shift pages, in which there ever was a page.
 * Pure.
 */
#ifndef RENDER_HEAT_ROWS_H
#define RENDER_HEAT_ROWS_H

#include "areas.h"
#include "spans.h"

/* More are not made. */
#define HEAT_ROWS_MAX 65536
#define HEAT_SHIFT_MAX 48

/**
 * struct heat_row - a range of addresses, aligned, but cut at the borders of its mapping
 * @area: mapping, NULL for none
 * @start: virtual page number of the first page
 * @end: behind the last
 */
struct heat_row {
	const struct heat_area *area;
	uint64_t start;
	uint64_t end;
};

/**
 * struct heat_ground - what rows are of
 * @areas: mappings
 * @spans: where pages are
 * @start: rows begin at this page
 * @end: and end before this one
 */
struct heat_ground {
	const struct heat_areas *areas;
	const struct heat_spans *spans;
	uint64_t start;
	uint64_t end;
};

/* How many rows of 2^@shift pages there are; HEAT_ROWS_MAX + 1 for more. */
size_t heat_rows_count(const struct heat_ground *g, unsigned int shift);
/* Makes them: room for HEAT_ROWS_MAX is enough.  How many. */
size_t heat_rows_make(const struct heat_ground *g, unsigned int shift, struct heat_row *rows);
/* The least shift with @wanted rows or, where mappings are more, not much more than these. */
unsigned int heat_rows_shift(const struct heat_ground *g, size_t wanted);

#endif /* RENDER_HEAT_ROWS_H */
