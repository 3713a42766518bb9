// SPDX-License-Identifier: GPL-2.0
/*
 * Comma separated values as RFC 4180 has them: lines end with CR LF, names
 * are the bytes they are.
 */
#include <errno.h>
#include <stdlib.h>

#include "sink.h"

/**
 * struct csv - the sink
 * @sink: head
 * @cell: value that is being written
 */
struct csv {
	struct sink sink;
	struct value_buf cell;
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

static void put_field(struct writer *w, const char *s, size_t len)
{
	size_t i;

	if (!must_quote(s, len)) {
		writer_put(w, s, len);
		return;
	}
	writer_char(w, '"');
	for (i = 0; i < len; i++) {
		if (s[i] == '"')
			writer_char(w, '"');
		writer_char(w, s[i]);
	}
	writer_char(w, '"');
}

static int csv_begin(struct sink *s)
{
	size_t i;

	if (s->options->no_headings)
		return 0;
	for (i = 0; i < s->layout->nr; i++) {
		if (i)
			writer_char(s->writer, ',');
		writer_str(s->writer, s->layout->columns[i]->name);
	}
	writer_put(s->writer, "\r\n", 2);
	return 0;
}

static int csv_row(struct sink *s, const struct value *values)
{
	struct csv *csv = (struct csv *)s;
	struct value_buf *cell = &csv->cell;
	size_t i;

	for (i = 0; i < s->layout->nr; i++) {
		if (i)
			writer_char(s->writer, ',');
		cell->len = 0;
		value_text(cell, &values[i], VALUE_NAMES_RAW, false,
			   s->layout->columns[i]->flags & COLUMN_HEX_KEYS);
		if (cell->failed)
			return -ENOMEM;
		put_field(s->writer, cell->s, cell->len);
	}
	writer_put(s->writer, "\r\n", 2);
	return 0;
}

static int csv_end(struct sink *s, const struct sink_end *end)
{
	return 0;
}

static void csv_free(struct sink *s)
{
	value_buf_free(&((struct csv *)s)->cell);
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
		.begin = csv_begin, .row = csv_row, .end = csv_end, .free = csv_free,
	};
	struct csv *csv = calloc(1, sizeof(*csv));

	if (!csv)
		return NULL;
	csv->sink.ops = &ops;
	return &csv->sink;
}
