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

/* A cell gets longer or shorter by so much: what is behind it moves. */
static void resize(struct cells *c, size_t nth, size_t nr, ssize_t by)
{
	size_t end = c->cell[nth + 1].begin, i;

	if (by > 0 && !value_buf_room(&c->line, by))
		return;
	if (c->line.len > end)
		memmove(c->line.s + end + by, c->line.s + end, c->line.len - end);
	c->line.len += by;
	for (i = nth + 1; i <= nr; i++)
		c->cell[i].begin += by;
}

static int make(struct cells *c, const struct value *v, size_t nth, size_t nr, cells_put *put,
		void *ctx)
{
	size_t begin = c->cell[nth].begin, len = c->cell[nth + 1].begin - begin;

	c->made.len = 0;
	put(ctx, nth, v, &c->made);
	if (c->made.len != len && !c->made.failed)
		resize(c, nth, nr, c->made.len - len);
	if (c->made.failed || c->line.failed)
		return -ENOMEM;
	if (c->made.len)
		memcpy(c->line.s + begin, c->made.s, c->made.len);
	keep(&c->cell[nth], v);
	return 0;
}

/**
 * cells_line() - make a line
 * @c: the line before; all zero at first
 * @values: of its cells
 * @nr: how many, the same in each line
 * @changed: those that may differ from the line before, NULL for all
 * @put: makes a cell
 * @ctx: for @put
 *
 * Return: 0 or -ENOMEM.
 */
int cells_line(struct cells *c, const struct value *values, size_t nr,
	       const struct column_set *changed, cells_put *put, void *ctx)
{
	struct column_set left = changed ? *changed : column_set_all(nr);
	int status = 0;
	size_t i;

	while (!status && (i = column_set_pop(&left)) < nr)
		if (!is_same(&c->cell[i], &values[i]))
			status = make(c, &values[i], i, nr, put, ctx);
	return status;
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
