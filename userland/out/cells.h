/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines that are made of cells.  Neighbours often have most values in common:
 * only the cells that differ are made again.
 */
#ifndef OUT_CELLS_H
#define OUT_CELLS_H

#include "columns.h"
#include "value.h"

/* Longer texts are made each time. */
#define CELL_TEXT 64

/**
 * struct cell - what a cell of the last line was made of
 * @known: it can be told whether another value is the same
 * @type: of its value
 * @number: of its value
 * @len: of its value
 * @text: of its value, if it has one
 * @begin: where it begins in the line
 */
struct cell {
	bool known;
	enum value_type type;
	uint64_t number;
	size_t len;
	char text[CELL_TEXT];
	size_t begin;
};

/**
 * struct cells - the last line
 * @line: it
 * @made: the cell that is being made
 * @cell: its cells; one more, for its end
 */
struct cells {
	struct value_buf line;
	struct value_buf made;
	struct cell cell[COLUMNS_MAX + 1];
};

/* Appends a cell to @b, and what stands between it and the one before. */
typedef void cells_put(void *ctx, size_t nth, const struct value *v, struct value_buf *b);

/*
 * Makes the line of @nr values, as many as ever; it is in @c->line then.  Only
 * those in @changed are looked at, unless it is NULL.  0 or -ENOMEM.
 */
int cells_line(struct cells *c, const struct value *values, size_t nr,
	       const struct column_set *changed, cells_put *put, void *ctx);
void cells_free(struct cells *c);

#endif /* OUT_CELLS_H */
