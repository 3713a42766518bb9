/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Addresses from top to bottom: a lane for each range of them, and names of mappings.
 */
#ifndef PLOT_LANES_H
#define PLOT_LANES_H

#include "frame.h"
#include "render/heat/model.h"
#include "render/heat/rows.h"

/* Pixels beside the frame: addresses at its left, and at its right, of the width, names. */
#define LANES_LEFT 112
#define LANES_RIGHT_SHARE 0.22
#define LANES_RIGHT_MAX 280

/**
 * struct lanes - lanes of a process
 * @rows: ranges of addresses as a screen has them; owned
 * @nr_rows: how many
 * @nr: lanes; where there are more rows than pixels, each has several of them
 * @page_shift: log2 of the bytes of a page
 * @by: what pages are numbered by
 */
struct lanes {
	struct heat_row *rows;
	size_t nr_rows;
	size_t nr;
	unsigned int page_shift;
	enum heat_by by;
};

/**
 * struct lanes_picture - what a picture of lanes has of its own
 * @behind: words behind those that say what lanes are ranges of
 * @inside: draws what is inside of the frame, whose scale it may set; 0 or a negative errno
 * @below: draws what is below it
 */
struct lanes_picture {
	const char *behind;
	int (*inside)(struct canvas *c, struct frame *f, const struct plot_series *s,
		      const struct heat_seen *p, const struct lanes *lanes);
	void (*below)(struct canvas *c, const struct frame *f, const struct plot_series *s);
};

/* Draws it.  0 or a negative errno. */
int lanes_draw(struct canvas *c, const struct plot_run *run, const struct heat_seen *p,
	       const struct lanes_picture *of);
/* A frame with room for addresses and names. */
struct frame lanes_frame(const struct canvas *c);
/* Lanes of a process in @height pixels.  0, -ENOMEM, or -ENODATA if it never had a page. */
int lanes_make(struct lanes *l, const struct heat_model *m, const struct heat_seen *p,
	       double height);
/* The pages of a lane. */
struct heat_span lanes_pages(const struct lanes *l, size_t lane);
/* Where a lane is. */
struct box lanes_box(const struct lanes *l, const struct frame *f, size_t lane);
/* What pages are numbered by, in words. */
const char *lanes_words(enum heat_by by);
/* Addresses and names, and lines between mappings. */
void lanes_names(struct canvas *c, const struct lanes *l, const struct frame *f);
void lanes_free(struct lanes *l);

#endif /* PLOT_LANES_H */
