/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What stands above and below a picture: of whom it is, how samples were taken, what they lack,
 * and which ink stands for what.
 */
#ifndef PLOT_CAPTION_H
#define PLOT_CAPTION_H

#include "canvas.h"
#include "run.h"
#include "words.h"

/* Three lines above; @p is the only process that it is of, or NULL. */
void caption_draw(struct canvas *c, const struct plot_run *run, const struct plot_series *s,
		  const struct heat_seen *p, const char *what);
/* The same of any words. */
void caption_lines(struct canvas *c, const struct words *title, const struct words *how,
		   const struct words *lacks);
/*
 * Below, at the right: what the strip of samples shows.  Returns where it begins, for what
 * stands before it.
 */
double caption_samples(struct canvas *c, const struct plot_series *s);
/* A box of ink and what it stands for, below at @x; returns where the next may be. */
double caption_key(struct canvas *c, double x, enum ink ink, const char *text);
/* The same of eight levels. */
void caption_levels(struct canvas *c, double x);

#endif /* PLOT_CAPTION_H */
