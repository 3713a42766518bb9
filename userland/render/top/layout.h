/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The lines of the screen, as text.
 */
#ifndef RENDER_TOP_LAYOUT_H
#define RENDER_TOP_LAYOUT_H

#include "kinds/value.h"
#include "order.h"

/**
 * struct top_head - what stands above the rows
 * @by: what a row is of
 * @cost: tenths of a percent of one processor
 * @percent: of it that may be taken, 0 if nothing is asked
 * @every_ns: from one look to the next
 * @wanted_ns: as it was asked for
 * @time: when the last look ended, as text; "" before that
 * @state: what is to be known besides, "" for nothing
 * @total: of all rows
 * @rows: how many there are
 * @shown: of these, how many the filter lets through
 * @order: how they are sorted, and the filter
 * @page_shift: log2 of the page size
 */
struct top_head {
	const char *by;
	uint64_t cost;
	uint64_t percent;
	uint64_t every_ns;
	uint64_t wanted_ns;
	const char *time;
	const char *state;
	const struct top_row *total;
	size_t rows;
	size_t shown;
	const struct top_order *order;
	unsigned int page_shift;
};

/* Appends the first line: what this costs. */
void top_layout_cost(struct value_buf *b, const struct top_head *h, size_t width);
/* Appends the second one: what all rows add up to. */
void top_layout_total(struct value_buf *b, const struct top_head *h, size_t width);
/* Appends titles of the columns that fit; that by which rows are sorted has a mark. */
void top_layout_titles(struct value_buf *b, enum top_sort sort, size_t width);
/* Appends a row. */
void top_layout_row(struct value_buf *b, const struct top_row *row, unsigned int page_shift,
		    size_t width);
/* A change of pages as people say it, "+12M"; "-" for what is not known. */
const char *top_layout_change(const struct top_row *row, enum top_sum sum,
			      unsigned int page_shift, char buf[16]);

#endif /* RENDER_TOP_LAYOUT_H */
