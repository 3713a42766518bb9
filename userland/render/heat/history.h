/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What rounds told of the pages of a process, page by page as long as there is room.  Pure.
 */
#ifndef RENDER_HEAT_HISTORY_H
#define RENDER_HEAT_HISTORY_H

#include "kinds/wss_line.h"
#include "lib/pagesnap.h"

/* Runs of a round; where there are more, neighbours are added up. */
#define HEAT_RUNS_MAX 65536
/* What a round takes besides its runs, counted in runs. */
#define HEAT_ROUND_COST 4

/* What is known of writes. */
enum heat_writes {
	HEAT_WRITES_KNOWN,
	HEAT_WRITES_UNKNOWN,	/* of some pages the kernel could not tell */
	HEAT_WRITES_NOT_ASKED,
};

/**
 * struct heat_cell - what was found in a range of addresses in a round
 * @there: pages that were there, once for each sample; 0: none, and all else says nothing
 * @accessed: of these, those that were accessed
 * @dirtied: and those that were dirtied, if @writes is HEAT_WRITES_KNOWN
 * @node: NUMA node, as struct pagesnap_accesses_heat has it
 * @kind: PAGESNAP_KIND_*, or PAGESNAP_MIXED16
 * @writes: HEAT_WRITES_*
 */
struct heat_cell {
	uint64_t there;
	uint64_t accessed;
	uint64_t dirtied;
	uint32_t node;
	uint16_t kind;
	uint16_t writes;
};

/**
 * struct heat_run - pages side by side
 * @start: virtual page number of the first
 * @end: behind the last; with a coarse round some of these may not have been there
 * @cell: what was found there
 */
struct heat_run {
	uint64_t start;
	uint64_t end;
	struct heat_cell cell;
};

/**
 * struct heat_round - what a round told
 * @number: from 0
 * @runs: ascending; @nr of them, with room for @room
 * @nr: see there
 * @room: see there
 * @shift: log2 of the pages that were added up, at the most
 * @sums: the working set behind it; without pages if that was not told
 */
struct heat_round {
	uint64_t number;
	struct heat_run *runs;
	size_t nr;
	size_t room;
	unsigned int shift;
	struct wss_sums sums;
};

/**
 * struct heat_history - rounds of a process, ascending; all zero is none
 * @rounds: them
 * @nr: how many
 * @room: rounds that there is memory for
 */
struct heat_history {
	struct heat_round *rounds;
	size_t nr;
	size_t room;
};

/* The newest round is @number from now on; NULL if there is no memory. */
struct heat_round *heat_history_round(struct heat_history *h, uint64_t number);
/* Round @number, NULL if it isn't there. */
const struct heat_round *heat_history_find(const struct heat_history *h, uint64_t number);
/* Forgets the oldest round.  Runs that it took, with HEAT_ROUND_COST. */
size_t heat_history_drop(struct heat_history *h);
void heat_history_free(struct heat_history *h);

/* Pages behind those of the round.  0 or -ENOMEM. */
int heat_round_add(struct heat_round *r, const struct pagesnap_accesses_heat *heat);
/* Adds up what a round found from page @start to @end. */
struct heat_cell heat_round_sum(const struct heat_round *r, uint64_t start, uint64_t end);

#endif /* RENDER_HEAT_HISTORY_H */
