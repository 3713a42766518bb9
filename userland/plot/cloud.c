// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: many references in a pixel
 *
 * The more references there are to a row of pages in a column, the less of the paper is seen
 * through their pixel, by the logarithm of their number.  How many rows and columns a pixel has
 * differs by one, which would be seen as stripes: so what counts is the mean of these.
 *
 * A pixel has one colour.  Where there are several kinds of references, neighbouring pixels have
 * that of one or the other, as often as there are such references, in a fixed pattern; a mixed
 * colour would be that of none.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cloud.h"

/* Opacity of the fewest references. */
#define OPACITY_MIN 0.5
#define PATTERN 4

/**
 * struct line - lines of pixels that are alike
 * @of: stratum that they are in
 * @bottom: the lowest, pixels above the bottom
 * @top: behind the highest
 * @counts: references of each kind, by pixel
 */
struct line {
	const struct stratum *of;
	double bottom;
	double top;
	double (*counts)[SCATTER_KINDS];
};

/**
 * struct painter - what draws lines
 * @c: pixels
 * @colours: of kinds
 * @columns: by pixel, columns that begin there
 * @most: the most references of a row in a column that a pixel has
 * @paints: the most are known, and pixels are drawn
 */
struct painter {
	struct cloud *c;
	const uint32_t *colours;
	double *columns;
	double most;
	int paints;
};

/**
 * cloud_x() - where does a column begin?
 * @cells: of which it is one
 * @width: pixels of all
 * @column: its number
 *
 * Return: pixels from the left.
 */
double cloud_x(const struct scatter *cells, size_t width, unsigned int column)
{
	return fmin(ldexp(column, cells->x_shift) * width / cells->end, width);
}

static double sum_of(const double *counts)
{
	return counts[SCATTER_READ] + counts[SCATTER_WRITE] + counts[SCATTER_FETCH];
}

/* Thresholds that are spread evenly over a square, so that no pattern catches the eye. */
static enum scatter_kind kind_at(const double *counts, size_t x, size_t y)
{
	static const double thresholds[PATTERN][PATTERN] = {
		{ 0.5 / 16, 8.5 / 16, 2.5 / 16, 10.5 / 16 },
		{ 12.5 / 16, 4.5 / 16, 14.5 / 16, 6.5 / 16 },
		{ 3.5 / 16, 11.5 / 16, 1.5 / 16, 9.5 / 16 },
		{ 15.5 / 16, 7.5 / 16, 13.5 / 16, 5.5 / 16 },
	};
	double at = thresholds[y % PATTERN][x % PATTERN] * sum_of(counts);

	if (at < counts[SCATTER_WRITE])
		return SCATTER_WRITE;
	return at < counts[SCATTER_WRITE] + counts[SCATTER_FETCH] ? SCATTER_FETCH : SCATTER_READ;
}

static uint32_t shade(uint32_t colour, double opacity)
{
	uint32_t pixel = (uint32_t)lround(opacity * 255) << 24;
	unsigned int shift;

	for (shift = 0; shift < 24; shift += 8)
		pixel |= (uint32_t)lround(opacity * (colour >> shift & 255)) << shift;
	return pixel;
}

static void paint(const struct painter *p, const struct line *l, size_t x, double part)
{
	const double opacity = OPACITY_MIN + (1 - OPACITY_MIN) * log1p(part) / log1p(p->most);
	size_t y = p->c->height - (size_t)l->top, below = p->c->height - (size_t)l->bottom;

	for (; y < below; y++)
		p->c->pixels[y * p->c->width + x] =
			shade(p->colours[kind_at(l->counts[x], x, y)], opacity);
}

static void end_line(struct painter *p, struct line *l)
{
	double rows, part;
	size_t x;

	if (!l->of)
		return;
	l->top = fmin(fmax(l->top, l->bottom + 1), p->c->height);
	rows = strata_rows_at(l->of, l->bottom);
	for (x = 0; x < p->c->width; x++) {
		part = sum_of(l->counts[x]) / rows / fmax(p->columns[x], 1);
		if (part > 0 && p->paints)
			paint(p, l, x, part);
		else if (part > p->most)
			p->most = part;
	}
}

static void begin_line(const struct painter *p, struct line *l, const struct stratum *of,
		       double bottom)
{
	memset(l->counts, 0, p->c->width * sizeof(*l->counts));
	l->of = of;
	l->bottom = fmin(bottom, p->c->height - 1);
	l->top = 0;
}

static void add_cell(const struct painter *p, struct line *l, const struct scatter *cells,
		     const struct scatter_cell *cell)
{
	size_t x = cloud_x(cells, p->c->width, scatter_column(cell));
	size_t right = cloud_x(cells, p->c->width, scatter_column(cell) + 1);
	unsigned int kind;

	do {
		for (kind = 0; x < p->c->width && kind < SCATTER_KINDS; kind++)
			l->counts[x][kind] += cell->counts[kind];
	} while (++x < right);
}

static void draw(struct painter *p, struct line *l, const struct scatter *cells,
		 const struct strata *strata)
{
	const struct scatter_cell *cell = cells->slots, *end = cell + cells->size;
	const struct stratum *of = strata->list;
	double y;

	for (; cell < end; cell++) {
		while (scatter_row(cell) >= of->end)
			of++;
		y = strata_y(of, scatter_row(cell));
		if (!l->of || floor(y) != l->bottom) {
			end_line(p, l);
			begin_line(p, l, of, floor(y));
		}
		l->top = fmax(l->top, floor(y + strata_row_height(of)));
		add_cell(p, l, cells, cell);
	}
	end_line(p, l);
	l->of = NULL;
}

static void count_columns(struct painter *p, const struct scatter *cells)
{
	unsigned int column, end = (cells->end - 1) >> cells->x_shift;
	size_t x;

	for (column = 0; column <= end; column++) {
		x = cloud_x(cells, p->c->width, column);
		if (x < p->c->width)
			p->columns[x]++;
	}
}

/**
 * cloud_make() - draw cells
 * @c: pixels; its width and height are set, one at the least
 * @cells: sorted; one at the least
 * @strata: where their rows are, in that height
 * @colours: of kinds
 *
 * Return: 0 or -ENOMEM; cloud_free() is owed in any case.
 */
int cloud_make(struct cloud *c, const struct scatter *cells, const struct strata *strata,
	       const uint32_t *colours)
{
	struct painter p = {
		.c = c, .colours = colours, .columns = calloc(c->width, sizeof(*p.columns)),
	};
	struct line l = { .counts = calloc(c->width, sizeof(*l.counts)) };
	int err = -ENOMEM;

	c->pixels = calloc(c->width * c->height, sizeof(*c->pixels));
	if (c->pixels && p.columns && l.counts) {
		count_columns(&p, cells);
		draw(&p, &l, cells, strata);
		p.paints = 1;
		draw(&p, &l, cells, strata);
		err = 0;
	}
	free(p.columns);
	free(l.counts);
	return err;
}

/**
 * cloud_free() - forget pixels
 * @c: them
 */
void cloud_free(struct cloud *c)
{
	free(c->pixels);
	c->pixels = NULL;
}
