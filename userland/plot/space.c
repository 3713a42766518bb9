// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what was accessed, by address
 *
 * Of each lane of addresses three bars, one on the other: memory that was there, what was
 * accessed of it in the round with most, and in the mean of all samples.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "caption.h"
#include "lanes.h"
#include "pictures.h"

/* Of an axis that has any length. */
#define BYTES_MIN 4096.0

/**
 * struct bars - what a lane had, in bytes
 * @there: in the mean of the samples
 * @accessed: the same
 * @most: accessed, in the mean of the samples of the round with most
 */
struct bars {
	double there;
	double accessed;
	double most;
};

static uint64_t samples_of(const struct plot_series *s, uint64_t number)
{
	uint64_t all = s->dropped + s->nr, first = number * s->aggregate;

	return all - first < s->aggregate ? all - first : s->aggregate;
}

static struct bars measure(const struct plot_series *s, const struct heat_history *h,
			   struct heat_span pages, double page)
{
	struct bars bars = { .there = 0 };
	struct plot_span span;
	struct heat_cell cell;
	uint64_t samples = 0, of;
	size_t i;

	for (i = 0; i < h->nr; i++) {
		if (!plot_series_round(s, h->rounds[i].number, &span))
			continue;
		cell = heat_round_sum(h->rounds + i, pages.start, pages.end);
		of = samples_of(s, h->rounds[i].number);
		bars.there += cell.there * page;
		bars.accessed += cell.accessed * page;
		bars.most = fmax(bars.most, cell.accessed * page / of);
		samples += of;
	}
	if (samples) {
		bars.there /= samples;
		bars.accessed /= samples;
	}
	return bars;
}

static void draw_bar(struct canvas *c, const struct frame *f, struct box box, enum ink ink,
		     double bytes)
{
	if (bytes <= 0)
		return;
	/* a pixel lies between bars, if they are high enough */
	if (box.h > 3)
		box.h--;
	box.w = fmin(f->box.w * bytes / f->most, f->box.w);
	canvas_fill(c, ink, box);
}

static void draw_lane(struct canvas *c, const struct frame *f, struct box box,
		      const struct bars *bars)
{
	draw_bar(c, f, box, INK_THERE, bars->there);
	draw_bar(c, f, box, INK_MOST, bars->most);
	draw_bar(c, f, box, INK_ACCESSED, bars->accessed);
}

static void draw_below(struct canvas *c, const struct frame *f, const struct plot_series *s)
{
	double x;

	frame_bytes_below(c, f, "memory of each row, which is a range of pages");
	x = caption_samples(c, s);
	x = caption_key(c, x, INK_ACCESSED, "accessed in a sample, in the mean");
	x = caption_key(c, x, INK_MOST, "in the round with most");
	caption_key(c, x, INK_THERE, "in memory");
}

static int draw_bars(struct canvas *c, struct frame *f, const struct plot_series *s,
		     const struct heat_seen *p, const struct lanes *lanes)
{
	struct bars *bars = calloc(lanes->nr, sizeof(*bars));
	size_t lane;

	if (!bars)
		return -ENOMEM;
	f->most = BYTES_MIN;
	for (lane = 0; lane < lanes->nr; lane++) {
		bars[lane] = measure(s, &p->history, lanes_pages(lanes, lane),
				     1ULL << lanes->page_shift);
		f->most = fmax(f->most, fmax(bars[lane].there, bars[lane].most));
	}
	for (lane = 0; lane < lanes->nr; lane++)
		draw_lane(c, f, lanes_box(lanes, f, lane), bars + lane);
	free(bars);
	return 0;
}

/**
 * picture_draw_space() - draw what was accessed by address
 * @c: picture
 * @run: that it is of
 * @p: process
 *
 * Return: 0 or a negative errno, -ENODATA if there is nothing to draw.
 */
int picture_draw_space(struct canvas *c, const struct plot_run *run, const struct heat_seen *p)
{
	static const struct lanes_picture of = { "", draw_bars, draw_below };

	return lanes_draw(c, run, p, &of);
}
