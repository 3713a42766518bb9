// SPDX-License-Identifier: GPL-2.0
/*
 * What is remembered of a unit from look to look, over the samples of a round (aggregate=).
 * Pure.
 *
 * A unit may have several pages, and a page may be met twice in one look if it was moved
 * meanwhile: so each cell knows which look it has counted last.  Numbers of looks come again
 * after 255; a round has at most 100, and who wasn't seen in a whole one is forgotten, so
 * what a cell has is never that old.
 */
#include "cells.h"

/**
 * pagesnap_look_next() - the number of the look behind another one
 * @look: its number, 0 before the first
 *
 * Return: number.
 */
u32 pagesnap_look_next(u32 look)
{
	return look % PAGESNAP_LOOKS + 1;
}

static void note_dirt(struct pagesnap_cell *c, const struct pagesnap_seen *s, u32 look)
{
	c->dirt = s->dirty ? PAGESNAP_DIRT_DIRTY : PAGESNAP_DIRT_CLEAN;
	c->seen_at = look;
}

/**
 * pagesnap_cell_base() - a look that only makes ready for the next
 * @c: cell
 * @s: what it finds
 * @look: its number
 */
void pagesnap_cell_base(struct pagesnap_cell *c, const struct pagesnap_seen *s, u32 look)
{
	note_dirt(c, s, look);
}

/* What it is, among the others of its unit and of the looks before. */
static void be(struct pagesnap_cell *c, const struct pagesnap_seen *s)
{
	if (!c->seen) {
		c->node = s->node;
		c->kind = s->kind;
		c->order = s->order;
		return;
	}
	if (c->node != s->node)
		c->node = PAGESNAP_CELL_MIXED_NODE;
	if (c->kind != s->kind)
		c->kind = PAGESNAP_CELL_MIXED;
	if (c->order != s->order)
		c->order = PAGESNAP_CELL_MIXED;
}

/* Return: it was clean in the look before, and now it is dirty. */
static bool count_dirt(struct pagesnap_cell *c, const struct pagesnap_seen *s, u32 look)
{
	bool knows = c->seen_at && pagesnap_look_next(c->seen_at) == look;

	if (!s->write)
		return false;
	if (!knows || c->dirt != PAGESNAP_DIRT_CLEAN) {
		c->unsure = 1;
		return false;
	}
	if (s->dirty)
		c->dirtied++;
	return s->dirty;
}

/**
 * pagesnap_cell_see() - a page of a unit was looked at
 * @c: cell of the unit
 * @s: page
 * @look: number of the look
 *
 * Return: it was clean in the look before, and is dirty; of use where a unit is one page.
 */
bool pagesnap_cell_see(struct pagesnap_cell *c, const struct pagesnap_seen *s, u32 look)
{
	bool dirtied = false;

	be(c, s);
	if (!c->seen || c->seen_at != look) {
		dirtied = count_dirt(c, s, look);
		c->seen++;
	}
	if (s->accessed && c->accessed_at != look) {
		c->accessed++;
		c->accessed_at = look;
	}
	note_dirt(c, s, look);
	return dirtied;
}

/**
 * pagesnap_cell_same() - may two cells be one record?
 * @a: cell
 * @b: cell behind it
 *
 * Return: true if they tell the same.
 */
bool pagesnap_cell_same(const struct pagesnap_cell *a, const struct pagesnap_cell *b)
{
	return a->accessed == b->accessed && a->seen == b->seen && a->dirtied == b->dirtied &&
	       a->unsure == b->unsure && a->node == b->node && a->kind == b->kind &&
	       a->order == b->order;
}

/**
 * pagesnap_cell_next() - a round is over: forget what it counted
 * @c: cell
 *
 * Return: false if nothing is left that is worth keeping.
 */
bool pagesnap_cell_next(struct pagesnap_cell *c)
{
	if (!c->seen) {
		*c = (struct pagesnap_cell){ };
		return false;
	}
	c->accessed = 0;
	c->seen = 0;
	c->accessed_at = 0;
	c->dirtied = 0;
	c->unsure = 0;
	return true;
}

static u32 node_of(const struct pagesnap_cell *c)
{
	if (c->node == PAGESNAP_CELL_NO_NODE)
		return PAGESNAP_NONE32;
	return c->node == PAGESNAP_CELL_MIXED_NODE ? PAGESNAP_MIXED32 : c->node;
}

static u32 dirtied_of(const struct pagesnap_cell *c)
{
	return !c->dirtied && c->unsure ? PAGESNAP_UNKNOWN32 : c->dirtied;
}

/**
 * pagesnap_cell_heat() - the record of a cell
 * @c: cell that was seen
 * @write: with write=1
 * @r: gets it, but for head, query and place
 */
void pagesnap_cell_heat(const struct pagesnap_cell *c, bool write,
			struct pagesnap_accesses_heat *r)
{
	r->node = node_of(c);
	r->accessed = c->accessed;
	r->of = c->seen;
	r->dirtied = write ? dirtied_of(c) : PAGESNAP_NONE32;
	r->kind = c->kind == PAGESNAP_CELL_MIXED ? PAGESNAP_MIXED16 : c->kind;
	r->order = c->order == PAGESNAP_CELL_MIXED ? PAGESNAP_MIXED16 : c->order;
	r->age = PAGESNAP_UNKNOWN32;
}
