// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of diff: what has changed in memory from one moment to another.
 */
#include "column_table.h"
#include "diff_line.h"
#include "kind.h"
#include "line_row.h"

#define MOST (UINT64_MAX >> 1)

static const struct diff_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

#define GET_PAGES(name, which)						\
static void get_##name(struct row *row, struct value *v)		\
{									\
	set_pages(row, v, line_of(row)->pages[which]);			\
}

GET_PAGES(before, DIFF_BEFORE)
GET_PAGES(after, DIFF_AFTER)
GET_PAGES(entered, DIFF_ENTERED)
GET_PAGES(left, DIFF_LEFT)
GET_PAGES(dirtied, DIFF_DIRTIED)
GET_PAGES(written, DIFF_WRITTEN)
GET_PAGES(evicted, DIFF_EVICTED)

/* In bytes; people see which way it went. */
static void get_change(struct row *row, struct value *v)
{
	const uint64_t *pages = line_of(row)->pages;
	bool less = pages[DIFF_AFTER] < pages[DIFF_BEFORE];
	uint64_t bytes = less ? pages[DIFF_BEFORE] - pages[DIFF_AFTER] :
				pages[DIFF_AFTER] - pages[DIFF_BEFORE];
	char size[8];

	if (pages[DIFF_BEFORE] >= PAGESNAP_NONE || pages[DIFF_AFTER] >= PAGESNAP_NONE) {
		v->type = VALUE_UNKNOWN;
		return;
	}
	bytes = bytes > MOST >> row->page_shift ? MOST : bytes << row->page_shift;
	if (!row->sizes || !bytes) {
		v->type = VALUE_SIGNED;
		v->number = less ? -bytes : bytes;
		return;
	}
	set_printed(row, v, "%c%.*s", less ? '-' : '+', (int)value_size(bytes, size), size);
}

static void get_from(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->from);
}

static void get_to(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->to);
}

static void get_by(struct row *row, struct value *v)
{
	set_word(v, line_of(row)->by);
}

static void get_how(struct row *row, struct value *v)
{
	set_word(v, line_of(row)->how);
}

static void get_name(struct row *row, struct value *v)
{
	set_name(v, line_of(row)->name, line_of(row)->name_len);
}

static void get_was(struct row *row, struct value *v)
{
	if (line_of(row)->was)
		set_name(v, line_of(row)->was, line_of(row)->was_len);
}

static const struct column of_diff[] = {
	{ "BEFORE", N, R, { }, get_before, NULL, "memory at the first moment, in bytes", ANY },
	{ "AFTER", N, R, { }, get_after, NULL, "memory at the second moment", ANY },
	{ "CHANGE", N, R, { }, get_change, NULL, "how much more that is", ANY },
	{ "ENTERED", N, R, { }, get_entered, NULL, "what was not there before", ANY },
	{ "LEFT", N, R, { }, get_left, NULL, "what is there no more", ANY },
	{ "DIRTIED", N, R, { }, get_dirtied, NULL, "what is dirty and was not", ANY },
	{ "WRITTEN", N, R, { }, get_written, NULL, "what was dirty and is not", ANY },
	{ "EVICTED", N, R, { }, get_evicted, NULL, "what is evicted or swapped out and was not", ANY },
	{ "HOW", S, 0, { }, get_how, NULL, "what happened: new, gone, grew, shrank, renamed, ...", ANY },
	{ "NAME", S, T, { }, get_name, NULL, "the file, folder, ...", ANY },
	{ "OLD_NAME", S, T, { }, get_was, NULL, "name that it had before, of what was renamed", ANY },
	{ "BY", S, 0, { }, get_by, NULL, "what a row is of", ANY },
	{ "SINCE", N, R, { }, get_from, NULL, "when the first moment was, seconds since 1970", ANY },
	{ "UNTIL", N, R, { }, get_to, NULL, "when the second moment was", ANY },
};

static COLUMN_TABLE(diff_columns, &kind_diff, of_diff);
static const struct column_table *const tables[] = { &diff_columns, NULL };

#define COLUMNS "BEFORE,AFTER,ENTERED,LEFT,DIRTIED,WRITTEN,EVICTED,HOW,NAME,OLD_NAME"

const struct kind kind_diff = {
	.name = "diff",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
