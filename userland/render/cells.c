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

static unsigned char base_of(const struct cells *c, enum value_type type)
{
	switch (type) {
	case VALUE_NUMBER:
	case VALUE_BYTES:
		return 10;
	case VALUE_HEX:
		return c->hex ? 16 : 10;
	default:
		return 0;
	}
}

/* Is what has no digits to be written over as in the line before? */
static bool is_there(const struct cell *cell, const struct value *v)
{
	if (cell->base || cell->type != v->type || !cell->known)
		return false;
	if (has_text(v))
		return cell->text_len == v->len && !memcmp(cell->text, v->text, v->len);
	return cell->number == v->number;
}

static void keep(const struct cells *c, struct cell *cell, const struct value *v)
{
	cell->type = v->type;
	cell->base = base_of(c, v->type);
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

/* The text of @cell becomes another. */
static int replace(struct cells *c, struct cell *cell, const char *text, size_t len)
{
	if (len != cell->len)
		resize(c, cell, len);
	if (c->line.failed)
		return -ENOMEM;
	if (len)
		memcpy(c->line.s + cell->begin, text, len);
	return 0;
}

/* Not inline: most of what has changed are numbers, which need nothing of all this. */
__attribute__((noinline))
static int make(struct cells *c, size_t nth, const struct value *v, cells_put *put, void *ctx)
{
	struct cell *cell = &c->cell[nth];
	const struct flag_text *kept = NULL;

	if (is_there(cell, v))
		return 0;
	keep(c, cell, v);
	if (v->type == VALUE_FLAGS)
		kept = flag_texts_find(&c->flags, v->number);
	if (kept)
		return replace(c, cell, kept->text, kept->len);
	c->text.len = 0;
	put(ctx, nth, v, &c->text);
	if (c->text.failed)
		return -ENOMEM;
	if (v->type == VALUE_FLAGS)
		flag_texts_keep(&c->flags, v->number, c->text.s, c->text.len);
	return replace(c, cell, c->text.s, c->text.len);
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
	size_t word, i;
	uint64_t left;

	changed = changed ?: &c->all;
	column_set_each(changed, word, left, i) {
		struct cell *cell = &c->cell[i];

		if (cell->base && cell->type == values[i].type &&
		    cell_put_over(c, cell, values[i].number))
			continue;
		if (make(c, i, &values[i], put, ctx))
			return -ENOMEM;
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
	value_buf_free(&c->text);
	free(c->cell);
	free(c->all.bits);
}
