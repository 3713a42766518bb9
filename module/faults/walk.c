// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: an answer: its line, how it begins, which step is next, and how it ends
 *
 * The thread that reads makes entries fault, at the times of the line, and tells of what probes
 * have seen meanwhile.  However it ends, it undoes: what is protected is restored before the
 * guards and the probes go.
 *
 * A probe doesn't wake the reader at each fault, which would then run behind each of them: it
 * looks by itself many times a second, and is woken when a buffer fills.
 */
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../compat/flush.h"
#include "../core/answer.h"
#include "../mm/mm_lock.h"
#include "probe.h"
#include "state.h"
#include "tell.h"
#include "walk.h"
#include "work.h"

/* The reader looks for events that often. */
#define LOOK_NS		(50 * NSEC_PER_MSEC)
/* It is woken when so much of a CPU's buffer is new. */
#define FILLED		8
/* What waits for locks add up to when entries are restored at the end. */
#define UNDO_NS		(1500 * NSEC_PER_MSEC)

/**
 * struct faults_index - an index file
 * @ops: for the core
 * @grammar: of its lines
 */
struct faults_index {
	struct pagesnap_index_ops ops;
	struct pagesnap_grammar grammar;
};

static int parse(const struct pagesnap_index_ops *ops, const char *text, u32 len,
		 struct pagesnap_query *q, struct pagesnap_faults_options *o,
		 struct pagesnap_diag *d)
{
	const struct faults_index *index = container_of(ops, struct faults_index, ops);

	pagesnap_faults_defaults(o);
	return pagesnap_query_parse(&index->grammar, text, len, q, o, d) ?:
	       pagesnap_faults_check(o, d);
}

static int check(const struct pagesnap_index_ops *index, const char *text, u32 len,
		 struct pagesnap_bound *bound, struct pagesnap_query *q, struct pagesnap_diag *d)
{
	struct pagesnap_faults_options o;

	return parse(index, text, len, q, &o, d) ?: pagesnap_subject_bind(q, bound, d);
}

static int try(const struct pagesnap_index_ops *index, const char *text, u32 len,
	       const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	return d->err ?: pagesnap_subject_try_target(q, text, d);
}

static void *alloc(void)
{
	return kvzalloc(sizeof(struct pagesnap_faults_walk), GFP_KERNEL_ACCOUNT);
}

static void free(void *walk)
{
	kvfree(walk);
}

/* Ending --------------------------------------------------------------------- */

/**
 * pagesnap_faults_undo_all() - restore all that is protected, and let go of all memory
 * @w: answer
 *
 * A process that is forked meanwhile gets a guard, too, and is undone in another turn.
 *
 * Context: may sleep; the reader may be dying.
 */
void pagesnap_faults_undo_all(struct pagesnap_faults_walk *w)
{
	struct pagesnap_guard *g;
	u64 patience = UNDO_NS;

	if (w->tracer.closing)
		return;
	pagesnap_tracer_close(&w->tracer);
	do {
		list_for_each_entry(g, &w->tracer.guards, node) {
			if (!g->undone && pagesnap_undo(g, &patience) == -ETIMEDOUT)
				w->end.skipped[PAGESNAP_FAULTS_WHY_LEFT]++;
			g->undone = true;
		}
	} while (!pagesnap_tracer_forget(&w->tracer));
}

static void finish(void *walk)
{
	struct pagesnap_faults_walk *w = walk;

	if (!w->started_ns)
		return;
	pagesnap_faults_undo_all(w);
	if (w->has_probes)
		pagesnap_probes_put();
	w->has_probes = false;
	pagesnap_works_wait(&w->tracer);
	pagesnap_ring_destroy(w->tracer.ring);
	w->tracer.ring = NULL;
	pagesnap_tracer_destroy(&w->tracer);
	pagesnap_told_destroy(&w->told);
	xa_destroy(&w->known);
	w->started_ns = 0;
}

/* Beginning ------------------------------------------------------------------ */

/* The one process of a line without a target.  @process->mm is ours. */
static int trace_one(struct pagesnap_faults_walk *w, const struct pagesnap_process *process,
		     struct pagesnap_diag *d)
{
	struct pagesnap_guard *g;
	pid_t holder;

	g = pagesnap_guard_add(&w->tracer, process, &holder);
	if (!IS_ERR(g)) {
		w->came = 1;
		return 0;
	}
	mmdrop(process->mm);
	if (PTR_ERR(g) == -EOPNOTSUPP)
		return pagesnap_diag(d, -EOPNOTSUPP, w->q.target_col,
				     "a guest or a device has page tables of its own for it");
	if (PTR_ERR(g) != -EBUSY)
		return pagesnap_diag(d, PTR_ERR(g), 0, "no memory");
	snprintf(w->message, sizeof(w->message), "process %d traces it already", holder);
	return pagesnap_diag(d, -EBUSY, w->q.target_col, w->message);
}

static int find_processes(struct pagesnap_faults_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_process process;

	if (pagesnap_subject_target(&w->q, w->request.text, &w->request.bound, &w->target, d))
		return d->err;
	if (!pagesnap_subject_is_one(&w->q))
		return 0;
	if (pagesnap_subject_process(&w->q, &w->request.bound, &process, d))
		return d->err;
	/* probes know processes by their first threads, and a line may have named another one */
	process.pid = w->target.id.pid;
	process.start_ns = w->target.id.start_ns;
	return trace_one(w, &process, d);
}

/* Is the one process of a line known?  Not if nothing was ready when it ran another program. */
static bool knows_all(const struct pagesnap_faults_walk *w)
{
	return pagesnap_subject_is_one(&w->q) && !atomic64_read(&w->tracer.unready);
}

static int make_tracer(struct pagesnap_faults_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_tracer *t = &w->tracer;

	t->wake = w->request.wake;
	t->reader = task_tgid_nr(current);
	t->start = w->q.start;
	t->end = w->q.end;
	t->kinds = w->o.kinds;
	t->window = w->o.window;
	t->children = w->q.children;
	pagesnap_tracer_init(t);
	xa_init_flags(&w->known, XA_FLAGS_ACCOUNT);
	t->ring = pagesnap_ring_create(w->o.buffer, w->o.cpu, w->o.buffer /
				       (FILLED * sizeof(struct pagesnap_fault_event)),
				       w->request.session);
	if (!t->ring || pagesnap_told_init(&w->told, w->request.q, t))
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	pagesnap_tracer_stock(t);
	if (pagesnap_probes_get(d))
		return d->err;
	w->has_probes = true;
	return 0;
}

static int begin(void *walk, const struct pagesnap_index_ops *index,
		 const struct pagesnap_request *request, struct pagesnap_emit *e,
		 struct pagesnap_diag *d)
{
	struct pagesnap_faults_walk *w = walk;
	int err;

	memset(w, 0, sizeof(*w));
	w->request = *request;
	err = parse(index, request->text, request->len, &w->q, &w->o, d);
	memcpy(d->tag, w->q.tag, sizeof(d->tag));
	if (err || pagesnap_schedule_check(&w->o.schedule, request->last, d))
		return d->err;
	w->started_ns = ktime_get_ns();
	pagesnap_answer_init_end(&w->end, request->q, w->q.tag, PAGESNAP_END_COMPLETE);
	if (make_tracer(w, d) || find_processes(w, d)) {
		finish(w);
		return d->err;
	}
	pagesnap_answer_line(e, &w->request, w->q.tag);
	pagesnap_schedule_begin(&w->o.schedule, w->started_ns);
	return 0;
}

/* Steps ---------------------------------------------------------------------- */

/* The last sweep has its interval, too. */
static bool is_over(const struct pagesnap_faults_walk *w, u64 now)
{
	const struct pagesnap_schedule *s = &w->o.schedule;

	return now - s->start >= s->lasts ||
	       (s->taken >= s->samples && now >= s->start + s->next * s->every);
}

static u64 due(const struct pagesnap_faults_walk *w)
{
	const struct pagesnap_schedule *s = &w->o.schedule;

	return s->start + min(s->next * s->every, s->lasts);
}

static bool traces_any(const struct pagesnap_faults_walk *w)
{
	const struct pagesnap_guard *g;

	list_for_each_entry(g, &w->tracer.guards, node)
		if (READ_ONCE(g->state) == PAGESNAP_GUARD_TRACED)
			return true;
	return false;
}

/* Has all that a PID named come to its end?  Children that aren't traced may live on. */
static bool is_deserted(struct pagesnap_faults_walk *w)
{
	/* The memory of a new program comes when that of the old one isn't known any more. */
	pagesnap_tracer_meet(&w->tracer);
	return w->q.target == PAGESNAP_TARGET_PID && w->pass && !traces_any(w);
}

static int close_now(struct pagesnap_faults_walk *w)
{
	w->phase = PAGESNAP_FAULTS_CLOSE;
	return PAGESNAP_STEP_MORE;
}

/* What is to go on until its process ends has not less than was asked for. */
static int close_deserted(struct pagesnap_faults_walk *w)
{
	const struct pagesnap_schedule *s = &w->o.schedule;

	if (s->lasts != U64_MAX || s->samples != U64_MAX) {
		w->end.status = PAGESNAP_END_PARTIAL;
		w->end.cut = PAGESNAP_CUT_EXITED;
	}
	return close_now(w);
}

static int close_full(struct pagesnap_faults_walk *w)
{
	w->end.cut = PAGESNAP_CUT_LIMIT;
	return close_now(w);
}

static void begin_sweep(struct pagesnap_faults_walk *w)
{
	w->pass++;
	w->above = 0;
	w->told.patience = PAGESNAP_PATIENCE_NS;
	w->sweep.patience = PAGESNAP_PATIENCE_NS;
	memset(w->skipped, 0, sizeof(w->skipped));
	w->r = (struct pagesnap_faults_sweep){
		.rec = { .len = sizeof(w->r), .type = PAGESNAP_REC_SWEEP },
		.q = w->request.q,
		.n = w->sample.nr + 1,
		.time_ns = ktime_get_mono_fast_ns(),
		.real_ns = ktime_get_real_ns(),
		.late_ns = w->sample.late,
		.missed = w->sample.missed,
	};
	pagesnap_target_again(&w->target);
	w->phase = knows_all(w) ? PAGESNAP_FAULTS_SWEEP : PAGESNAP_FAULTS_FIND;
}

static int step_wait(struct pagesnap_faults_walk *w, struct pagesnap_emit *e, u32 events)
{
	u64 now = ktime_get_ns();

	if (is_over(w, now))
		return close_now(w);
	if (!events) {
		pagesnap_faults_prune(w, e);
		if (is_deserted(w))
			return close_deserted(w);
	}
	if (w->o.schedule.taken < w->o.schedule.samples &&
	    pagesnap_schedule_take(&w->o.schedule, now, &w->sample)) {
		begin_sweep(w);
		return PAGESNAP_STEP_MORE;
	}
	/* Only behind that: where something happens all the time there would be no sweep. */
	if (events)
		return PAGESNAP_STEP_MORE;
	pagesnap_wake_at(w->request.wake, min(due(w), now + LOOK_NS));
	return PAGESNAP_STEP_WAIT;
}

static struct pagesnap_guard *next_guard(struct pagesnap_faults_walk *w)
{
	struct list_head *guards = &w->tracer.guards;
	struct list_head *next = w->at ? w->at->node.next : guards->next;

	return next == guards ? NULL : list_entry(next, struct pagesnap_guard, node);
}

static void end_walk(struct pagesnap_faults_walk *w, struct pagesnap_emit *e, int err)
{
	const struct pagesnap_sweep *s = &w->sweep;
	u32 i;

	w->sweeping = false;
	w->r.entries += s->entries;
	w->r.guarded += s->guarded;
	w->r.still += s->still;
	atomic64_add(s->guarded, &w->tracer.guarded);
	for (i = 0; i < PAGESNAP_FAULTS_WHYS; i++)
		w->skipped[i] += s->skipped[i];
	if (!err)
		w->r.processes++;
	if (err == -EOPNOTSUPP)
		pagesnap_faults_leave(w, e, w->at, PAGESNAP_TRACED_NOTIFIERS);
	if (err != -ETIMEDOUT)
		return;
	w->r.lacking++;
	w->end.skipped[PAGESNAP_FAULTS_WHY_LOCKED]++;
	pagesnap_faults_say(w, e, w->at->pid, w->at->comm, PAGESNAP_TRACED_LOCKED);
}

static int end_sweep(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	w->r.took_ns = ktime_get_mono_fast_ns() - w->r.time_ns;
	w->end.counters[PAGESNAP_FAULTS_COUNT_SWEEPS]++;
	pagesnap_faults_tell(e, &w->r.rec);
	w->at = NULL;
	pagesnap_faults_prune(w, e);
	w->phase = PAGESNAP_FAULTS_WAIT;
	return PAGESNAP_STEP_MORE;
}

static int step_sweep(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	int more;

	if (!w->sweeping) {
		w->at = next_guard(w);
		if (!w->at)
			return end_sweep(w, e);
		if (READ_ONCE(w->at->state) != PAGESNAP_GUARD_TRACED)
			return PAGESNAP_STEP_MORE;
		pagesnap_sweep_begin(&w->sweep, w->at);
		w->sweeping = true;
	}
	more = pagesnap_sweep_step(&w->sweep);
	if (more == -EINTR)
		return more;
	if (more <= 0)
		end_walk(w, e, more);
	return PAGESNAP_STEP_MORE;
}

static void count_up(struct pagesnap_faults_walk *w)
{
	struct pagesnap_tracer *t = &w->tracer;
	struct pagesnap_end *r = &w->end;
	u32 i;

	r->counters[PAGESNAP_FAULTS_COUNT_GUARDED] = atomic64_read(&t->guarded);
	r->counters[PAGESNAP_FAULTS_COUNT_HEALED] = atomic64_read(&t->healed);
	for (i = 0; i < PAGESNAP_FAULTS_WHYS; i++)
		r->skipped[i] += w->skipped[i];
	r->skipped[PAGESNAP_FAULTS_WHY_UNREADY] += atomic64_read(&t->unready);
	r->skipped[PAGESNAP_FAULTS_WHY_BY_KERNEL] += atomic64_read(&t->by_kernel);
	r->skipped[PAGESNAP_FAULTS_WHY_OUTSIDE] += atomic64_read(&t->outside);
	r->skipped[PAGESNAP_FAULTS_WHY_MISSED] +=
		pagesnap_schedule_missed(&w->o.schedule, ktime_get_ns());
}

/* What isn't missed is no lack: ourselves, and memory that is told of elsewhere. */
static bool lacks(const struct pagesnap_end *r)
{
	static const u32 whys[] = {
		PAGESNAP_FAULTS_WHY_BUSY, PAGESNAP_FAULTS_WHY_ENDING, PAGESNAP_FAULTS_WHY_LIMIT,
		PAGESNAP_FAULTS_WHY_NOTIFIERS, PAGESNAP_FAULTS_WHY_LOCKED,
		PAGESNAP_FAULTS_WHY_UNREADY, PAGESNAP_FAULTS_WHY_LEFT,
	};
	u32 i;

	for (i = 0; i < ARRAY_SIZE(whys); i++)
		if (r->skipped[whys[i]])
			return true;
	return r->counters[PAGESNAP_FAULTS_COUNT_LOST];
}

static int step_end(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_end *r = &w->end;

	count_up(w);
	if (lacks(r))
		r->status = PAGESNAP_END_PARTIAL;
	r->objects = w->came;
	r->records = r->counters[PAGESNAP_FAULTS_COUNT_FAULTS];
	r->us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(e, r);
	finish(w);
	return 0;
}

static int step_find(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	if (!pagesnap_faults_find_step(w, e))
		w->phase = PAGESNAP_FAULTS_SWEEP;
	return PAGESNAP_STEP_MORE;
}

static int step(void *walk, struct pagesnap_emit *e)
{
	struct pagesnap_faults_walk *w = walk;
	u32 events = pagesnap_faults_drain(w, e);

	if (!pagesnap_emit_has_room(e))
		return PAGESNAP_STEP_MORE;
	if (w->phase < PAGESNAP_FAULTS_CLOSE && pagesnap_faults_is_full(w))
		return close_full(w);
	pagesnap_tracer_meet(&w->tracer);
	pagesnap_tracer_stock(&w->tracer);
	switch (w->phase) {
	case PAGESNAP_FAULTS_FIND:
		return step_find(w, e);
	case PAGESNAP_FAULTS_SWEEP:
		return step_sweep(w, e);
	case PAGESNAP_FAULTS_CLOSE:
		pagesnap_faults_undo_all(w);
		w->phase = PAGESNAP_FAULTS_DRAIN;
		return PAGESNAP_STEP_MORE;
	case PAGESNAP_FAULTS_DRAIN:
		if (!events)
			w->phase = PAGESNAP_FAULTS_END;
		return PAGESNAP_STEP_MORE;
	case PAGESNAP_FAULTS_END:
		return step_end(w, e);
	default:
		return step_wait(w, e, events);
	}
}

/* What is held between two reads is structures, and entries that are restored at their faults. */
static void pause(void *walk)
{
}

static const struct faults_index task = {
	.ops = {
		.name = "task_index",
		.usage = "\"PID for=10s\"",
		.check = check,
		.try = try,
		.alloc = alloc,
		.free = free,
		.begin = begin,
		.step = step,
		.pause = pause,
		.finish = finish,
	},
	.grammar = {
		.subject = PAGESNAP_SUBJECT_TASK,
		.targets = true,
		.page_shift = PAGE_SHIFT,
		.options = pagesnap_faults_option_table,
	},
};

const struct pagesnap_index_ops *const pagesnap_faults_indexes[PAGESNAP_FAULTS_INDEXES] = {
	&task.ops,
};
