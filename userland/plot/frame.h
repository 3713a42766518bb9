/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The frame that a picture has its axes on.
 */
#ifndef PLOT_FRAME_H
#define PLOT_FRAME_H

#include "canvas.h"
#include "series.h"

/* Above it: three lines; below: samples, numbers, what the axis shows, a legend. */
#define FRAME_TOP 66
#define FRAME_BELOW 92
/* Height of the strip that shows which samples lack something. */
#define FRAME_STRIP 8

/**
 * struct frame - a frame
 * @box: what is inside
 * @span: time that it shows, if it shows time
 * @most: bytes that it shows, if it shows these
 */
struct frame {
	struct box box;
	struct plot_span span;
	double most;
};

/* A frame with that much room on both sides. */
struct frame frame_make(const struct canvas *c, double left, double right);
/* Where a time is. */
double frame_x(const struct frame *f, double seconds);
/* Time below, with the strip of samples, and in words what it is. */
void frame_time_axis(struct canvas *c, const struct frame *f, const struct plot_series *s);
/* A number below at @x, @gap pixels from the frame; and in words what these are. */
void frame_below(struct canvas *c, const struct frame *f, double x, double gap,
		 const char *number);
void frame_words_below(struct canvas *c, const struct frame *f, const char *words);
/* Bytes below, or at the left. */
void frame_bytes_below(struct canvas *c, const struct frame *f, const char *words);
void frame_bytes_left(struct canvas *c, const struct frame *f);

#endif /* PLOT_FRAME_H */
