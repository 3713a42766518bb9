// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of the screen, as text.  Pure.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/safe.h"
#include "layout.h"
#include "lib/pagesnap.h"
#include "render/cut.h"

#define NS_PER_SECOND 1000000000ULL
#define CELL_MAX 16

/**
 * struct column - a column of numbers
 * @title: it
 * @width: of it
 * @at_least: columns of a terminal from which on there is room for it
 */
struct column {
	const char *title;
	size_t width;
	size_t at_least;
};

/* In the order of enum top_sort; the name is behind them. */
static const struct column columns[] = {
	[TOP_SORT_SIZE] = { "SIZE", 6, 0 },
	[TOP_SORT_CHANGE] = { "CHANGE", 7, 0 },
	[TOP_SORT_DIRTY] = { "DIRTY", 6, 58 },
	[TOP_SORT_DIRTIED] = { "DIRTIED", 8, 50 },
	[TOP_SORT_GONE] = { "GONE", 7, 42 },
	[TOP_SORT_MAPPED] = { "MAPPED", 7, 76 },
};

#define COLUMNS_NR (sizeof(columns) / sizeof(*columns))

/* Cells ---------------------------------------------------------------------------- */

static uint64_t bytes_of(uint64_t pages, unsigned int page_shift)
{
	return pages > UINT64_MAX >> page_shift ? UINT64_MAX : pages << page_shift;
}

static const char *size_text(uint64_t pages, unsigned int page_shift, char buf[CELL_MAX])
{
	if (pages == PAGESNAP_UNKNOWN)
		return "?";
	if (pages == PAGESNAP_NONE)
		return "-";
	buf[value_size(bytes_of(pages, page_shift), buf)] = '\0';
	return buf;
}

/**
 * top_layout_change() - a change as people say it
 * @row: of this row
 * @sum: which of its sums
 * @page_shift: log2 of the page size
 * @buf: room for it
 *
 * Return: "+12M", "-4K", "." for none, "-" for what can't be known.
 */
const char *top_layout_change(const struct top_row *row, enum top_sum sum,
			      unsigned int page_shift, char buf[CELL_MAX])
{
	int64_t change;
	uint64_t pages;

	if (!top_row_change(row, sum, &change))
		return "-";
	if (!change)
		return ".";
	pages = change < 0 ? -(uint64_t)change : (uint64_t)change;
	buf[0] = change < 0 ? '-' : '+';
	buf[1 + value_size(bytes_of(pages, page_shift), buf + 1)] = '\0';
	return buf;
}

static const char *cell(const struct top_row *row, enum top_sort column, unsigned int page_shift,
			char buf[CELL_MAX])
{
	switch (column) {
	case TOP_SORT_SIZE:
		return size_text(row->now.pages[TOP_SIZE], page_shift, buf);
	case TOP_SORT_CHANGE:
		return top_layout_change(row, TOP_SIZE, page_shift, buf);
	case TOP_SORT_DIRTY:
		return size_text(row->now.pages[TOP_DIRTY], page_shift, buf);
	case TOP_SORT_DIRTIED:
		return top_layout_change(row, TOP_DIRTY, page_shift, buf);
	case TOP_SORT_GONE:
		return top_layout_change(row, TOP_EVICTED, page_shift, buf);
	default:
		return size_text(row->now.pages[TOP_MAPPED], page_shift, buf);
	}
}

/* Lines ---------------------------------------------------------------------------- */

static void __attribute__((format(printf, 2, 3))) put(struct value_buf *b, const char *format, ...)
{
	char text[512];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	value_buf_put(b, text, len < (int)sizeof(text) ? len : (int)sizeof(text) - 1);
}

/* The rest of a line, whose beginning takes @used columns. */
static void put_name(struct value_buf *b, const char *name, size_t len, size_t used, size_t width)
{
	char shown[8192];

	len = safe_text(name, len, "\"\\", shown, sizeof(shown));
	if (used < width)
		cut_middle(b, shown, len, width - used);
}

/**
 * top_layout_row() - append a row
 * @b: line
 * @row: row
 * @page_shift: log2 of the page size
 * @width: columns of the terminal
 */
void top_layout_row(struct value_buf *b, const struct top_row *row, unsigned int page_shift,
		    size_t width)
{
	size_t i, used = 0;
	char buf[CELL_MAX];

	for (i = 0; i < COLUMNS_NR; i++) {
		if (width < columns[i].at_least)
			continue;
		put(b, "%*s ", (int)columns[i].width, cell(row, i, page_shift, buf));
		used += columns[i].width + 1;
	}
	put_name(b, row->name ?: "?", row->name ? row->name_len : 1, used, width);
}

static const char *marked(const char *title, bool mark, char buf[CELL_MAX])
{
	snprintf(buf, CELL_MAX, "%s%s", mark ? "*" : "", title);
	return buf;
}

/**
 * top_layout_titles() - append the titles of columns
 * @b: line
 * @sort: rows are sorted by this
 * @width: columns of the terminal
 */
void top_layout_titles(struct value_buf *b, enum top_sort sort, size_t width)
{
	char buf[CELL_MAX];
	size_t i;

	for (i = 0; i < COLUMNS_NR; i++)
		if (width >= columns[i].at_least)
			put(b, "%*s ", (int)columns[i].width,
			    marked(columns[i].title, i == sort, buf));
	put(b, "%s", marked("NAME", sort == TOP_SORT_NAME, buf));
}

/* Fields: as many as fit, the first ones first. */
static void __attribute__((format(printf, 3, 4))) field(struct value_buf *b, size_t width,
							 const char *format, ...)
{
	size_t used = cut_width(b->s, b->len);
	char text[512];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!*text)
		return;
	if (!used)
		cut_end(b, text, strlen(text), width);
	else if (used + 2 + cut_width(text, strlen(text)) <= width)
		put(b, "  %s", text);
}

static const char *seconds(uint64_t ns, char buf[32])
{
	uint64_t tenths = (ns + NS_PER_SECOND / 20) / (NS_PER_SECOND / 10);

	if (tenths % 10)
		snprintf(buf, 32, "%" PRIu64 ".%" PRIu64 "s", tenths / 10, tenths % 10);
	else
		snprintf(buf, 32, "%" PRIu64 "s", tenths / 10);
	return buf;
}

static void put_pace(struct value_buf *b, const struct top_head *h, size_t width)
{
	char every[32], wanted[32];

	field(b, width, "cost %" PRIu64 ".%" PRIu64 "%% of %" PRIu64 "%%", h->cost / 10,
	      h->cost % 10, h->percent);
	if (h->every_ns > h->wanted_ns + h->wanted_ns / 10)
		field(b, width, "every %s, not %s", seconds(h->every_ns, every),
		      seconds(h->wanted_ns, wanted));
	else
		field(b, width, "every %s", seconds(h->every_ns, every));
}

/**
 * top_layout_cost() - append the first line
 * @b: line
 * @h: what is known
 * @width: columns of the terminal
 */
void top_layout_cost(struct value_buf *b, const struct top_head *h, size_t width)
{
	if (h->percent)
		put_pace(b, h, width);
	field(b, width, "by %s", h->by);
	field(b, width, "%s", h->state);
	field(b, width, "%s", h->time);
}

/**
 * top_layout_total() - append the second line
 * @b: line
 * @h: what is known
 * @width: columns of the terminal
 */
void top_layout_total(struct value_buf *b, const struct top_head *h, size_t width)
{
	const struct top_row *t = h->total;
	char a[CELL_MAX], c[CELL_MAX], filter[256];

	field(b, width, "%s %s", size_text(t->now.pages[TOP_SIZE], h->page_shift, a),
	      top_layout_change(t, TOP_SIZE, h->page_shift, c));
	field(b, width, "dirty %s %s", size_text(t->now.pages[TOP_DIRTY], h->page_shift, a),
	      top_layout_change(t, TOP_DIRTY, h->page_shift, c));
	field(b, width, "gone %s", top_layout_change(t, TOP_EVICTED, h->page_shift, c));
	if (*h->order->filter) {
		safe_text(h->order->filter, strlen(h->order->filter), "\"\\", filter,
			  sizeof(filter));
		field(b, width, "%zu of %zu rows with \"%s\"", h->shown, h->rows, filter);
	} else {
		field(b, width, "%zu row%s", h->rows, h->rows == 1 ? "" : "s");
	}
}
