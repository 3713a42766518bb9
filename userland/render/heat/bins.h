/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory of a process in ranges of addresses, and what was accessed of each, round by round.
 */
#ifndef RENDER_HEAT_BINS_H
#define RENDER_HEAT_BINS_H

#include "kinds/heat_line.h"
#include "lib/pagesnap.h"

/**
 * struct heat_area - a mapping
 * @start: virtual page number of the first page
 * @end: behind the last
 * @first: number of its first bin
 * @name: of the mapping; owned
 * @len: its bytes
 */
struct heat_area {
	uint64_t start;
	uint64_t end;
	size_t first;
	char *name;
	size_t len;
};

/**
 * struct heat_count - what a round found in a bin: pages, once for each sample
 * @there: that were there
 * @accessed: of these, that were accessed
 */
struct heat_count {
	uint64_t there;
	uint64_t accessed;
};

/**
 * struct heat_bins - the memory of a process
 * @pid: process
 * @comm: its name, "" if that is unknown
 * @areas: mappings, ascending; @nr_areas of them
 * @nr_areas: see there
 * @resident: pages in memory when the run began
 * @shift: log2 of the pages of a bin
 * @nr: bins; the last one is of what is in no area.  0 before the first heat
 * @rounds: that there are
 * @counts: of each bin @rounds counts
 */
struct heat_bins {
	uint32_t pid;
	char comm[16];
	struct heat_area *areas;
	size_t nr_areas;
	uint64_t resident;
	unsigned int shift;
	size_t nr;
	size_t rounds;
	struct heat_count *counts;
};

/* A mapping behind those that are there, with @resident pages.  0 or -ENOMEM. */
int bins_add_area(struct heat_bins *b, const struct pagesnap_vma *vma, const char *name, size_t len,
		  uint64_t resident);
/* All mappings are there: makes bins, about @wanted of them that have pages.  0 or -ENOMEM. */
int bins_make(struct heat_bins *b, size_t wanted, size_t rounds);
/* What a round, from 0, tells of some pages. */
void bins_count(struct heat_bins *b, size_t round, const struct pagesnap_accesses_heat *heat);
/* Fills in the row of a bin, with @permille for its rounds.  False if no page ever was there. */
bool bins_line(const struct heat_bins *b, size_t nth, uint32_t *permille, struct heat_line *line);
void bins_free(struct heat_bins *b);

#endif /* RENDER_HEAT_BINS_H */
