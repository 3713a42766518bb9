/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory of a process in ranges of addresses, and what was accessed of each, round by round.
 * Pure.
 */
#ifndef RENDER_HEAT_BINS_H
#define RENDER_HEAT_BINS_H

#include "areas.h"
#include "kinds/heat_line.h"

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
 * struct heat_place - the bins of a mapping
 * @first: number of its first bin
 * @shift: log2 of the pages of each
 */
struct heat_place {
	size_t first;
	unsigned int shift;
};

/**
 * struct heat_bins - the memory of a process
 * @areas: its mappings, which must stay
 * @places: of each mapping
 * @nr: bins; the last one is of what is in no mapping.  0 before they are made
 * @rounds: that there are
 * @counts: of each bin @rounds counts
 */
struct heat_bins {
	const struct heat_areas *areas;
	struct heat_place *places;
	size_t nr;
	size_t rounds;
	struct heat_count *counts;
};

/*
 * Makes bins of @areas, about @wanted of them that have pages, that take at most @room bytes.  0,
 * -ENOMEM, or -E2BIG if that is too little.
 */
int bins_make(struct heat_bins *b, const struct heat_areas *areas, size_t wanted, size_t rounds,
	      size_t room);
/* Bytes that the bins take. */
size_t bins_bytes(const struct heat_bins *b);
/* What a round, from 0, tells of some pages. */
void bins_count(struct heat_bins *b, size_t round, const struct pagesnap_accesses_heat *heat);
/*
 * Sets of the row of a bin its place, and with @permille its rounds.  False if no page ever was
 * there.
 */
bool bins_line(const struct heat_bins *b, size_t nth, uint32_t *permille, struct heat_line *line);
void bins_free(struct heat_bins *b);

#endif /* RENDER_HEAT_BINS_H */
