// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what is remembered between looks: rows of cells, one a page table at first
 *
 * Page tables are looked at under locks where nothing may be allocated.  So a row is made
 * before, is filled under the lock, and gets its place afterwards.  A table never needs more
 * than one: it has as many pages as a row has cells, and where a unit has several pages,
 * a row is that of several tables.
 *
 * The memory is charged to the reader's memory cgroup and bounded.  What finds no room is
 * looked at all the same, so that the next look of others tells the truth, and is counted.
 */
#include <linux/slab.h>

#include "../core/alloc.h"
#include "heatmap.h"

/* What a round counts, fits; and 512 of them are as many bytes as docs/accesses.md says. */
static_assert(PAGESNAP_ACCESSES_AGGREGATE_MAX <= U8_MAX);
static_assert(sizeof(struct pagesnap_cell) == 16);

/**
 * pagesnap_stock_destroy() - no more rows are wanted; harmless when repeated
 * @stock: stock, zeroed at first
 */
void pagesnap_stock_destroy(struct pagesnap_stock *stock)
{
	kfree(stock->spare);
	stock->spare = NULL;
}

/**
 * pagesnap_heatmap_init() - nothing is remembered
 * @m: heatmap
 * @unit: log2 of the pages of a unit
 * @stock: where rows come from, shared by the heatmaps of an answer
 */
void pagesnap_heatmap_init(struct pagesnap_heatmap *m, u32 unit, struct pagesnap_stock *stock)
{
	*m = (struct pagesnap_heatmap){ .unit = unit, .stock = stock };
	xa_init_flags(&m->rows, XA_FLAGS_ACCOUNT);
}

/**
 * pagesnap_heatmap_destroy() - forget everything; harmless when repeated
 * @m: heatmap that was initialized
 *
 * Context: may sleep.
 */
void pagesnap_heatmap_destroy(struct pagesnap_heatmap *m)
{
	struct pagesnap_cell *row;
	unsigned long key;

	xa_for_each(&m->rows, key, row) {
		kfree(row);
		m->stock->nr--;
		cond_resched();
	}
	xa_destroy(&m->rows);
}

/**
 * pagesnap_heatmap_prepare() - have a row for a table that has none
 * @m: heatmap
 *
 * Context: may sleep; no lock that the process needs is held.
 */
void pagesnap_heatmap_prepare(struct pagesnap_heatmap *m)
{
	struct pagesnap_stock *s = m->stock;

	if (!s->spare && s->nr < PAGESNAP_ACCESSES_TABLES_MAX)
		s->spare = kcalloc(PAGESNAP_CELLS, sizeof(*s->spare), PAGESNAP_FEW_TRIES);
	m->full = !s->spare;
}

/**
 * pagesnap_heatmap_find() - the cells of a page table, if it has some
 * @m: heatmap
 * @page: page in it
 *
 * Context: any; it doesn't sleep.
 * Return: row, NULL if there is none.
 */
struct pagesnap_cell *pagesnap_heatmap_find(const struct pagesnap_heatmap *m, u64 page)
{
	unsigned long key = (page >> m->unit) / PAGESNAP_CELLS;

	return m->fresh && m->fresh_key == key ? m->fresh : xa_load((struct xarray *)&m->rows, key);
}

/**
 * pagesnap_heatmap_row() - the cells of a page table
 * @m: heatmap
 * @page: page in it
 *
 * Context: any; it doesn't sleep, and takes a row that pagesnap_heatmap_prepare() made.
 * Return: row, NULL if there is none and none can be had.
 */
struct pagesnap_cell *pagesnap_heatmap_row(struct pagesnap_heatmap *m, u64 page)
{
	struct pagesnap_cell *row = pagesnap_heatmap_find(m, page);

	if (row || !m->stock->spare)
		return row;
	m->fresh = m->stock->spare;
	m->fresh_key = (page >> m->unit) / PAGESNAP_CELLS;
	m->stock->spare = NULL;
	return m->fresh;
}

/* It found no place: what this look has put there is lost. */
static void lose(struct pagesnap_heatmap *m, struct pagesnap_cell *row, u32 look)
{
	u32 i;

	for (i = 0; i < PAGESNAP_CELLS; i++)
		if (pagesnap_cell_is_in(&row[i], look))
			m->lost += 1ULL << m->unit;
	kfree(row);
}

/**
 * pagesnap_heatmap_settle() - give a row its place that was taken under a lock
 * @m: heatmap
 * @look: number of the look that took it
 *
 * Context: may sleep; before another one is taken.
 */
void pagesnap_heatmap_settle(struct pagesnap_heatmap *m, u32 look)
{
	if (!m->fresh)
		return;
	/* the array charges its nodes by itself */
	if (xa_err(xa_store(&m->rows, m->fresh_key, m->fresh,
			    PAGESNAP_FEW_TRIES & ~__GFP_ACCOUNT)))
		lose(m, m->fresh, look);
	else
		m->stock->nr++;
	m->fresh = NULL;
}

/**
 * pagesnap_heatmap_make() - the cells of a page, where no lock is in the way
 * @m: heatmap, of which no row was taken under a lock; once it is @full no more are made
 * @page: page
 *
 * Context: may sleep.
 * Return: row, NULL if there is none and none can be had.
 */
struct pagesnap_cell *pagesnap_heatmap_make(struct pagesnap_heatmap *m, u64 page)
{
	unsigned long key = (page >> m->unit) / PAGESNAP_CELLS;
	struct pagesnap_cell *row = xa_load(&m->rows, key);

	if (row || m->full)
		return row;
	pagesnap_heatmap_prepare(m);
	if (!pagesnap_heatmap_row(m, page))
		return NULL;
	/* it has no cells in use yet, so nothing can be lost with it */
	pagesnap_heatmap_settle(m, 0);
	return xa_load(&m->rows, key);
}

/**
 * pagesnap_heatmap_next() - the first row from a place on
 * @m: heatmap
 * @key: place; gets the row's
 *
 * Return: row, NULL if there is none.
 */
struct pagesnap_cell *pagesnap_heatmap_next(struct pagesnap_heatmap *m, unsigned long *key)
{
	return xa_find(&m->rows, key, ULONG_MAX, XA_PRESENT);
}

/**
 * pagesnap_heatmap_round() - a round is over: make a row ready for the next
 * @m: heatmap
 * @key: its place
 * @row: row; gone if nothing of it was there in this round
 * @keep: of what was there before, too, as a look was given up
 *
 * Context: may sleep.
 */
void pagesnap_heatmap_round(struct pagesnap_heatmap *m, unsigned long key,
			    struct pagesnap_cell *row, bool keep)
{
	struct pagesnap_cell before;
	bool kept = false;
	u32 i;

	for (i = 0; i < PAGESNAP_CELLS; i++) {
		if (i && pagesnap_cell_equals(&row[i], &before)) {
			row[i] = row[i - 1];
			continue;
		}
		before = row[i];
		kept |= pagesnap_cell_next(&row[i], keep);
	}
	if (kept)
		return;
	xa_erase(&m->rows, key);
	kfree(row);
	m->stock->nr--;
}
