/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What pictures are drawn with: inks, text, boxes on whole pixels.
 */
#ifndef PLOT_CANVAS_H
#define PLOT_CANVAS_H

#include <cairo.h>
#include <stddef.h>

#include "kinds/map_line.h"

#define CANVAS_LEVELS 8
#define CANVAS_TEXT 11
#define CANVAS_TITLE 16

/* Those of levels come first.  The higher the number among them, the darker, in grey as well. */
enum ink {
	INK_LEVEL,
	INK_TEXT = INK_LEVEL + CANVAS_LEVELS,
	INK_FRAME,
	INK_LINE,	/* between mappings, and behind curves */
	INK_PAPER,
	INK_MISSED,
	INK_LATE,
	INK_LACKS,
	INK_THERE,	/* memory that was there */
	INK_MOST,	/* the most that was accessed */
	INK_ACCESSED,
	INK_READ,	/* references: light, darker and dark, in grey as well */
	INK_WRITE,
	INK_FETCH,
	INK_GROUND,	/* where references could be */
	INK_FORK,
	INK_EXEC,
	INK_EXIT,
	INK_LOST,
	INK_MAP,	/* states of a map, in their order */
	INKS = INK_MAP + MAP_STATES
};

/**
 * struct canvas - a picture
 * @cr: cairo's context
 * @width: of it
 * @height: of it
 */
struct canvas {
	cairo_t *cr;
	double width;
	double height;
};

/**
 * struct box - a part of a picture, on whole pixels
 * @x: left side
 * @y: upper side
 * @w: width
 * @h: height
 */
struct box {
	double x;
	double y;
	double w;
	double h;
};

enum align { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT };

/* All paper, and text of the usual size. */
void canvas_begin(struct canvas *c);
void canvas_ink(struct canvas *c, enum ink ink);
/* The colour of an ink, 0xRRGGBB. */
unsigned int canvas_colour(enum ink ink);
/* Fills a box; what is narrower than a pixel has one. */
void canvas_fill(struct canvas *c, enum ink ink, struct box box);
/* A line along a side of pixels. */
void canvas_line(struct canvas *c, enum ink ink, double x1, double y1, double x2, double y2);
void canvas_outline(struct canvas *c, enum ink ink, struct box box);
/* Text whose base line is at @y. */
void canvas_text(struct canvas *c, enum align align, double x, double y, const char *text);
double canvas_text_width(struct canvas *c, const char *text);
/* Text of others, with "..." at its end if it is wider than @width. */
void canvas_name(struct canvas *c, double x, double y, double width, const char *name, size_t len);
/* Larger, for a heading; or as before. */
void canvas_heading(struct canvas *c, int heading);

#endif /* PLOT_CANVAS_H */
