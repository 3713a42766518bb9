// SPDX-License-Identifier: GPL-2.0
/*
 * Lines that are made of cells, of which those that are as in the line before
 * stay.
 */
#include <errno.h>
#include <string.h>

#include "cells.h"

static bool has_text(const struct value *v)
{
	return v->type == VALUE_WORD || v->type == VALUE_NAME;
}

static bool is_same(const struct cell *cell, const struct value *v)
{
	if (!cell->known || cell->type != v->type)
		return false;
	if (has_text(v))
		return cell->len == v->len && !memcmp(cell->text, v->text, v->len);
	return cell->number == v->number;
}

static void keep(struct cell *cell, const struct value *v)
{
	cell->known = v->type != VALUE_PAIRS && (!has_text(v) || v->len <= CELL_TEXT);
	cell->type = v->type;
	cell->number = v->number;
	cell->len = v->len;
	if (cell->known && has_text(v) && v->len)
		memcpy(cell->text, v->text, v->len);
}

/* The cell that was made goes into the line, in the place of the one before. */
static void replace(struct cells *c, size_t nth, size_t nr)
{
	size_t begin = c->cell[nth].begin, end = c->cell[nth + 1].begin;
	size_t tail = c->line.len - end, i;

	if (c->made.len > end - begin) {
		/* room; what it is filled with is overwritten */
		value_buf_put(&c->line, c->made.s, c->made.len - (end - begin));
		if (c->line.failed)
			return;
	}
	if (tail)
		memmove(c->line.s + begin + c->made.len, c->line.s + end, tail);
	if (c->made.len)
		memcpy(c->line.s + begin, c->made.s, c->made.len);
	c->line.len = begin + c->made.len + tail;
	for (i = nth + 1; i <= nr; i++)
		c->cell[i].begin += c->made.len - (end - begin);
}

/**
 * cells_line() - make a line
 * @c: the line before; all zero at first
 * @values: of its cells
 * @nr: how many, the same in each line
 * @put: makes a cell
 * @ctx: for @put
 *
 * Return: 0 or -ENOMEM.
 */
int cells_line(struct cells *c, const struct value *values, size_t nr, cells_put *put, void *ctx)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		if (is_same(&c->cell[i], &values[i]))
			continue;
		c->made.len = 0;
		put(ctx, i, &values[i], &c->made);
		if (c->made.failed)
			return -ENOMEM;
		replace(c, i, nr);
		if (c->line.failed)
			return -ENOMEM;
		keep(&c->cell[i], &values[i]);
	}
	return 0;
}

/**
 * cells_free() - free a line
 * @c: line
 */
void cells_free(struct cells *c)
{
	value_buf_free(&c->line);
	value_buf_free(&c->made);
}
