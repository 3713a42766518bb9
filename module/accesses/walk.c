// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: an answer of task_index: looks, and what they found
 *
 * The thread that reads takes the samples, step by step, and each phase of an answer says
 * what a step does: wait until a look is due, look, tell of the samples of a round, end.
 * Nothing but memory, the claim and mm_count is held from one step to the next.
 */
#include <linux/mm.h>
#include <linux/mmu_notifier.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "../compat/flush.h"
#include "../compat/young.h"
#include "../core/answer.h"
#include "claim.h"
#include "heat.h"
#include "options.h"
#include "records.h"
#include "subject.h"
#include "walk.h"

enum phase {
	PHASE_WAIT,
	PHASE_LOOK,
	PHASE_HEAT,
	PHASE_END,
};

/**
 * struct accesses_walk - the answer to one query
 * @request: the line
 * @q: the line, parsed
 * @o: its options
 * @claim: on the process
 * @harvest: what is looked at
 * @phase: what the next step does
 * @sample: the sample under way
 * @began_ns: when it began
 * @began_real_ns: the same, as CLOCK_REALTIME
 * @in_round: samples since heat was told of
 * @heat: what is told of, in PHASE_HEAT
 * @end: counters
 * @started_ns: when the answer began
 */
struct accesses_walk {
	struct pagesnap_request request;
	struct pagesnap_query q;
	struct pagesnap_accesses_options o;
	struct pagesnap_claim claim;
	struct pagesnap_harvest harvest;
	enum phase phase;
	struct pagesnap_sample sample;
	u64 began_ns;
	u64 began_real_ns;
	u32 in_round;
	struct pagesnap_heat heat;
	struct pagesnap_end end;
	u64 started_ns;
};

static const struct pagesnap_grammar grammar = {
	.subject = PAGESNAP_SUBJECT_TASK,
	.page_shift = PAGE_SHIFT,
	.options = pagesnap_accesses_option_table,
};

static int parse(const char *text, u32 len, struct pagesnap_query *q,
		 struct pagesnap_accesses_options *o, struct pagesnap_diag *d)
{
	pagesnap_accesses_defaults(o, PAGE_SHIFT);
	return pagesnap_query_parse(&grammar, text, len, q, o, d) ?:
	       pagesnap_accesses_check(o, d);
}

static int check(const struct pagesnap_index_ops *index, const char *text, u32 len,
		 struct pagesnap_bound *bound, struct pagesnap_query *q, struct pagesnap_diag *d)
{
	struct pagesnap_accesses_options o;

	return parse(text, len, q, &o, d) ?: pagesnap_accesses_bind(q, bound, d);
}

/* A line without a fault has no names that could be wrong: check() has bound the PID. */
static int try(const struct pagesnap_index_ops *index, const char *text, u32 len,
	       const struct pagesnap_query *q, struct pagesnap_diag *d)
{
	return d->err;
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

	if (!w->harvest.mm)
		return;
	pagesnap_claim_drop(&w->claim);
	pagesnap_heatmap_destroy(&w->harvest.map);
	mmdrop(w->harvest.mm);
	w->harvest.mm = NULL;
}

static int find_process(struct accesses_walk *w, struct pagesnap_diag *d)
{
	struct pagesnap_harvest *h = &w->harvest;
	u64 last = TASK_SIZE_MAX >> PAGE_SHIFT;

	*h = (struct pagesnap_harvest){
		.start = min(w->q.start, last) << PAGE_SHIFT,
		.end = min(w->q.end, last) << PAGE_SHIFT,
		.write = w->o.write,
	};
	pagesnap_heatmap_init(&h->map, w->o.unit);
	h->mm = pagesnap_accesses_mm(&w->q, &w->request.bound, d);
	if (!h->mm)
		return d->err;
	if (pagesnap_claim(&w->claim, h->mm))
		return 0;
	finish(w);
	return pagesnap_diag(d, -EBUSY, w->q.target_col, "another session looks at this process");
}

static int find_flush(const struct accesses_walk *w, struct pagesnap_diag *d)
{
	if (!w->o.flush || compat_can_flush())
		return 0;
	return pagesnap_diag(d, -EOPNOTSUPP, 0, "TLBs can't be flushed here: say flush=0");
}

static const char no_flush_note[] =
	"flush=0: accesses by way of entries that a CPU has cached are missed";
static const char no_young_note[] =
	"this kernel has no page flag that tells reclaim of what is cleared here";
static const char notifiers_note[] =
	"a guest or a device has page tables of its own for this memory: its accesses are missed";

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
	if (mm_has_notifiers(w->harvest.mm))
		pagesnap_answer_note(e, r.q, notifiers_note);
}

static int begin(void *walk, const struct pagesnap_index_ops *index,
		 const struct pagesnap_request *request, struct pagesnap_emit *e,
		 struct pagesnap_diag *d)
{
	struct accesses_walk *w = walk;
	int err;

	memset(w, 0, sizeof(*w));
	w->request = *request;
	err = parse(request->text, request->len, &w->q, &w->o, d);
	memcpy(d->tag, w->q.tag, sizeof(d->tag));
	if (err || pagesnap_schedule_check(&w->o.schedule, request->last, d) ||
	    find_flush(w, d) || find_process(w, d))
		return d->err;
	w->end = (struct pagesnap_end) {
		.rec = { .len = sizeof(w->end), .type = PAGESNAP_REC_END },
		.q = request->q,
		.status = PAGESNAP_END_COMPLETE,
		.objects = 1,
	};
	memcpy(w->end.tag, w->q.tag, sizeof(w->end.tag));
	emit_begin(w, e);
	w->heat = (struct pagesnap_heat){ .o = &w->o, .q = request->q, .limit = w->q.limit };
	w->started_ns = ktime_get_ns();
	pagesnap_accesses_begin(&w->o, w->started_ns);
	return 0;
}

/* Records -------------------------------------------------------------------- */

static void emit_sample(struct accesses_walk *w, struct pagesnap_emit *e)
{
	const struct pagesnap_harvest *h = &w->harvest;
	const struct pagesnap_accesses_sample r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_SAMPLE },
		.q = w->request.q,
		.processes = 1,
		.n = w->sample.nr,
		.time_ns = w->began_real_ns,
		.late_ns = w->sample.late,
		.took_ns = ktime_get_ns() - w->began_ns,
		.missed = w->sample.missed,
		.entries = h->entries,
		.pages = h->pages,
		.accessed = h->accessed,
		.dirtied = h->write ? h->dirtied : PAGESNAP_NONE,
		.lost = h->map.lost,
	};

	if (e->binary) {
		pagesnap_emit_binary(e, &r.rec, NULL, 0);
		return;
	}
	pagesnap_text_sample(pagesnap_emit_line(e), &r);
	pagesnap_emit_commit(e);
}

static int emit_end(struct accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_end *r = &w->end;

	r->counters[PAGESNAP_ACCESSES_COUNT_MISSED] =
		pagesnap_schedule_missed(&w->o.schedule, ktime_get_ns());
	memcpy(r->skipped, w->harvest.skipped, sizeof(w->harvest.skipped));
	if (r->cut || r->counters[PAGESNAP_ACCESSES_COUNT_LOST])
		r->status = PAGESNAP_END_PARTIAL;
	r->us = (ktime_get_ns() - w->started_ns) / NSEC_PER_USEC;
	pagesnap_answer_end(e, r);
	finish(w);
	return 0;
}

/* Steps ---------------------------------------------------------------------- */

/* Tell of the samples of this round. */
static int begin_heat(struct accesses_walk *w)
{
	pagesnap_heat_begin(&w->heat, &w->harvest, w->request.bound.pid);
	w->phase = PHASE_HEAT;
	return PAGESNAP_STEP_MORE;
}

/* What is known is told of before the end, whatever brings it. */
static int come_to_end(struct accesses_walk *w)
{
	if (w->in_round)
		return begin_heat(w);
	w->phase = PHASE_END;
	return PAGESNAP_STEP_MORE;
}

static int cut_short(struct accesses_walk *w, u32 cut)
{
	w->end.cut = cut;
	return come_to_end(w);
}

static int step_wait(struct accesses_walk *w)
{
	u64 now = ktime_get_ns();
	u32 gone;

	if (pagesnap_accesses_over(&w->o, now))
		return come_to_end(w);
	if (!pagesnap_schedule_take(&w->o.schedule, now, &w->sample)) {
		pagesnap_wake_at(w->request.wake, pagesnap_schedule_due(&w->o.schedule));
		return PAGESNAP_STEP_WAIT;
	}
	gone = pagesnap_accesses_gone(&w->request.bound, w->harvest.mm);
	if (gone)
		return cut_short(w, gone);
	w->began_ns = now;
	w->began_real_ns = ktime_get_real_ns();
	pagesnap_harvest_begin(&w->harvest, w->sample.nr, w->o.schedule.taken == 1);
	w->phase = PHASE_LOOK;
	return PAGESNAP_STEP_MORE;
}

/* @whole: it came to its end, and is a sample.  What others found is in the heat before the end. */
static void end_look(struct accesses_walk *w, struct pagesnap_emit *e, bool whole)
{
	u64 *counters = w->end.counters;

	counters[PAGESNAP_ACCESSES_COUNT_ENTRIES] += w->harvest.entries;
	counters[PAGESNAP_ACCESSES_COUNT_LOST] += w->harvest.map.lost;
	if (w->harvest.base || !whole)
		return;
	counters[PAGESNAP_ACCESSES_COUNT_SAMPLES]++;
	w->in_round++;
	emit_sample(w, e);
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

static int lost_process(struct accesses_walk *w, int err)
{
	u32 gone;

	if (err == -ETIMEDOUT)
		return cut_short(w, PAGESNAP_CUT_LOCKED);
	gone = pagesnap_accesses_gone(&w->request.bound, w->harvest.mm);
	return cut_short(w, gone ?: PAGESNAP_CUT_EXITED);
}

static int step_look(struct accesses_walk *w, struct pagesnap_emit *e)
{
	int more = pagesnap_harvest_step(&w->harvest);

	if (more == -EINTR)
		return more;
	if (more > 0)
		return PAGESNAP_STEP_MORE;
	if (!more)
		flush(w);
	end_look(w, e, !more);
	if (more)
		return lost_process(w, more);
	if (w->in_round == w->o.aggregate)
		return begin_heat(w);
	w->phase = PHASE_WAIT;
	return PAGESNAP_STEP_MORE;
}

static int end_round(struct accesses_walk *w)
{
	w->in_round = 0;
	w->phase = w->end.cut ? PHASE_END : PHASE_WAIT;
	return PAGESNAP_STEP_MORE;
}

static int hit_limit(struct accesses_walk *w)
{
	w->end.cut = PAGESNAP_CUT_LIMIT;
	w->phase = PHASE_END;
	return PAGESNAP_STEP_MORE;
}

static int step_heat(struct accesses_walk *w, struct pagesnap_emit *e)
{
	int more = pagesnap_heat_step(&w->heat, e);

	w->end.records = w->heat.told;
	if (more < 0)
		return hit_limit(w);
	return more ? PAGESNAP_STEP_MORE : end_round(w);
}

static int step(void *walk, struct pagesnap_emit *e)
{
	struct accesses_walk *w = walk;

	switch (w->phase) {
	case PHASE_WAIT:
		return step_wait(w);
	case PHASE_LOOK:
		return step_look(w, e);
	case PHASE_HEAT:
		return step_heat(w, e);
	case PHASE_END:
		break;
	}
	return emit_end(w, e);
}

/* What is held between two reads is memory of the session's own, and a structure. */
static void pause(void *walk)
{
}

const struct pagesnap_index_ops pagesnap_accesses_task_index = {
	.name = "task_index",
	.usage = "\"PID every=1s samples=5\"",
	.check = check,
	.try = try,
	.alloc = alloc,
	.free = free,
	.begin = begin,
	.step = step,
	.pause = pause,
	.finish = finish,
};
