// SPDX-License-Identifier: GPL-2.0
/*
 * A kind of rows that no collection here has: all that is known of it is in its
 * struct kind, as it would be of a new one.  Its records are longer than a column's
 * mask tells.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/column_get.h"
#include "kinds/column_table.h"
#include "kinds/kind.h"
#include "render/out.h"
#include "unit.h"

#define NR(array) (sizeof(array) / sizeof((array)[0]))
#define REC_NUMBER 200
#define REC_SOURCE 201
#define ROWS 500

/* Member @word[61] is in the last word that has a bit, @word[62] is behind it. */
struct number {
	struct pagesnap_rec rec;
	uint32_t q;
	uint32_t source;
	uint64_t word[80];
};

struct number_row {
	struct row row;
	uint32_t source;
	size_t taken;
};

static const struct kind kind_numbers;

static const struct number *number_of(const struct row *row)
{
	return (const struct number *)row->item->u;
}

static void get_source(struct row *row, struct value *v)
{
	set_number(v, ((struct number_row *)row)->source);
}

static void get_first(struct row *row, struct value *v)
{
	set_number(v, number_of(row)->word[0]);
}

static void get_last(struct row *row, struct value *v)
{
	set_number(v, number_of(row)->word[61]);
}

static void get_far(struct row *row, struct value *v)
{
	set_number(v, number_of(row)->word[62]);
}

static void get_stranger(struct row *row, struct value *v)
{
	ktap_die("a column of another kind was asked for its value");
}

#define WORD(member) COLUMN_WORD(struct number, member)

static const struct column of_numbers[] = {
	{ "SOURCE", N, R, { }, get_source, NULL, "where it is of", OBJECT },
	{ "FIRST", N, R, { }, get_first, NULL, "the first word", WORD(word[0]) },
	{ "LAST", N, R, { }, get_last, NULL, "the last word with a bit", WORD(word[61]) },
	{ "FAR", N, R, { }, get_far, NULL, "a word behind it", ANY },
};

static const struct column of_strangers[] = {
	{ "STRANGER", S, 0, { }, get_stranger, NULL, "a column of pages", ANY },
};

static COLUMN_TABLE(number_columns, &kind_numbers, of_numbers);
static COLUMN_TABLE(stranger_columns, &kind_pages, of_strangers);

static int take(struct row *row, const struct pagesnap_record *r)
{
	struct number_row *numbers = (struct number_row *)row;

	if (r->u->rec.type == REC_SOURCE)
		numbers->source = ((const struct number *)r->u)->source;
	if (r->u->rec.type != REC_NUMBER)
		return ROW_SKIP;
	numbers->taken++;
	row->item = r;
	row->is_flat = true;
	return ROW_PRINT;
}

static const struct column_table *const tables[] = {
	&stream_row_columns, &number_columns, &stranger_columns, NULL,
};

static const struct kind kind_numbers = {
	.name = "numbers",
	.tables = tables,
	.layouts = { .items = "SOURCE,FIRST,LAST,FAR,STRANGER" },
	.sort_column = "FIRST",
	.row_size = sizeof(struct number_row),
	.flat_first = REC_NUMBER,
	.flat_types = 1,
	.flat_size = sizeof(struct number),
	.take = take,
};

static void put(struct out *o, unsigned int type, struct number n)
{
	union {
		struct number number;
		union pagesnap_any any;
	} u = { .number = n };
	const struct pagesnap_record r = { .u = &u.any, .bytes = "", .size = sizeof(n) };

	u.any.rec.type = type;
	if (out_record(o, 1, "", &r))
		ktap_die("out_record");
}

/* Rows of which now one, now another word is another than in the row before. */
static char *print(struct out_options options)
{
	struct number n = { };
	char *text = NULL, why[100];
	struct out *o;
	size_t size, i;

	options.kind = &kind_numbers;
	options.to = open_memstream(&text, &size);
	o = out_new(&options, why, sizeof(why));
	if (!o)
		ktap_die("out_new: %s", why);
	for (i = 0; i < ROWS; i++) {
		n.source = i / 100;
		if (i % 100 == 0)
			put(o, REC_SOURCE, n);
		n.word[0] += i % 2 == 0;
		n.word[61] += i % 3 == 0;
		n.word[62] += i % 5 == 0;
		put(o, REC_NUMBER, n);
	}
	if (out_finish(o, OUT_WHOLE))
		ktap_die("out_finish");
	out_free(o);
	fclose(options.to);
	return text;
}

static void test_rows(void)
{
	char *text = print((struct out_options){ .format = OUT_RAW, .no_headings = true });
	char *line, *rest, want[100];
	size_t i = 0, first = 0, last = 0, far = 0, wrong = 0;

	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), i++) {
		first += i % 2 == 0;
		last += i % 3 == 0;
		far += i % 5 == 0;
		snprintf(want, sizeof(want), "%zu %zu %zu %zu -", i / 100, first, last, far);
		wrong += strcmp(line, want) != 0;
	}
	ktap_equal(i, ROWS, "each record of a new kind is a row");
	ktap_equal(wrong, 0, "rows of a new kind tell each word, with a bit in the mask or not");
	free(text);
}

static void test_sorted(void)
{
	char *text = print((struct out_options){ .format = OUT_RAW, .no_headings = true, .sort = true,
						 .top = 1 });

	ktap_ok(!strcmp(text, "4 250 166 100 -\n") || !strcmp(text, "4 250 167 100 -\n"),
		"rows of a new kind are sorted by its column");
	free(text);
}

static void test_columns(void)
{
	char *text = print((struct out_options){ .format = OUT_CSV, .columns = "record,q,first" });

	ktap_ok(!strncmp(text, "RECORD,Q,FIRST\r\n", 16), "a new kind has the columns of all kinds");
	free(text);
	text = print((struct out_options){ .format = OUT_CSV, .all_columns = true });
	ktap_ok(!strncmp(text, "SOURCE,FIRST,LAST,FAR,STRANGER,RECORD,Q,LINE,", 45),
		"all columns of a new kind are those of its tables");
	free(text);
}

int main(void)
{
	test_rows();
	test_sorted();
	test_columns();
	return ktap_end();
}
