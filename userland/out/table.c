// SPDX-License-Identifier: GPL-2.0
/*
 * Tables for people.  libsmartcols wants all rows to find the widths of the
 * columns; it is given some at a time, and the widths of one portion are the
 * least of the next, so that ten million rows take no more memory than these.
 */
#include <errno.h>
#include <libsmartcols/libsmartcols.h>
#include <stdlib.h>
#include <string.h>

#include "sink.h"

#define PORTION 256

/* A name that is cut shorter than this tells nothing: then lines may be too long. */
#define NAME_MIN 16

/**
 * struct table - the sink
 * @sink: head
 * @table: portion that is being filled
 * @columns: of @table
 * @widths: of columns as they were printed last
 * @needs: of the widest cell of each column
 * @rows: in the portion
 * @printed: a portion was printed: headings and widths are fixed
 * @cell: text that is being made
 */
struct table {
	struct sink sink;
	struct libscols_table *table;
	struct libscols_column *columns[COLUMNS_MAX];
	size_t widths[COLUMNS_MAX];
	size_t needs[COLUMNS_MAX];
	size_t rows;
	bool printed;
	struct value_buf cell;
};

static struct table *table_of(struct sink *s)
{
	return (struct table *)s;
}

static int add_column(struct table *t, size_t nth, const struct column *column)
{
	const struct out_options *o = t->sink.options;
	int flags = 0;

	if (column->flags & COLUMN_RIGHT || (o->summary && column->flags & COLUMN_SUMMARY))
		flags |= SCOLS_FL_RIGHT;
	if (column->flags & COLUMN_TRUNC && !o->no_truncate)
		flags |= SCOLS_FL_TRUNC;
	t->columns[nth] = scols_table_new_column(t->table, column->name, 0, flags);
	t->needs[nth] = strlen(column->name);
	return t->columns[nth] ? 0 : -ENOMEM;
}

static void set_up(struct table *t)
{
	const struct out_options *o = t->sink.options;

	scols_table_enable_noheadings(t->table, o->no_headings);
	scols_table_enable_colors(t->table, o->color);
	scols_table_enable_minout(t->table, 1);
	/* the caller knows whether it is a terminal: not always stdout is meant */
	scols_table_set_termforce(t->table, o->terminal ? SCOLS_TERMFORCE_ALWAYS :
				  SCOLS_TERMFORCE_NEVER);
	if (o->terminal && o->width)
		scols_table_set_termwidth(t->table, o->width);
}

static int table_begin(struct sink *s)
{
	struct table *t = table_of(s);
	size_t i;

	t->table = scols_new_table();
	if (!t->table)
		return -ENOMEM;
	set_up(t);
	for (i = 0; i < s->layout->nr; i++)
		if (add_column(t, i, s->layout->columns[i]))
			return -ENOMEM;
	return 0;
}

/*
 * libsmartcols widens what is narrower than its heading to that and then does
 * not look at the hint, unless the column is strict.
 */
static void keep_width(struct table *t, size_t nth)
{
	int flags = scols_column_get_flags(t->columns[nth]);

	if (t->widths[nth] <= strlen(t->sink.layout->columns[nth]->name))
		return;
	scols_column_set_whint(t->columns[nth], t->widths[nth]);
	scols_column_set_flags(t->columns[nth], flags | SCOLS_FL_STRICTWIDTH);
}

/*
 * The next portion is at least as wide.  Numbers tend to grow from row to row,
 * so what they needed once stays; a long name is nothing that others follow.
 */
static void fix_widths(struct table *t)
{
	size_t i, width;

	for (i = 0; i < t->sink.layout->nr; i++) {
		width = scols_column_get_width(t->columns[i]);
		if (t->printed && !(t->sink.layout->columns[i]->flags & COLUMN_RIGHT))
			continue;
		if (width <= t->widths[i])
			continue;
		t->widths[i] = width;
		keep_width(t, i);
	}
	t->printed = true;
}

/* Is there room on the terminal for a name beside the rest? */
static bool leaves_room(const struct table *t)
{
	size_t i, sum = NAME_MIN;

	for (i = 0; i < t->sink.layout->nr; i++)
		if (!(t->sink.layout->columns[i]->flags & COLUMN_TRUNC))
			sum += t->needs[i] + 1;
	return sum <= t->sink.options->width;
}

static void keep_names(struct table *t)
{
	size_t i;

	for (i = 0; i < t->sink.layout->nr; i++)
		scols_column_set_flags(t->columns[i],
				       scols_column_get_flags(t->columns[i]) & ~SCOLS_FL_TRUNC);
}

static int print_portion(struct table *t)
{
	char *text = NULL;
	int status;

	if (!t->rows)
		return 0;
	if (!leaves_room(t))
		keep_names(t);
	status = scols_print_table_to_string(t->table, &text);
	if (!status && text) {
		writer_str(t->sink.writer, text);
		writer_char(t->sink.writer, '\n');
	}
	free(text);
	fix_widths(t);
	scols_table_enable_noheadings(t->table, 1);
	scols_table_remove_lines(t->table);
	t->rows = 0;
	return status;
}

static int set_cell(struct table *t, struct libscols_line *line, size_t nth,
		    const struct value *v)
{
	const struct column *column = t->sink.layout->columns[nth];
	const char *color = column->color && t->sink.options->color ? column->color(v) : NULL;

	t->cell.len = 0;
	value_text(&t->cell, v, VALUE_NAMES_SHOWN, !t->sink.options->bytes,
		   column->flags & COLUMN_HEX_KEYS);
	if (t->cell.len > t->needs[nth])
		t->needs[nth] = t->cell.len;
	value_buf_put(&t->cell, "", 1);
	if (t->cell.failed || scols_line_set_data(line, nth, t->cell.s))
		return -ENOMEM;
	return color ? scols_cell_set_color(scols_line_get_cell(line, nth), color) : 0;
}

static int table_row(struct sink *s, const struct value *values, const struct column_set *changed)
{
	struct table *t = table_of(s);
	struct libscols_line *line = scols_table_new_line(t->table, NULL);
	size_t i;
	int status;

	if (!line)
		return -ENOMEM;
	for (i = 0; i < s->layout->nr; i++) {
		status = set_cell(t, line, i, &values[i]);
		if (status)
			return status;
	}
	return ++t->rows == PORTION ? print_portion(t) : 0;
}

static int table_end(struct sink *s, const struct sink_end *end)
{
	struct table *t = table_of(s);
	int status = end->total ? table_row(s, end->total, NULL) : 0;

	return status ? status : print_portion(t);
}

static int table_flush(struct sink *s)
{
	return print_portion(table_of(s));
}

static void table_free(struct sink *s)
{
	struct table *t = table_of(s);

	scols_unref_table(t->table);
	value_buf_free(&t->cell);
	free(t);
}

/**
 * sink_table_new() - rows as a table
 *
 * Return: sink, NULL if there is no memory.
 */
struct sink *sink_table_new(void)
{
	static const struct sink_ops ops = {
		.begin = table_begin, .row = table_row, .end = table_end, .flush = table_flush,
		.free = table_free,
	};
	struct table *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->sink.ops = &ops;
	return &t->sink;
}
