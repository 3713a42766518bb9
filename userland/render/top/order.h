/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which rows are seen, and in which order.
 */
#ifndef RENDER_TOP_ORDER_H
#define RENDER_TOP_ORDER_H

#include "rows.h"

/* What rows are sorted by, in the order of the columns. */
enum top_sort {
	TOP_SORT_SIZE,
	TOP_SORT_CHANGE,
	TOP_SORT_DIRTY,
	TOP_SORT_DIRTIED,
	TOP_SORT_GONE,
	TOP_SORT_MAPPED,
	TOP_SORT_NAME,
	TOP_SORTS
};

/* Its word, as --sort takes it. */
const char *top_sort_word(enum top_sort sort);
/* The other way; TOP_SORTS if there is none. */
enum top_sort top_sort_of_word(const char *word);

/**
 * struct top_order - which rows are seen, and in which order
 * @sort: by this: largest first, of changes in either direction; names by their bytes
 * @reverse: the other way round
 * @filter: only rows that have it in their name, whatever the case; "" for all
 */
struct top_order {
	enum top_sort sort;
	bool reverse;
	const char *filter;
};

/* Rows that are seen, in their order, to @list, which has room for all.  How many. */
size_t top_order_list(const struct top_rows *rows, const struct top_order *order,
		      const struct top_row **list);

#endif /* RENDER_TOP_ORDER_H */
