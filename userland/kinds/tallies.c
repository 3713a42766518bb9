// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of references by mapping or file.
 */
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "tallies_line.h"

static const struct tallies_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_pid(struct row *row, struct value *v)
{
	if (!line_of(row)->by_file)
		set_number(v, line_of(row)->pid);
}

static void get_command(struct row *row, struct value *v)
{
	if (!line_of(row)->by_file)
		set_comm(v, line_of(row)->comm);
}

#define GET_NUMBER(name)						\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		set_number(v, line_of(row)->name);			\
	}

GET_NUMBER(references)
GET_NUMBER(reads)
GET_NUMBER(writes)
GET_NUMBER(fetches)
GET_NUMBER(first)
GET_NUMBER(sequential)

/* In bytes, and in pages. */
#define GET_PAGES(name, member)						\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		set_pages(row, v, line_of(row)->member);		\
	}								\
									\
	static void get_##name##_pages(struct row *row, struct value *v) \
	{								\
		set_number(v, line_of(row)->member);			\
	}

GET_PAGES(mean_1, mean[0])
GET_PAGES(mean_4, mean[1])
GET_PAGES(mean_16, mean[2])
GET_PAGES(most_1, most[0])
GET_PAGES(most_4, most[1])
GET_PAGES(most_16, most[2])

GET_NUMBER(pages)

static void get_size(struct row *row, struct value *v)
{
	set_pages(row, v, line_of(row)->pages);
}

/* There is no row without a page. */
static void get_reuse(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->references / line_of(row)->pages);
}

static void get_sequential_percent(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->sequential * 100 / line_of(row)->references);
}

static void get_share(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->references * 100 / line_of(row)->all);
}

static void get_name(struct row *row, struct value *v)
{
	const struct tallies_line *line = line_of(row);

	if (line->known && line->name_len)
		set_name(v, line->name, line->name_len);
	else if (line->known)
		set_word(v, "[anon]");
	else if (line->by_file && row->for_people)
		set_word(v, "[no file]");
	else if (!line->by_file)
		v->type = VALUE_UNKNOWN;
}

static const char in_pages[] = "the same in pages";

static const struct column of_tallies[] = {
	{ "PID", N, R, { }, get_pid, NULL, "process", ANY },
	{ "COMMAND", S, 0, { }, get_command, NULL, "name of the process", ANY },
	{ "PAGES", N, R, { }, get_pages, NULL, "different pages that were referenced", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "the same in bytes", ANY },
	{ "REFERENCES", N, R, { }, get_references, NULL, "references to them", ANY },
	{ "READS", N, R, { }, get_reads, NULL, "of these, reads", ANY },
	{ "WRITES", N, R, { }, get_writes, NULL, "writes", ANY },
	{ "FETCHES", N, R, { }, get_fetches, NULL, "of instructions", ANY },
	{ "FIRST", N, R, { }, get_first, NULL, "those that found no page", ANY },
	{ "REUSE", N, R, { }, get_reuse, NULL, "references a page, whole ones", ANY },
	{ "WSS-1", N, R, { }, get_mean_1, NULL, "working set of a window, in the mean", ANY },
	{ "WSS-1_PAGES", N, R, { }, get_mean_1_pages, NULL, in_pages, ANY },
	{ "WSS-4", N, R, { }, get_mean_4, NULL, "of one four times as long", ANY },
	{ "WSS-4_PAGES", N, R, { }, get_mean_4_pages, NULL, in_pages, ANY },
	{ "WSS-16", N, R, { }, get_mean_16, NULL, "of one 16 times as long", ANY },
	{ "WSS-16_PAGES", N, R, { }, get_mean_16_pages, NULL, in_pages, ANY },
	{ "WSS-1_MAX", N, R, { }, get_most_1, NULL, "largest working set of a window", ANY },
	{ "WSS-1_MAX_PAGES", N, R, { }, get_most_1_pages, NULL, in_pages, ANY },
	{ "WSS-4_MAX", N, R, { }, get_most_4, NULL, "of one four times as long", ANY },
	{ "WSS-4_MAX_PAGES", N, R, { }, get_most_4_pages, NULL, in_pages, ANY },
	{ "WSS-16_MAX", N, R, { }, get_most_16, NULL, "of one 16 times as long", ANY },
	{ "WSS-16_MAX_PAGES", N, R, { }, get_most_16_pages, NULL, in_pages, ANY },
	{ "SEQUENTIAL", N, R, { }, get_sequential, NULL,
		"references to the page behind that of the one before", ANY },
	{ "SEQ%", N, R, { }, get_sequential_percent, NULL, "the same in percent", ANY },
	{ "SHARE%", N, R, { }, get_share, NULL, "percent of all references", ANY },
	{ "NAME", S, T, { }, get_name, NULL, "the mapping, or the file with --by file", ANY },
};

static COLUMN_TABLE(tallies_columns, &kind_tallies, of_tallies);

static const struct column_table *const tables[] = {
	&tallies_columns, &stream_header_columns, NULL
};

const struct kind kind_tallies = {
	.name = "references",
	.made_of = (const struct collection *const[]){ &pagesnap_collection_faults, NULL },
	.tables = tables,
	.layouts = {
		.items = TALLIES_COLUMNS, .objects = TALLIES_COLUMNS, .totals = TALLIES_COLUMNS,
	},
	.objects = "mappings",
	.sort_column = "REFERENCES",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = line_row_references,
	.amounts = "references",
};
