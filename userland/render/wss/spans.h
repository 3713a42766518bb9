/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pages of a file, as several processes have them mapped, added up so that each counts once. Pure.
 */
#ifndef RENDER_WSS_SPANS_H
#define RENDER_WSS_SPANS_H

#include "ages.h"

/**
 * struct wss_spans - pages of a file; all zero is none
 * @runs: by page of the file, in any order, any number of them of one page; @nr of them
 * @nr: see there
 * @room: runs that there is memory for
 */
struct wss_spans {
	struct ages_run *runs;
	size_t nr;
	size_t room;
};

/* A process has mapped pages of the file.  0 or -ENOMEM. */
int wss_spans_add(struct wss_spans *s, const struct ages_run *run);
/* Adds up what is there.  0 or -ENOMEM. */
int wss_spans_sum(const struct wss_spans *s, struct wss_sums *sums);
void wss_spans_free(struct wss_spans *s);

#endif /* RENDER_WSS_SPANS_H */
