// SPDX-License-Identifier: GPL-2.0
/*
 * Lines that are made of cells, of which those that are as in the line before
 * stay.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "cells.h"

static bool has_text(const struct value *v)
{
	return v->type == VALUE_WORD || v->type == VALUE_NAME;
}

static bool is_same(const struct cell *cell, const struct value *v)
{
	if (cell->number != v->number || cell->type != v->type || !cell->known)
		return false;
	return !has_text(v) ||
	       (cell->text_len == v->len && !memcmp(cell->text, v->text, v->len));
}

static void keep(struct cell *cell, const struct value *v)
{
	cell->type = v->type;
	cell->number = v->number;
	cell->known = v->type != VALUE_PAIRS;
	if (!has_text(v))
		return;
	cell->known = v->len <= CELL_TEXT;
	cell->text_len = v->len;
	if (cell->known && v->len)
		memcpy(cell->text, v->text, v->len);
}

/* A cell gets another length: what is behind it moves. */
static void resize(struct cells *c, struct cell *cell, size_t len)
{
	const struct cell *end = c->cell + c->nr;
	size_t behind = cell->begin + cell->len;
	ssize_t by = len - cell->len;

	if (by > 0 && !value_buf_room(&c->line, by))
		return;
	memmove(c->line.s + behind + by, c->line.s + behind, c->line.len - behind);
	c->line.len += by;
	cell->len = len;
	while (++cell < end)
		cell->begin += by;
}

/* What was made becomes the text of @cell. */
static int replace(struct cells *c, struct cell *cell)
{
	if (c->made.len != cell->len)
		resize(c, cell, c->made.len);
	if (c->made.failed || c->line.failed)
		return -ENOMEM;
	if (c->made.len)
		memcpy(c->line.s + cell->begin, c->made.s, c->made.len);
	return 0;
}

/**
 * cells_begin() - make room
 * @c: line that is all zero
 * @nr: cells that will be added
 *
 * Return: 0 or -ENOMEM.
 */
int cells_begin(struct cells *c, size_t nr)
{
	size_t i;

	c->cell = calloc(nr, sizeof(*c->cell));
	c->all.words = column_set_words(nr);
	c->all.bits = calloc(c->all.words, sizeof(*c->all.bits));
	if (!c->cell || !c->all.bits)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		column_set_add(&c->all, i);
	return 0;
}

/**
 * cells_add() - append a cell
 * @c: line without an end
 * @before: what stands between it and the cell before
 * @len: bytes of that
 */
void cells_add(struct cells *c, const char *before, size_t len)
{
	value_buf_put(&c->line, before, len);
	c->cell[c->nr++].begin = c->line.len;
}

/**
 * cells_end() - append what stands behind the last cell
 * @c: line
 * @behind: text
 *
 * Return: 0 or -ENOMEM.
 */
int cells_end(struct cells *c, const char *behind)
{
	value_buf_put(&c->line, behind, strlen(behind));
	return c->line.failed ? -ENOMEM : 0;
}

/**
 * cells_line() - make a line
 * @c: the line before
 * @values: of its cells
 * @changed: those that may differ from the line before, NULL for all
 * @put: makes a cell
 * @ctx: for @put
 *
 * Return: 0 or -ENOMEM.
 */
int cells_line(struct cells *c, const struct value *values, const struct column_set *changed,
	       cells_put *put, void *ctx)
{
	struct column_walk walk = column_walk(changed ?: &c->all);
	int status = 0;
	size_t i;

	while (!status && column_walk_next(&walk, &i) && i < c->nr) {
		if (is_same(&c->cell[i], &values[i]))
			continue;
		c->made.len = 0;
		put(ctx, i, &values[i], &c->made);
		status = replace(c, &c->cell[i]);
		keep(&c->cell[i], &values[i]);
	}
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
	free(c->cell);
	free(c->all.bits);
}
