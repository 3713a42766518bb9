// SPDX-License-Identifier: GPL-2.0
/*
 * The collection objects/mm/numbers: which records are rows, and their columns, as a file of
 * userland/kinds/.
 */
#include <stdio.h>

#include "kinds/column_get.h"
#include "kinds/column_table.h"
#include "numbers.h"

static void get_value(struct row *row, struct value *v)
{
	if (row->item)
		set_number(v, ((const struct numbers_number *)row->item->u)->value);
}

static void get_late(struct row *row, struct value *v)
{
	if (row->item && row->item->u->rec.type == NUMBERS_REC_TICK)
		set_number(v, ((const struct numbers_tick *)row->item->u)->late_ns);
}

static const struct column of_numbers[] = {
	{ "VALUE", N, R, { }, get_value, NULL, "the number", ANY },
	{ "LATE", N, R, { }, get_late, NULL, "how late it came, ns", ANY },
};

static COLUMN_TABLE(number_columns, &kind_numbers, of_numbers);

static int take(struct row *row, const struct pagesnap_record *r)
{
	if (r->u->rec.type != NUMBERS_REC_NUMBER && r->u->rec.type != NUMBERS_REC_TICK)
		return ROW_SKIP;
	row->item = r;
	return ROW_PRINT;
}

static uint64_t amount(const struct pagesnap_record *r)
{
	return r->u->rec.type == NUMBERS_REC_NUMBER || r->u->rec.type == NUMBERS_REC_TICK;
}

static void say_nothing(struct kind_nothing *n, const struct kind_asked *asked)
{
	snprintf(n->says, sizeof(n->says), "nothing was counted from %llu on",
		 (unsigned long long)asked->q->start);
}

static const struct column_table *const tables[] = {
	&number_columns, &stream_row_columns, &stream_header_columns, NULL,
};

static const struct kind_index indices[] = {
	{
		.which = NUMBERS_COUNT, .word = "count", .subject = PAGESNAP_SUBJECT_NONE,
		.expected = "a range expected", .merge = KIND_MERGE_NONE,
	}, {
		.which = NUMBERS_TICKS, .word = "ticks", .subject = PAGESNAP_SUBJECT_NONE,
		.expected = "a range expected", .merge = KIND_MERGE_NONE,
	}, {
		.which = NUMBERS_EVENTS, .word = "events", .subject = PAGESNAP_SUBJECT_NONE,
		.expected = "a range expected", .merge = KIND_MERGE_NONE,
	},
};

const struct kind kind_numbers = {
	.name = "numbers",
	.of = &pagesnap_collection_numbers,
	.indices = indices,
	.nr_indices = ARRAY_SIZE(indices),
	.tables = tables,
	.layouts = { .items = "VALUE,LATE", .objects = "VALUE", .totals = "VALUE" },
	.objects = "numbers",
	.sort_column = "VALUE",
	.row_size = sizeof(struct row),
	.take = take,
	.amount = amount,
	.amounts = "numbers",
	.say_nothing = say_nothing,
};
