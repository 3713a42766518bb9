/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What was accessed as time went on: of one process, or of all that were sampled alike.  Pure.
 */
#ifndef PLOT_TIMELINE_H
#define PLOT_TIMELINE_H

#include "run.h"

/**
 * struct plot_moment - what a sample found, in pages
 * @span: time in which that was accessed
 * @pages: that were mapped; NAN: not known, as @accessed then
 * @accessed: of these, those that were accessed
 */
struct plot_moment {
	struct plot_span span;
	double pages;
	double accessed;
};

/**
 * struct plot_working - working sets behind a round, in pages
 * @at: when it ended, seconds behind the first look
 * @pages: that were there; NAN: not known
 * @accessed: in each window before that; NAN: not known
 */
struct plot_working {
	double at;
	double pages;
	double accessed[WSS_WINDOWS];
};

/**
 * struct plot_timeline - all of it
 * @series: whose times these are: the one that lasted longest
 * @moments: of its samples, @nr_moments of them; none if samples tell of other processes, too
 * @nr_moments: see there
 * @workings: of its rounds; @nr_workings of them
 * @nr_workings: see there
 * @others: series that were sampled at other intervals, and are left out
 */
struct plot_timeline {
	const struct plot_series *series;
	struct plot_moment *moments;
	size_t nr_moments;
	struct plot_working *workings;
	size_t nr_workings;
	size_t others;
};

/* Of process @p, or of all if it is NULL.  0, -ENOMEM, or -ENODATA if there are no samples. */
int plot_timeline_make(struct plot_timeline *t, const struct plot_run *run,
		       const struct heat_seen *p);
void plot_timeline_free(struct plot_timeline *t);

#endif /* PLOT_TIMELINE_H */
