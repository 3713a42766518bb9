// SPDX-License-Identifier: GPL-2.0
/*
 * Rows that wait for the last one.  With a limit, a heap with the row on top that would be
 * dropped first; without, an array that is sorted at the end.  A row is its
 * values packed, so that a million files fit into little memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/columns.h"
#include "sorted.h"

enum class {
	CLASS_NUMBER,
	CLASS_TEXT,
	CLASS_NOTHING,
};

/**
 * struct sorted_row - a row
 * @number: to sort by, of CLASS_NUMBER
 * @text: to sort by, in @packed, of CLASS_TEXT
 * @len: of @text
 * @class: of the value to sort by
 * @id: what it is of
 * @nth: how many came before
 * @bytes: of the caller
 * @packed: values
 */
struct sorted_row {
	uint64_t number;
	const char *text;
	uint32_t len;
	enum class class;
	struct sorted_id id;
	uint64_t nth;
	uint64_t bytes;
	char *packed;
};

struct sorted {
	size_t nr;
	size_t key;
	size_t top;
	uint64_t seen;
	struct sorted_row *rows;
	size_t rows_nr;
	size_t rows_cap;
	struct value_buf packed;
	struct value *values;
};

/**
 * sorted_new() - be ready for rows
 * @nr: values of a row
 * @key: the value that they are sorted by
 * @top: rows that are kept, 0 for all
 *
 * Return: it, NULL if there is no memory.
 */
struct sorted *sorted_new(size_t nr, size_t key, size_t top)
{
	struct sorted *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->values = calloc(nr, sizeof(*s->values));
	if (!s->values) {
		free(s);
		return NULL;
	}
	s->nr = nr;
	s->key = key;
	s->top = top;
	return s;
}

/**
 * sorted_free() - drop all rows
 * @s: rows, may be NULL
 */
void sorted_free(struct sorted *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; i < s->rows_nr; i++)
		free(s->rows[i].packed);
	free(s->rows);
	value_buf_free(&s->packed);
	free(s->values);
	free(s);
}

/* Seven bits a byte, the lowest first. */
static void pack_number(struct value_buf *b, uint64_t number)
{
	unsigned char bytes[10];
	size_t len = 0;

	while (number >= 0x80) {
		bytes[len++] = number | 0x80;
		number >>= 7;
	}
	bytes[len++] = number;
	value_buf_put(b, (char *)bytes, len);
}

static uint64_t unpack_number(const char **from)
{
	uint64_t number = 0;
	unsigned int shift = 0;
	unsigned char c;

	do {
		c = *(*from)++;
		number |= (uint64_t)(c & 0x7f) << shift;
		shift += 7;
	} while (c & 0x80);
	return number;
}

static void pack(struct value_buf *b, const struct value *v)
{
	size_t i;

	value_buf_put(b, (char[]){ v->type }, 1);
	switch (v->type) {
	case VALUE_NONE:
	case VALUE_UNKNOWN:
		break;
	case VALUE_WORD:
	case VALUE_NAME:
		pack_number(b, v->len);
		value_buf_put(b, v->text, v->len);
		break;
	case VALUE_PAIRS:
		pack_number(b, v->len);
		for (i = 0; i < v->len; i++) {
			pack_number(b, v->pairs[i].key);
			pack_number(b, v->pairs[i].count);
		}
		break;
	default:
		pack_number(b, v->number);
		break;
	}
}

/* Pairs are put behind each other at @pairs. */
static void unpack(const char **from, struct value *v, struct value_pair **pairs)
{
	size_t i;

	*v = (struct value){ .type = *(*from)++ };
	switch (v->type) {
	case VALUE_NONE:
	case VALUE_UNKNOWN:
		break;
	case VALUE_WORD:
	case VALUE_NAME:
		v->len = unpack_number(from);
		v->text = *from;
		*from += v->len;
		break;
	case VALUE_PAIRS:
		v->len = unpack_number(from);
		v->pairs = *pairs;
		for (i = 0; i < v->len; i++) {
			(*pairs)->key = unpack_number(from);
			(*pairs)->count = unpack_number(from);
			(*pairs)++;
		}
		break;
	default:
		v->number = unpack_number(from);
		break;
	}
}

static void set_key(struct sorted_row *row, const struct value *v)
{
	switch (v->type) {
	case VALUE_NONE:
	case VALUE_UNKNOWN:
	case VALUE_PAIRS:
		row->class = CLASS_NOTHING;
		break;
	case VALUE_WORD:
	case VALUE_NAME:
		row->class = CLASS_TEXT;
		row->text = v->text;
		row->len = v->len;
		break;
	default:
		row->class = CLASS_NUMBER;
		row->number = v->number;
		break;
	}
}

static int compare_text(const struct sorted_row *a, const struct sorted_row *b)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): text points into packed */
	int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

	return order ? order : (a->len > b->len) - (a->len < b->len);
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_ids(const struct sorted_id *a, const struct sorted_id *b)
{
	return compare_numbers(a->q, b->q) ?: file_id_compare(&a->file, &b->file);
}

/* Below 0 if @x is printed before @y. */
static int compare(const void *x, const void *y)
{
	const struct sorted_row *a = x, *b = y;
	int order = 0;

	if (a->class != b->class)
		return a->class < b->class ? -1 : 1;
	if (a->class == CLASS_NUMBER)
		order = compare_numbers(b->number, a->number);
	else if (a->class == CLASS_TEXT)
		order = compare_text(a, b);
	return order ?: compare_ids(&a->id, &b->id) ?: compare_numbers(a->nth, b->nth);
}

static void swap(struct sorted_row *a, struct sorted_row *b)
{
	struct sorted_row tmp = *a;

	*a = *b;
	*b = tmp;
}

static void sift_up(struct sorted_row *rows, size_t at)
{
	while (at && compare(&rows[(at - 1) / 2], &rows[at]) < 0) {
		swap(&rows[(at - 1) / 2], &rows[at]);
		at = (at - 1) / 2;
	}
}

static void sift_down(struct sorted_row *rows, size_t nr)
{
	size_t at = 0, child;

	while ((child = 2 * at + 1) < nr) {
		if (child + 1 < nr && compare(&rows[child], &rows[child + 1]) < 0)
			child++;
		if (compare(&rows[at], &rows[child]) >= 0)
			return;
		swap(&rows[at], &rows[child]);
		at = child;
	}
}

static int append(struct sorted *s, const struct sorted_row *row)
{
	size_t cap = s->rows_cap ? 2 * s->rows_cap : 64;
	struct sorted_row *rows;

	if (s->rows_nr == s->rows_cap) {
		rows = reallocarray(s->rows, cap, sizeof(*rows));
		if (!rows)
			return -ENOMEM;
		s->rows = rows;
		s->rows_cap = cap;
	}
	s->rows[s->rows_nr++] = *row;
	if (s->top)
		sift_up(s->rows, s->rows_nr - 1);
	return 0;
}

/* The text to sort by in the row's own copy. */
static void point_into(struct sorted_row *row, const struct sorted *s)
{
	struct value_pair scratch[PAGESNAP_MORE_MAX / sizeof(struct value_pair) + 256];
	struct value_pair *pairs = scratch;
	const char *from = row->packed;
	struct value v;
	size_t i;

	for (i = 0; i <= s->key; i++)
		unpack(&from, &v, &pairs);
	row->text = v.text;
}

static int copy(struct sorted *s, struct sorted_row *row, const struct value *values)
{
	size_t i;

	s->packed.len = 0;
	for (i = 0; i < s->nr; i++)
		pack(&s->packed, &values[i]);
	/* NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): a value is one byte at least */
	row->packed = s->packed.failed ? NULL : malloc(s->packed.len);
	if (!row->packed)
		return -ENOMEM;
	memcpy(row->packed, s->packed.s, s->packed.len);
	if (row->class == CLASS_TEXT)
		point_into(row, s);
	return 0;
}

/**
 * sorted_add() - take a row
 * @s: rows
 * @values: of the row
 * @id: what it is of
 * @bytes: passed back with it
 *
 * Return: 0 or -ENOMEM.
 */
int sorted_add(struct sorted *s, const struct value *values, const struct sorted_id *id,
	       uint64_t bytes)
{
	struct sorted_row row = { .id = *id, .nth = s->seen++, .bytes = bytes };
	int status;

	set_key(&row, &values[s->key]);
	if (s->top && s->rows_nr == s->top) {
		if (compare(&row, &s->rows[0]) > 0)
			return 0;
		status = copy(s, &row, values);
		if (status)
			return status;
		free(s->rows[0].packed);
		s->rows[0] = row;
		sift_down(s->rows, s->rows_nr);
		return 0;
	}
	status = copy(s, &row, values);
	if (!status)
		status = append(s, &row);
	if (status)
		free(row.packed);
	return status;
}

/**
 * sorted_drain() - pass on all rows
 * @s: rows
 * @fn: takes them
 * @ctx: for @fn
 *
 * Return: 0, or what @fn returned if it stopped.
 */
int sorted_drain(struct sorted *s, int (*fn)(void *ctx, const struct value *values,
					     uint64_t bytes), void *ctx)
{
	struct value_pair scratch[PAGESNAP_MORE_MAX / sizeof(struct value_pair) + 256];
	int status = 0;
	size_t i, nth;

	if (s->rows_nr)
		qsort(s->rows, s->rows_nr, sizeof(*s->rows), compare);
	for (i = 0; i < s->rows_nr && !status; i++) {
		struct value_pair *pairs = scratch;
		const char *from = s->rows[i].packed;

		for (nth = 0; nth < s->nr; nth++)
			unpack(&from, &s->values[nth], &pairs);
		status = fn(ctx, s->values, s->rows[i].bytes);
	}
	return status;
}
