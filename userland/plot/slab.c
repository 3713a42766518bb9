// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: memory that is alive, by time
 *
 * Areas one above the other: those who have most at the end, the largest on top and darkest, and
 * below them all others in one.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "caption.h"
#include "frame.h"
#include "labels.h"
#include "pictures.h"
#include "ticks.h"

#define LEFT 76
#define RIGHT 300
/* The lightest is that of all others. */
#define BANDS CANVAS_LEVELS
/* Pixels from one number to the next. */
#define ACROSS 90
#define NS_PER_SECOND 1000000000ULL

/**
 * struct band - a subject, or all others
 * @nth: number of the subject
 * @bytes: that were alive, by round
 */
struct band {
	size_t nth;
	double bytes[HISTORY_ROUNDS];
};

/**
 * struct sheet - a picture of them
 * @c: where
 * @f: its frame
 * @run: what it is of
 * @bands: from the lowest, @nr of them; the first is that of all others
 * @nr: see there
 * @subjects: that had something
 */
struct sheet {
	struct canvas *c;
	struct frame f;
	const struct slab_run *run;
	struct band bands[BANDS];
	size_t nr;
	size_t subjects;
};

/* What is drawn --------------------------------------------------------------------------- */

struct ranked {
	size_t nth;
	uint64_t bytes;
};

static int most_first(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	return x->nth < y->nth ? -1 : x->nth > y->nth;
}

/* By what they have in the end, and had at most. */
static uint64_t weight(const struct history *h, const struct history_subject *s)
{
	uint64_t most = 0;
	unsigned int i;

	for (i = 0; i < h->kept; i++)
		if (s->kept[i].allocated > most)
			most = s->kept[i].allocated;
	return most / 2 + s->kept[h->kept - 1].allocated / 2;
}

static void add(struct band *band, const struct history *h, size_t nth)
{
	unsigned int i;

	for (i = 0; i < h->kept; i++)
		band->bytes[i] += (double)h->list[nth].kept[i].allocated;
}

static int choose(struct sheet *s)
{
	const struct history *h = &s->run->history;
	struct ranked *list = calloc(h->nr + 1, sizeof(*list));
	size_t i, nr = 0;

	if (!list)
		return -ENOMEM;
	for (i = 0; i < h->nr; i++) {
		list[nr] = (struct ranked){ i, weight(h, h->list + i) };
		nr += !!list[nr].bytes;
	}
	if (nr)
		qsort(list, nr, sizeof(*list), most_first);
	s->subjects = nr;
	s->nr = nr < BANDS - 1 ? nr + 1 : BANDS;
	for (i = 0; i < nr; i++) {
		/* the first is on top */
		struct band *band = s->bands + (i < s->nr - 1 ? s->nr - 1 - i : 0);

		band->nth = list[i].nth;
		add(band, h, list[i].nth);
	}
	free(list);
	return 0;
}

static double sum_below(const struct sheet *s, size_t band, unsigned int round)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < band; i++)
		sum += s->bands[i].bytes[round];
	return sum;
}

static void choose_scale(struct sheet *s)
{
	const struct history *h = &s->run->history;
	unsigned int i;

	s->f.most = 1;
	for (i = 0; i < h->kept; i++)
		s->f.most = fmax(s->f.most, sum_below(s, s->nr, i));
	s->f.most *= 1.06;
}

/* Areas ------------------------------------------------------------------------------------ */

static double x_of(const struct sheet *s, unsigned int round)
{
	const struct history *h = &s->run->history;
	const double all = (double)(h->times_ns[h->kept - 1] - h->times_ns[0]);

	return s->f.box.x + s->f.box.w * (double)(h->times_ns[round] - h->times_ns[0]) / all;
}

static double y_of(const struct sheet *s, double bytes)
{
	return s->f.box.y + s->f.box.h * (1 - bytes / s->f.most);
}

static void draw_band(const struct sheet *s, size_t band)
{
	const unsigned int nr = s->run->history.kept;
	cairo_t *cr = s->c->cr;
	unsigned int i;

	canvas_ink(s->c, INK_LEVEL + (band ? BANDS - s->nr + band : 0));
	cairo_new_path(cr);
	for (i = 0; i < nr; i++)
		cairo_line_to(cr, x_of(s, i), y_of(s, sum_below(s, band + 1, i)));
	for (i = nr; i--;)
		cairo_line_to(cr, x_of(s, i), y_of(s, sum_below(s, band, i)));
	cairo_close_path(cr);
	cairo_fill_preserve(cr);
	/* two that touch are told apart in grey as well */
	canvas_ink(s->c, INK_PAPER);
	cairo_set_line_width(cr, 1);
	cairo_stroke(cr);
}

/* Beside and below --------------------------------------------------------------------------- */

static const char *name_of(const struct sheet *s, size_t band, char buf[256])
{
	if (band)
		return slab_run_name(s->run, s->bands[band].nth, buf);
	snprintf(buf, 256, "%zu others", s->subjects - (s->nr - 1));
	return buf;
}

/* At the middle of the area, or where there is room below that; largest first. */
static int draw_names(const struct sheet *s)
{
	const unsigned int last = s->run->history.kept - 1;
	const double right = s->f.box.x + s->f.box.w;
	struct labels labels;
	char name[256], bytes[TICKS_TEXT_MAX];
	struct words text;
	double y;
	size_t i;

	if (labels_init(&labels, s->f.box.h))
		return -ENOMEM;
	for (i = s->nr; i--;) {
		if (!i && s->subjects == s->nr - 1)
			break;
		y = y_of(s, (sum_below(s, i, last) + sum_below(s, i + 1, last)) / 2) -
		    LABELS_HEIGHT / 2.0 - s->f.box.y;
		y = fmin(fmax(floor(y), 0), s->f.box.h - LABELS_HEIGHT);
		while (y < s->f.box.h - LABELS_HEIGHT && !labels_take(&labels, y))
			y++;
		text = (struct words){ .len = 0 };
		words_add(&text, "%s  %s", ticks_bytes(s->bands[i].bytes[last], bytes),
			  name_of(s, i, name));
		canvas_fill(s->c, INK_LEVEL + (i ? BANDS - s->nr + i : 0),
			    (struct box){ right + 6, s->f.box.y + y + 2, 10, 10 });
		canvas_name(s->c, right + 20, s->f.box.y + y + LABELS_HEIGHT - 2,
			    s->c->width - right - 24, text.text, text.len);
	}
	labels_free(&labels);
	return 0;
}

static void draw_axis(const struct sheet *s)
{
	const struct history *h = &s->run->history;
	const double length = (double)(h->times_ns[h->kept - 1] - h->times_ns[0]) / NS_PER_SECOND;
	const unsigned int most = fmax(s->f.box.w / ACROSS, 1);
	double step = ticks_of_time(length, most);
	char text[TICKS_TEXT_MAX];
	unsigned int i;

	for (i = 0; i <= most && i * step <= length; i++)
		frame_below(s->c, &s->f, s->f.box.x + s->f.box.w * i * step / length, 1,
			    ticks_time(i * step, text));
	frame_words_below(s->c, &s->f, "time since the first round");
}

static void draw_above(const struct sheet *s)
{
	static const char *const words[] = {
		[SLAB_BY_SITE] = "call site", [SLAB_BY_CACHE] = "cache", [SLAB_BY_PID] = "process",
		[SLAB_BY_CGROUP] = "cgroup",
	};
	const struct slab_run *run = s->run;
	const time_t began = run->began_ns / NS_PER_SECOND;
	struct words title = { .len = 0 }, how = { .len = 0 }, lacks = { .len = 0 };
	char day[64] = "";
	struct tm tm;

	if (gmtime_r(&began, &tm))
		strftime(day, sizeof(day), "%Y-%m-%d %H:%M:%S UTC", &tm);
	words_add(&title, "Kernel memory that was allocated in the run and is alive, by %s",
		  words[run->by]);
	words_add(&how, "from %s   Linux %.40s   asked: %s   %" PRIu64 " rounds", day, run->kernel,
		  run->asked, run->history.rounds);
	if (run->ended && run->end.skipped[PAGESNAP_SLAB_WHY_UNSEEN])
		words_add(&lacks, "Frees that nobody saw: %" PRIu64 ".  ",
			  (uint64_t)run->end.skipped[PAGESNAP_SLAB_WHY_UNSEEN]);
	if (run->ended && run->end.skipped[PAGESNAP_SLAB_WHY_OBJECTS])
		words_add(&lacks, "Objects not followed: %" PRIu64 ".  ",
			  (uint64_t)run->end.skipped[PAGESNAP_SLAB_WHY_OBJECTS]);
	if (run->stream.err || !run->ended)
		words_add(&lacks, "Cut short%s%s.", run->stream.err ? ": " : "", run->stream.why);
	caption_lines(s->c, &title, &how, &lacks);
}

/**
 * picture_draw_slab() - draw allocations that are alive
 * @c: picture
 * @run: what it is of
 *
 * Return: 0 or a negative errno, -ENODATA if there are no two rounds of them.
 */
int picture_draw_slab(struct canvas *c, const struct slab_run *run)
{
	const struct history *h = &run->history;
	struct sheet s = { .c = c, .f = frame_make(c, LEFT, RIGHT), .run = run };
	size_t i;
	int err;

	if (h->kept < 2 || h->times_ns[h->kept - 1] <= h->times_ns[0])
		return -ENODATA;
	err = choose(&s);
	if (err || !s.subjects)
		return err ?: -ENODATA;
	choose_scale(&s);
	draw_above(&s);
	frame_bytes_left(c, &s.f);
	for (i = 0; i < s.nr; i++)
		draw_band(&s, i);
	canvas_outline(c, INK_FRAME, s.f.box);
	draw_axis(&s);
	return draw_names(&s);
}
