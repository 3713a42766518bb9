/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run that was saved, or that comes: what its answers tell.
 */
#ifndef PLOT_RUN_H
#define PLOT_RUN_H

#include "render/heat/model.h"
#include "series.h"
#include "stream.h"

/**
 * struct plot_run - a run
 * @model: processes and their rounds
 * @series: samples of each query about accesses; @nr of them
 * @nr: see there
 * @stream: how it ended
 */
struct plot_run {
	struct heat_model model;
	struct plot_series *series;
	size_t nr;
	struct plot_stream stream;
};

/* Reads all of it.  0 or -errno of what has nothing to do with the stream. */
int plot_run_read(struct plot_run *run, int fd);
/* The samples that told of a process. */
const struct plot_series *plot_run_series(const struct plot_run *run, const struct heat_seen *p);
/* Process number @nth, and how many there are of which something is known. */
const struct heat_seen *plot_run_process(const struct plot_run *run, size_t nth);
size_t plot_run_count(const struct plot_run *run);
/* The process @pid; of 0 the one that accessed most.  NULL if there is none. */
const struct heat_seen *plot_run_choose(const struct plot_run *run, uint32_t pid);
void plot_run_free(struct plot_run *run);

#endif /* PLOT_RUN_H */
