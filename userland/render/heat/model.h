/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a screen knows of one target: processes, their mappings and rounds, what samples cost and
 * lack.  Pure.
 */
#ifndef RENDER_HEAT_MODEL_H
#define RENDER_HEAT_MODEL_H

#include <limits.h>

#include "history.h"
#include "processes.h"
#include "render/wss/ages.h"
#include "spans.h"

/* Rounds that can be looked at, if memory lasts that long. */
#define HEAT_MODEL_ROUNDS_MAX 4096

/**
 * struct heat_seen - a process, or a file, or page frames
 * @process: head
 * @history: its rounds
 * @spans: where it ever had pages
 * @sums: its working set, behind its newest round
 * @adding: the same, while a round is told
 * @samples: since the first look at it; 0: not known yet
 * @query: number of the query that tells of it: what others tell is left out
 */
struct heat_seen {
	struct heat_process process;
	struct heat_history history;
	struct heat_spans spans;
	struct wss_sums sums;
	struct wss_sums adding;
	uint64_t samples;
	unsigned int query;
};

/**
 * struct heat_model - a target
 * @processes: of struct heat_seen
 * @runs_max: runs that are kept of all processes
 * @runs: that are there, with HEAT_ROUND_COST for each round
 * @page_shift: log2 of the bytes of a page
 * @windows: of working sets, in samples
 * @every_ns: from one sample to the next
 * @aggregate: samples of a round; 0: no samples were asked
 * @queries: about accesses
 * @samples: of the newest of these queries
 * @round: of it, that is told of, from 0; queries begin at the same time, and each counts anew
 * @rounds: that were told of, of the query with most
 * @forgotten: rounds below this number are not complete any more
 * @took_ns: of @samples
 * @missed: samples whose time had passed
 * @lost: pages that were not remembered
 * @lacking: times that a process was not in a sample
 * @told: whose heat comes, or NULL
 * @path: of the file that the newest query asks for, "" if it asks for none
 * @ended: no more will come
 * @end: how it ended
 */
struct heat_model {
	struct heat_processes processes;
	size_t runs_max;
	size_t runs;
	unsigned int page_shift;
	struct ages_windows windows;
	uint64_t every_ns;
	uint32_t aggregate;
	unsigned int queries;
	uint64_t samples;
	uint64_t round;
	uint64_t rounds;
	uint64_t forgotten;
	uint64_t took_ns;
	uint64_t missed;
	uint64_t lost;
	uint64_t lacking;
	struct heat_seen *told;
	char path[PATH_MAX];
	bool ended;
	struct pagesnap_end end;
};

void heat_model_init(struct heat_model *m, size_t runs_max);
/* Takes a record of answers about mappings, then accesses.  0 or -ENOMEM. */
int heat_model_take(struct heat_model *m, const struct pagesnap_record *r);
void heat_model_free(struct heat_model *m);

#endif /* RENDER_HEAT_MODEL_H */
