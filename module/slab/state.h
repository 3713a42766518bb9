/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_STATE_H
#define PAGESNAP_SLAB_STATE_H

#include "../core/index.h"
#include "tell.h"
#include "watch.h"

/* What the next step of an answer does. */
enum pagesnap_slab_phase {
	PAGESNAP_SLAB_WAIT,
	PAGESNAP_SLAB_ROUND,
	PAGESNAP_SLAB_CLOSE,
	PAGESNAP_SLAB_DRAIN,
	PAGESNAP_SLAB_END,
};

/**
 * struct pagesnap_slab_place - a sum in its place
 * @live: bytes that are not freed
 * @nth: which sum
 */
struct pagesnap_slab_place {
	u64 live;
	u32 nth;
};

/**
 * struct pagesnap_slab_walk - the answer to one query
 * @request: the line
 * @q: the line, parsed
 * @o: its options
 * @phase: what the next step does
 * @watch: what probes know; NULL: there is no answer
 * @has_probes: they are owed back
 * @watches: probes see it
 * @ended: with until=, the process has
 * @dropped: hits that were dropped before it began
 * @told: what the reader knows
 * @last: rounds have their time up to here, ns since the first was due
 * @order: sums of a round, those with most live bytes first
 * @nr: how many
 * @at: the next of them, or of the places of objects
 * @r: record of the round under way
 * @records: that were told
 * @end: of the answer
 * @started_ns: when it began
 * @slept_ns: how long the machine had been suspended by then, or by the last note of that
 */
struct pagesnap_slab_walk {
	struct pagesnap_request request;
	struct pagesnap_query q;
	struct pagesnap_slab_options o;
	enum pagesnap_slab_phase phase;
	struct pagesnap_watch *watch;
	bool has_probes;
	bool watches;
	bool ended;
	u64 dropped;
	struct pagesnap_slab_told told;
	u64 last;
	struct pagesnap_slab_place *order;
	u32 nr;
	u32 at;
	struct pagesnap_slab_round r;
	u64 records;
	struct pagesnap_end end;
	u64 started_ns;
	u64 slept_ns;
};

void pagesnap_slab_round_begin(struct pagesnap_slab_walk *w, const struct pagesnap_sample *s);
bool pagesnap_slab_round_step(struct pagesnap_slab_walk *w, struct pagesnap_emit *e);

#endif /* PAGESNAP_SLAB_STATE_H */
