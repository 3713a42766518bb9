// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of trace --mrc: how many references miss an LRU cache, size by size.
 */
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "mrc_line.h"
#include "ratio.h"

static const struct mrc_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_pages(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->pages);
}

static void get_size(struct row *row, struct value *v)
{
	set_pages(row, v, line_of(row)->pages);
}

static void get_knee(struct row *row, struct value *v)
{
	if (line_of(row)->is_knee)
		set_word(v, "knee");
}

static void get_references(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->references);
}

static void get_cold(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->cold);
}

/* Each count of misses, and its share of the references. */
#define GET_MISSES(name, field)							\
	static void get_##name(struct row *row, struct value *v)		\
	{									\
		set_number(v, line_of(row)->field);				\
	}									\
										\
	static void get_##name##_ratio(struct row *row, struct value *v)	\
	{									\
		set_ratio(row, v, line_of(row)->field, line_of(row)->references); \
	}

GET_MISSES(misses, misses)
GET_MISSES(least, least)
GET_MISSES(most, most)

static const struct column of_mrc[] = {
	{ "PAGES", N, R, { }, get_pages, NULL, "pages that an LRU cache holds", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "the same in bytes", ANY },
	{ "MISSES", N, R, { }, get_misses, NULL, "references seen that miss it", ANY },
	{ "RATIO", S, R, { }, get_misses_ratio, NULL, "the same in percent of those seen", ANY },
	{ "LEAST", N, R, { }, get_least, NULL, "of all references, so many miss at least", ANY },
	{ "LEAST_RATIO", S, R, { }, get_least_ratio, NULL,
		"the same in percent of those seen", ANY },
	{ "MOST", N, R, { }, get_most, NULL, "and at most", ANY },
	{ "MOST_RATIO", S, R, { }, get_most_ratio, NULL,
		"the same in percent of those seen", ANY },
	{ "KNEE", S, 0, { }, get_knee, NULL, "\"knee\": larger caches gain little", ANY },
	{ "REFERENCES", N, R, { }, get_references, NULL, "that were seen", ANY },
	{ "COLD", N, R, { }, get_cold, NULL, "of these, the first of a page", ANY },
};

static COLUMN_TABLE(mrc_columns, &kind_mrc, of_mrc);

enum remark { ON_BOUNDS, ON_SAMPLE };

static const struct kind_remark remarks[] = {
	[ON_BOUNDS] = {
		.columns = { "MOST", "MOST_RATIO" },
		.says = "?: references that the trace did not see may miss a cache of that size.",
	},
	[ON_SAMPLE] = {
		.columns = { "MISSES", "RATIO" },
		.says = "There were so many pages that a sample of them stands for all: "
			"LEAST and MOST are 95 % sure.",
	},
};

static uint32_t explain(const struct row *row)
{
	const struct mrc_line *line = line_of(row);

	return (line->most == PAGESNAP_UNKNOWN ? 1U << ON_BOUNDS : 0) |
	       (line->is_sample ? 1U << ON_SAMPLE : 0);
}

static const struct column_table *const tables[] = { &mrc_columns, &stream_header_columns, NULL };

#define MRC_COLUMNS "PAGES,SIZE,MISSES,RATIO,LEAST_RATIO,MOST_RATIO,KNEE"

const struct kind kind_mrc = {
	.name = "mrc",
	.made_of = (const struct collection *const[]){ &pagesnap_collection_faults, NULL },
	.tables = tables,
	.layouts = { .items = MRC_COLUMNS, .objects = MRC_COLUMNS, .totals = MRC_COLUMNS },
	.objects = "sizes",
	.sort_column = "PAGES",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = line_row_references,
	.amounts = "references",
	.remarks = remarks,
	.nr_remarks = sizeof(remarks) / sizeof(*remarks),
	.explain = explain,
};
