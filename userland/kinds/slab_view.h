/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_SLAB_VIEW_H
#define KINDS_SLAB_VIEW_H

#include <stdbool.h>
#include <stddef.h>

/* What a row is of. */
enum slab_by {
	SLAB_BY_SITE,	/* of live objects: with the callers, where these are told */
	SLAB_BY_CACHE,
	SLAB_BY_PID,
	SLAB_BY_CGROUP,
	SLAB_BYS
};

/* What it shows of that, and by what rows are sorted. */
enum slab_report {
	SLAB_HOTSPOTS,	/* allocations, and what is left of them */
	SLAB_FRAG,	/* what is lost to rounding */
	SLAB_CROSS,	/* frees on another CPU or node */
	SLAB_LIFETIMES,	/* how long objects live */
	SLAB_LIVE,	/* objects that are alive */
	SLAB_LEAKS,	/* those that only get more */
};

/**
 * struct slab_view - how allocations are shown
 * @by: what a row is of
 * @report: what it shows
 * @each_round: rows of each round as it comes, of what was allocated since the one before
 * @saved: answers are of some time before
 * @top: rows at a time, 0 for all
 */
struct slab_view {
	enum slab_by by;
	enum slab_report report;
	bool each_round;
	bool saved;
	size_t top;
};

#endif /* KINDS_SLAB_VIEW_H */
