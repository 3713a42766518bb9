// SPDX-License-Identifier: GPL-2.0
/*
 * Addresses from top to bottom.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caption.h"
#include "labels.h"
#include "lanes.h"

/* Pixels of a lane at the least, while there are pages enough to divide. */
#define LANE_HEIGHT 4
#define UNKNOWN "(mapping unknown)"

/**
 * lanes_frame() - make a frame with room for addresses and names
 * @c: picture that it is for
 *
 * Return: frame.
 */
struct frame lanes_frame(const struct canvas *c)
{
	return frame_make(c, LANES_LEFT, fmin(c->width * LANES_RIGHT_SHARE, LANES_RIGHT_MAX));
}

/**
 * lanes_make() - make the lanes of a process
 * @l: gets them
 * @m: what is known of it
 * @p: process
 * @height: pixels that there are
 *
 * Return: 0, -ENOMEM, or -ENODATA if no page was there.
 */
int lanes_make(struct lanes *l, const struct heat_model *m, const struct heat_seen *p,
	       double height)
{
	const struct heat_ground ground = {
		.areas = &p->process.areas, .spans = &p->spans, .end = UINT64_MAX,
	};
	unsigned int shift = heat_rows_shift(&ground, fmax(height / LANE_HEIGHT, 1));

	*l = (struct lanes){
		.rows = calloc(HEAT_ROWS_MAX, sizeof(*l->rows)), .page_shift = m->page_shift,
		.by = p->process.by,
	};
	if (!l->rows)
		return -ENOMEM;
	l->nr_rows = heat_rows_make(&ground, shift, l->rows);
	l->nr = fmin(l->nr_rows, height);
	return l->nr ? 0 : -ENODATA;
}

static size_t first_row(const struct lanes *l, size_t lane)
{
	return lane * l->nr_rows / l->nr;
}

/**
 * lanes_pages() - which pages does a lane have?
 * @l: lanes
 * @lane: number of it, from 0 at the top
 *
 * Return: from the first to behind the last; between them may be some that never were there.
 */
struct heat_span lanes_pages(const struct lanes *l, size_t lane)
{
	return (struct heat_span){
		.start = l->rows[first_row(l, lane)].start,
		.end = l->rows[first_row(l, lane + 1) - 1].end,
	};
}

/**
 * lanes_box() - where is a lane?
 * @l: lanes
 * @f: frame
 * @lane: number of it
 *
 * Return: box, as wide as the frame.
 */
struct box lanes_box(const struct lanes *l, const struct frame *f, size_t lane)
{
	double y = floor(f->box.y + f->box.h * lane / l->nr);

	return (struct box){
		f->box.x, y, f->box.w, floor(f->box.y + f->box.h * (lane + 1) / l->nr) - y,
	};
}

/* Names ---------------------------------------------------------------------------- */

/* Lanes side by side that are of one mapping, or of none. */
struct group {
	const struct heat_area *area;
	size_t first;
	size_t behind;
};

static const struct heat_area *area_of(const struct lanes *l, size_t lane)
{
	return l->rows[first_row(l, lane)].area;
}

static size_t make_groups(const struct lanes *l, struct group *groups)
{
	size_t nr = 0, lane;

	for (lane = 0; lane < l->nr; lane++) {
		if (!nr || groups[nr - 1].area != area_of(l, lane))
			groups[nr++] = (struct group){ area_of(l, lane), lane, lane };
		groups[nr - 1].behind = lane + 1;
	}
	return nr;
}

/* But what has no name is last. */
static int largest_first(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	size_t of_x = x->area ? x->behind - x->first : 0;
	size_t of_y = y->area ? y->behind - y->first : 0;

	return of_x != of_y ? (of_x < of_y) - (of_x > of_y) :
	       (x->first > y->first) - (x->first < y->first);
}

static void draw_group(struct canvas *c, const struct lanes *l, const struct frame *f,
		       const struct group *g, double y)
{
	const double right = f->box.x + f->box.w;
	char text[32];

	snprintf(text, sizeof(text), "%#" PRIx64, lanes_pages(l, g->first).start <<
		 (l->by == HEAT_BY_FRAME ? 0 : l->page_shift));
	canvas_text(c, ALIGN_RIGHT, f->box.x - 7, y, text);
	canvas_line(c, INK_FRAME, f->box.x - 5, y - CANVAS_TEXT, f->box.x - 1, y - CANVAS_TEXT);
	canvas_name(c, right + 6, y, c->width - right - 8, g->area ? g->area->name : UNKNOWN,
		    g->area ? g->area->len : strlen(UNKNOWN));
}

static void draw_groups(struct canvas *c, const struct lanes *l, const struct frame *f,
			struct group *groups, struct labels *labels)
{
	const double right = f->box.x + f->box.w;
	size_t nr = make_groups(l, groups), i;
	struct box box;

	for (i = 1; i < nr && nr < l->nr / 2; i++) {
		box = lanes_box(l, f, groups[i].first);
		canvas_line(c, INK_LINE, box.x, box.y, right, box.y);
	}
	qsort(groups, nr, sizeof(*groups), largest_first);
	for (i = 0; i < nr; i++) {
		box = lanes_box(l, f, groups[i].first);
		if (labels_take(labels, box.y - f->box.y))
			draw_group(c, l, f, groups + i, box.y + CANVAS_TEXT);
	}
}

/**
 * lanes_names() - draw addresses, names, and lines between mappings
 * @c: picture
 * @l: lanes
 * @f: frame
 *
 * Where there is no room for all, the largest mappings have names.
 */
void lanes_names(struct canvas *c, const struct lanes *l, const struct frame *f)
{
	struct group *groups = calloc(l->nr, sizeof(*groups));
	struct labels labels;

	if (groups && !labels_init(&labels, f->box.h)) {
		draw_groups(c, l, f, groups, &labels);
		labels_free(&labels);
	}
	free(groups);
}

/**
 * lanes_words() - what are lanes ranges of?
 * @by: what pages are numbered by
 *
 * Return: words.
 */
const char *lanes_words(enum heat_by by)
{
	static const char *const words[] = {
		[HEAT_BY_ADDRESS] = "address", [HEAT_BY_INDEX] = "offset in the file",
		[HEAT_BY_FRAME] = "frame number",
	};

	return words[by];
}

/* What was forgotten is not shown as if nothing had been there. */
static struct plot_span span_of(const struct plot_run *run, const struct plot_series *s)
{
	struct plot_span all = plot_series_all(s), first;

	if (plot_series_round(s, run->model.forgotten, &first))
		all.from = first.from;
	return all;
}

/**
 * lanes_draw() - draw a picture of lanes
 * @c: picture
 * @run: that it is of
 * @p: process, file or page frames
 * @of: what stands in the frame
 *
 * Return: 0 or a negative errno, -ENODATA if there is nothing to draw.
 */
int lanes_draw(struct canvas *c, const struct plot_run *run, const struct heat_seen *p,
	       const struct lanes_picture *of)
{
	const struct plot_series *s = plot_run_series(run, p);
	struct frame f = lanes_frame(c);
	struct lanes lanes;
	char what[128];
	int err;

	if (!s || !s->nr)
		return -ENODATA;
	err = lanes_make(&lanes, &run->model, p, f.box.h);
	if (!err) {
		f.span = span_of(run, s);
		snprintf(what, sizeof(what), "memory accessed, by %s%s", lanes_words(lanes.by),
			 of->behind);
		caption_draw(c, run, s, p, what);
		err = of->inside(c, &f, s, p, &lanes);
		lanes_names(c, &lanes, &f);
		of->below(c, &f, s);
	}
	lanes_free(&lanes);
	return err;
}

/**
 * lanes_free() - free lanes
 * @l: them
 */
void lanes_free(struct lanes *l)
{
	free(l->rows);
	l->rows = NULL;
}
