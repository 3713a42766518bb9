// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: addresses without what nobody referenced
 *
 * A process has some megabytes in 128 TiB.  Rows that have references are drawn at one scale;
 * a few rows without any between two of a mapping are drawn as well, so that what is scattered
 * looks so; more of them, or another mapping, begin a new stratum.
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "strata.h"

/* Rows without references that stay: so many, or that share of all rows that have some. */
#define KEPT_ROWS 4
#define KEPT_SHARE 100
/* Of the height, that share is for gaps, and another for strata of a few rows. */
#define EXTRA_SHARE 4
#define GAP_MAX 7.0
#define GAP_MIN 2.0
#define HEIGHT_MIN 5.0

static uint64_t count_rows(const struct scatter *cells)
{
	uint64_t nr = 0;
	size_t i;

	for (i = 0; i < cells->size; i++)
		nr += !i || scatter_row(cells->slots + i) != scatter_row(cells->slots + i - 1);
	return nr;
}

static bool goes_on(const struct stratum *s, const struct scatter_cell *cell, uint64_t kept)
{
	return scatter_row(cell) < s->end ||
	       (cell->area == s->area && scatter_row(cell) - s->end <= kept);
}

static struct stratum *add(struct strata *s)
{
	struct stratum *list = s->list;

	/* a power of two is full */
	if (!(s->nr & (s->nr - 1))) {
		list = reallocarray(list, s->nr ? 2 * s->nr : 1, sizeof(*list));
		if (!list)
			return NULL;
		s->list = list;
	}
	return list + s->nr++;
}

static int find(struct strata *s, const struct scatter *cells)
{
	const struct scatter_cell *cell = cells->slots, *end = cell + cells->size;
	const uint64_t share = count_rows(cells) / KEPT_SHARE;
	const uint64_t kept = share > KEPT_ROWS ? share : KEPT_ROWS;
	struct stratum *last = NULL;

	for (; cell < end; cell++) {
		if (!last || !goes_on(last, cell, kept)) {
			last = add(s);
			if (!last)
				return -ENOMEM;
			*last = (struct stratum){ .start = scatter_row(cell), .area = cell->area };
		}
		last->end = scatter_row(cell) + 1;
	}
	return 0;
}

/* With so many strata that gaps would not be seen there are none. */
static void place(struct strata *s, double height)
{
	const double extra = height / EXTRA_SHARE / s->nr;
	const double least = fmin(extra, HEIGHT_MIN);
	double rows = 0, scale, y = 0;
	size_t i;

	s->gap = extra < GAP_MIN ? 0 : floor(fmin(extra, GAP_MAX));
	for (i = 0; i < s->nr; i++)
		rows += s->list[i].end - s->list[i].start;
	scale = (height - s->nr * least - (s->nr - 1) * s->gap) / rows;
	for (i = 0; i < s->nr; i++) {
		s->list[i].y = y;
		s->list[i].height = least + scale * (s->list[i].end - s->list[i].start);
		y += s->list[i].height + s->gap;
	}
}

/**
 * strata_make() - find out where rows are
 * @s: gets it
 * @cells: sorted
 * @height: pixels that there are
 *
 * Return: 0 or -ENOMEM; strata_free() is owed in any case.
 */
int strata_make(struct strata *s, const struct scatter *cells, double height)
{
	int err;

	*s = (struct strata){ NULL };
	err = find(s, cells);
	if (!err && s->nr)
		place(s, height);
	return err;
}

/**
 * strata_row_height() - how high is a row?
 * @of: stratum
 *
 * Return: pixels.
 */
double strata_row_height(const struct stratum *of)
{
	return of->height / (of->end - of->start);
}

/**
 * strata_y() - where does a row begin?
 * @of: stratum that it is in
 * @row: number of it
 *
 * Return: pixels above the bottom.
 */
double strata_y(const struct stratum *of, uint64_t row)
{
	return of->y + (row - of->start) * strata_row_height(of);
}

/**
 * strata_rows_at() - how many rows begin in a pixel?
 * @of: stratum
 * @pixel: pixels above the bottom, a whole number
 *
 * Return: how many, 1 at the least.
 */
double strata_rows_at(const struct stratum *of, double pixel)
{
	const double height = strata_row_height(of);
	double first = fmax(ceil((pixel - of->y) / height), 0);
	double behind = fmin(ceil((pixel + 1 - of->y) / height), of->end - of->start);

	return fmax(behind - first, 1);
}

/**
 * strata_free() - forget where rows are
 * @s: strata
 */
void strata_free(struct strata *s)
{
	free(s->list);
	*s = (struct strata){ NULL };
}
