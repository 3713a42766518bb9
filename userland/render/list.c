// SPDX-License-Identifier: GPL-2.0
/*
 * The list of columns, itself printed in any of the formats.
 */
#include <errno.h>
#include <stdlib.h>

#include "out.h"
#include "sink.h"

static const struct column list_columns[] = {
	{ .name = "NAME", .type = COLUMN_STRING },
	{ .name = "TYPE", .type = COLUMN_STRING },
	{ .name = "HELP", .type = COLUMN_STRING },
};

/* A name: raw rows have no blanks. */
static struct value text(const char *s)
{
	return (struct value){ .type = VALUE_NAME, .text = s, .len = strlen(s) };
}

static int print(struct sink *s)
{
	const struct failures none = { .first = NULL };
	const struct sink_end end = { .failures = &none };
	const struct column *column;
	struct column_at at = { };
	int status = s->ops->begin(s);

	while (!status && (column = column_next(s->options->kind, &at))) {
		struct value values[] = {
			text(column->name), text(column_type_name(column->type)),
			text(column->help),
		};

		status = s->ops->row(s, values, NULL);
	}
	return status ? status : s->ops->end(s, &end);
}

/**
 * out_list_columns() - print all columns there are
 * @options: how and where to
 *
 * Return: 0 or -errno.
 */
int out_list_columns(const struct out_options *options)
{
	struct layout_column columns[] = {
		{ .column = &list_columns[0] }, { .column = &list_columns[1] },
		{ .column = &list_columns[2] },
	};
	const struct layout layout = { .columns = columns, .nr = 3 };
	struct writer *writer = malloc(sizeof(*writer));
	struct sink *s = NULL;
	int status = -ENOMEM;

	if (writer) {
		writer_init(writer, options->to);
		s = sink_new(options, &layout, writer);
	}
	if (s) {
		status = print(s);
		s->ops->free(s);
	}
	if (!status)
		status = writer_flush(writer);
	free(writer);
	return status;
}
