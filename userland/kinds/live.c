// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of objects that are alive, and of those that may leak.
 */
#include <inttypes.h>

#include "column_get.h"
#include "column_table.h"
#include "kind.h"
#include "line_row.h"
#include "slab_line.h"
#include "slab_sum.h"

static const struct live_line *line_of(const struct row *row)
{
	return line_of_row(row);
}

#define GET_NUMBER(name, member)					\
	static void get_##name(struct row *row, struct value *v)	\
	{								\
		set_number(v, line_of(row)->member);			\
	}

GET_NUMBER(objects, objects)
GET_NUMBER(oldest, oldest_ns / 1000000)
GET_NUMBER(mean, mean_ns / 1000000)
GET_NUMBER(youngest, youngest_ns / 1000000)

static void get_live(struct row *row, struct value *v)
{
	set_bytes(v, line_of(row)->allocated);
}

static void get_live_requested(struct row *row, struct value *v)
{
	set_bytes(v, line_of(row)->requested);
}

static void get_live_waste(struct row *row, struct value *v)
{
	set_bytes(v, slab_waste(line_of(row)->requested, line_of(row)->allocated));
}

/* With --leaks ---------------------------------------------------------------- */

static bool has_rounds(const struct row *row)
{
	return line_of(row)->rounds;
}

static void set_signed(struct value *v, int64_t number)
{
	v->type = VALUE_SIGNED;
	v->number = (uint64_t)number;
}

static void get_grown(struct row *row, struct value *v)
{
	if (has_rounds(row))
		set_signed(v, line_of(row)->grown);
}

static void get_grown_bytes(struct row *row, struct value *v)
{
	if (has_rounds(row))
		set_signed(v, line_of(row)->grown_bytes);
}

static void get_grew(struct row *row, struct value *v)
{
	if (has_rounds(row))
		set_printed(row, v, "%" PRIu32 "/%" PRIu32, line_of(row)->grew,
			    line_of(row)->rounds);
}

static void get_kept(struct row *row, struct value *v)
{
	if (has_rounds(row))
		set_number(v, line_of(row)->kept);
}

static void get_sure(struct row *row, struct value *v)
{
	static const char *const words[] = {
		[LIVE_SURE_HIGH] = "high", [LIVE_SURE_MEDIUM] = "medium", [LIVE_SURE_LOW] = "low",
		[LIVE_SURE_NOT] = "no",
	};

	if (has_rounds(row))
		set_word(v, words[line_of(row)->sure]);
}

static const struct column of_live[] = {
	{ "SURE", S, 0, { }, get_sure, NULL, "how sure it is that it leaks: high, medium, low",
	  ANY },
	{ "LIVE_OBJECTS", N, R, { }, get_objects, NULL, "objects that are alive", ANY },
	{ "LIVE", N, R, { }, get_live, NULL, "bytes that they take", ANY },
	{ "LIVE_REQUESTED", N, R, { }, get_live_requested, NULL, "bytes that were asked for", ANY },
	{ "LIVE_WASTE", N, R, { }, get_live_waste, NULL, "what lies between", ANY },
	{ "OLDEST", N, R, { }, get_oldest, NULL, "age of the oldest, ms", ANY },
	{ "MEAN_AGE", N, R, { }, get_mean, NULL, "mean age, ms", ANY },
	{ "YOUNGEST", N, R, { }, get_youngest, NULL, "age of the youngest, ms", ANY },
	{ "GROWN", N, R, { }, get_grown, NULL, "objects more than in the first round", ANY },
	{ "GROWN_BYTES", N, R, { }, get_grown_bytes, NULL, "the same in bytes", ANY },
	{ "GREW", S, R, { }, get_grew, NULL, "rounds in which they got more, of so many", ANY },
	{ "KEPT%", N, R, { }, get_kept, NULL,
	  "of the objects in the middle of the run, those alive at its end", ANY },
};

static COLUMN_TABLE(live_columns, &kind_live, of_live);

static uint64_t amount(const struct pagesnap_record *r)
{
	return r->u->rec.type == PAGESNAP_REC_OBJECT;
}

static const struct column_table *const tables[] = {
	&live_columns, &slab_subject_columns, &stream_header_columns, NULL
};

#define COLUMNS "LIVE,LIVE_OBJECTS,LIVE_REQUESTED,OLDEST,MEAN_AGE,YOUNGEST,SITE"

const struct kind kind_live = {
	.name = "live objects",
	.made_of = (const struct collection *const[]){ &pagesnap_collection_slab, NULL },
	.tables = tables,
	.layouts = { .items = COLUMNS, .objects = COLUMNS, .totals = COLUMNS },
	.objects = "sites",
	.sort_column = "LIVE",
	.row_size = sizeof(struct line_row),
	.show = line_row_show,
	.amount = amount,
	.amounts = "objects",
};
