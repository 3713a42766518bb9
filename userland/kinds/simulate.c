// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of trace --simulate: how many references miss a cache, by policy and size.
 */
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "ratio.h"
#include "simulate_line.h"

static const struct simulate_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_policy(struct row *row, struct value *v)
{
	set_word(v, line_of(row)->policy);
}

static void get_pages(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->pages);
}

static void get_size(struct row *row, struct value *v)
{
	set_pages(row, v, line_of(row)->pages);
}

static void get_references(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->references);
}

static void get_misses(struct row *row, struct value *v)
{
	set_number(v, line_of(row)->misses);
}

static void get_ratio(struct row *row, struct value *v)
{
	set_ratio(row, v, line_of(row)->misses, line_of(row)->references);
}

static const struct column of_simulate[] = {
	{ "POLICY", S, 0, { }, get_policy, NULL, "lru, clock, fifo, s3fifo, arc or opt", ANY },
	{ "PAGES", N, R, { }, get_pages, NULL, "pages that the cache holds", ANY },
	{ "SIZE", N, R, { }, get_size, NULL, "the same in bytes", ANY },
	{ "MISSES", N, R, { }, get_misses, NULL, "references seen that miss it", ANY },
	{ "RATIO", S, R, { }, get_ratio, NULL, "the same in percent of those seen", ANY },
	{ "REFERENCES", N, R, { }, get_references, NULL, "that were seen", ANY },
};

static COLUMN_TABLE(simulate_columns, &kind_simulate, of_simulate);

static const struct column_table *const tables[] = {
	&simulate_columns, &stream_header_columns, NULL
};

#define SIMULATE_COLUMNS "POLICY,PAGES,SIZE,MISSES,RATIO"

const struct kind kind_simulate = {
	.name = "simulate",
	.made_of = (const struct collection *const[]){ &pagesnap_collection_faults, NULL },
	.tables = tables,
	.layouts = {
		.items = SIMULATE_COLUMNS, .objects = SIMULATE_COLUMNS, .totals = SIMULATE_COLUMNS,
	},
	.objects = "caches",
	.sort_column = "MISSES",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = line_row_references,
	.amounts = "references",
};
