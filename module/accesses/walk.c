// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: an answer: looks, and what they found
 *
 * The thread that reads takes the samples, step by step, and each phase of an answer says
 * what a step does: wait until a look is due, find the file and who is to be looked at, look at
 * one process after the other, tell of the samples of a round, end.  Nothing but memory, a place
 * among the viewers of each mm, and mm_count is held from one step to the next, and of a file a
 * lease (targets/mapped.c).
 */
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../compat/flush.h"
#include "../compat/mglru.h"
#include "../compat/young.h"
#include "../core/answer.h"
#include "../mm/mm_lock.h"
#include "../targets/mapped.h"
#include "../targets/subject.h"
#include "finding.h"
#include "heat.h"
#include "options.h"
#include "processes.h"
#include "tell.h"
#include "walk.h"

/**
 * struct accesses_index - an index file
 * @ops: for the core
 * @grammar: of its lines
 * @by: what pages are remembered by, unless the line says something else
 */
struct accesses_index {
	struct pagesnap_index_ops ops;
	struct pagesnap_grammar grammar;
	enum pagesnap_accesses_by by;
};

enum phase {
	PHASE_WAIT,
	PHASE_FILE,
	PHASE_FIND,
	PHASE_TOPS,
	PHASE_LOOK,
	PHASE_HEAT,
	PHASE_END,
};

/**
 * struct accesses_walk - the answer to one query
 * @index: the index file
 * @request: the line
 * @q: the line, parsed
 * @o: its options
 * @mapped: the file, with PAGESNAP_BY_FILE
 * @processes: whom it knows
 * @finding: how they are found
 * @phase: what the next step does
 * @sample: the sample under way
 * @began_ns: when it began
 * @r: its record, summed up
 * @skipped: pages that it passed over
 * @patience: nanoseconds that it may still wait for locks
 * @at: PID to go on with
 * @looking: a look at that process has begun, or the pass of it that is under way
 * @skips: this sample may pass over tables
 * @in_round: samples since heat was told of
 * @telling: whose heat is told of; NULL: of nobody yet, or of all together
 * @telling_all: heat of all together is told of
 * @heat: how far that is
 * @noted_any: that too many map the file was said
 * @noted_skip: that nothing is passed over was said
 * @ending: after that comes the end
 * @end: counters
 * @started_ns: when the answer began; 0: it has not
 */
struct accesses_walk {
	const struct accesses_index *index;
	struct pagesnap_request request;
	struct pagesnap_query q;
	struct pagesnap_accesses_options o;
	struct pagesnap_mapped *mapped;
	struct pagesnap_processes processes;
	struct pagesnap_finding finding;
	enum phase phase;
	struct pagesnap_sample sample;
	u64 began_ns;
	struct pagesnap_accesses_sample r;
	u64 skipped[PAGESNAP_ACCESSES_WHYS];
	u64 patience;
	unsigned long at;
	bool looking;
	bool skips;
	u32 in_round;
	struct pagesnap_watched *telling;
	bool telling_all;
	struct pagesnap_heat heat;
	bool noted_any;
	bool noted_skip;
	bool ending;
	struct pagesnap_end end;
	u64 started_ns;
};

static const struct accesses_index *to_index(const struct pagesnap_index_ops *ops)
{
	return container_of(ops, struct accesses_index, ops);
}

static int parse(const struct accesses_index *index, const char *text, u32 len,
		 struct pagesnap_query *q, struct pagesnap_accesses_options *o,
		 struct pagesnap_diag *d)
{
	pagesnap_accesses_defaults(o, PAGE_SHIFT);
	o->by = index->by;
	return pagesnap_query_parse(&index->grammar, text, len, q, o, d) ?:
	       pagesnap_accesses_check(o, d);
}

static int check(const struct pagesnap_index_ops *index, const char *text, u32 len,
		 struct pagesnap_bound *bound, struct pagesnap_query *q, struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options o;
	int err = parse(to_index(index), text, len, q, &o, d);

	if (err || q->subject != PAGESNAP_SUBJECT_TASK)
		return err;
	return pagesnap_subject_bind(q, bound, d);
}

static int try(const struct pagesnap_index_ops *index, const char *text, u32 len,
	       const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	if (d->err)
		return d->err;
	if (q->subject == PAGESNAP_SUBJECT_FILE)
		return pagesnap_mapped_try(q, text, len, d);
	return q->subject == PAGESNAP_SUBJECT_TASK ? pagesnap_subject_try_target(q, text, d) : 0;
}

static void *alloc(void)
{
	return kzalloc(sizeof(struct accesses_walk), GFP_KERNEL_ACCOUNT);
}

static void free(void *walk)
{
	kfree(walk);
}

/* Beginning ------------------------------------------------------------------ */

static void finish(void *walk)
{
	struct accesses_walk *w = walk;

	if (!w->started_ns)
		return;
	pagesnap_processes_destroy(&w->processes);
	pagesnap_mapped_destroy(w->mapped);
	w->mapped = NULL;
	w->started_ns = 0;
}

static bool is_one(const struct accesses_walk *w)
{
	return w->q.subject == PAGESNAP_SUBJECT_TASK && pagesnap_subject_is_one(&w->q) &&
	       !w->o.children;
}

/* The one process of a line without a target.  @process->mm is ours. */
static int watch_one(struct accesses_walk *w, const struct pagesnap_process *process,
		     struct pagesnap_diag *d)
{
	struct pagesnap_watched *p = pagesnap_processes_add(&w->processes, process);
	int err = p ? pagesnap_processes_watch(&w->processes, p, &w->finding.how, process->mm) :
		      -ENOMEM;

	if (err) {
		mmdrop(process->mm);
		return err == -EBUSY ? pagesnap_diag(d, err, w->q.target_col,
						     "16 sessions look at this process") :
				       pagesnap_diag(d, err, 0, "no memory");
	}
	w->finding.came = 1;
	return 0;
}

/* How a process is looked at: where it maps frames or pages of the file, or a range of it. */
static struct pagesnap_harvest how_of(const struct accesses_walk *w)
{
	u64 last = TASK_SIZE_MAX >> PAGE_SHIFT;
	struct pagesnap_harvest how = {
		.end = last << PAGE_SHIFT, .last = U64_MAX, .write = w->o.write,
		.skip = w->o.skip,
		.by = w->o.by,
	};

	if (w->q.subject == PAGESNAP_SUBJECT_NONE) {
		how.first = w->q.start;
		how.last = w->q.end;
	} else if (w->q.subject == PAGESNAP_SUBJECT_FILE) {
		how.first = w->q.start;
		how.last = w->q.end;
		how.file = w->mapped;
	} else {
		how.start = min(w->q.start, last) << PAGE_SHIFT;
		how.end = min(w->q.end, last) << PAGE_SHIFT;
	}
	return how;
}

static int find_processes(struct accesses_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_process process;

	if (w->q.subject == PAGESNAP_SUBJECT_FILE) {
		w->mapped = pagesnap_mapped_create(&w->q, w->request.text, d);
		if (!w->mapped)
			return d->err;
	}
	w->finding = (struct pagesnap_finding){
		.processes = &w->processes,
		.how = how_of(w),
		.q = w->request.q,
		.mapped = w->mapped,
		.skipped = w->end.skipped,
	};
	if (w->o.by != PAGESNAP_BY_VPN && pagesnap_processes_share(&w->processes))
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	if (w->q.subject != PAGESNAP_SUBJECT_TASK) {
		pagesnap_target_all(&w->finding.target);
		return 0;
	}
	if (is_one(w))
		return pagesnap_subject_process(&w->q, &w->request.bound, &process, d) ?:
		       watch_one(w, &process, d);
	if (pagesnap_subject_target(&w->q, w->request.text, &w->request.bound,
				    &w->finding.target, d))
		return d->err;
	if (w->o.children)
		pagesnap_finding_children(&w->finding);
	return 0;
}

static int find_flush(const struct accesses_walk *w, struct pagesnap_diag *d)
{
	if (!w->o.flush || compat_can_flush())
		return 0;
	return pagesnap_diag(d, -EOPNOTSUPP, 0, "TLBs can't be flushed here: say flush=0");
}

/* Reclaim by generations takes the same bits, and trusts them: neither would be right any more. */
static int find_skip(const struct accesses_walk *w, struct pagesnap_diag *d)
{
	int used = w->o.skip ? compat_mglru_uses_tables() : 0;

	if (!used)
		return 0;
	return pagesnap_diag(d, -EOPNOTSUPP, 0, used < 0 ?
			     "skip=1: can't read " COMPAT_MGLRU_ENABLED :
			     "skip=1: MGLRU uses the same bits: echo 3 >" COMPAT_MGLRU_ENABLED);
}

static const char no_skip_note[] =
	"skip=1: MGLRU uses the same bits now: nothing is passed over";
static const char no_flush_note[] =
	"flush=0: accesses by way of entries that a CPU has cached are missed";
static const char no_young_note[] =
	"what two looks find accessed becomes active: this kernel has no young pages";
static const char any_note[] =
	"the file has more than 16384 mappings: all processes are asked whether they map it";

static void emit_begin(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_query_rec r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_QUERY },
		.q = w->request.q,
		.line = w->request.line,
		.time_ns = ktime_get_real_ns(),
		.text_len = min_t(u32, w->request.len, PAGESNAP_ECHO_MAX),
	};

	memcpy(r.tag, w->q.tag, sizeof(r.tag));
	pagesnap_answer_query(e, &r, w->request.text);
	if (!w->o.flush)
		pagesnap_answer_note(e, r.q, no_flush_note);
	if (!COMPAT_TELLS_YOUNG)
		pagesnap_answer_note(e, r.q, no_young_note);
}

static int begin(void *walk, const struct pagesnap_index_ops *index,
		 const struct pagesnap_request *request, struct pagesnap_emit *e,
		 struct pagesnap_diag *d)
{
	struct accesses_walk *w = walk;
	int err;

	memset(w, 0, sizeof(*w));
	w->index = to_index(index);
	w->request = *request;
	err = parse(w->index, request->text, request->len, &w->q, &w->o, d);
	memcpy(d->tag, w->q.tag, sizeof(d->tag));
	if (err || pagesnap_schedule_check(&w->o.schedule, request->last, d) || find_flush(w, d) ||
	    find_skip(w, d))
		return d->err;
	w->started_ns = ktime_get_ns();
	w->end = (struct pagesnap_end) {
		.rec = { .len = sizeof(w->end), .type = PAGESNAP_REC_END },
		.q = request->q,
		.status = PAGESNAP_END_COMPLETE,
	};
	memcpy(w->end.tag, w->q.tag, sizeof(w->end.tag));
	w->heat = (struct pagesnap_heat){
		.o = &w->o, .q = request->q, .limit = w->q.limit, .by = w->o.by,
	};
	pagesnap_processes_init(&w->processes, w->o.unit);
	if (find_processes(w, d)) {
		finish(w);
		return d->err;
	}
	emit_begin(w, e);
	pagesnap_accesses_begin(&w->o, w->started_ns);
	return 0;
}

/* Records -------------------------------------------------------------------- */

static void emit_sample(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_accesses_sample *r = &w->r;

	r->took_ns = ktime_get_ns() - w->began_ns;
	if (!w->o.write)
		r->dirtied = PAGESNAP_NONE;
	pagesnap_accesses_tell(e, &r->rec);
}

static void emit_task(struct accesses_walk *w, const struct pagesnap_watched *p,
		      struct pagesnap_emit *e)
{
	struct pagesnap_task r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_TASK },
		.q = w->request.q,
		.pid = p->id.pid,
		.vmas = p->vmas,
	};

	memcpy(r.comm, p->comm, sizeof(r.comm));
	pagesnap_accesses_tell(e, &r.rec);
}

static void emit_span(struct accesses_walk *w, struct pagesnap_emit *e)
{
	const struct pagesnap_harvest *how = &w->finding.how;
	struct pagesnap_accesses_span r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_HEAT_SPAN },
		.q = w->request.q,
		.start = how->first,
		.end = how->last == U64_MAX ? PAGESNAP_NONE : how->last,
	};

	if (w->o.by == PAGESNAP_BY_FILE)
		r.rec.flags = PAGESNAP_RF_INDEX;
	pagesnap_accesses_tell(e, &r.rec);
}

/* Does the answer lack something that it should have? */
static bool is_partial(const struct pagesnap_end *r)
{
	return r->cut || r->counters[PAGESNAP_ACCESSES_COUNT_LOST] ||
	       r->skipped[PAGESNAP_ACCESSES_WHY_BUSY] ||
	       r->skipped[PAGESNAP_ACCESSES_WHY_ENDING] ||
	       r->skipped[PAGESNAP_ACCESSES_WHY_LIMIT] ||
	       r->skipped[PAGESNAP_ACCESSES_WHY_LOCKED];
}

static int emit_end(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_end *r = &w->end;
	u32 i;

	r->counters[PAGESNAP_ACCESSES_COUNT_MISSED] =
		pagesnap_schedule_missed(&w->o.schedule, ktime_get_ns());
	for (i = 0; i < PAGESNAP_ACCESSES_WHYS; i++)
		r->skipped[i] += w->skipped[i];
	if (is_partial(r))
		r->status = PAGESNAP_END_PARTIAL;
	r->objects = w->finding.came;
	r->records = w->heat.told;
	r->us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(e, r);
	finish(w);
	return 0;
}

/* Steps ---------------------------------------------------------------------- */

static int go_on(struct accesses_walk *w, enum phase phase)
{
	w->phase = phase;
	w->at = 0;
	return PAGESNAP_STEP_MORE;
}

/* What is known is told of before the end, whatever brings it. */
static int come_to_end(struct accesses_walk *w, u32 cut)
{
	w->end.cut = cut;
	w->ending = true;
	return go_on(w, PHASE_HEAT);
}

static u32 cut_by(u32 fate)
{
	return fate == PAGESNAP_PROCESS_EXECED ? PAGESNAP_CUT_EXECED : PAGESNAP_CUT_EXITED;
}

/* Are all pages told of together, and not process by process? */
static bool is_together(const struct accesses_walk *w)
{
	return pagesnap_processes_are_one(&w->processes);
}

static void begin_sample(struct accesses_walk *w, u64 now)
{
	w->began_ns = now;
	w->patience = PAGESNAP_PATIENCE_NS;
	memset(w->skipped, 0, sizeof(w->skipped));
	w->r = (struct pagesnap_accesses_sample){
		.rec = { .len = sizeof(w->r), .type = PAGESNAP_REC_SAMPLE },
		.q = w->request.q,
		.n = w->sample.nr,
		.time_ns = ktime_get_real_ns(),
		.late_ns = w->sample.late,
		.missed = w->sample.missed,
	};
}

/* Somebody may have switched MGLRU's use of tables on meanwhile. */
static void decide_to_skip(struct accesses_walk *w, struct pagesnap_emit *e)
{
	w->skips = w->o.skip && !compat_mglru_uses_tables();
	if (!w->o.skip || w->skips || w->noted_skip)
		return;
	w->noted_skip = true;
	pagesnap_answer_note(e, w->request.q, no_skip_note);
}

/* Whoever is to be looked at is known: a sample that doesn't come to this finds nothing. */
static int begin_looks(struct accesses_walk *w, struct pagesnap_emit *e)
{
	if (is_together(w))
		pagesnap_tally_begin(&w->processes.all, w->sample.nr,
				     w->o.schedule.taken == 1);
	decide_to_skip(w, e);
	return go_on(w, w->skips ? PHASE_TOPS : PHASE_LOOK);
}

/* Is the process of a line without a target the same as before?  Return: PAGESNAP_CUT_*. */
static u32 find_again(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p =
		pagesnap_processes_find(&w->processes, w->request.bound.pid);
	u32 fate = pagesnap_watched_fate(p);

	pagesnap_finding_note(&w->finding, p->harvest.mm, e);
	return fate == PAGESNAP_PROCESS_COMES ? PAGESNAP_CUT_NONE : cut_by(fate);
}

static int step_wait(struct accesses_walk *w, struct pagesnap_emit *e)
{
	u64 now = ktime_get_ns();
	u32 cut;

	if (pagesnap_accesses_over(&w->o, now))
		return come_to_end(w, PAGESNAP_CUT_NONE);
	if (!pagesnap_schedule_take(&w->o.schedule, now, &w->sample)) {
		pagesnap_wake_at(w->request.wake, pagesnap_schedule_due(&w->o.schedule));
		return PAGESNAP_STEP_WAIT;
	}
	begin_sample(w, now);
	w->finding.n = w->sample.nr;
	if (!is_one(w)) {
		pagesnap_finding_begin(&w->finding);
		return go_on(w, w->mapped ? PHASE_FILE : PHASE_FIND);
	}
	cut = find_again(w, e);
	return cut ? come_to_end(w, cut) : begin_looks(w, e);
}

/*
 * The file is pinned no more: one that maps it has it, or its path.  A lock that isn't had is no
 * matter, as long as another one is.
 */
static int find_file(struct accesses_walk *w)
{
	struct pagesnap_watched *p = pagesnap_processes_next(&w->processes, &w->at);
	const struct pagesnap_harvest *h = p ? &p->harvest : NULL;
	int held;

	if (!p && !pagesnap_mapped_again(w->mapped, &w->q, w->request.text))
		return come_to_end(w, PAGESNAP_CUT_CURSOR);
	if (!p)
		return PAGESNAP_STEP_MORE;
	w->at++;
	if (!pagesnap_is_watched(p) || !h->file_at)
		return PAGESNAP_STEP_MORE;
	held = pagesnap_mapped_by(w->mapped, h->mm, h->file_at, &w->patience);
	return held == -EINTR ? held : PAGESNAP_STEP_MORE;
}

/* Before those are found who map a file. */
static int step_file(struct accesses_walk *w, struct pagesnap_emit *e)
{
	int err;

	if (!pagesnap_mapped_held(w->mapped))
		return find_file(w);
	err = pagesnap_mapped_find(w->mapped);
	pagesnap_mapped_idle(w->mapped);
	if (err)
		return err;
	if (pagesnap_mapped_is_by_any(w->mapped) && !w->noted_any)
		pagesnap_answer_note(e, w->request.q, any_note);
	w->noted_any |= pagesnap_mapped_is_by_any(w->mapped);
	return go_on(w, PHASE_FIND);
}

static int step_find(struct accesses_walk *w, struct pagesnap_emit *e)
{
	if (pagesnap_finding_step(&w->finding, e))
		return PAGESNAP_STEP_MORE;
	w->r.lacking = w->finding.above;
	return begin_looks(w, e);
}

/*
 * First the bits are cleared, then the TLBs flushed, then comes the next look: so whoever
 * accesses a page behind the flush sets its bit.
 */
static void flush(struct accesses_walk *w)
{
	if (!w->o.flush)
		return;
	compat_flush_all();
	w->end.counters[PAGESNAP_ACCESSES_COUNT_FLUSHES]++;
}

/* All processes were looked at. */
static int end_sample(struct accesses_walk *w, struct pagesnap_emit *e)
{
	flush(w);
	if (w->r.lacking && is_together(w))
		pagesnap_tally_lacks(&w->processes.all);
	if (w->o.schedule.taken == 1)
		return go_on(w, PHASE_WAIT);
	w->end.counters[PAGESNAP_ACCESSES_COUNT_SAMPLES]++;
	w->in_round++;
	emit_sample(w, e);
	return go_on(w, w->in_round == w->o.aggregate ? PHASE_HEAT : PHASE_WAIT);
}

/* For a lock that is only contended, as that of a process which maps and unmaps. */
#define SHORT_PATIENCE_NS (3 * TICK_NSEC)

/*
 * Who held a lock all through the sample before isn't waited for as long again, nor is who is
 * new, as many may be: others would miss their samples meanwhile.
 */
static void begin_look(struct accesses_walk *w, struct pagesnap_watched *p)
{
	p->vmas = READ_ONCE(p->harvest.mm->map_count);
	p->harvest.patience = w->patience;
	if (p->locked || (!is_one(w) && !p->begun))
		p->harvest.patience = min_t(u64, w->patience, SHORT_PATIENCE_NS);
	if (!is_together(w))
		pagesnap_tally_begin(&p->tally, w->sample.nr, !p->begun);
	pagesnap_harvest_begin(&p->harvest, !p->begun);
	w->looking = true;
}

/* A look at a process, which came to its end, makes a part of the sample. */
static void add_look(struct accesses_walk *w, const struct pagesnap_harvest *h)
{
	struct pagesnap_accesses_sample *r = &w->r;

	r->processes++;
	r->entries += h->entries;
	r->pages += h->pages;
	r->accessed += h->accessed;
	r->dirtied += h->dirtied;
	r->lost += h->tally->map.lost;
	r->passed += h->passed;
}

/* What a look found is counted, and is in the heat, though it may have been given up. */
static void count_look(struct accesses_walk *w, struct pagesnap_watched *p, bool whole)
{
	const struct pagesnap_harvest *h = &p->harvest;
	u32 i;

	w->looking = false;
	if (!whole)
		pagesnap_tally_lacks(&p->tally);
	w->at = p->id.pid + 1UL;
	if (!p->locked)
		w->patience = h->patience;
	w->end.counters[PAGESNAP_ACCESSES_COUNT_ENTRIES] += h->entries;
	w->end.counters[PAGESNAP_ACCESSES_COUNT_LOST] += h->tally->map.lost;
	for (i = 0; i < PAGESNAP_ACCESSES_WHYS; i++)
		w->skipped[i] += h->skipped[i];
	if (p->begun && !is_together(w))
		p->looks++;
	if (p->begun && whole)
		add_look(w, h);
	if (p->begun)
		w->end.skipped[PAGESNAP_ACCESSES_WHY_STRANDED] += h->stranded;
	p->begun |= whole;
	p->trusted = whole && p->skips;
	p->unfull = whole && p->skips && !h->full ? p->unfull + 1 : 0;
}

/* A process with a lock that wasn't had is left out of this sample, one that is gone for good. */
static int give_up(struct accesses_walk *w, struct pagesnap_watched *p, int err,
		   struct pagesnap_emit *e)
{
	u32 fate;

	if (err == -ETIMEDOUT) {
		w->r.lacking++;
		pagesnap_finding_locked(&w->finding, p, e);
		return PAGESNAP_STEP_MORE;
	}
	fate = pagesnap_watched_fate(p);
	/* Its memory goes away, and it is still there. */
	if (fate == PAGESNAP_PROCESS_COMES)
		fate = PAGESNAP_PROCESS_EXITED;
	if (is_one(w)) {
		pagesnap_tally_lacks(p->harvest.tally);
		return come_to_end(w, cut_by(fate));
	}
	pagesnap_finding_goes(&w->finding, p, fate, e);
	return PAGESNAP_STEP_MORE;
}

/* One that is known but not looked at. */
static int pass(struct accesses_walk *w, const struct pagesnap_watched *p)
{
	w->r.lacking += p->what == PAGESNAP_PROCESS_BUSY || p->what == PAGESNAP_PROCESS_ENDING;
	w->at++;
	return PAGESNAP_STEP_MORE;
}

static int end_look(struct accesses_walk *w, struct pagesnap_watched *p, int err,
		    struct pagesnap_emit *e)
{
	count_look(w, p, !err);
	p->locked = err == -ETIMEDOUT;
	return err ? give_up(w, p, err, e) : PAGESNAP_STEP_MORE;
}

/* With skip=1 a look that passes all tables comes that often: it finds what others miss. */
#define FULL_EVERY 16

/* Return: false if the look at a process has one pass, though skip=1 would have two. */
static bool begin_tops(struct accesses_walk *w, struct pagesnap_watched *p)
{
	p->skips = pagesnap_is_watched(p) && pagesnap_viewer_may_skip(&p->harvest.viewer) &&
		   pagesnap_watched_reserve(p);
	p->topped = false;
	if (!p->skips) {
		w->at++;
		return false;
	}
	begin_look(w, p);
	pagesnap_harvest_tops(&p->harvest,
			      !p->begun || !p->trusted || p->unfull == FULL_EVERY - 1);
	return true;
}

/* Of all processes, as the TLBs are flushed behind them all. */
static int step_tops(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p = pagesnap_processes_next(&w->processes, &w->at);
	int more;

	if (!p) {
		flush(w);
		return go_on(w, PHASE_LOOK);
	}
	if (!w->looking && !begin_tops(w, p))
		return PAGESNAP_STEP_MORE;
	more = pagesnap_harvest_step(&p->harvest);
	if (more == -EINTR)
		return more;
	if (more > 0)
		return PAGESNAP_STEP_MORE;
	if (more)
		return end_look(w, p, more, e);
	p->topped = true;
	w->looking = false;
	w->at = p->id.pid + 1UL;
	w->patience = p->locked ? w->patience : p->harvest.patience;
	return PAGESNAP_STEP_MORE;
}

/* Return: false if the look at a process has failed in its first pass. */
static bool begin_tables(struct accesses_walk *w, struct pagesnap_watched *p)
{
	if (!w->skips)
		p->skips = false;
	if (p->skips && !p->topped) {
		w->at++;
		return false;
	}
	if (p->skips)
		pagesnap_harvest_tables(&p->harvest);
	else
		begin_look(w, p);
	w->looking = true;
	return true;
}

static int step_look(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p = pagesnap_processes_next(&w->processes, &w->at);
	int more;

	if (!p)
		return end_sample(w, e);
	if (!pagesnap_is_watched(p))
		return pass(w, p);
	if (!w->looking && !begin_tables(w, p))
		return PAGESNAP_STEP_MORE;
	more = pagesnap_harvest_step(&p->harvest);
	if (more == -EINTR)
		return more;
	return more > 0 ? PAGESNAP_STEP_MORE : end_look(w, p, more, e);
}

/* Those that are gone come first.  Return: NULL if there is none any more. */
static struct pagesnap_watched *next_to_tell(struct accesses_walk *w)
{
	struct pagesnap_watched *p =
		list_first_entry_or_null(&w->processes.gone, struct pagesnap_watched, node);

	while (!p || !p->looks) {
		p = pagesnap_processes_next(&w->processes, &w->at);
		if (!p)
			break;
		w->at++;
	}
	return p;
}

/* Of all together there is always something to tell, be it that there is no heat. */
static int begin_all(struct accesses_walk *w, struct pagesnap_emit *e)
{
	w->telling_all = true;
	emit_span(w, e);
	pagesnap_heat_begin(&w->heat, &w->processes.all, PAGESNAP_NONE32);
	return PAGESNAP_STEP_MORE;
}

static int end_round(struct accesses_walk *w)
{
	w->in_round = 0;
	return go_on(w, w->ending ? PHASE_END : PHASE_WAIT);
}

static int begin_heat(struct accesses_walk *w, struct pagesnap_emit *e)
{
	if (is_together(w))
		return w->in_round ? begin_all(w, e) : end_round(w);
	w->telling = next_to_tell(w);
	if (!w->telling)
		return end_round(w);
	emit_task(w, w->telling, e);
	pagesnap_heat_begin(&w->heat, &w->telling->tally, w->telling->id.pid);
	return PAGESNAP_STEP_MORE;
}

static int step_heat(struct accesses_walk *w, struct pagesnap_emit *e)
{
	int more;

	if (!w->telling && !w->telling_all)
		return begin_heat(w, e);
	more = pagesnap_heat_step(&w->heat, e);
	if (more < 0) {
		w->end.cut = PAGESNAP_CUT_LIMIT;
		return go_on(w, PHASE_END);
	}
	if (more)
		return PAGESNAP_STEP_MORE;
	if (w->telling_all) {
		w->telling_all = false;
		w->processes.all.cut = false;
		return end_round(w);
	}
	pagesnap_processes_told(&w->processes, w->telling);
	w->telling = NULL;
	return PAGESNAP_STEP_MORE;
}

static int step(void *walk, struct pagesnap_emit *e)
{
	struct accesses_walk *w = walk;

	switch (w->phase) {
	case PHASE_WAIT:
		return step_wait(w, e);
	case PHASE_FILE:
		return step_file(w, e);
	case PHASE_FIND:
		return step_find(w, e);
	case PHASE_TOPS:
		return step_tops(w, e);
	case PHASE_LOOK:
		return step_look(w, e);
	case PHASE_HEAT:
		return step_heat(w, e);
	case PHASE_END:
		break;
	}
	return emit_end(w, e);
}

/* What is held between two reads is memory of the session's own, and structures. */
static void pause(void *walk)
{
	struct accesses_walk *w = walk;

	if (w->mapped)
		pagesnap_mapped_idle(w->mapped);
}

#define INDEX_OPS(file, example)			\
	{						\
		.name = file,				\
		.usage = example,			\
		.check = check,				\
		.try = try,				\
		.alloc = alloc,				\
		.free = free,				\
		.begin = begin,				\
		.step = step,				\
		.pause = pause,				\
		.finish = finish,			\
	}

static const struct accesses_index task = {
	.ops = INDEX_OPS("task_index", "\"PID every=1s samples=5\""),
	.grammar = {
		.subject = PAGESNAP_SUBJECT_TASK,
		.targets = true,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_accesses_option_table,
	},
	.by = PAGESNAP_BY_VPN,
};

static const struct accesses_index pfn = {
	.ops = INDEX_OPS("pfn_index", "\"0x1000 0x2000 every=1s samples=5\""),
	.grammar = {
		.subject = PAGESNAP_SUBJECT_NONE,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_accesses_shared_option_table,
	},
	.by = PAGESNAP_BY_PFN,
};

static const struct accesses_index file = {
	.ops = INDEX_OPS("filename_index", "\"/path/to/file every=1s samples=5\""),
	.grammar = {
		.subject = PAGESNAP_SUBJECT_FILE,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_accesses_shared_option_table,
	},
	.by = PAGESNAP_BY_FILE,
};

const struct pagesnap_index_ops *const pagesnap_accesses_indexes[PAGESNAP_ACCESSES_INDEXES] = {
	&task.ops,
	&file.ops,
	&pfn.ops,
};
