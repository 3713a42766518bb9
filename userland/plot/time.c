// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: working sets by time
 *
 * What each sample found is an area.  Working sets are known behind each round, and are curves;
 * where one is not known, it has a gap.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "caption.h"
#include "frame.h"
#include "pictures.h"
#include "timeline.h"

#define LEFT 76
#define RIGHT 24
#define PAGES_MIN 1.0
/* Of what samples found: lighter than all curves. */
#define INK_SAMPLE (INK_LEVEL + 1)
/* Memory is out of the picture where it is so many times the most that was accessed. */
#define OUT_OF_SIGHT 4
#define CURVES (WSS_WINDOWS + 1)
/* A side of a point, and pixels that it takes for points to be drawn. */
#define POINT 7
#define POINT_APART 14

/**
 * struct sheet - a picture of a timeline
 * @c: where
 * @f: its frame
 * @t: timeline
 * @page: bytes of a page
 * @has_pages: memory is in the picture
 */
struct sheet {
	struct canvas *c;
	struct frame f;
	struct plot_timeline t;
	double page;
	bool has_pages;
};

/* Scale -------------------------------------------------------------------------------- */

static void choose_scale(struct sheet *s)
{
	double accessed = PAGES_MIN, pages = 0;
	size_t i, j;

	for (i = 0; i < s->t.nr_moments; i++) {
		accessed = fmax(accessed, s->t.moments[i].accessed);
		pages = fmax(pages, s->t.moments[i].pages);
	}
	for (i = 0; i < s->t.nr_workings; i++) {
		pages = fmax(pages, s->t.workings[i].pages);
		for (j = 0; j < WSS_WINDOWS; j++)
			accessed = fmax(accessed, s->t.workings[i].accessed[j]);
	}
	s->has_pages = pages <= OUT_OF_SIGHT * accessed;
	s->f.most = 1.06 * s->page * (s->has_pages ? fmax(pages, accessed) : accessed);
	s->f.span = plot_series_all(s->t.series);
}

static double y_of(const struct sheet *s, double pages)
{
	return s->f.box.y + s->f.box.h * (1 - pages * s->page / s->f.most);
}

/* The area ------------------------------------------------------------------------------ */

/* Of several samples in a pixel, that which found most. */
static void fill_pixels(const struct sheet *s, double *pixels)
{
	const struct plot_moment *m = s->t.moments, *end = m + s->t.nr_moments;
	size_t x, right, width = s->f.box.w;

	for (x = 0; x < width; x++)
		pixels[x] = NAN;
	for (; m < end; m++) {
		x = fmin(frame_x(&s->f, m->span.from) - s->f.box.x, width - 1);
		right = fmax(frame_x(&s->f, m->span.to) - s->f.box.x, x + 1);
		for (; x < right; x++)
			pixels[x] = fmax(pixels[x], m->accessed);
	}
}

static void draw_area(const struct sheet *s)
{
	double *pixels = calloc(s->f.box.w, sizeof(*pixels)), y;
	const double bottom = s->f.box.y + s->f.box.h;
	size_t x, first, width = s->f.box.w;

	if (!pixels)
		return;
	fill_pixels(s, pixels);
	for (x = 0; x < width; x++) {
		first = x;
		while (x + 1 < width && pixels[x + 1] == pixels[first])
			x++;
		if (!(pixels[first] > 0))
			continue;
		y = fmin(y_of(s, pixels[first]), bottom - 1);
		canvas_fill(s->c, INK_SAMPLE, (struct box){ s->f.box.x + first, y, x + 1 - first,
			    floor(bottom) - floor(y) });
	}
	free(pixels);
}

/* Curves -------------------------------------------------------------------------------- */

/* How a curve is drawn: of memory, or of a window; so that it is known in grey as well. */
static void choose_pen(struct canvas *c, unsigned int curve)
{
	static const struct {
		double width;
		double dashes[4];
		int nr;
		enum ink ink;
	} pens[CURVES] = {
		{ 3, { 0 }, 0, INK_LATE }, { 2, { 0 }, 0, INK_ACCESSED },
		{ 2, { 7, 3 }, 2, INK_LACKS }, { 2, { 2, 3 }, 2, INK_TEXT },
		{ 2, { 9, 3, 2, 3 }, 4, INK_ACCESSED }, { 2, { 14, 4 }, 2, INK_TEXT },
	};

	canvas_ink(c, pens[curve].ink);
	cairo_set_line_width(c->cr, pens[curve].width);
	cairo_set_dash(c->cr, pens[curve].dashes, pens[curve].nr, 0);
}

static double value_of(const struct plot_working *w, unsigned int curve)
{
	return curve ? w->accessed[curve - 1] : w->pages;
}

static bool is_known(const struct sheet *s, unsigned int curve)
{
	size_t i;

	if (!curve && !s->has_pages)
		return false;
	for (i = 0; i < s->t.nr_workings; i++)
		if (!isnan(value_of(s->t.workings + i, curve)))
			return true;
	return false;
}

/* Between points that are far from each other nobody has looked: so they are seen. */
static void draw_point(const struct sheet *s, unsigned int curve, double x, double y)
{
	if (s->f.box.w < POINT_APART * s->t.nr_workings)
		return;
	choose_pen(s->c, curve);
	cairo_rectangle(s->c->cr, x - POINT / 2.0, y - POINT / 2.0, POINT, POINT);
	cairo_fill(s->c->cr);
}

static void draw_points(const struct sheet *s, unsigned int curve)
{
	const struct plot_working *w = s->t.workings, *end = w + s->t.nr_workings;

	for (; w < end; w++)
		if (!isnan(value_of(w, curve)))
			draw_point(s, curve, frame_x(&s->f, w->at), y_of(s, value_of(w, curve)));
}

/* A point beside which nothing is known is seen, too. */
static void draw_curve(const struct sheet *s, unsigned int curve)
{
	const struct plot_working *w = s->t.workings, *end = w + s->t.nr_workings;
	double x, y, value;
	bool down = false;

	choose_pen(s->c, curve);
	cairo_new_path(s->c->cr);
	for (; w < end; w++) {
		value = value_of(w, curve);
		if (isnan(value)) {
			down = false;
			continue;
		}
		x = frame_x(&s->f, w->at);
		y = y_of(s, value);
		if (down)
			cairo_line_to(s->c->cr, x, y);
		else
			cairo_move_to(s->c->cr, x - 3, y);
		if (!down)
			cairo_line_to(s->c->cr, x, y);
		down = true;
	}
	cairo_stroke(s->c->cr);
	cairo_set_dash(s->c->cr, NULL, 0, 0);
	draw_points(s, curve);
}

/* Below --------------------------------------------------------------------------------- */

static double draw_key(struct canvas *c, double x, unsigned int curve)
{
	static const char *const words[CURVES] = {
		"in memory", "in the last second", "10 s", "60 s", "10 min", "1 h",
	};
	const double y = c->height - 15.5;

	choose_pen(c, curve);
	cairo_move_to(c->cr, x, y);
	cairo_line_to(c->cr, x + 30, y);
	cairo_stroke(c->cr);
	cairo_set_dash(c->cr, NULL, 0, 0);
	canvas_text(c, ALIGN_LEFT, x + 35, y + 3.5, words[curve]);
	return x + 35 + canvas_text_width(c, words[curve]) + 12;
}

static void draw_keys(const struct sheet *s)
{
	double x = caption_samples(s->c, s->t.series);
	unsigned int curve;

	if (s->t.nr_moments)
		x = caption_key(s->c, x, INK_SAMPLE, "accessed since the sample before");
	for (curve = 1; curve < CURVES; curve++)
		if (is_known(s, curve))
			x = draw_key(s->c, x, curve);
	if (is_known(s, 0))
		draw_key(s->c, x, 0);
	else if (s->t.nr_workings && !s->has_pages)
		canvas_text(s->c, ALIGN_LEFT, x, s->c->height - 12, "in memory: far more");
}

static void draw_sheet(struct sheet *s, const struct plot_run *run, const struct heat_seen *p)
{
	unsigned int curve;
	char what[96] = "working set, by time";

	choose_scale(s);
	if (s->t.others)
		snprintf(what, sizeof(what),
			 "working set, by time (without %zu sampled at other intervals)",
			 s->t.others);
	caption_draw(s->c, run, s->t.series, p, what);
	frame_bytes_left(s->c, &s->f);
	draw_area(s);
	for (curve = 0; curve < CURVES; curve++)
		if (is_known(s, curve))
			draw_curve(s, curve);
	frame_time_axis(s->c, &s->f, s->t.series);
	draw_keys(s);
}

/**
 * picture_draw_time() - draw working sets by time
 * @c: picture
 * @run: that it is of
 * @p: process; NULL: all that are sampled alike
 *
 * Return: 0 or a negative errno, -ENODATA if there is nothing to draw.
 */
int picture_draw_time(struct canvas *c, const struct plot_run *run, const struct heat_seen *p)
{
	struct sheet s = {
		.c = c, .f = frame_make(c, LEFT, RIGHT), .page = 1ULL << run->model.page_shift,
	};
	int err = plot_timeline_make(&s.t, run, p);

	if (!err)
		draw_sheet(&s, run, p);
	plot_timeline_free(&s.t);
	return err;
}
