// SPDX-License-Identifier: GPL-2.0
/*
 * Tables for people.  All rows are wanted to find the widths of the columns; some
 * are taken at a time, and the widths of one portion are the least of the next, so
 * that ten million rows take no more memory than these.
 *
 * libsmartcols prints them.  It looks at each byte several times, though, where most
 * portions are plain ASCII and go to no terminal: of these it prints the heading, and
 * the rest is made here, byte for byte as it would.
 */
#include <errno.h>
#include <libsmartcols/libsmartcols.h>
#include <stdlib.h>
#include <string.h>

#include "cut.h"
#include "flag_texts.h"
#include "grid.h"
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
 * @table: of the library
 * @columns: of @table
 * @grid: portion that is being filled
 * @all: places of all columns
 * @last: values of the row before, of which texts are not kept
 * @flags: texts that cells of flags were made of
 * @printed: a portion was printed: headings and widths are fixed
 * @cut: text that is cut
 */
struct table {
	struct sink sink;
	struct libscols_table *table;
	struct table_column *columns;
	struct grid grid;
	struct column_set all;
	struct value *last;
	struct flag_texts flags;
	bool printed;
	struct value_buf cut;
};

static struct table *table_of(struct sink *s)
{
	return (struct table *)s;
}

static bool cuts(const struct table *t)
{
	const struct out_options *o = t->sink.options;

	return o->terminal && o->width && !o->no_truncate;
}

/* Lines of a cell end where cut_lines() says, and nowhere else. */
static void wrap_lines(struct libscols_column *column)
{
	scols_column_set_flags(column, scols_column_get_flags(column) | SCOLS_FL_WRAP);
	scols_column_set_safechars(column, "\n");
	scols_column_set_wrapfunc(column, scols_wrapnl_chunksize, scols_wrapnl_nextchunk, NULL);
}

static int add_column(struct table *t, size_t nth, const struct column *column)
{
	const struct out_options *o = t->sink.options;
	int flags = 0;

	if (column->flags & COLUMN_RIGHT || (o->summary && column->flags & COLUMN_SUMMARY))
		flags |= SCOLS_FL_RIGHT;
	t->columns[nth].scols = scols_table_new_column(t->table, column->name, 0, flags);
	if (t->columns[nth].scols && column->flags & COLUMN_WRAP && cuts(t))
		wrap_lines(t->columns[nth].scols);
	t->columns[nth].need = strlen(column->name);
	t->grid.columns[nth].right = flags & SCOLS_FL_RIGHT;
	column_set_add(&t->all, nth);
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
	t->all.words = column_set_words(s->layout->nr);
	t->all.bits = calloc(t->all.words, sizeof(*t->all.bits));
	t->last = calloc(s->layout->nr, sizeof(*t->last));
	if (!t->table || !t->columns || !t->all.bits || !t->last ||
	    grid_begin(&t->grid, s->layout->nr, PORTION))
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
		width = t->grid.columns[i].width;
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

/* Numbers are not cut.  Lists and words only if names alone are not enough. */
static bool may_cut(const struct column *column, bool lists)
{
	return column->flags & (COLUMN_TRUNC | COLUMN_WRAP) ||
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

static int cut_cell(struct table *t, struct libscols_cell *cell, size_t nth)
{
	unsigned int flags = t->sink.layout->columns[nth].column->flags;
	size_t width = t->columns[nth].limit;
	const char *text = scols_cell_get_data(cell);
	size_t len = text ? strlen(text) : 0;

	if (!len || cut_width(text, len) <= width)
		return 0;
	t->cut.len = 0;
	if (flags & COLUMN_WRAP)
		cut_lines(&t->cut, text, len, width);
	else if (flags & COLUMN_END)
		cut_end(&t->cut, text, len, width);
	else
		cut_middle(&t->cut, text, len, width);
	value_buf_put(&t->cut, "", 1);
	return t->cut.failed ? -ENOMEM : scols_cell_set_data(cell, t->cut.s);
}

static int cut_cells(struct table *t, size_t rows)
{
	size_t row, i;
	int status = 0;

	set_limits(t);
	for (row = 0; row < rows && !status; row++) {
		struct libscols_line *line = scols_table_get_line(t->table, row);

		for (i = 0; i < t->sink.layout->nr && !status; i++)
			status = cut_cell(t, scols_line_get_cell(line, i), i);
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

/* Printing ----------------------------------------------------------------- */

static int set_cell(struct table *t, struct libscols_line *line, size_t nth,
		    const struct grid_cell *cell)
{
	const char *text = cell->len ? t->grid.text.s + cell->at : "";
	size_t width = cuts(t) ? cut_width(text, cell->len) : 0;

	if (width > t->columns[nth].need)
		t->columns[nth].need = width;
	if (scols_line_set_data(line, nth, text))
		return -ENOMEM;
	return cell->color ? scols_cell_set_color(scols_line_get_cell(line, nth), cell->color) : 0;
}

static int hand_over(struct table *t, size_t row)
{
	struct libscols_line *line = scols_table_new_line(t->table, NULL);
	int status = line ? 0 : -ENOMEM;
	size_t i;

	for (i = 0; i < t->grid.nr && !status; i++)
		status = set_cell(t, line, i, &grid_row(&t->grid, row)[i]);
	return status;
}

/* What the library makes of its rows, to be freed; and which widths it has given to the columns. */
static int print_lines(struct table *t, char **text)
{
	int status = scols_print_table_to_string(t->table, text);
	size_t i;

	for (i = 0; i < t->grid.nr; i++)
		t->grid.columns[i].width = scols_column_get_width(t->columns[i].scols);
	scols_table_enable_noheadings(t->table, 1);
	scols_table_remove_lines(t->table);
	return status;
}

static int print_by_library(struct table *t)
{
	size_t rows = t->grid.rows, row;
	char *text = NULL;
	int status = 0;

	for (row = 0; row < rows && !status; row++)
		status = hand_over(t, row);
	/* long names are not kept twice */
	if (!status)
		status = grid_restart(&t->grid);
	if (!status && cuts(t))
		status = cut_cells(t, rows);
	if (!status)
		status = print_lines(t, &text);
	if (!status && text) {
		if (cuts(t))
			status = write_lines(t, text);
		else
			writer_str(t->sink.writer, text);
		writer_char(t->sink.writer, '\n');
	}
	free(text);
	return status;
}

/*
 * The first portion is as wide as the library makes a row of its longest cells, which it
 * prints headings above.  What it does where there are none depends on its version.
 */
static int print_headings(struct table *t)
{
	struct libscols_line *line = scols_table_new_line(t->table, NULL);
	int status = line ? 0 : -ENOMEM;
	char *text = NULL;
	size_t i;

	for (i = 0; i < t->grid.nr && !status; i++)
		status = set_cell(t, line, i, &t->grid.columns[i].widest);
	if (!status)
		status = print_lines(t, &text);
	if (!status && text && !t->sink.options->no_headings)
		writer_put(t->sink.writer, text, strchrnul(text, '\n') - text + 1);
	free(text);
	return status;
}

static void set_widths(struct table *t)
{
	size_t i;

	for (i = 0; i < t->grid.nr; i++) {
		struct grid_column *column = &t->grid.columns[i];

		column->width = t->columns[i].width;
		if (column->width < column->widest.len)
			column->width = column->widest.len;
	}
}

static int print_plain(struct table *t)
{
	int status = 0;

	if (t->printed)
		set_widths(t);
	else
		status = print_headings(t);
	if (!status)
		status = grid_print(&t->grid, t->sink.writer);
	return status ? status : grid_restart(&t->grid);
}

static int print_portion(struct table *t)
{
	bool plain = !t->grid.odd && !cuts(t) && !t->sink.options->color;
	int status;

	if (!t->grid.rows)
		return 0;
	status = plain ? print_plain(t) : print_by_library(t);
	fix_widths(t);
	return status;
}

/* Rows --------------------------------------------------------------------- */

static void put_text(struct table *t, const struct value *v, bool hex_keys)
{
	struct value_buf *text = &t->grid.text;
	const struct flag_text *kept;
	size_t begin = text->len;

	if (v->type != VALUE_FLAGS) {
		value_text(text, v, VALUE_NAMES_SHOWN, !t->sink.options->bytes, hex_keys);
		return;
	}
	kept = flag_texts_find(&t->flags, v->number);
	if (kept) {
		value_buf_put(text, kept->text, kept->len);
		return;
	}
	value_put_other(text, v, VALUE_NAMES_SHOWN, hex_keys);
	if (!text->failed)
		flag_texts_keep(&t->flags, v->number, text->s + begin, text->len - begin);
}

/* A name with a backslash is not what is printed of it. */
static bool shows(const struct table *t, const struct grid_cell *cell, const struct value *v)
{
	const char *text = t->grid.text.s + cell->at;

	return v->len && v->len == cell->len && !memcmp(text, v->text, v->len) &&
	       (v->type == VALUE_WORD || !memchr(text, '\\', v->len));
}

/* Does a cell have the text of the row before, which it has got already? */
static bool is_there(const struct table *t, size_t nth, const struct value *v)
{
	const struct value *last = &t->last[nth];

	if (v->type != last->type)
		return false;
	if (v->type == VALUE_WORD || v->type == VALUE_NAME)
		return shows(t, grid_row(&t->grid, t->grid.rows - 1) + nth, v);
	return v->number == last->number && (value_is_number(v) || v->type == VALUE_FLAGS);
}

static void add_cell(struct table *t, size_t nth, const struct value *v)
{
	const struct column *column = t->sink.layout->columns[nth].column;
	const char *color = column->color && t->sink.options->color ? column->color(v) : NULL;
	size_t begin = t->grid.text.len;

	put_text(t, v, column->flags & COLUMN_HEX_KEYS);
	grid_end_cell(&t->grid, nth, begin, value_is_number(v), color);
}

static int table_row(struct sink *s, const struct value *values, const struct column_set *changed)
{
	struct table *t = table_of(s);
	size_t word, i;
	uint64_t left;

	changed = changed ?: &t->all;
	grid_add_row(&t->grid);
	column_set_each(changed, word, left, i) {
		if (is_there(t, i, &values[i]))
			continue;
		t->last[i] = values[i];
		add_cell(t, i, &values[i]);
	}
	if (grid_end_row(&t->grid))
		return -ENOMEM;
	return t->grid.rows == PORTION ? print_portion(t) : 0;
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
	free(t->all.bits);
	free(t->last);
	grid_free(&t->grid);
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
		.keeps = true, .begin = table_begin, .row = table_row, .end = table_end,
		.flush = table_flush, .free = table_free,
	};
	struct table *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->sink.ops = &ops;
	return &t->sink;
}
