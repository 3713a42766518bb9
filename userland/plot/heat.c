// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what was accessed, by address and time
 *
 * A cell is of a lane of addresses and a column of time.  A column is a round, or several where
 * these are narrower than a pixel.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "caption.h"
#include "lanes.h"
#include "pictures.h"
#include "render/heat/sight.h"

/* Rounds first to behind - 1 of a history, which are from pixel x to pixel right. */
struct column {
	size_t first;
	size_t behind;
	double x;
	double right;
};

/* Rounds that are no whole pixel wide go with the one before. */
static size_t make_columns(const struct frame *f, const struct plot_series *s,
			   const struct heat_history *h, struct column *columns)
{
	struct plot_span span;
	size_t nr = 0, i;
	double x, right;

	for (i = 0; i < h->nr; i++) {
		if (!plot_series_round(s, h->rounds[i].number, &span))
			continue;
		x = floor(frame_x(f, span.from));
		right = fmax(floor(frame_x(f, span.to)), fmin(x + 1, f->box.x + f->box.w));
		if (nr && (right <= columns[nr - 1].right || x < columns[nr - 1].x)) {
			columns[nr - 1].behind = i + 1;
			continue;
		}
		columns[nr++] = (struct column){ i, i + 1, x, right };
	}
	return nr;
}

/* The level of a cell, -1 if no page was there. */
static int level_of(const struct heat_history *h, const struct column *column,
		    struct heat_span pages)
{
	struct heat_cell all = { .there = 0 }, cell;
	unsigned int level;
	size_t i;

	for (i = column->first; i < column->behind; i++) {
		cell = heat_round_sum(h->rounds + i, pages.start, pages.end);
		all.there += cell.there;
		all.accessed += cell.accessed;
	}
	if (!all.there)
		return -1;
	heat_overlay_sign(HEAT_OVERLAY_HEAT, &all, &level);
	return level;
}

/* Cells side by side that are of one level are one box. */
static void draw_lane(struct canvas *c, const struct heat_history *h, struct box box,
		      struct heat_span pages, const struct column *columns, size_t nr)
{
	int level, before = -1;
	size_t i;

	box.w = 0;
	for (i = 0; i < nr; i++) {
		level = level_of(h, columns + i, pages);
		if (level == before && columns[i].x == box.x + box.w) {
			box.w = columns[i].right - box.x;
			continue;
		}
		if (before >= 0)
			canvas_fill(c, INK_LEVEL + before, box);
		before = level;
		box.x = columns[i].x;
		box.w = columns[i].right - box.x;
	}
	if (before >= 0)
		canvas_fill(c, INK_LEVEL + before, box);
}

static int draw_cells(struct canvas *c, struct frame *f, const struct plot_series *s,
		      const struct heat_seen *p, const struct lanes *lanes)
{
	struct column *columns = calloc(p->history.nr + 1, sizeof(*columns));
	size_t nr, lane;

	if (!columns)
		return -ENOMEM;
	nr = make_columns(f, s, &p->history, columns);
	for (lane = 0; lane < lanes->nr; lane++)
		draw_lane(c, &p->history, lanes_box(lanes, f, lane), lanes_pages(lanes, lane),
			  columns, nr);
	free(columns);
	return 0;
}

static void draw_below(struct canvas *c, const struct frame *f, const struct plot_series *s)
{
	frame_time_axis(c, f, s);
	caption_levels(c, caption_samples(c, s));
}

/**
 * picture_draw_heat() - draw what was accessed by address and time
 * @c: picture
 * @run: that it is of
 * @p: process
 *
 * Return: 0 or a negative errno, -ENODATA if there is nothing to draw.
 */
int picture_draw_heat(struct canvas *c, const struct plot_run *run, const struct heat_seen *p)
{
	static const struct lanes_picture of = { " and time", draw_cells, draw_below };

	return lanes_draw(c, run, p, &of);
}
