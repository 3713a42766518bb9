/* SPDX-License-Identifier: GPL-2.0 */
/*
 * --plot: pagesnap-plot, a program of its own, draws what answers tell.
 */
#ifndef COMMANDS_PLOT_H
#define COMMANDS_PLOT_H

#include <stdio.h>

#include "cli/options.h"

struct plot;

/* Starts the program, which looks whether it can write.  An exit code, after a message. */
int plot_open(struct plot **out, const struct plot_options *options);
/* Where the answers go, as they are saved. */
FILE *plot_stream(const struct plot *plot);
/* All has come: waits until it is drawn.  An exit code, after a message; @plot may be NULL. */
int plot_close(struct plot *plot);

#endif /* COMMANDS_PLOT_H */
