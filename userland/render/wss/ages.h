/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The pages of a process by when they were accessed: only in which window, so that neighbours
 * are mostly alike, and what is kept is small beside the heat that it is made of.  Pure.
 */
#ifndef RENDER_WSS_AGES_H
#define RENDER_WSS_AGES_H

#include "kinds/wss_line.h"
#include "lib/pagesnap.h"

/**
 * struct ages_run - pages side by side
 * @start: virtual page number of the first
 * @end: behind the last
 * @passed: windows that have passed as a whole since a sample found them accessed; or, if none
 *	did, since they were there
 * @never: no sample has found them accessed
 * @kind: PAGESNAP_KIND_FILE, _SHMEM, or _ANON for all else
 */
struct ages_run {
	uint64_t start;
	uint64_t end;
	unsigned int passed;
	bool never;
	uint16_t kind;
};

/**
 * struct ages - pages of a process, ascending; all zero is none
 * @runs: them
 * @nr: how many
 * @room: runs that there is memory for
 */
struct ages {
	struct ages_run *runs;
	size_t nr;
	size_t room;
};

/**
 * struct ages_windows - windows in samples
 * @samples: of each; 0 if it is no whole number of them
 */
struct ages_windows {
	uint64_t samples[WSS_WINDOWS];
};

/* Windows where a sample is taken each @every_ns. */
struct ages_windows ages_windows_of(uint64_t every_ns);
/* Adds pages behind those that are there.  0 or -ENOMEM. */
int ages_add(struct ages *a, const struct ages_windows *w,
	     const struct pagesnap_accesses_heat *heat);
/* Adds up those from page @start to @end, with all windows. */
void ages_sum(const struct ages *a, uint64_t start, uint64_t end, struct wss_sums *sums);
/* The number of the first run that ends behind page @start. */
size_t ages_find(const struct ages *a, uint64_t start);
/* What run number @at has between two pages.  False if it begins behind them, or is none. */
bool ages_cut(const struct ages *a, size_t at, uint64_t start, uint64_t end,
	      struct ages_run *part);
/* Adds @nr pages of a run. */
void ages_count(const struct ages_run *run, uint64_t nr, struct wss_sums *sums);
/* What is accessed in a window, or cold for it, is not known. */
void wss_sums_unknown(struct wss_sums *sums, unsigned int window);
/* Adds up what is told of some pages, with all windows. */
void ages_count_heat(const struct ages_windows *w, const struct pagesnap_accesses_heat *heat,
		     struct wss_sums *sums);
/* Marks what @samples since the first look don't tell: windows that are longer. */
void ages_mark_unknown(const struct ages_windows *w, uint64_t samples, struct wss_sums *sums);
/* None are left; the memory stays. */
void ages_clear(struct ages *a);
void ages_free(struct ages *a);

#endif /* RENDER_WSS_AGES_H */
