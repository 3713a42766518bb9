// SPDX-License-Identifier: GPL-2.0
/*
 * Raw rows: one a line, a blank between columns, none in them.
 */
#include <errno.h>
#include <stdlib.h>

#include "cells.h"
#include "sink.h"

/**
 * struct raw - the sink
 * @sink: head
 * @cells: of the row
 */
struct raw {
	struct sink sink;
	struct cells cells;
};

static void put_headings(struct sink *s)
{
	size_t i;

	for (i = 0; i < s->layout->nr; i++) {
		if (i)
			writer_char(s->writer, ' ');
		writer_str(s->writer, s->layout->columns[i].column->name);
	}
	writer_char(s->writer, '\n');
}

static int raw_begin(struct sink *s)
{
	struct cells *cells = &((struct raw *)s)->cells;
	size_t i;

	if (cells_begin(cells, s->layout->nr))
		return -ENOMEM;
	cells->hex = true;
	if (!s->options->no_headings)
		put_headings(s);
	for (i = 0; i < s->layout->nr; i++)
		cells_add(cells, " ", i > 0);
	return cells_end(cells, "\n");
}

static void put_cell(void *ctx, size_t nth, const struct value *v, struct value_buf *b)
{
	struct sink *s = ctx;

	value_text(b, v, VALUE_NAMES_ESCAPED, false,
		   s->layout->columns[nth].column->flags & COLUMN_HEX_KEYS);
}

static int raw_row(struct sink *s, const struct value *values, const struct column_set *changed)
{
	struct cells *cells = &((struct raw *)s)->cells;

	if (cells_line(cells, values, changed, put_cell, s))
		return -ENOMEM;
	writer_put(s->writer, cells->line.s, cells->line.len);
	return 0;
}

static int raw_end(struct sink *s, const struct sink_end *end)
{
	return 0;
}

static void raw_free(struct sink *s)
{
	cells_free(&((struct raw *)s)->cells);
	free(s);
}

/**
 * sink_raw_new() - rows for scripts that split at blanks
 *
 * Return: sink, NULL if there is no memory.
 */
struct sink *sink_raw_new(void)
{
	static const struct sink_ops ops = {
		.keeps = true, .begin = raw_begin, .row = raw_row, .end = raw_end,
		.free = raw_free,
	};
	struct raw *raw = calloc(1, sizeof(*raw));

	if (!raw)
		return NULL;
	raw->sink.ops = &ops;
	raw->sink.cells = &raw->cells;
	raw->sink.lines = true;
	return &raw->sink;
}
