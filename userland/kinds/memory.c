// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of memory: what the frames of the machine are used for.
 */
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "memory_line.h"

static const struct memory_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_size(struct row *row, struct value *v)
{
	set_pages(row, v, line_of(row)->pages);
}

static void get_frames(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->pages);
}

/* Rounded; people see none where it would be 0. */
static void get_percent(struct row *row, struct value *v)
{
	const struct memory_line *line = line_of(row);
	uint64_t percent;

	if (!line->total)
		return;
	percent = (line->pages * 100 + line->total / 2) / line->total;
	set_number(v, percent || !row->for_people ? percent : PAGESNAP_NONE);
}

/* Parts stand below their class.  Their names are of others, so no row of blanks is safe. */
static void get_what(struct row *row, struct value *v)
{
	const struct memory_line *line = line_of(row);
	size_t len = strlen(line->what);
	char *text;

	if (line->block != MEMORY_PART || !row->for_people) {
		set_name(v, line->what, len);
		return;
	}
	text = row_scratch(row, len + 2);
	if (!text)
		return;
	text[0] = '>';
	text[1] = ' ';
	memcpy(text + 2, line->what, len);
	set_name(v, text, len + 2);
}

static void get_block(struct row *row, struct value *v)
{
	static const char *const words[] = {
		[MEMORY_CLASS] = "class", [MEMORY_PART] = "part", [MEMORY_TOTAL] = "total",
		[MEMORY_RESERVED] = "reserved",
	};

	set_word(v, words[line_of(row)->block]);
}

static void get_of(struct row *row, struct value *v)
{
	const char *of = line_of(row)->of;

	if (of)
		set_name(v, of, strlen(of));
}

static void get_largest(struct row *row, struct value *v)
{
	const struct memory_line *line = line_of(row);
	const char *text = *line->largest ? line->largest : row->for_people ? line->why : "";

	if (*text)
		set_name(v, text, strlen(text));
}

static void get_why(struct row *row, struct value *v)
{
	const char *why = line_of(row)->why;

	if (*why)
		set_name(v, why, strlen(why));
}

static const struct column of_memory[] = {
	{ "SIZE", N, R, { }, get_size, NULL, "memory, in bytes", ANY },
	{ "FRAMES", N, R, { }, get_frames, NULL, "the same in page frames", ANY },
	{ "PCT", N, R, { }, get_percent, NULL, "share of MemTotal, in percent", ANY },
	{ "WHAT", S, T, { }, get_what, NULL, "what it is used for", ANY },
	{ "LARGEST", S, T | COLUMN_END, { }, get_largest, NULL, "the largest of what it holds", ANY },
	{ "BLOCK", S, 0, { }, get_block, NULL, "class, part, total or reserved", ANY },
	{ "OF", S, 0, { }, get_of, NULL, "the class of a part", ANY },
	{ "WHY", S, 0, { }, get_why, NULL, "why more can't be known", ANY },
};

static COLUMN_TABLE(memory_columns, &kind_memory, of_memory);
static const struct column_table *const tables[] = { &memory_columns, NULL };

#define COLUMNS "SIZE,PCT,WHAT,LARGEST"

const struct kind kind_memory = {
	.name = "memory",
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
};
