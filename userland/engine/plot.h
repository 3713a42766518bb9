/* SPDX-License-Identifier: GPL-2.0 */
/*
 * --plot: pagesnap-plot, a program of its own, draws what answers tell.
 */
#ifndef ENGINE_PLOT_H
#define ENGINE_PLOT_H

#include <stdio.h>

#include "kinds/picture.h"

struct plot;

/* Starts the program, which looks whether it can write.  An exit code, after a message. */
int plot_open(struct plot **out, const struct picture_asked *asked);
/* Where the answers go, as they are saved. */
FILE *plot_stream(const struct plot *plot);
/* All has come: waits until it is drawn.  An exit code, after a message; @plot may be NULL. */
int plot_close(struct plot *plot);

#endif /* ENGINE_PLOT_H */
