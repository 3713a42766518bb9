// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of a table that wait: their texts, and lines of those that need no library
 * to be printed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "kinds/ascii.h"

/**
 * grid_begin() - make room
 * @g: grid that is all zero
 * @nr: columns
 * @room: rows
 *
 * Return: 0 or -ENOMEM.
 */
int grid_begin(struct grid *g, size_t nr, size_t room)
{
	g->nr = nr;
	g->room = room;
	g->columns = calloc(nr, sizeof(*g->columns));
	g->cells = reallocarray(NULL, (room + 1) * nr, sizeof(*g->cells));
	if (!g->columns || !g->cells)
		return -ENOMEM;
	/* each row begins as the one before */
	memset(g->cells, 0, nr * sizeof(*g->cells));
	return 0;
}

/**
 * grid_free() - free a grid
 * @g: grid
 */
void grid_free(struct grid *g)
{
	free(g->columns);
	free(g->cells);
	value_buf_free(&g->text);
	value_buf_free(&g->line);
}

static struct grid_cell *last_row(struct grid *g)
{
	return &g->cells[g->rows * g->nr];
}

static void note(struct grid *g, size_t nth, const struct grid_cell *cell)
{
	g->odd |= cell->odd;
	if (cell->len > g->columns[nth].widest.len)
		g->columns[nth].widest = *cell;
}

/**
 * grid_add_row() - begin a row
 * @g: grid that has room for it
 */
void grid_add_row(struct grid *g)
{
	const struct grid_cell *before = last_row(g);

	g->rows++;
	memcpy(last_row(g), before, g->nr * sizeof(*before));
}

/* Printed as it is, a byte in each column: of what is not ASCII libsmartcols writes \x.. */
static bool is_odd(const char *s, size_t len)
{
	size_t at = ascii_printable(s, len);

	for (; at < len; at++)
		if (s[at] < ' ' || s[at] > '~')
			return true;
	return memchr(s, '\\', len) && memmem(s, len, "\\x", 2);
}

/**
 * grid_end_cell() - set a cell
 * @g: grid
 * @nth: which of the last row
 * @begin: where its text begins
 * @number: it is a number
 * @color: it is printed in
 */
void grid_end_cell(struct grid *g, size_t nth, size_t begin, bool number, const char *color)
{
	struct grid_cell *cell = &last_row(g)[nth];

	cell->at = begin;
	cell->len = g->text.len - begin;
	cell->color = color;
	value_buf_char(&g->text, '\0');
	cell->odd = !number && !g->text.failed && is_odd(g->text.s + begin, cell->len);
	if (g->rows > 1)
		note(g, nth, cell);
}

/**
 * grid_end_row() - a row is whole
 * @g: grid
 *
 * Return: 0 or -ENOMEM.
 */
int grid_end_row(struct grid *g)
{
	size_t i;

	for (i = 0; g->rows == 1 && i < g->nr; i++)
		note(g, i, &last_row(g)[i]);
	return g->text.failed ? -ENOMEM : 0;
}

/* Printing ----------------------------------------------------------------- */

/* A line of blanks, and room for its end. */
static int make_line(struct grid *g)
{
	size_t i, at = 0;

	for (i = 0; i < g->nr; i++) {
		g->columns[i].begin = at;
		at += g->columns[i].width + 1;
	}
	g->line.len = 0;
	if (!value_buf_room(&g->line, at + 1))
		return -ENOMEM;
	memset(g->line.s, ' ', at + 1);
	return 0;
}

static void put_cell(struct grid *g, const struct grid_column *column,
		     const struct grid_cell *cell)
{
	char *place = g->line.s + column->begin;
	size_t blanks = column->width - cell->len;

	memset(column->right ? place : place + cell->len, ' ', blanks);
	memcpy(column->right ? place + blanks : place, g->text.s + cell->at, cell->len);
}

/* Nothing stands behind the last cell that is not empty. */
static size_t line_end(const struct grid *g, const struct grid_cell *row)
{
	const struct grid_column *column;
	size_t i;

	for (i = g->nr; i-- > 0;) {
		column = &g->columns[i];
		if (row[i].len)
			return column->begin + (column->right ? column->width : row[i].len);
	}
	return 0;
}

static void print_row(struct grid *g, struct writer *w, size_t row)
{
	const struct grid_cell *cell = grid_row(g, row), *before = cell - g->nr;
	char *line = g->line.s;
	size_t i, end;

	for (i = 0; i < g->nr; i++)
		if (cell[i].at != before[i].at || !row)
			put_cell(g, &g->columns[i], &cell[i]);
	end = line_end(g, cell);
	line[end] = '\n';
	writer_put(w, line, end + 1);
	line[end] = ' ';
}

/**
 * grid_print() - print the rows
 * @g: grid of which all widths are set, and no cell is odd
 * @w: where to
 *
 * Return: 0 or -ENOMEM.
 */
int grid_print(struct grid *g, struct writer *w)
{
	size_t row;

	if (make_line(g))
		return -ENOMEM;
	for (row = 0; row < g->rows; row++)
		print_row(g, w, row);
	return 0;
}

/**
 * grid_restart() - forget the rows
 * @g: grid
 *
 * Return: 0 or -ENOMEM.
 */
int grid_restart(struct grid *g)
{
	struct value_buf all = g->text;
	struct grid_cell *cell = last_row(g);
	size_t i;

	g->text = (struct value_buf){ .s = NULL };
	for (i = 0; i < g->nr; i++, cell++) {
		size_t at = g->text.len;

		value_buf_put(&g->text, all.s + cell->at, cell->len + 1);
		g->cells[i] = *cell;
		g->cells[i].at = at;
		g->columns[i].widest = (struct grid_cell){ .at = 0 };
	}
	g->rows = 0;
	g->odd = false;
	value_buf_free(&all);
	return g->text.failed ? -ENOMEM : 0;
}
