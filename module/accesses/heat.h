/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_HEAT_H
#define PAGESNAP_ACCESSES_HEAT_H

#include "../core/emit.h"
#include "harvest.h"
#include "options.h"

/**
 * struct pagesnap_units - units side by side that are alike so far
 * @first: the first
 * @nr: how many; 0: there is none
 * @cell: what they are like
 */
struct pagesnap_units {
	u64 first;
	u64 nr;
	struct pagesnap_cell cell;
};

/**
 * struct pagesnap_heat - a round is over, and one tally of it is told of
 * @o: options of the line
 * @q: number of the query
 * @limit: records of heat that the answer may have
 * @told: those that it has
 * @by: what pages are remembered by
 * @kernel: it is what the kernel has accessed
 * @tally: what is told of
 * @key: row of the heatmap to go on with
 * @units: those that are gathered
 * @wss: what is summed up meanwhile
 *
 * The first three and @by are set once, @kernel before it begins; @told is kept from tally to
 * tally.
 */
struct pagesnap_heat {
	const struct pagesnap_accesses_options *o;
	u32 q;
	u64 limit;
	u64 told;
	enum pagesnap_accesses_by by;
	bool kernel;
	struct pagesnap_tally *tally;
	unsigned long key;
	struct pagesnap_units units;
	struct pagesnap_accesses_wss wss;
};

void pagesnap_heat_begin(struct pagesnap_heat *t, struct pagesnap_tally *tally, u32 pid);
int pagesnap_heat_step(struct pagesnap_heat *t, struct pagesnap_emit *e);

#endif /* PAGESNAP_ACCESSES_HEAT_H */
