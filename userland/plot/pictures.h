/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pictures.
 */
#ifndef PLOT_PICTURES_H
#define PLOT_PICTURES_H

#include "canvas.h"
#include "map_run.h"
#include "run.h"
#include "slab_run.h"
#include "trace_run.h"

/* What was accessed, by address and time.  0 or a negative errno, as the next one. */
int picture_draw_heat(struct canvas *c, const struct plot_run *run, const struct heat_seen *p);
/* What was accessed, by address. */
int picture_draw_space(struct canvas *c, const struct plot_run *run, const struct heat_seen *p);
/* Working sets by time: of one process, or if @p is NULL of all that are sampled alike. */
int picture_draw_time(struct canvas *c, const struct plot_run *run, const struct heat_seen *p);

/* References in their order, by address: of several processes, or one.  Sorts their cells. */
int picture_draw_trace(struct canvas *c, struct trace_run *run);

/* Allocations that are alive, by time. */
int picture_draw_slab(struct canvas *c, const struct slab_run *run);

/* Where a file, a process or memory has what. */
int picture_draw_map(struct canvas *c, const struct map_run *run);

#endif /* PLOT_PICTURES_H */
