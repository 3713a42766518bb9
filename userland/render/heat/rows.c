// SPDX-License-Identifier: GPL-2.0
/*
 * The rows of a screen.
 */
#include "rows.h"

/* Behind the 2^shift pages that @vpn is in. */
static uint64_t border_of(uint64_t vpn, unsigned int shift)
{
	uint64_t border = ((vpn >> shift) + 1) << shift;

	return border > vpn ? border : UINT64_MAX;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The row that page @at is in.  What lies between mappings begins with its first page. */
static struct heat_row row_at(const struct heat_ground *g, unsigned int shift, uint64_t at)
{
	struct heat_row row = { .start = at >> shift << shift };
	uint64_t to;

	row.area = heat_areas_find(g->areas, at, &to);
	if (!row.area)
		row.start = at;
	else if (row.start < row.area->start)
		row.start = row.area->start;
	row.end = least(border_of(at, shift), least(to, g->end));
	return row;
}

/* Makes rows, or only counts them if @rows is NULL. */
static size_t walk(const struct heat_ground *g, unsigned int shift, struct heat_row *rows)
{
	const struct heat_span *span = g->spans->list, *last = span + g->spans->nr;
	uint64_t at = g->start;
	struct heat_row row;
	size_t nr = 0;

	for (; span < last && span->start < g->end; span++) {
		if (at < span->start)
			at = span->start;
		while (at < least(span->end, g->end) && nr <= HEAT_ROWS_MAX) {
			row = row_at(g, shift, at);
			if (rows && nr < HEAT_ROWS_MAX)
				rows[nr] = row;
			nr++;
			at = row.end;
		}
	}
	return nr;
}

/**
 * heat_rows_count() - how many rows are there?
 * @g: of what
 * @shift: log2 of the pages of each
 *
 * Return: number, HEAT_ROWS_MAX + 1 for more than that.
 */
size_t heat_rows_count(const struct heat_ground *g, unsigned int shift)
{
	return walk(g, shift, NULL);
}

/**
 * heat_rows_make() - make rows
 * @g: of what
 * @shift: log2 of the pages of each
 * @rows: room for HEAT_ROWS_MAX
 *
 * Return: how many; those above HEAT_ROWS_MAX are not made.
 */
size_t heat_rows_make(const struct heat_ground *g, unsigned int shift, struct heat_row *rows)
{
	return least(walk(g, shift, rows), HEAT_ROWS_MAX);
}

/**
 * heat_rows_shift() - choose how large rows are
 * @g: of what
 * @wanted: rows that fit on a screen
 *
 * Each mapping has a row at least.  Where these alone are too many, there may be twice as many.
 *
 * Return: log2 of pages.
 */
unsigned int heat_rows_shift(const struct heat_ground *g, size_t wanted)
{
	size_t fewest = heat_rows_count(g, HEAT_SHIFT_MAX);
	size_t most = fewest > wanted ? least(2 * fewest, HEAT_ROWS_MAX) : wanted;
	unsigned int low = 0, high = HEAT_SHIFT_MAX, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (heat_rows_count(g, middle) <= most)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}
