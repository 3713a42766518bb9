// SPDX-License-Identifier: GPL-2.0
/*
 * Which rows are seen, and in which order.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/pagesnap.h"
#include "order.h"

static const char *const words[] = {
	[TOP_SORT_SIZE] = "size", [TOP_SORT_CHANGE] = "change", [TOP_SORT_DIRTY] = "dirty",
	[TOP_SORT_DIRTIED] = "dirtied", [TOP_SORT_GONE] = "gone", [TOP_SORT_MAPPED] = "mapped",
	[TOP_SORT_NAME] = "name",
};

/**
 * top_sort_word() - what rows are sorted by, as a word
 * @sort: it
 *
 * Return: word.
 */
const char *top_sort_word(enum top_sort sort)
{
	return words[sort];
}

/**
 * top_sort_of_word() - what a word sorts by
 * @word: word
 *
 * Return: that, TOP_SORTS if it is none.
 */
enum top_sort top_sort_of_word(const char *word)
{
	enum top_sort sort;

	for (sort = 0; sort < TOP_SORTS && strcmp(words[sort], word); sort++)
		;
	return sort;
}

/* What is not known is least. */
static uint64_t amount(const struct top_row *row, enum top_sum sum)
{
	return row->now.pages[sum] >= PAGESNAP_NONE ? 0 : row->now.pages[sum];
}

static uint64_t distance(const struct top_row *row, enum top_sum sum)
{
	int64_t change;

	top_row_change(row, sum, &change);
	return change < 0 ? -(uint64_t)change : (uint64_t)change;
}

static uint64_t weight(const struct top_row *row, enum top_sort sort)
{
	switch (sort) {
	case TOP_SORT_CHANGE:
		return distance(row, TOP_SIZE);
	case TOP_SORT_DIRTY:
		return amount(row, TOP_DIRTY);
	case TOP_SORT_DIRTIED:
		return distance(row, TOP_DIRTY);
	case TOP_SORT_GONE:
		return distance(row, TOP_EVICTED);
	case TOP_SORT_MAPPED:
		return amount(row, TOP_MAPPED);
	default:
		return amount(row, TOP_SIZE);
	}
}

static int compare_names(const struct top_row *a, const struct top_row *b)
{
	return strcmp(a->name ?: "", b->name ?: "");
}

/* Equal ones have an order, too, so that they stay where they are. */
static int compare_keys(const struct top_row *a, const struct top_row *b)
{
	size_t len = a->key_len < b->key_len ? a->key_len : b->key_len;

	return memcmp(a->key, b->key, len) ?: (a->key_len > b->key_len) - (a->key_len < b->key_len);
}

static int compare_weights(const struct top_row *a, const struct top_row *b, enum top_sort sort)
{
	uint64_t x = weight(a, sort), y = weight(b, sort);

	return (x < y) - (x > y);
}

static int compare(const void *a, const void *b, void *ctx)
{
	const struct top_row *x = *(const struct top_row *const *)a;
	const struct top_row *y = *(const struct top_row *const *)b;
	const struct top_order *o = ctx;
	int order = o->sort == TOP_SORT_NAME ? 0 :
		compare_weights(x, y, o->sort) ?: compare_weights(x, y, TOP_SORT_SIZE);

	order = order ?: compare_names(x, y) ?: compare_keys(x, y);
	return o->reverse ? -order : order;
}

static bool is_wanted(const struct top_row *row, const char *filter)
{
	return top_row_is_seen(row) &&
	       (!*filter || (row->name && strcasestr(row->name, filter)));
}

/**
 * top_order_list() - list the rows that are seen
 * @rows: all
 * @order: which, and how
 * @list: gets them; has room for all of @rows
 *
 * Return: how many.
 */
size_t top_order_list(const struct top_rows *rows, const struct top_order *order,
		      const struct top_row **list)
{
	size_t i, nr = 0;

	for (i = 0; i < rows->nr; i++)
		if (is_wanted(rows->list[i], order->filter))
			list[nr++] = rows->list[i];
	if (nr)
		qsort_r(list, nr, sizeof(void *), compare, (void *)order);
	return nr;
}
