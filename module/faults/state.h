/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_STATE_H
#define PAGESNAP_FAULTS_STATE_H

#include "../targets/subject.h"
#include "guard.h"
#include "options.h"
#include "sweep.h"
#include "told.h"

/* What the next step of an answer does. */
enum pagesnap_faults_phase {
	PAGESNAP_FAULTS_WAIT,
	PAGESNAP_FAULTS_FIND,
	PAGESNAP_FAULTS_SWEEP,
	PAGESNAP_FAULTS_CLOSE,
	PAGESNAP_FAULTS_DRAIN,
	PAGESNAP_FAULTS_END,
};

/**
 * struct pagesnap_faults_walk - the answer to one query
 * @request: the line
 * @q: the line, parsed
 * @o: its options
 * @phase: what the next step does
 * @tracer: what probes know
 * @has_probes: they are owed back
 * @told: what the reader knows
 * @target: which processes
 * @known: those that aren't traced, by PID
 * @pass: number of the pass over the target
 * @told_limit: the first above the limit was named
 * @above: processes above it, in this pass
 * @sample: the sweep under way
 * @r: its record
 * @sweep: its walk over some memory
 * @at: the memory that is next; NULL: none
 * @sweeping: its walk has begun
 * @skipped: pages that this sweep left alone
 * @end: of the answer, summed up
 * @started_ns: when it began; 0: there is none
 * @came: processes that were traced
 * @message: for a line that has a number in its error
 */
struct pagesnap_faults_walk {
	struct pagesnap_request request;
	struct pagesnap_query q;
	struct pagesnap_faults_options o;
	enum pagesnap_faults_phase phase;
	struct pagesnap_tracer tracer;
	bool has_probes;
	struct pagesnap_told told;
	struct pagesnap_target target;
	struct xarray known;
	u32 pass;
	bool told_limit;
	u32 above;
	struct pagesnap_sample sample;
	struct pagesnap_faults_sweep r;
	struct pagesnap_sweep sweep;
	struct pagesnap_guard *at;
	bool sweeping;
	u64 skipped[PAGESNAP_FAULTS_WHYS];
	struct pagesnap_end end;
	u64 started_ns;
	u64 came;
	char message[64];
};

int pagesnap_faults_find_step(struct pagesnap_faults_walk *w, struct pagesnap_emit *e);
void pagesnap_faults_say(struct pagesnap_faults_walk *w, struct pagesnap_emit *e, pid_t pid,
			 const char *comm, u32 what);
void pagesnap_faults_leave(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
			   struct pagesnap_guard *g, u32 what);
bool pagesnap_faults_is_full(const struct pagesnap_faults_walk *w);
u32 pagesnap_faults_drain(struct pagesnap_faults_walk *w, struct pagesnap_emit *e);
void pagesnap_faults_undo_all(struct pagesnap_faults_walk *w);
void pagesnap_faults_prune(struct pagesnap_faults_walk *w, struct pagesnap_emit *e);

#endif /* PAGESNAP_FAULTS_STATE_H */
