// SPDX-License-Identifier: GPL-2.0
/*
 * Raw rows: one a line, a blank between columns, none in them.
 */
#include <errno.h>
#include <stdlib.h>

#include "sink.h"

/**
 * struct raw - the sink
 * @sink: head
 * @line: row that is being written
 */
struct raw {
	struct sink sink;
	struct value_buf line;
};

static int raw_begin(struct sink *s)
{
	size_t i;

	if (s->options->no_headings)
		return 0;
	for (i = 0; i < s->layout->nr; i++) {
		if (i)
			writer_char(s->writer, ' ');
		writer_str(s->writer, s->layout->columns[i]->name);
	}
	writer_char(s->writer, '\n');
	return 0;
}

static int raw_row(struct sink *s, const struct value *values)
{
	struct value_buf *line = &((struct raw *)s)->line;
	size_t i;

	line->len = 0;
	for (i = 0; i < s->layout->nr; i++) {
		if (i)
			value_buf_put(line, " ", 1);
		value_text(line, &values[i], VALUE_NAMES_ESCAPED, false,
			   s->layout->columns[i]->flags & COLUMN_HEX_KEYS);
	}
	value_buf_put(line, "\n", 1);
	if (line->failed)
		return -ENOMEM;
	writer_put(s->writer, line->s, line->len);
	return 0;
}

static int raw_end(struct sink *s, const struct sink_end *end)
{
	return 0;
}

static void raw_free(struct sink *s)
{
	value_buf_free(&((struct raw *)s)->line);
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
		.begin = raw_begin, .row = raw_row, .end = raw_end, .free = raw_free,
	};
	struct raw *raw = calloc(1, sizeof(*raw));

	if (!raw)
		return NULL;
	raw->sink.ops = &ops;
	return &raw->sink;
}
