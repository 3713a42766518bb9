// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: references in their order, by address
 *
 * A panel for each process, those with most references first chosen and then drawn in the order
 * in which they came.  To the right is virtual time: the number of the reference in its process;
 * or time.  References are pixels in SVG, too: as shapes, a million of them would be a file that
 * nothing opens, and what is seen is the same.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/safe.h"
#include "caption.h"
#include "cloud.h"
#include "frame.h"
#include "labels.h"
#include "pictures.h"
#include "ticks.h"

#define LEFT 112
#define RIGHT 150
#define PANELS_MAX 8
#define PANEL_MIN 120
/* Above a panel: its name, and marks; below it: numbers. */
#define PANEL_TOP 24
#define PANEL_BELOW 20
#define MARK_HEIGHT 7
/* Pixels from one number to the next. */
#define ACROSS 90
#define NS_PER_SECOND 1000000000ULL

static const struct {
	unsigned int what;
	enum ink ink;
	unsigned int on;
	unsigned int off;
	const char *words;
} marks[TRACE_MARKS] = {
	{ TRACE_MARK_FORK, INK_FORK, 2, 4, "fork" },
	{ TRACE_MARK_EXEC, INK_EXEC, 1, 0, "exec" },
	{ TRACE_MARK_EXIT, INK_EXIT, 8, 4, "exit" },
	{ TRACE_MARK_LOST, INK_LOST, 12, 2, "faults lost" },
};

/* Panels --------------------------------------------------------------------------------- */

static int most_first(const void *a, const void *b)
{
	const struct trace_seen *x = *(struct trace_seen *const *)a;
	const struct trace_seen *y = *(struct trace_seen *const *)b;

	if (trace_seen_sum(x) != trace_seen_sum(y))
		return trace_seen_sum(x) < trace_seen_sum(y) ? 1 : -1;
	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

static int in_order(const void *a, const void *b)
{
	const struct trace_seen *x = *(struct trace_seen *const *)a;
	const struct trace_seen *y = *(struct trace_seen *const *)b;

	return x->serial < y->serial ? -1 : x->serial > y->serial;
}

/* Which processes have a panel: how many, in front of the list. */
static size_t choose(const struct canvas *c, struct trace_run *run)
{
	size_t most = (c->height - FRAME_TOP - FRAME_BELOW) / PANEL_MIN, i, nr = 0;
	struct trace_seen *seen;

	if (most > PANELS_MAX)
		most = PANELS_MAX;
	for (i = 0; i < run->nr; i++) {
		seen = run->seen[i];
		if (!seen->cells.nr)
			continue;
		run->seen[i] = run->seen[nr];
		run->seen[nr++] = seen;
	}
	if (nr > 1)
		qsort(run->seen, nr, sizeof(struct trace_seen *), most_first);
	nr = nr < most ? nr : most;
	if (nr > 1)
		qsort(run->seen, nr, sizeof(struct trace_seen *), in_order);
	return nr;
}

static struct frame panel(const struct canvas *c, size_t nth, size_t nr)
{
	struct frame f = frame_make(c, LEFT, RIGHT);
	const double all = f.box.h + PANEL_BELOW, each = floor(all / nr);

	if (nr == 1)
		return f;
	f.box.y += nth * each + (nth ? PANEL_TOP : PANEL_TOP / 2.0);
	f.box.h = each - PANEL_BELOW - (nth ? PANEL_TOP : PANEL_TOP / 2.0);
	return f;
}

static void add_process(struct words *w, const struct trace_seen *p)
{
	char comm[64];

	safe_text(p->comm, strnlen(p->comm, sizeof(p->comm)), "", comm, sizeof(comm));
	words_add(w, "%s%sPID %" PRIu32, comm, *comm ? ", " : "", p->pid);
}

/* Inside --------------------------------------------------------------------------------- */

static void draw_ground(struct canvas *c, const struct frame *f, const struct strata *s)
{
	const struct stratum *of = s->list, *end = of + s->nr;
	const double bottom = f->box.y + f->box.h;

	for (; of < end; of++) {
		canvas_fill(c, INK_GROUND, (struct box){ f->box.x, bottom - of->y - of->height,
			    f->box.w, of->height });
		if (of > s->list && of->area != of[-1].area)
			canvas_line(c, INK_LINE, f->box.x, bottom - of->y, f->box.x + f->box.w,
				    bottom - of->y);
	}
}

/* SVG takes the pixels when it is finished, so they are in a surface of cairo's. */
static int draw_pixels(struct canvas *c, const struct frame *f, const struct cloud *cloud)
{
	cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
							    (int)cloud->width,
							    (int)cloud->height);
	unsigned char *to = cairo_image_surface_get_data(image);
	size_t y;

	if (!to) {
		cairo_surface_destroy(image);
		return -ENOMEM;
	}
	for (y = 0; y < cloud->height; y++)
		memcpy(to + y * cairo_image_surface_get_stride(image),
		       cloud->pixels + y * cloud->width, cloud->width * sizeof(*cloud->pixels));
	cairo_surface_mark_dirty(image);
	cairo_set_source_surface(c->cr, image, f->box.x, f->box.y);
	cairo_pattern_set_filter(cairo_get_source(c->cr), CAIRO_FILTER_NEAREST);
	cairo_paint(c->cr);
	cairo_surface_destroy(image);
	return 0;
}

static int draw_cloud(struct canvas *c, const struct frame *f, const struct scatter *cells,
		      const struct strata *strata)
{
	const uint32_t colours[SCATTER_KINDS] = {
		[SCATTER_READ] = canvas_colour(INK_READ),
		[SCATTER_WRITE] = canvas_colour(INK_WRITE),
		[SCATTER_FETCH] = canvas_colour(INK_FETCH),
	};
	struct cloud cloud = { .width = f->box.w, .height = f->box.h };
	int err = cloud_make(&cloud, cells, strata, colours) ?: draw_pixels(c, f, &cloud);

	cloud_free(&cloud);
	return err;
}

static void draw_mark(struct canvas *c, const struct frame *f, double x, unsigned int nth)
{
	const double bottom = f->box.y + f->box.h;
	double y = f->box.y;

	canvas_fill(c, marks[nth].ink, (struct box){ x - 1, y - MARK_HEIGHT - 1, 3, MARK_HEIGHT });
	while (y < bottom) {
		canvas_fill(c, marks[nth].ink, (struct box){ x, y, 1, fmin(marks[nth].on,
			    bottom - y) });
		y += marks[nth].on + marks[nth].off;
	}
}

static void draw_marks(struct canvas *c, const struct frame *f, const struct trace_seen *p)
{
	unsigned int nth;
	size_t i;
	double x;

	for (i = 0; i < p->nr_marks; i++) {
		x = f->box.x + fmin(f->box.w * p->marks[i].x / p->cells.end, f->box.w - 1);
		for (nth = 0; nth < TRACE_MARKS; nth++)
			if (p->marks[i].what & marks[nth].what)
				draw_mark(c, f, floor(x), nth);
	}
}

/* Beside --------------------------------------------------------------------------------- */

static void draw_name(struct canvas *c, const struct frame *f, const struct stratum *of,
		      const struct trace_seen *p, unsigned int shift, double y)
{
	const struct trace_area *area = p->areas + of->area;
	const double right = f->box.x + f->box.w;
	char text[32];

	snprintf(text, sizeof(text), "%#" PRIx64, of->start << p->cells.page_shift << shift);
	canvas_text(c, ALIGN_RIGHT, f->box.x - 7, y, text);
	canvas_line(c, INK_FRAME, f->box.x - 5, y, f->box.x - 1, y);
	canvas_name(c, right + 6, y, c->width - right - 8, area->name, area->len);
}

static int largest_first(const void *a, const void *b)
{
	const struct stratum *x = a, *y = b;

	if (x->end - x->start != y->end - y->start)
		return x->end - x->start < y->end - y->start ? 1 : -1;
	return x->start < y->start ? -1 : x->start > y->start;
}

/* Where there is no room for all, the largest have names. */
static int draw_names(struct canvas *c, const struct frame *f, struct strata *s,
		      const struct trace_seen *p, unsigned int shift)
{
	struct labels labels;
	double top;
	size_t i;

	if (labels_init(&labels, f->box.h))
		return -ENOMEM;
	qsort(s->list, s->nr, sizeof(*s->list), largest_first);
	for (i = 0; i < s->nr; i++) {
		top = fmax(f->box.h - s->list[i].y - LABELS_HEIGHT, 0);
		if (labels_take(&labels, top))
			draw_name(c, f, s->list + i, p, shift, f->box.y + top + LABELS_HEIGHT - 1);
	}
	labels_free(&labels);
	return 0;
}

static void draw_axis(struct canvas *c, const struct frame *f, const struct trace_run *run,
		      uint64_t end)
{
	const unsigned int most = fmax(f->box.w / ACROSS, 1);
	const double length = run->by_time ? (double)end / NS_PER_SECOND : (double)end;
	double step = run->by_time ? ticks_of_time(length, most) : ticks_of_number(length, most);
	char text[TICKS_TEXT_MAX];
	unsigned int i;

	canvas_outline(c, INK_FRAME, f->box);
	for (i = 0; i <= most && i * step <= length; i++)
		frame_below(c, f, f->box.x + f->box.w * i * step / length, 1,
			    run->by_time ? ticks_time(i * step, text) :
			    ticks_number(i * step, text));
}

static int draw_panel(struct canvas *c, const struct frame *f, const struct trace_run *run,
		      struct trace_seen *p)
{
	struct strata strata;
	int err;

	scatter_sort(&p->cells);
	err = strata_make(&strata, &p->cells, f->box.h);
	if (!err) {
		draw_ground(c, f, &strata);
		err = draw_cloud(c, f, &p->cells, &strata);
	}
	if (!err) {
		draw_marks(c, f, p);
		draw_axis(c, f, run, p->cells.end);
		err = draw_names(c, f, &strata, p, run->page_shift);
	}
	strata_free(&strata);
	return err;
}

/* Above and below ------------------------------------------------------------------------ */

static void add_how(struct words *w, const struct trace_run *run)
{
	const time_t began = run->began_ns / NS_PER_SECOND;
	char every[32], window[32], day[64] = "";
	struct tm tm;

	if (gmtime_r(&began, &tm))
		strftime(day, sizeof(day), "%Y-%m-%d %H:%M:%S UTC", &tm);
	trace_run_option(run, "every=", every, sizeof(every));
	trace_run_option(run, "window=", window, sizeof(window));
	words_add(w, "from %s   Linux %.40s   ", day, run->kernel);
	words_add(w, "entries protected every %s", *every ? every : "500ms");
	if (*window)
		words_add(w, ", and %s pages later", window);
	words_add(w, "   sweeps: %" PRIu64 "   threads: %" PRIu64, run->sweeps, run->threads);
}

/* What somebody should know who believes the picture. */
static void add_lacks(struct words *w, const struct trace_run *run, size_t processes,
		      size_t panels)
{
	const uint64_t healed = run->end.counters[PAGESNAP_FAULTS_COUNT_HEALED];
	char window[32];

	trace_run_option(run, "window=", window, sizeof(window));
	if (!trace_sight_is_exact(&run->sight))
		words_add(w, "Not exact: %s.  ", *window ?
			  "references to the last pages are not seen" :
			  "of each page one reference between two sweeps");
	if (run->lost)
		words_add(w, "Faults lost: %" PRIu64 ".  ", run->lost);
	if (run->missed)
		words_add(w, "Sweeps missed: %" PRIu64 ".  ", run->missed);
	if (healed)
		words_add(w, "Restored by the kernel: %" PRIu64 ".  ", healed);
	if (run->huge)
		words_add(w, "Huge pages count as one.  ");
	if (processes > panels)
		words_add(w, "%zu of %zu processes, those with most references.  ", panels,
			  processes);
	if (run->left_out)
		words_add(w, "References of further processes: %" PRIu64 ".  ", run->left_out);
	if (run->stream.err || !run->ended)
		words_add(w, "Cut short%s%s.", run->stream.err ? ": " : "", run->stream.why);
}

static void draw_above(struct canvas *c, const struct trace_run *run, size_t processes,
		       size_t panels)
{
	struct words title = { .len = 0 }, how = { .len = 0 }, lacks = { .len = 0 };

	if (panels == 1)
		add_process(&title, run->seen[0]);
	else
		words_add(&title, "%zu processes", processes);
	words_add(&title, ": references by address and %s",
		  run->by_time ? "time" : "their number");
	add_how(&how, run);
	add_lacks(&lacks, run, processes, panels);
	caption_lines(c, &title, &how, &lacks);
}

static void draw_below(struct canvas *c, const struct trace_run *run)
{
	struct frame f = frame_make(c, LEFT, RIGHT);
	struct canvas above = { c->cr, c->width, c->height - 17 };
	double x = 12;
	size_t i;

	frame_words_below(c, &f, run->by_time ? "time since the first event" :
			  "virtual time: number of the reference in its process");
	x = caption_key(&above, x, INK_READ, "read");
	x = caption_key(&above, x, INK_WRITE, "write");
	x = caption_key(&above, x, INK_FETCH, "instruction fetch");
	canvas_text(&above, ALIGN_LEFT, x, above.height - 12,
		    "paler: fewer of them; white between addresses: nothing was referenced");
	for (i = 0, x = 12; i < TRACE_MARKS; i++)
		x = caption_key(c, x, marks[i].ink, marks[i].words);
}

static void draw_panel_name(struct canvas *c, const struct frame *f, const struct trace_seen *p)
{
	struct words name = { .len = 0 };

	add_process(&name, p);
	words_add(&name, ": %" PRIu64 " references", trace_seen_sum(p));
	canvas_name(c, f->box.x, f->box.y - MARK_HEIGHT - 3, f->box.w, name.text, name.len);
}

/**
 * picture_draw_trace() - draw references
 * @c: picture
 * @run: trace; what it has of the processes that are drawn is sorted
 *
 * Return: 0 or a negative errno, -ENODATA if there is nothing to draw.
 */
int picture_draw_trace(struct canvas *c, struct trace_run *run)
{
	size_t panels = choose(c, run), processes = 0, i;
	struct frame f;
	int err = panels ? 0 : -ENODATA;

	for (i = 0; i < run->nr; i++)
		processes += !!trace_seen_sum(run->seen[i]);
	for (i = 0; i < panels && !err; i++) {
		f = panel(c, i, panels);
		if (panels > 1)
			draw_panel_name(c, &f, run->seen[i]);
		err = draw_panel(c, &f, run, run->seen[i]);
	}
	if (err)
		return err;
	draw_above(c, run, processes, panels);
	draw_below(c, run);
	return 0;
}
