// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of map: pages of one state, one behind the other, of a file, a process or memory.
 */
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "map_line.h"

static const struct map_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_of(struct row *row, struct value *v)
{
	static const char *const words[] = {
		[MAP_BY_OFFSET] = "file", [MAP_BY_ADDRESS] = "process", [MAP_BY_FRAME] = "frames",
	};

	set_word(v, words[line_of(row)->by]);
}

static void get_pid(struct row *row, struct value *v)
{
	if (line_of(row)->by == MAP_BY_ADDRESS)
		set_number(v, line_of(row)->pid);
}

static void get_command(struct row *row, struct value *v)
{
	if (line_of(row)->by == MAP_BY_ADDRESS)
		set_comm(v, line_of(row)->comm);
}

/* Offsets and addresses are in bytes, frames are numbers, as everywhere. */
static void set_place(struct row *row, struct value *v, uint64_t page)
{
	set_hex(v, line_of(row)->by == MAP_BY_FRAME ? page : page << row->page_shift);
}

static void get_start(struct row *row, struct value *v)
{
	set_place(row, v, line_of(row)->start);
}

static void get_end(struct row *row, struct value *v)
{
	set_place(row, v, line_of(row)->end);
}

static void get_start_page(struct row *row, struct value *v)
{
	set_hex(v, line_of(row)->start);
}

static void get_end_page(struct row *row, struct value *v)
{
	set_hex(v, line_of(row)->end);
}

static void get_state(struct row *row, struct value *v)
{
	v->type = VALUE_WORD;
	v->text = map_state_word(line_of(row)->state);
	v->len = strlen(v->text);
}

static void get_pages(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->end - line_of(row)->start);
}

static void get_size(struct row *row, struct value *v)
{
	set_pages(row, v, line_of(row)->end - line_of(row)->start);
}

static void get_name(struct row *row, struct value *v)
{
	const struct map_line *line = line_of(row);

	if (line->name && line->name_len)
		set_name(v, line->name, line->name_len);
	else if (line->by == MAP_BY_OFFSET)
		v->type = VALUE_UNKNOWN;
}

static const struct column of_map[] = {
	{ "OF", S, 0, { }, get_of, NULL, "file, process or frames", ANY },
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process", ANY },
	{ "START", N, R, { }, get_start, NULL, "first offset in the file, address, or frame", ANY },
	{ "END", N, R, { }, get_end, NULL, "offset, address or frame after the last", ANY },
	{ "START_PAGE", N, R, { }, get_start_page, NULL, "START as the number of a page", ANY },
	{ "END_PAGE", N, R, { }, get_end_page, NULL, "END as the number of a page", ANY },
	{ "STATE", S, 0, { }, get_state, NULL, "what the pages are; absent: not in memory", ANY },
	{ "PAGES", N, R, { }, get_pages, NULL, "how many", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "the same in bytes", ANY },
	{ "NAME", S, T, { }, get_name, NULL, "path of the file, or the mapping", ANY },
};

static COLUMN_TABLE(map_columns, &kind_map, of_map);

static const struct column_table *const tables[] = { &map_columns, &stream_header_columns, NULL };

/* Pages that were looked at. */
static uint64_t amount(const struct pagesnap_record *r)
{
	switch (r->u->rec.type) {
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		return r->u->run.nr;
	default:
		return 0;
	}
}

const struct kind kind_map = {
	.name = "map",
	.made_of = (const struct collection *const[]){ &pagesnap_collection_pages, NULL },
	.tables = tables,
	.layouts = { .items = MAP_COLUMNS, .objects = MAP_COLUMNS, .totals = MAP_COLUMNS },
	.objects = "ranges of pages",
	.sort_column = "PAGES",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = amount,
	.amounts = "pages",
};
