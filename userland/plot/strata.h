/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Addresses from bottom to top: where rows of pages are that have references, with what lies
 * between them cut out.  Pure.
 */
#ifndef PLOT_STRATA_H
#define PLOT_STRATA_H

#include "scatter.h"

/**
 * struct stratum - rows of pages one behind the other, of one mapping
 * @start: first row
 * @end: behind the last
 * @area: number of the mapping
 * @y: its lower side, pixels above the bottom
 * @height: in pixels
 */
struct stratum {
	uint64_t start;
	uint64_t end;
	uint32_t area;
	double y;
	double height;
};

/**
 * struct strata - all of a process; all zero is none
 * @list: ascending; @nr of them
 * @nr: see there
 * @gap: pixels between one and the next
 */
struct strata {
	struct stratum *list;
	size_t nr;
	double gap;
};

/* Of sorted cells, in @height pixels.  0 or -ENOMEM. */
int strata_make(struct strata *s, const struct scatter *cells, double height);
/* Where a row that has a cell begins, pixels above the bottom; and how high it is. */
double strata_y(const struct stratum *of, uint64_t row);
double strata_row_height(const struct stratum *of);
/* How many rows begin in the pixel that is @pixel pixels above the bottom; 1 at the least. */
double strata_rows_at(const struct stratum *of, double pixel);
void strata_free(struct strata *s);

#endif /* PLOT_STRATA_H */
