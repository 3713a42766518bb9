// SPDX-License-Identifier: GPL-2.0
/*
 * What is remembered of a unit from look to look: counts, over the samples of a round
 * (aggregate=), and when it was accessed last, for as long as it is met in each round.  Pure.
 *
 * A unit may have several pages, and a page may be met twice in one look if it was moved
 * meanwhile: so each cell knows which look it has counted last.
 */
#include "cells.h"

/* Whoever is met is at least as old as the look before, which didn't find it, or only cleared. */
static void meet(struct pagesnap_cell *c, u32 before)
{
	if (c->met)
		return;
	c->met = 1;
	c->accessed_at = before;
}

static void note_dirt(struct pagesnap_cell *c, const struct pagesnap_seen *s, u32 look)
{
	c->dirt = s->dirty ? PAGESNAP_DIRT_DIRTY : PAGESNAP_DIRT_CLEAN;
	c->seen_at = look;
}

/* What it is, among the others of its unit and of the looks before; @first: there is none. */
static void be(struct pagesnap_cell *c, const struct pagesnap_seen *s, bool first)
{
	if (first) {
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

/**
 * pagesnap_cell_base() - a look that only makes ready for the next
 * @c: cell
 * @s: what it finds
 * @look: that look
 */
void pagesnap_cell_base(struct pagesnap_cell *c, const struct pagesnap_seen *s,
			const struct pagesnap_look *look)
{
	be(c, s, !pagesnap_cell_is_in(c, look->nr));
	meet(c, look->nr);
	/* one more, when the one before was given up, clears what was accessed in between */
	if (!c->ever)
		c->accessed_at = look->nr;
	note_dirt(c, s, look->nr);
}

/* Return: it was clean in the look before, and now it is dirty. */
static bool count_dirt(struct pagesnap_cell *c, const struct pagesnap_seen *s,
		       const struct pagesnap_look *look)
{
	if (!s->write)
		return false;
	if (!pagesnap_cell_is_in(c, look->before) || c->dirt != PAGESNAP_DIRT_CLEAN) {
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
 * @look: the look
 *
 * Return: it was clean in the look before, and is dirty; of use where a unit is one page.
 */
bool pagesnap_cell_see(struct pagesnap_cell *c, const struct pagesnap_seen *s,
		       const struct pagesnap_look *look)
{
	bool dirtied = false;

	be(c, s, !c->seen);
	if (!c->seen || c->seen_at != look->nr) {
		dirtied = count_dirt(c, s, look);
		c->seen++;
	}
	meet(c, look->before);
	if (s->accessed && !(c->ever && c->accessed_at == look->nr)) {
		c->accessed++;
		c->accessed_at = look->nr;
		c->ever = 1;
	}
	note_dirt(c, s, look->nr);
	return dirtied;
}

/**
 * pagesnap_cell_stay() - a table of a unit was passed over: its pages were not accessed
 * @c: cell of the unit
 * @look: the look
 *
 * Whether they are still there isn't known: what the look before found is taken to stay.
 */
void pagesnap_cell_stay(struct pagesnap_cell *c, const struct pagesnap_look *look)
{
	if (!pagesnap_cell_is_in(c, look->before))
		return;
	c->seen++;
	c->seen_at = look->nr;
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
	       a->order == b->order && a->accessed_at == b->accessed_at && a->ever == b->ever;
}

/**
 * pagesnap_cell_next() - a round is over: forget what it counted
 * @c: cell
 * @keep: a look of the round was given up: what it didn't come to may be there all the same
 *
 * Return: false if nothing is left that is worth keeping.
 */
bool pagesnap_cell_next(struct pagesnap_cell *c, bool keep)
{
	if (!c->met || (!c->seen && !keep)) {
		*c = (struct pagesnap_cell){ };
		return false;
	}
	c->accessed = 0;
	c->seen = 0;
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
 * @now: number of the newest look
 * @write: with write=1
 * @r: gets it, but for head, query and place
 */
void pagesnap_cell_heat(const struct pagesnap_cell *c, u32 now, bool write,
			struct pagesnap_accesses_heat *r)
{
	r->node = node_of(c);
	r->accessed = c->accessed;
	r->of = c->seen;
	r->dirtied = write ? dirtied_of(c) : PAGESNAP_NONE32;
	r->kind = c->kind == PAGESNAP_CELL_MIXED ? PAGESNAP_MIXED16 : c->kind;
	r->order = c->order == PAGESNAP_CELL_MIXED ? PAGESNAP_MIXED16 : c->order;
	r->age = now - c->accessed_at;
	if (!c->ever)
		r->rec.flags |= PAGESNAP_RF_AT_LEAST;
}
