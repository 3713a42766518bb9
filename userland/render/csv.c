// SPDX-License-Identifier: GPL-2.0
/*
 * Comma separated values as RFC 4180 has them: lines end with CR LF, names
 * are the bytes they are.
 */
#include <errno.h>
#include <stdlib.h>

#include "cells.h"
#include "sink.h"

/**
 * struct csv - the sink
 * @sink: head
 * @cells: of the row
 * @field: value that is being written
 */
struct csv {
	struct sink sink;
	struct cells cells;
	struct value_buf field;
};

static bool must_quote(const char *s, size_t len)
{
	size_t i;

	if (!len || s[0] == ' ' || s[len - 1] == ' ')
		return true;
	for (i = 0; i < len; i++)
		if (s[i] == ',' || s[i] == '"' || s[i] == '\n' || s[i] == '\r')
			return true;
	return false;
}

static void put_field(struct value_buf *b, const char *s, size_t len)
{
	size_t i;

	if (!must_quote(s, len)) {
		value_buf_put(b, s, len);
		return;
	}
	value_buf_char(b, '"');
	for (i = 0; i < len; i++) {
		if (s[i] == '"')
			value_buf_char(b, '"');
		value_buf_char(b, s[i]);
	}
	value_buf_char(b, '"');
}

static void put_cell(void *ctx, size_t nth, const struct value *v, struct value_buf *b)
{
	struct csv *csv = ctx;
	struct value_buf *field = &csv->field;

	if (value_is_number(v)) {
		value_put_number(b, v, false);
		return;
	}
	field->len = 0;
	value_put_other(field, v, VALUE_NAMES_RAW,
			csv->sink.layout->columns[nth].column->flags & COLUMN_HEX_KEYS);
	put_field(b, field->s, field->len);
	b->failed |= field->failed;
}

static void put_headings(struct sink *s)
{
	size_t i;

	for (i = 0; i < s->layout->nr; i++) {
		if (i)
			writer_char(s->writer, ',');
		writer_str(s->writer, s->layout->columns[i].column->name);
	}
	writer_put(s->writer, "\r\n", 2);
}

static int csv_begin(struct sink *s)
{
	struct cells *cells = &((struct csv *)s)->cells;
	size_t i;

	if (cells_begin(cells, s->layout->nr))
		return -ENOMEM;
	cells->hex = true;
	if (!s->options->no_headings)
		put_headings(s);
	for (i = 0; i < s->layout->nr; i++)
		cells_add(cells, ",", i > 0);
	return cells_end(cells, "\r\n");
}

static int csv_row(struct sink *s, const struct value *values, const struct column_set *changed)
{
	struct csv *csv = (struct csv *)s;

	if (cells_line(&csv->cells, values, changed, put_cell, csv))
		return -ENOMEM;
	writer_put(s->writer, csv->cells.line.s, csv->cells.line.len);
	return 0;
}

static int csv_end(struct sink *s, const struct sink_end *end)
{
	return 0;
}

static void csv_free(struct sink *s)
{
	cells_free(&((struct csv *)s)->cells);
	value_buf_free(&((struct csv *)s)->field);
	free(s);
}

/**
 * sink_csv_new() - rows as comma separated values
 *
 * Return: sink, NULL if there is no memory.
 */
struct sink *sink_csv_new(void)
{
	static const struct sink_ops ops = {
		.keeps = true, .begin = csv_begin, .row = csv_row, .end = csv_end,
		.free = csv_free,
	};
	struct csv *csv = calloc(1, sizeof(*csv));

	if (!csv)
		return NULL;
	csv->sink.ops = &ops;
	csv->sink.cells = &csv->cells;
	csv->sink.lines = true;
	return &csv->sink;
}
