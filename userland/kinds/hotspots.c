// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of what sites, caches, processes or cgroups have allocated.
 */
#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "slab_line.h"
#include "slab_sum.h"

static const struct hotspots_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

static void get_rate(struct row *row, struct value *v)
{
	const struct hotspots_line *line = line_of(row);

	if (line->lasted_ns)
		set_number(v, (uint64_t)((double)line->sum.allocs * 1e9 /
					 (double)line->lasted_ns));
	else
		v->type = VALUE_UNKNOWN;
}

static void get_share(struct row *row, struct value *v)
{
	set_number(v, slab_percent(line_of(row)->sum.allocated, line_of(row)->all));
}

static const struct column of_hotspots[] = {
	{ "RATE", N, R, { }, get_rate, NULL, "allocations a second", ANY },
	{ "SHARE%", N, R, { }, get_share, NULL, "percent of the bytes that all had", ANY },
};

static COLUMN_TABLE(hotspots_columns, &kind_hotspots, of_hotspots);

/* Columns of sums look at a record. */
static void show(struct row *row, const void *line)
{
	line_row_show(row, line);
	row->item = &line_of(row)->record;
}

static uint64_t amount(const struct pagesnap_record *r)
{
	return r->u->rec.type == PAGESNAP_REC_SLAB_ROUND;
}

static const struct column_table *const tables[] = {
	&hotspots_columns, &slab_subject_columns, &slab_sum_columns, &stream_header_columns, NULL
};

#define COLUMNS "LIVE,ALLOCS,FREES,REQUESTED,ALLOCATED,FRAG%,SITE"

const struct kind kind_hotspots = {
	.name = "allocations",
	.made_of = (const struct collection *const[]){ &pagesnap_collection_slab, NULL },
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.objects = "sites",
	.sort_column = "LIVE",
	.row_size = sizeof(struct line_row),
	.show = show,
	.amount = amount,
	.amounts = "rounds",
};
