/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines that are made of cells, with fixed text before each.  Neighbours often
 * have most values in common: only the cells that differ are made again.
 */
#ifndef RENDER_CELLS_H
#define RENDER_CELLS_H

#include "flag_texts.h"
#include "kinds/columns.h"
#include "kinds/value.h"

/* Longer texts are made each time. */
#define CELL_TEXT 64

/**
 * struct cell - what a cell of the last line was made of
 * @begin: where it begins in the line
 * @len: bytes of it there
 * @known: it is known what it was made of, so that values can be compared
 * @base: of the digits, which another number could be written over; 0 if there are none
 * @type: of its value
 * @number: of its value
 * @text_len: of its value
 * @text: of its value, if it has one
 */
struct cell {
	size_t begin;
	size_t len;
	bool known;
	unsigned char base;
	enum value_type type;
	uint64_t number;
	size_t text_len;
	char text[CELL_TEXT];
};

/**
 * struct cells - the last line
 * @line: it
 * @text: of the cell that is being made
 * @flags: texts that cells of flags were made of
 * @hex: numbers that people read as 0x.. are made so
 * @nr: of cells
 * @cell: its cells
 * @all: places of all cells
 */
struct cells {
	struct value_buf line;
	struct value_buf text;
	struct flag_texts flags;
	bool hex;
	size_t nr;
	struct cell *cell;
	struct column_set all;
};

/* Makes room for @nr cells in a line that is all zero.  0 or -ENOMEM. */
int cells_begin(struct cells *c, size_t nr);
/* Appends a cell, behind @len bytes that never change. */
void cells_add(struct cells *c, const char *before, size_t len);
/* Appends what stands behind the last cell.  0 or -ENOMEM, also of cells_add(). */
int cells_end(struct cells *c, const char *behind);

/*
 * A number as in the line before, or one that could be written over it: it often has as many
 * digits.
 */
static inline bool cell_put_over(const struct cells *c, struct cell *cell, uint64_t number)
{
	char *end = c->line.s + cell->begin + cell->len;
	uint64_t old = cell->number;

	cell->number = number;
	if (number == old)
		return true;
	return cell->base == 10 ? value_over_decimal(number, old, end) :
	       value_over_hex(number, old, end);
}

/*
 * Another number for a cell that is one.  False if it isn't, or the number has more or fewer
 * digits: then the line is to be made with a value for it.
 */
static inline bool cells_number(struct cells *c, size_t nth, uint64_t number)
{
	struct cell *cell = &c->cell[nth];

	if (cell->base && cell_put_over(c, cell, number))
		return true;
	cell->base = 0;
	cell->known = false;
	return false;
}

/* Appends the text of a cell to @b. */
typedef void cells_put(void *ctx, size_t nth, const struct value *v, struct value_buf *b);

/*
 * Makes the line of values, one for each cell; it is in @c->line then.  Only
 * those in @changed are looked at, unless it is NULL.  0 or -ENOMEM.
 */
int cells_line(struct cells *c, const struct value *values, const struct column_set *changed,
	       cells_put *put, void *ctx);
void cells_free(struct cells *c);

#endif /* RENDER_CELLS_H */
