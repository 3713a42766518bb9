/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows of a table that wait until it is known how wide its columns are.
 */
#ifndef RENDER_GRID_H
#define RENDER_GRID_H

#include "kinds/value.h"
#include "writer.h"

/**
 * struct grid_cell - a cell
 * @at: where its text begins, behind which is a 0; each text has another place
 * @len: bytes of it
 * @color: it is printed in, NULL for none
 * @odd: it may take other columns of a terminal than it has bytes, or be printed otherwise
 */
struct grid_cell {
	size_t at;
	size_t len;
	const char *color;
	bool odd;
};

/**
 * struct grid_column - a column
 * @right: its cells are aligned to the right
 * @width: bytes of it in a line
 * @begin: where it begins there
 * @widest: its longest cell
 */
struct grid_column {
	bool right;
	size_t width;
	size_t begin;
	struct grid_cell widest;
};

/**
 * struct grid - the rows
 * @columns: of them; @nr of these
 * @nr: see there
 * @rows: how many there are
 * @room: how many there may be
 * @cells: of the row before the first, and of all rows
 * @text: of all cells; those that are as in the row before have the same
 * @line: that is being printed
 * @odd: a cell is
 */
struct grid {
	struct grid_column *columns;
	size_t nr;
	size_t rows;
	size_t room;
	struct grid_cell *cells;
	struct value_buf text;
	struct value_buf line;
	bool odd;
};

/* Makes room for rows of @nr cells in a grid that is all zero, up to @room.  0 or -ENOMEM. */
int grid_begin(struct grid *g, size_t nr, size_t room);
void grid_free(struct grid *g);

/* Adds a row whose cells are those of the row before; there has to be room. */
void grid_add_row(struct grid *g);
/*
 * What was appended to @g->text from @begin on is the text of cell @nth of the last row.
 * @number: it is digits alone.
 */
void grid_end_cell(struct grid *g, size_t nth, size_t begin, bool number, const char *color);
/* All cells of the last row are set.  0 or -ENOMEM, also of what was appended. */
int grid_end_row(struct grid *g);

/* The cells of a row, counted from 0. */
static inline const struct grid_cell *grid_row(const struct grid *g, size_t row)
{
	return &g->cells[(row + 1) * g->nr];
}

/* Prints the rows as libsmartcols does.  All widths are set, and no cell is odd.  0 or -ENOMEM. */
int grid_print(struct grid *g, struct writer *w);
/* Forgets all rows, but what the cells of the last one are.  0 or -ENOMEM. */
int grid_restart(struct grid *g);

#endif /* RENDER_GRID_H */
