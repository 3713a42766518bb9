/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_STATE_H
#define PAGESNAP_ACCESSES_STATE_H

#include "../targets/subject.h"
#include "direct.h"
#include "finding.h"
#include "heat.h"
#include "options.h"
#include "processes.h"
#include "reads.h"

/* A note that an answer was changed, which begins with "changed: ". */
#define PAGESNAP_CHANGE_TEXT 96

/* What the next step of an answer does. */
enum pagesnap_accesses_phase {
	PAGESNAP_PHASE_WAIT,
	PAGESNAP_PHASE_FILE,
	PAGESNAP_PHASE_FIND,
	PAGESNAP_PHASE_TOPS,
	PAGESNAP_PHASE_LOOK,
	PAGESNAP_PHASE_READS,

	PAGESNAP_PHASE_DIRECT,
	PAGESNAP_PHASE_HEAT,
	PAGESNAP_PHASE_END,
};

/**
 * struct pagesnap_accesses_walk - the answer to one query
 * @request: the line
 * @q: the line, parsed
 * @o: its options
 * @mapped: the file, with PAGESNAP_BY_FILE
 * @reads: what is read and written of it, with reads=1; else NULL
 * @blind: in this sample nobody can tell what of it is in memory
 * @noted_off: that probes don't work was said
 * @processes: whom it knows
 * @finding: how they are found
 * @direct: with kernel=1 looks at what the kernel accesses; if it is taken
 * @phase: what the next step does
 * @sample: the sample under way
 * @began_ns: when it began
 * @r: its record, summed up
 * @skipped: pages that it passed over
 * @patience: nanoseconds that it may still wait for locks
 * @given: of that, what the look under way had when it began
 * @unsure: nobody could tell who maps the file now
 * @at: PID to go on with
 * @looking: a look at that process has begun, or the pass of it that is under way
 * @skips: this sample may pass over tables
 * @changed: words that have changed it, and were not told of yet; empty: none
 * @in_round: samples since heat was told of
 * @telling: whose heat is told of; NULL: of nobody yet, or of all together
 * @telling_all: heat of all together is told of
 * @telling_file: heat of that file is; NULL: of none
 * @telling_kernel: that is of the kernel's accesses
 * @heat: how far that is
 * @noted_any: that too many map the file was said
 * @noted_skip: that nothing is passed over was said
 * @ending: after that comes the end
 * @end: counters
 * @started_ns: when the answer began; 0: it has not
 */
struct pagesnap_accesses_walk {
	struct pagesnap_request request;
	struct pagesnap_query q;
	struct pagesnap_accesses_options o;
	struct pagesnap_mapped *mapped;
	struct pagesnap_reads *reads;
	bool blind;
	bool noted_off;
	struct pagesnap_processes processes;
	struct pagesnap_finding finding;
	struct pagesnap_direct direct;
	enum pagesnap_accesses_phase phase;
	struct pagesnap_sample sample;
	u64 began_ns;
	struct pagesnap_accesses_sample r;
	u64 skipped[PAGESNAP_ACCESSES_WHYS];
	u64 patience;
	u64 given;
	bool unsure;
	unsigned long at;
	bool looking;
	bool skips;
	char changed[PAGESNAP_CHANGE_TEXT];
	u32 in_round;
	struct pagesnap_watched *telling;
	bool telling_all;
	bool telling_kernel;
	struct pagesnap_watched_file *telling_file;
	struct pagesnap_heat heat;
	bool noted_any;
	bool noted_skip;
	bool ending;
	struct pagesnap_end end;
	u64 started_ns;
};

/* Steps: each returns PAGESNAP_STEP_* or a negative errno. */
int pagesnap_sample_step(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e);
int pagesnap_round_step(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e);
void pagesnap_round_end(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e);

/* One process, which is named, and ends the answer when it ends? */
static inline bool pagesnap_walk_is_one(const struct pagesnap_accesses_walk *w)
{
	return w->q.subject == PAGESNAP_SUBJECT_TASK && pagesnap_subject_is_one(&w->q);
}

static inline int pagesnap_walk_go_on(struct pagesnap_accesses_walk *w,
				      enum pagesnap_accesses_phase phase)
{
	w->phase = phase;
	w->at = 0;
	return PAGESNAP_STEP_MORE;
}

/* What is known is told of before the end, whatever brings it. */
static inline int pagesnap_walk_come_to_end(struct pagesnap_accesses_walk *w, u32 cut)
{
	w->end.cut = cut;
	w->ending = true;
	return pagesnap_walk_go_on(w, PAGESNAP_PHASE_HEAT);
}

/* Are all pages told of together, and not process by process? */
static inline bool pagesnap_walk_is_together(const struct pagesnap_accesses_walk *w)
{
	return pagesnap_processes_are_one(&w->processes);
}

#endif /* PAGESNAP_ACCESSES_STATE_H */
