/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_HEATMAP_H
#define PAGESNAP_ACCESSES_HEATMAP_H

#include <linux/pgtable.h>
#include <linux/xarray.h>

#include "cells.h"

/* Cells side by side: those of the pages of one table at least. */
#define PAGESNAP_CELLS PTRS_PER_PTE

/**
 * struct pagesnap_stock - rows of all heatmaps of an answer
 * @nr: how many they have, PAGESNAP_ACCESSES_TABLES_MAX at the most
 * @spare: a row that is no part of one yet
 */
struct pagesnap_stock {
	u32 nr;
	struct pagesnap_cell *spare;
};

/**
 * struct pagesnap_heatmap - what is remembered of pages
 * @rows: PAGESNAP_CELLS cells each, by the number of their first unit over PAGESNAP_CELLS
 * @unit: log2 of the pages of a unit
 * @stock: where rows come from
 * @fresh: one that has become a part of it under a lock, and still must get its place
 * @fresh_key: that place
 * @full: no spare is to be had for now
 * @lost: pages that found no place
 *
 * Context: owned by the session's reader.
 */
struct pagesnap_heatmap {
	struct xarray rows;
	u32 unit;
	struct pagesnap_stock *stock;
	struct pagesnap_cell *fresh;
	unsigned long fresh_key;
	bool full;
	u64 lost;
};

void pagesnap_stock_destroy(struct pagesnap_stock *stock);
void pagesnap_heatmap_init(struct pagesnap_heatmap *m, u32 unit, struct pagesnap_stock *stock);
void pagesnap_heatmap_destroy(struct pagesnap_heatmap *m);
void pagesnap_heatmap_prepare(struct pagesnap_heatmap *m);
void pagesnap_heatmap_settle(struct pagesnap_heatmap *m, u32 look);
struct pagesnap_cell *pagesnap_heatmap_row(struct pagesnap_heatmap *m, u64 page);
struct pagesnap_cell *pagesnap_heatmap_find(const struct pagesnap_heatmap *m, u64 page);
struct pagesnap_cell *pagesnap_heatmap_make(struct pagesnap_heatmap *m, u64 page);
struct pagesnap_cell *pagesnap_heatmap_next(struct pagesnap_heatmap *m, unsigned long *key);
void pagesnap_heatmap_round(struct pagesnap_heatmap *m, unsigned long key,
			    struct pagesnap_cell *row, bool keep);

/* May a table be looked at that has no row yet? */
static inline bool pagesnap_heatmap_ready(const struct pagesnap_heatmap *m)
{
	return m->stock->spare || m->full;
}

/* The cell of a page in the row that is its own. */
static inline struct pagesnap_cell *pagesnap_heatmap_cell(const struct pagesnap_heatmap *m,
							  struct pagesnap_cell *row, u64 page)
{
	return &row[(page >> m->unit) % PAGESNAP_CELLS];
}

/* The first page behind the unit of a page. */
static inline u64 pagesnap_heatmap_behind(const struct pagesnap_heatmap *m, u64 page)
{
	return ((page >> m->unit) + 1) << m->unit;
}

/* Is it the first page of its row? */
static inline bool pagesnap_heatmap_begins(const struct pagesnap_heatmap *m, u64 page)
{
	return !(page & (((u64)PAGESNAP_CELLS << m->unit) - 1));
}

#endif /* PAGESNAP_ACCESSES_HEATMAP_H */
