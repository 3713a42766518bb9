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

#include "cut.h"
#include "sink.h"

#define PORTION 256

/* A name that is cut shorter than this says little: then lists are cut, too. */
#define NAME_MIN 16
#define WORD_MIN 8

/**
 * struct table_column - a column
 * @scols: of the portion
 * @width: as it was printed last
 * @need: of its widest cell
 * @limit: what a cell may take, where there is a terminal
 */
struct table_column {
	struct libscols_column *scols;
	size_t width;
	size_t need;
	size_t limit;
};

/**
 * struct table - the sink
 * @sink: head
 * @table: portion that is being filled
 * @columns: of @table
 * @rows: in the portion
 * @printed: a portion was printed: headings and widths are fixed
 * @cell: text that is being made
 * @cut: the same, cut
 */
struct table {
	struct sink sink;
	struct libscols_table *table;
	struct table_column *columns;
	size_t rows;
	bool printed;
	struct value_buf cell;
	struct value_buf cut;
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
	t->columns[nth].scols = scols_table_new_column(t->table, column->name, 0, flags);
	t->columns[nth].need = strlen(column->name);
	return t->columns[nth].scols ? 0 : -ENOMEM;
}

static void set_up(struct table *t)
{
	const struct out_options *o = t->sink.options;

	scols_table_enable_noheadings(t->table, o->no_headings);
	scols_table_enable_colors(t->table, o->color);
	scols_table_enable_minout(t->table, 1);
	/* cells are cut here: libsmartcols takes away the end of a name, and does not say so */
	scols_table_set_termforce(t->table, SCOLS_TERMFORCE_NEVER);
}

static int table_begin(struct sink *s)
{
	struct table *t = table_of(s);
	size_t i;

	t->table = scols_new_table();
	t->columns = calloc(s->layout->nr, sizeof(*t->columns));
	if (!t->table || !t->columns)
		return -ENOMEM;
	set_up(t);
	for (i = 0; i < s->layout->nr; i++)
		if (add_column(t, i, s->layout->columns[i].column))
			return -ENOMEM;
	return 0;
}

/*
 * libsmartcols 2.38 widens a column to its heading and then ignores the hint, unless the
 * column is strict, which one as wide as its heading must not be.  2.41 ignores a heading
 * that is not printed, and looks at the hint alone.
 */
static void keep_width(struct table *t, size_t nth)
{
	int flags = scols_column_get_flags(t->columns[nth].scols);

	scols_column_set_whint(t->columns[nth].scols, t->columns[nth].width);
	if (t->columns[nth].width > strlen(t->sink.layout->columns[nth].column->name))
		scols_column_set_flags(t->columns[nth].scols, flags | SCOLS_FL_STRICTWIDTH);
}

/*
 * The next portion is at least as wide.  Numbers tend to grow from row to row,
 * so what they needed once stays; a long name is nothing that others follow.
 */
static void fix_widths(struct table *t)
{
	size_t i, width;

	for (i = 0; i < t->sink.layout->nr; i++) {
		width = scols_column_get_width(t->columns[i].scols);
		if (t->printed && !(t->sink.layout->columns[i].column->flags & COLUMN_RIGHT))
			continue;
		if (width <= t->columns[i].width)
			continue;
		t->columns[i].width = width;
		keep_width(t, i);
	}
	t->printed = true;
}

/* Cutting ------------------------------------------------------------------ */

static bool cuts(const struct table *t)
{
	const struct out_options *o = t->sink.options;

	return o->terminal && o->width && !o->no_truncate;
}

/* Numbers are not cut.  Lists and words only if names alone are not enough. */
static bool may_cut(const struct column *column, bool lists)
{
	return column->flags & COLUMN_TRUNC ||
	       (lists && column->type != COLUMN_NUMBER && !(column->flags & COLUMN_RIGHT));
}

/* A short word that is cut is no word any more. */
static size_t at_least(const struct table *t, size_t nth)
{
	const struct column *column = t->sink.layout->columns[nth].column;
	size_t least = strlen(column->name);

	return column->flags & COLUMN_TRUNC || least > WORD_MIN ? least : WORD_MIN;
}

static size_t wanted(const struct table *t, size_t nth)
{
	return t->columns[nth].need > t->columns[nth].width ? t->columns[nth].need : t->columns[nth].width;
}

/* How wide is a line if each cell that may be cut is at most @most wide? */
static size_t line_width(struct table *t, bool lists, size_t most)
{
	size_t i, sum = t->sink.layout->nr - 1;

	for (i = 0; i < t->sink.layout->nr; i++) {
		bool cut = may_cut(t->sink.layout->columns[i].column, lists);
		size_t least = at_least(t, i), limit = most > least ? most : least;

		t->columns[i].limit = wanted(t, i);
		if (cut && t->columns[i].limit > limit)
			t->columns[i].limit = limit;
		sum += t->columns[i].limit;
	}
	return sum;
}

/* What is wide gives way to what is wider, until all fits. */
static void set_limits(struct table *t)
{
	size_t width = t->sink.options->width, most;

	for (most = width; most > NAME_MIN && line_width(t, false, most) > width; most--)
		;
	if (line_width(t, false, most) <= width)
		return;
	for (; most && line_width(t, true, most) > width; most--)
		;
}

static int cut_cell(struct table *t, struct libscols_cell *cell, size_t width)
{
	const char *text = scols_cell_get_data(cell);
	size_t len = text ? strlen(text) : 0;

	if (!len || cut_width(text, len) <= width)
		return 0;
	t->cut.len = 0;
	cut_middle(&t->cut, text, len, width);
	value_buf_put(&t->cut, "", 1);
	return t->cut.failed ? -ENOMEM : scols_cell_set_data(cell, t->cut.s);
}

static int cut_cells(struct table *t)
{
	size_t row, i;
	int status = 0;

	set_limits(t);
	for (row = 0; row < t->rows; row++) {
		struct libscols_line *line = scols_table_get_line(t->table, row);

		for (i = 0; i < t->sink.layout->nr && !status; i++)
			status = cut_cell(t, scols_line_get_cell(line, i), t->columns[i].limit);
	}
	for (i = 0; i < t->sink.layout->nr; i++) {
		if (t->columns[i].width <= t->columns[i].limit)
			continue;
		t->columns[i].width = t->columns[i].limit;
		scols_column_set_whint(t->columns[i].scols, t->columns[i].width);
	}
	return status;
}

/* Where numbers and headings alone are too wide, the end of the line gives way. */
static int write_lines(struct table *t, const char *text)
{
	size_t len;

	t->cut.len = 0;
	for (; *text; text += len) {
		len = strcspn(text, "\n");
		cut_end(&t->cut, text, len, t->sink.options->width);
		if (text[len]) {
			value_buf_char(&t->cut, '\n');
			len++;
		}
	}
	if (t->cut.failed)
		return -ENOMEM;
	writer_put(t->sink.writer, t->cut.s, t->cut.len);
	return 0;
}

static int print_portion(struct table *t)
{
	char *text = NULL;
	int status;

	if (!t->rows)
		return 0;
	status = cuts(t) ? cut_cells(t) : 0;
	if (!status)
		status = scols_print_table_to_string(t->table, &text);
	if (!status && text) {
		if (cuts(t))
			status = write_lines(t, text);
		else
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
	const struct column *column = t->sink.layout->columns[nth].column;
	const char *color = column->color && t->sink.options->color ? column->color(v) : NULL;
	size_t width;

	t->cell.len = 0;
	value_text(&t->cell, v, VALUE_NAMES_SHOWN, !t->sink.options->bytes,
		   column->flags & COLUMN_HEX_KEYS);
	width = cuts(t) ? cut_width(t->cell.s, t->cell.len) : 0;
	if (width > t->columns[nth].need)
		t->columns[nth].need = width;
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
	free(t->columns);
	value_buf_free(&t->cell);
	value_buf_free(&t->cut);
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
