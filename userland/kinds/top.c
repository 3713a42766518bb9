// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of top: what has changed in memory since the refresh before.
 */
#include <inttypes.h>

#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "top_line.h"

/* What a number that may be negative can be. */
#define MOST (UINT64_MAX >> 1)

static const struct top_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

#define GET_NUMBER(name)						\
static void get_##name(struct row *row, struct value *v)		\
{									\
	set_number(v, line_of(row)->name);				\
}

#define GET_PAGES(name)							\
static void get_##name(struct row *row, struct value *v)		\
{									\
	set_pages(row, v, line_of(row)->name);				\
}

GET_NUMBER(refresh)
GET_NUMBER(time)
GET_NUMBER(every_ms)
GET_PAGES(size)
GET_PAGES(dirty)
GET_PAGES(evicted)
GET_PAGES(mapped)

/* In bytes; people see which way it went. */
static void set_change(struct row *row, struct value *v, const struct top_change *change)
{
	uint64_t bytes = change->pages < 0 ? -(uint64_t)change->pages : (uint64_t)change->pages;
	char size[8];

	if (!change->known)
		return;
	bytes = bytes > MOST >> row->page_shift ? MOST : bytes << row->page_shift;
	if (!row->sizes || !bytes) {
		v->type = VALUE_SIGNED;
		v->number = change->pages < 0 ? -bytes : bytes;
		return;
	}
	set_printed(row, v, "%c%.*s", change->pages < 0 ? '-' : '+', (int)value_size(bytes, size),
		    size);
}

#define GET_CHANGE(name)						\
static void get_##name(struct row *row, struct value *v)		\
{									\
	set_change(row, v, &line_of(row)->name);			\
}

GET_CHANGE(change)
GET_CHANGE(dirtied)
GET_CHANGE(gone)

static void get_cost(struct row *row, struct value *v)
{
	const struct top_line *line = line_of(row);

	set_printed(row, v, "%" PRIu64 ".%" PRIu64, line->cost / 10, line->cost % 10);
}

static void get_by(struct row *row, struct value *v)
{
	set_word(v, line_of(row)->by);
}

static void get_name(struct row *row, struct value *v)
{
	set_name(v, line_of(row)->name, line_of(row)->name_len);
}

static const struct column of_top[] = {
	{ "SIZE", N, R, { }, get_size, NULL, "memory, in bytes", ANY },
	{ "CHANGE", N, R, { }, get_change, NULL, "how much more that is than at the refresh before", ANY },
	{ "DIRTY", N, R, { }, get_dirty, NULL, "of SIZE, pages of dirty folios", ANY },
	{ "DIRTIED", N, R, { }, get_dirtied, NULL, "how much more of these; below 0: were written", ANY },
	{ "GONE", N, R, { }, get_gone, NULL, "evicted or swapped out; below 0: came back", ANY },
	{ "MAPPED", N, R, { }, get_mapped, NULL, "of SIZE, pages that some page table maps", ANY },
	{ "EVICTED", N, R, { }, get_evicted, NULL, "what is evicted or swapped out now", ANY },
	{ "NAME", S, T, { }, get_name, NULL, "the file, folder, ...", ANY },
	{ "BY", S, 0, { }, get_by, NULL, "what a row is of", ANY },
	{ "REFRESH", N, R, { }, get_refresh, NULL, "number of the refresh, from 1", ANY },
	{ "TIME", N, R, { }, get_time, NULL, "when it was, seconds since 1970", ANY },
	{ "EVERY", N, R, { }, get_every_ms, NULL, "to the next refresh, in milliseconds", ANY },
	{ "COST", S, R, { }, get_cost, NULL, "what looking takes, in percent of one processor", ANY },
};

static COLUMN_TABLE(top_columns, &kind_top, of_top);
static const struct column_table *const tables[] = { &top_columns, NULL };

#define COLUMNS "SIZE,CHANGE,DIRTY,DIRTIED,GONE,MAPPED,NAME"

const struct kind kind_top = {
	.name = "top",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
