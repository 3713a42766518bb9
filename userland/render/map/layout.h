/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a map is laid out: rows of cells, with what has nothing in memory folded away.  Pure.
 */
#ifndef RENDER_MAP_LAYOUT_H
#define RENDER_MAP_LAYOUT_H

#include "model.h"

/* How much of a cell is of the state that is most. */
enum map_fill {
	MAP_FILL_NONE,		/* of a cell in which there is nothing */
	MAP_FILL_LITTLE,	/* less than a sixteenth of the cell is anything */
	MAP_FILL_PART,
	MAP_FILL_ALL,
};

/**
 * struct map_look - what a cell shows
 * @is_mapped: there is something to tell of
 * @state: what most of it is, of what is there
 * @fill: how much of it
 */
struct map_look {
	bool is_mapped;
	enum map_state state;
	enum map_fill fill;
};

/**
 * struct map_row - a row of a map
 * @start: its first page
 * @end: behind the last
 * @absent: pages between the row before and this one that are not in memory
 * @blank: pages there of which nothing is told
 * @counts: of all cells
 * @area: the mapping that has most of it, NULL for none
 * @more_areas: others in it
 */
struct map_row {
	uint64_t start;
	uint64_t end;
	uint64_t absent;
	uint64_t blank;
	struct map_counts counts;
	const struct map_area *area;
	size_t more_areas;
};

/**
 * struct map_layout - a map on its way into rows
 * @model: of what
 * @shift: log2 of the pages of a cell
 * @cells: of a row
 * @cell: counts of the cells of the row; the caller's, @cells of them
 * @slice: the first slice that may lie behind the row
 * @area: the first mapping that may
 * @at: behind the last row
 */
struct map_layout {
	const struct map_model *model;
	unsigned int shift;
	size_t cells;
	struct map_counts *cell;
	size_t slice;
	size_t area;
	uint64_t at;
};

/* Cells as small as they can be with at most @rows rows of them. */
void map_layout_begin(struct map_layout *l, const struct map_model *model, size_t rows,
		      size_t cells, struct map_counts *cell);
/* The next row, with its cells; false behind the last: @row has what follows it then. */
bool map_layout_next(struct map_layout *l, struct map_row *row);
/* Pages that @counts, of a cell or row of @span pages, are a part of. */
uint64_t map_layout_whole(const struct map_layout *l, const struct map_counts *counts,
			  uint64_t span);
/* What the @nth cell of the row shows. */
struct map_look map_look_at(const struct map_layout *l, size_t nth);

#endif /* RENDER_MAP_LAYOUT_H */
