// SPDX-License-Identifier: GPL-2.0
/*
 * The frame that a picture has its axes on.
 */
#include <math.h>
#include <stdlib.h>

#include "frame.h"
#include "ticks.h"

/* Pixels from one number to the next. */
#define ACROSS 90
#define DOWN 45
#define MARK 4

/**
 * frame_make() - make a frame
 * @c: picture that it is for
 * @left: pixels at its left
 * @right: pixels at its right
 *
 * Return: a frame; what it shows is not set.
 */
struct frame frame_make(const struct canvas *c, double left, double right)
{
	return (struct frame){ .box = {
		floor(left), FRAME_TOP, floor(c->width - left - right),
		floor(c->height - FRAME_TOP - FRAME_BELOW),
	} };
}

/**
 * frame_x() - where is a time?
 * @f: frame
 * @seconds: the time
 *
 * Return: pixels from the left side of the picture, inside of the frame.
 */
double frame_x(const struct frame *f, double seconds)
{
	double length = f->span.to - f->span.from, part;

	part = length > 0 ? (seconds - f->span.from) / length : 0;
	return f->box.x + f->box.w * fmin(fmax(part, 0), 1);
}

/* What samples lack, by pixels of the strip. */
enum { MARK_MISSED = 1, MARK_LATE = 2, MARK_LACKS = 4 };

static void mark(const struct frame *f, unsigned char *marks, double from, double to, int what)
{
	size_t x = frame_x(f, from) - f->box.x;
	size_t behind = fmin(fmax(ceil(frame_x(f, to) - f->box.x), x + 1), f->box.w);

	for (; x < behind; x++)
		marks[x] |= what;
}

/* A moment is as wide as can be seen. */
static void mark_moment(const struct frame *f, unsigned char *marks, double at, int what)
{
	const double pixel = (f->span.to - f->span.from) / f->box.w;

	mark(f, marks, at - 1.5 * pixel, at + 1.5 * pixel, what);
}

static void mark_samples(const struct frame *f, const struct plot_series *s, unsigned char *marks)
{
	struct plot_span span;
	const struct plot_sample *one;
	double to;
	size_t i;

	for (i = 0; i < s->nr; i++) {
		one = s->list + i;
		span = plot_series_sample(s, i);
		if (one->n > (i ? one[-1].n : s->dropped ? one->n - 1 : 0) + 1) {
			to = fmax(one->at - one->late - s->every / 2, span.from);
			mark(f, marks, fmin(span.from + s->every / 2, to), to, MARK_MISSED);
		}
		if (plot_series_is_late(s, one))
			mark_moment(f, marks, one->at, MARK_LATE);
		if (one->lacks)
			mark_moment(f, marks, one->at, MARK_LACKS);
	}
}

/* Pixels side by side that have the same mark. */
static void draw_marks(struct canvas *c, const struct frame *f, const unsigned char *marks,
		       int what, enum ink ink)
{
	struct box box = { f->box.x, f->box.y + f->box.h + 3, 0, FRAME_STRIP };
	size_t x, width = f->box.w, first;

	if (what == MARK_LACKS) {
		box.y += FRAME_STRIP / 2.0;
		box.h /= 2;
	}
	for (x = 0; x < width; x++) {
		if (!(marks[x] & what))
			continue;
		for (first = x; x < width && marks[x] & what; x++)
			;
		box.x = f->box.x + first;
		box.w = x - first;
		canvas_fill(c, ink, box);
	}
}

static void draw_samples(struct canvas *c, const struct frame *f, const struct plot_series *s)
{
	unsigned char *marks = calloc(1, f->box.w + 1);
	const struct box strip = { f->box.x, f->box.y + f->box.h + 3, f->box.w, FRAME_STRIP };

	if (!marks)
		return;
	mark_samples(f, s, marks);
	draw_marks(c, f, marks, MARK_LATE, INK_LATE);
	draw_marks(c, f, marks, MARK_MISSED, INK_MISSED);
	draw_marks(c, f, marks, MARK_LACKS, INK_LACKS);
	canvas_outline(c, INK_LINE, strip);
	free(marks);
}

/**
 * frame_below() - write a number below
 * @c: picture
 * @f: its frame
 * @x: pixels from the left side of the picture
 * @gap: pixels below the frame
 * @number: it
 */
void frame_below(struct canvas *c, const struct frame *f, double x, double gap,
		 const char *number)
{
	const double y = f->box.y + f->box.h + gap;

	canvas_line(c, INK_FRAME, fmin(x, f->box.x + f->box.w - 1), y, x, y + MARK);
	canvas_text(c, ALIGN_CENTER, x, y + MARK + CANVAS_TEXT, number);
}

/**
 * frame_words_below() - say what the axis below shows
 * @c: picture
 * @f: its frame
 * @words: that
 */
void frame_words_below(struct canvas *c, const struct frame *f, const char *words)
{
	canvas_text(c, ALIGN_CENTER, f->box.x + f->box.w / 2, f->box.y + f->box.h + 44, words);
}

/**
 * frame_time_axis() - draw an axis of time
 * @c: picture
 * @f: its frame
 * @s: samples
 */
void frame_time_axis(struct canvas *c, const struct frame *f, const struct plot_series *s)
{
	const unsigned int most = fmax(f->box.w / ACROSS, 1);
	double step = ticks_of_time(f->span.to - f->span.from, most);
	double first = ceil(f->span.from / step) * step, at;
	char text[TICKS_TEXT_MAX];
	unsigned int i;

	draw_samples(c, f, s);
	canvas_outline(c, INK_FRAME, f->box);
	for (i = 0; i <= most; i++) {
		at = first + i * step;
		if (at <= f->span.to + step / 1000)
			frame_below(c, f, frame_x(f, at), FRAME_STRIP + 5, ticks_time(at, text));
	}
	frame_words_below(c, f, "time since the first look");
}

/**
 * frame_bytes_below() - draw an axis of memory below
 * @c: picture
 * @f: its frame
 * @words: what it shows
 */
void frame_bytes_below(struct canvas *c, const struct frame *f, const char *words)
{
	double step = ticks_of_bytes(f->most, fmax(f->box.w / ACROSS, 1)), at;
	char text[TICKS_TEXT_MAX];
	unsigned int i;

	canvas_outline(c, INK_FRAME, f->box);
	for (i = 0; (at = i * step) <= f->most; i++)
		frame_below(c, f, f->box.x + f->box.w * at / f->most, 1, ticks_bytes(at, text));
	frame_words_below(c, f, words);
}

/**
 * frame_bytes_left() - draw an axis of memory at the left
 * @c: picture
 * @f: its frame
 */
void frame_bytes_left(struct canvas *c, const struct frame *f)
{
	double step = ticks_of_bytes(f->most, fmax(f->box.h / DOWN, 1)), at, y;
	char text[TICKS_TEXT_MAX];
	unsigned int i;

	canvas_outline(c, INK_FRAME, f->box);
	for (i = 0; (at = i * step) <= f->most; i++) {
		y = f->box.y + f->box.h * (1 - at / f->most);
		if (at > 0)
			canvas_line(c, INK_LINE, f->box.x, y, f->box.x + f->box.w, y);
		canvas_line(c, INK_FRAME, f->box.x - 1 - MARK, y, f->box.x - 1, y);
		canvas_text(c, ALIGN_RIGHT, f->box.x - 4 - MARK, y + 4, ticks_bytes(at, text));
	}
}
