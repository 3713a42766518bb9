// SPDX-License-Identifier: GPL-2.0
/*
 * What is told behind the samples of a round, of one process after the other or of all together,
 * and at the end of an answer.
 */
#include <linux/ktime.h>

#include "../compat/direct.h"
#include "../core/answer.h"
#include "state.h"
#include "tell.h"

static void emit_task(struct pagesnap_accesses_walk *w, const struct pagesnap_watched *p,
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

static void emit_span(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
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
	if (w->telling_kernel)
		r.rec.flags = PAGESNAP_RF_KERNEL;
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

/* Those that are gone come first.  Return: NULL if there is none any more. */
static struct pagesnap_watched *next_to_tell(struct pagesnap_accesses_walk *w)
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

static void emit_file(struct pagesnap_accesses_walk *w, const struct pagesnap_watched_file *f,
		      struct pagesnap_emit *e)
{
	const struct pagesnap_bytes_ref name = { f->name, f->name_len };
	struct pagesnap_accesses_file r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_HEAT_FILE },
		.q = w->request.q,
		.dev_major = MAJOR(f->id.dev),
		.dev_minor = MINOR(f->id.dev),
		.gen = f->id.gen,
		.ino = f->id.ino,
		.subvol = f->id.subvol,
		.state = f->state,
		.name_len = f->name_len,
	};

	if (pagesnap_emit_record(e, &r.rec, &name, 1))
		return;
	pagesnap_accesses_text_file(pagesnap_emit_line(e), &r, f->name);
	pagesnap_emit_commit(e);
}

/* Of all together there is always something to tell, be it that there is no heat. */
static int begin_all(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	w->telling_all = true;
	w->telling_kernel = false;
	w->heat.kernel = false;
	emit_span(w, e);
	pagesnap_heat_begin(&w->heat, &w->processes.all, PAGESNAP_NONE32);
	return PAGESNAP_STEP_MORE;
}

/* Then of what the kernel has accessed of the same range. */
static int begin_kernel(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	w->telling_all = true;
	w->telling_kernel = true;
	w->heat.kernel = true;
	emit_span(w, e);
	pagesnap_heat_begin(&w->heat, &w->direct.tally, PAGESNAP_NONE32);
	return PAGESNAP_STEP_MORE;
}

static int end_round(struct pagesnap_accesses_walk *w)
{
	w->in_round = 0;
	return pagesnap_walk_go_on(w, w->ending ? PAGESNAP_PHASE_END : PAGESNAP_PHASE_WAIT);
}

static int end_by_limit(struct pagesnap_accesses_walk *w)
{
	w->end.cut = PAGESNAP_CUT_LIMIT;
	return pagesnap_walk_go_on(w, PAGESNAP_PHASE_END);
}

/* Nobody may look at the direct map: of all its frames it isn't known. */
static int tell_unknown(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	u64 end = pagesnap_direct_end(&w->direct), first = w->direct.first;
	struct pagesnap_accesses_heat r = {
		.rec = {
			.len = sizeof(r),
			.type = PAGESNAP_REC_HEAT,
			.flags = PAGESNAP_RF_PFN | PAGESNAP_RF_KERNEL,
		},
		.q = w->request.q,
		.node = PAGESNAP_UNKNOWN32,
		.index = first,
		.nr = end - first,
		.accessed = PAGESNAP_UNKNOWN32,
		.of = PAGESNAP_UNKNOWN32,
		.dirtied = PAGESNAP_NONE32,
		.kind = PAGESNAP_NONE16,
		.order = PAGESNAP_UNKNOWN16,
		.age = PAGESNAP_UNKNOWN32,
	};

	w->telling_kernel = true;
	emit_span(w, e);
	w->telling_kernel = false;
	if (first >= end || !pagesnap_accesses_wants(&w->o, &r))
		return end_round(w);
	if (w->heat.told == w->heat.limit)
		return end_by_limit(w);
	w->heat.told++;
	pagesnap_accesses_tell(e, &r.rec);
	return end_round(w);
}

/* One file after the other, of which a page was seen in this round. */
static int begin_file(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	w->telling_file = pagesnap_files_next(w->processes.files, w->telling_file,
					      &w->processes.all);
	if (!w->telling_file) {
		pagesnap_files_told(w->processes.files, w->processes.all.cut);
		w->processes.all.cut = false;
		return end_round(w);
	}
	w->telling_all = true;
	emit_file(w, w->telling_file, e);
	pagesnap_heat_begin(&w->heat, &w->telling_file->tally, PAGESNAP_NONE32);
	return PAGESNAP_STEP_MORE;
}

/* What was told of the processes, or of the kernel, has come to its end. */
static int end_all(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	if (w->telling_kernel) {
		w->telling_kernel = false;
		return end_round(w);
	}
	w->processes.all.cut = false;
	if (!w->o.kernel)
		return end_round(w);
	return COMPAT_DIRECT_STAYS ? begin_kernel(w, e) : tell_unknown(w, e);
}

static int begin_heat(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	if (pagesnap_walk_is_together(w) && !w->in_round)
		return end_round(w);
	if (w->processes.files)
		return begin_file(w, e);
	if (pagesnap_walk_is_together(w))
		return begin_all(w, e);
	w->telling = next_to_tell(w);
	if (!w->telling)
		return end_round(w);
	emit_task(w, w->telling, e);
	pagesnap_heat_begin(&w->heat, &w->telling->tally, w->telling->id.pid);
	return PAGESNAP_STEP_MORE;
}

/**
 * pagesnap_round_step() - tell of some more heat, of the samples of a round
 * @w: answer
 * @e: emitter
 *
 * Context: process context; may sleep.
 * Return: PAGESNAP_STEP_MORE.
 */
int pagesnap_round_step(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	int more;

	if (!w->telling && !w->telling_all)
		return begin_heat(w, e);
	more = pagesnap_heat_step(&w->heat, e);
	if (more < 0)
		return end_by_limit(w);
	if (more)
		return PAGESNAP_STEP_MORE;
	if (w->telling_file) {
		w->telling_all = false;
		return PAGESNAP_STEP_MORE;
	}
	if (w->telling_all) {
		w->telling_all = false;
		return end_all(w, e);
	}
	pagesnap_processes_told(&w->processes, w->telling);
	w->telling = NULL;
	return PAGESNAP_STEP_MORE;
}

/**
 * pagesnap_round_end() - the answer is over: tell its end
 * @w: answer
 * @e: emitter
 */
void pagesnap_round_end(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
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
}
