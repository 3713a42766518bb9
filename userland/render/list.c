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
	int status = s->ops->begin(s);
	size_t i;

	for (i = 0; i < columns_nr && !status; i++) {
		struct value values[] = {
			text(columns[i].name), text(column_type_name(columns[i].type)),
			text(columns[i].help),
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
	struct layout layout = {
		.columns = { &list_columns[0], &list_columns[1], &list_columns[2] }, .nr = 3,
	};
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
