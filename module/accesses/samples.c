// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a sample, step by step: wait until it is due, find the file and who is to be looked at,
 * look at one process after the other, and at the kernel's direct map
 *
 * Nothing but memory, a place among the viewers of each mm, and mm_count is held from one step
 * to the next, and of a file a lease (targets/mapped.c).
 */
#include <linux/mm.h>
#include <linux/mmu_notifier.h>
#include <linux/timekeeping.h>

#include "../compat/flush.h"
#include "../compat/mglru.h"
#include "../core/answer.h"
#include "../mm/mm_lock.h"
#include "probes.h"
#include "state.h"
#include "tell.h"

static const char no_skip_note[] =
	"skip=1: MGLRU uses the same bits now: nothing is passed over";
static const char any_note[] =
	"the file has more than 16384 mappings: all processes are asked whether they map it";

static u32 cut_by(u32 fate)
{
	return fate == PAGESNAP_PROCESS_EXECED ? PAGESNAP_CUT_EXECED : PAGESNAP_CUT_EXITED;
}

static void emit_sample(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_accesses_sample *r = &w->r;

	r->took_ns = ktime_get_ns() - w->began_ns;
	if (!w->o.write)
		r->dirtied = PAGESNAP_NONE;
	pagesnap_accesses_tell(e, &r->rec);
}

static void begin_sample(struct pagesnap_accesses_walk *w, u64 now)
{
	w->began_ns = now;
	w->patience = PAGESNAP_PATIENCE_NS;
	w->unsure = false;
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
static void decide_to_skip(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	w->skips = w->o.skip && !compat_mglru_uses_tables();
	if (!w->o.skip || w->skips || w->noted_skip)
		return;
	w->noted_skip = true;
	pagesnap_answer_note(e, w->request.q, no_skip_note);
}

/* Whoever is to be looked at is known: a sample that doesn't come to this finds nothing. */
static int begin_looks(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	if (pagesnap_walk_is_together(w))
		pagesnap_tally_begin(&w->processes.all, w->sample.nr,
				     w->o.schedule.taken == 1);
	if (w->direct.taken)
		pagesnap_direct_begin(&w->direct, w->sample.nr, w->o.schedule.taken == 1);
	decide_to_skip(w, e);
	return pagesnap_walk_go_on(w, w->skips ? PAGESNAP_PHASE_TOPS : PAGESNAP_PHASE_LOOK);
}

/* Is the process of a line without a target the same as before?  Return: PAGESNAP_CUT_*. */
static u32 find_again(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p =
		pagesnap_processes_find(&w->processes, w->request.bound.pid);
	u32 fate = pagesnap_watched_fate(p);

	pagesnap_finding_note(&w->finding, p->harvest.mm, e);
	return fate == PAGESNAP_PROCESS_COMES ? PAGESNAP_CUT_NONE : cut_by(fate);
}

static int step_wait(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	u64 now = ktime_get_ns();
	u32 cut;

	if (pagesnap_accesses_over(&w->o, now))
		return pagesnap_walk_come_to_end(w, PAGESNAP_CUT_NONE);
	if (!pagesnap_schedule_take(&w->o.schedule, now, &w->sample)) {
		pagesnap_wake_at(w->request.wake, pagesnap_schedule_due(&w->o.schedule));
		return PAGESNAP_STEP_WAIT;
	}
	begin_sample(w, now);
	w->finding.n = w->sample.nr;
	if (!pagesnap_walk_is_one(w)) {
		pagesnap_finding_begin(&w->finding);
		return pagesnap_walk_go_on(w, w->mapped ? PAGESNAP_PHASE_FILE :
							  PAGESNAP_PHASE_FIND);
	}
	cut = find_again(w, e);
	return cut ? pagesnap_walk_come_to_end(w, cut) : begin_looks(w, e);
}

/* For a lock that is only contended, as that of a process which maps and unmaps. */
#define SHORT_PATIENCE_NS (3 * TICK_NSEC)

/* One that was seen to map the file. */
static int hold_by(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p)
{
	u64 brief = min_t(u64, w->patience, SHORT_PATIENCE_NS);
	int held = pagesnap_mapped_by(w->mapped, p->harvest.mm, p->harvest.file_at,
				      p->locked ? &brief : &w->patience);

	if (held != -ETIMEDOUT)
		return held;
	w->unsure = true;
	p->locked = true;
	return 0;
}

/*
 * The file is pinned no more: one that maps it has it, or its path.
 *
 * Return: 1 if it is held, 0 if another one is to be asked, -ESTALE if it is gone, -EAGAIN if
 * nobody can tell, -EINTR on a fatal signal.
 */
static int hold_file(struct pagesnap_accesses_walk *w)
{
	struct pagesnap_watched *p = pagesnap_processes_next(&w->processes, &w->at);
	int held;

	if (p) {
		w->at++;
		return pagesnap_is_watched(p) && p->harvest.file_at ? hold_by(w, p) : 0;
	}
	held = pagesnap_mapped_again(w->mapped, &w->q, w->request.text);
	if (held)
		return held;
	return w->unsure ? -EAGAIN : -ESTALE;
}

/* Before those are found who map a file; if nobody can tell of it, they are those of before. */
static int step_file(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	int err = pagesnap_mapped_held(w->mapped) ? 1 : hold_file(w);

	if (!err)
		return PAGESNAP_STEP_MORE;
	if (err == -ESTALE)
		return pagesnap_walk_come_to_end(w, PAGESNAP_CUT_CURSOR);
	w->unsure = err == -EAGAIN;
	if (err > 0)
		err = pagesnap_mapped_find(w->mapped);
	pagesnap_mapped_idle(w->mapped);
	if (err == -EINTR)
		return err;
	if (pagesnap_mapped_is_by_any(w->mapped) && !w->noted_any)
		pagesnap_answer_note(e, w->request.q, any_note);
	w->noted_any |= pagesnap_mapped_is_by_any(w->mapped);
	return pagesnap_walk_go_on(w, PAGESNAP_PHASE_FIND);
}

static int step_find(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	if (pagesnap_finding_step(&w->finding, e))
		return PAGESNAP_STEP_MORE;
	w->r.lacking = w->finding.above + w->unsure;
	return begin_looks(w, e);
}

/*
 * First the bits are cleared, then the TLBs flushed, then comes the next look: so whoever
 * accesses a page behind the flush sets its bit.
 */
static void flush(struct pagesnap_accesses_walk *w)
{
	if (!w->o.flush)
		return;
	compat_flush_all();
	w->end.counters[PAGESNAP_ACCESSES_COUNT_FLUSHES]++;
}

static int end_sample(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	if (w->r.lacking && pagesnap_walk_is_together(w))
		pagesnap_tally_lacks(&w->processes.all);
	if (w->o.schedule.taken == 1)
		return pagesnap_walk_go_on(w, PAGESNAP_PHASE_WAIT);
	w->end.counters[PAGESNAP_ACCESSES_COUNT_SAMPLES]++;
	w->in_round++;
	emit_sample(w, e);
	return pagesnap_walk_go_on(w, w->in_round >= w->o.aggregate ? PAGESNAP_PHASE_HEAT :
								      PAGESNAP_PHASE_WAIT);
}

/* What comes before the first sample is of no interest. */
static void lose(struct pagesnap_accesses_walk *w, u64 pages)
{
	if (w->o.schedule.taken == 1)
		return;
	w->r.lost += pages;
	w->end.counters[PAGESNAP_ACCESSES_COUNT_LOST] += pages;
}

static const char no_probes_note[] =
	"reads=1: kprobes were switched off: what is read and written is missed";

/* What the probes have seen meanwhile is asked for; if they don't see anything, that is said. */
static int begin_reads(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	w->blind = false;
	pagesnap_reads_begin(w->reads, w->o.schedule.taken == 1);
	if (!pagesnap_probes_work()) {
		pagesnap_tally_lacks(&w->processes.all);
		lose(w, 1);
		if (!w->noted_off)
			pagesnap_answer_note(e, w->request.q, no_probes_note);
		w->noted_off = true;
	}
	return pagesnap_walk_go_on(w, PAGESNAP_PHASE_READS);
}

/* Everything was looked at. */
static int end_looks(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	flush(w);
	return w->reads ? begin_reads(w, e) : end_sample(w, e);
}

/* The file is held while it is asked which pages are in memory, if it can be. */
static int step_reads(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_tally *t = &w->processes.all;
	int held = pagesnap_mapped_held(w->mapped);
	bool more;

	if (!held && !w->blind) {
		held = hold_file(w);
		if (!held || held == -EINTR)
			return held ?: PAGESNAP_STEP_MORE;
		w->blind = held < 0;
		w->at = 0;
	}
	more = pagesnap_reads_step(w->reads, t, w->processes.batch, held > 0);
	pagesnap_mapped_idle(w->mapped);
	lose(w, t->map.lost);
	if (more)
		return PAGESNAP_STEP_MORE;
	lose(w, pagesnap_reads_lost(w->reads));
	return end_sample(w, e);
}

/*
 * Who held a lock all through the sample before isn't waited for as long again, nor is who is
 * new, as many may be: others would miss their samples meanwhile.
 */
static void begin_look(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p)
{
	p->vmas = READ_ONCE(p->harvest.mm->map_count);
	p->harvest.patience = w->patience;
	if (p->locked || (!pagesnap_walk_is_one(w) && !p->begun))
		p->harvest.patience = min_t(u64, w->patience, SHORT_PATIENCE_NS);
	w->given = p->harvest.patience;
	if (!pagesnap_walk_is_together(w))
		pagesnap_tally_begin(&p->tally, w->sample.nr, !p->begun);
	pagesnap_harvest_begin(&p->harvest, !p->begun);
	w->looking = true;
}

/* What a look has waited for locks, or has given back, is all looks'. */
static void spend(struct pagesnap_accesses_walk *w, const struct pagesnap_harvest *h)
{
	if (h->patience < w->given)
		w->patience -= min(w->patience, w->given - h->patience);
	else
		w->patience = min_t(u64, PAGESNAP_PATIENCE_NS,
				    w->patience + h->patience - w->given);
}

/* A look at a process, which came to its end, makes a part of the sample. */
static void add_look(struct pagesnap_accesses_walk *w, const struct pagesnap_harvest *h)
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
static void count_look(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p, bool whole)
{
	const struct pagesnap_harvest *h = &p->harvest;
	u32 i;

	w->looking = false;
	if (!whole)
		pagesnap_tally_lacks(&p->tally);
	w->at = p->id.pid + 1UL;
	spend(w, h);
	w->end.counters[PAGESNAP_ACCESSES_COUNT_ENTRIES] += h->entries;
	w->end.counters[PAGESNAP_ACCESSES_COUNT_LOST] += h->tally->map.lost;
	for (i = 0; i < PAGESNAP_ACCESSES_WHYS; i++)
		w->skipped[i] += h->skipped[i];
	if (p->begun && !pagesnap_walk_is_together(w))
		p->looks++;
	if (p->begun && whole)
		add_look(w, h);
	if (p->begun && p->trusted)
		w->end.skipped[PAGESNAP_ACCESSES_WHY_STRANDED] += h->stranded;
	p->begun |= whole;
	p->trusted = whole && p->skips;
	p->unfull = whole && p->skips && !h->full ? p->unfull + 1 : 0;
}

/* A process with a lock that wasn't had is left out of this sample, one that is gone for good. */
static int give_up(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p, int err,
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
	if (pagesnap_walk_is_one(w)) {
		pagesnap_tally_lacks(p->harvest.tally);
		return pagesnap_walk_come_to_end(w, cut_by(fate));
	}
	pagesnap_finding_goes(&w->finding, p, fate, e);
	return PAGESNAP_STEP_MORE;
}

/* One that is known but not looked at. */
static int pass(struct pagesnap_accesses_walk *w, const struct pagesnap_watched *p)
{
	w->r.lacking += p->what == PAGESNAP_PROCESS_BUSY || p->what == PAGESNAP_PROCESS_ENDING;
	w->at++;
	return PAGESNAP_STEP_MORE;
}

static int end_look(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p, int err,
		    struct pagesnap_emit *e)
{
	count_look(w, p, !err);
	p->locked = err == -ETIMEDOUT;
	return err ? give_up(w, p, err, e) : PAGESNAP_STEP_MORE;
}

/* With skip=1 a look that passes all tables comes that often: it finds what others miss. */
#define FULL_EVERY 16

/*
 * A device that goes by the same page tables remembers entries that no flush of a CPU's reaches:
 * of such memory nothing is passed over.
 *
 * Return: false if the look at a process has one pass, though skip=1 would have two.
 */
static bool begin_tops(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p)
{
	p->skips = pagesnap_is_watched(p) && !mm_has_notifiers(p->harvest.mm) &&
		   pagesnap_viewer_may_skip(&p->harvest.viewer) && pagesnap_watched_reserve(p);
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
static int step_tops(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p = pagesnap_processes_next(&w->processes, &w->at);
	int more;

	if (!p) {
		flush(w);
		return pagesnap_walk_go_on(w, PAGESNAP_PHASE_LOOK);
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
	spend(w, &p->harvest);
	return PAGESNAP_STEP_MORE;
}

/* Return: false if the look at a process has failed in its first pass. */
static bool begin_tables(struct pagesnap_accesses_walk *w, struct pagesnap_watched *p)
{
	if (!w->skips)
		p->skips = false;
	if (p->skips && !p->topped) {
		w->at++;
		return false;
	}
	if (p->skips) {
		pagesnap_harvest_tables(&p->harvest);
		p->harvest.patience = min(p->harvest.patience, w->patience);
		w->given = p->harvest.patience;
	} else {
		begin_look(w, p);
	}
	w->looking = true;
	return true;
}

static int step_look(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_watched *p = pagesnap_processes_next(&w->processes, &w->at);
	int more;

	if (!p)
		return w->direct.taken ? pagesnap_walk_go_on(w, PAGESNAP_PHASE_DIRECT) :
					 end_looks(w, e);
	if (!pagesnap_is_watched(p))
		return pass(w, p);
	if (!w->looking && !begin_tables(w, p))
		return PAGESNAP_STEP_MORE;
	more = pagesnap_harvest_step(&p->harvest);
	if (more == -EINTR)
		return more;
	return more > 0 ? PAGESNAP_STEP_MORE : end_look(w, p, more, e);
}

static int step_direct(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	const struct pagesnap_direct *d = &w->direct;

	if (pagesnap_direct_step(&w->direct))
		return PAGESNAP_STEP_MORE;
	w->r.lost += d->tally.map.lost;
	w->end.counters[PAGESNAP_ACCESSES_COUNT_LOST] += d->tally.map.lost;
	w->end.counters[PAGESNAP_ACCESSES_COUNT_ENTRIES] += d->entries;
	return end_looks(w, e);
}

/**
 * pagesnap_sample_step() - some more of a sample
 * @w: answer that is in one of its phases
 * @e: emitter
 *
 * Context: process context without locks; may sleep.
 * Return: PAGESNAP_STEP_MORE, PAGESNAP_STEP_WAIT, or -EINTR on a fatal signal.
 */
int pagesnap_sample_step(struct pagesnap_accesses_walk *w, struct pagesnap_emit *e)
{
	switch (w->phase) {
	case PAGESNAP_PHASE_FILE:
		return step_file(w, e);
	case PAGESNAP_PHASE_FIND:
		return step_find(w, e);
	case PAGESNAP_PHASE_TOPS:
		return step_tops(w, e);
	case PAGESNAP_PHASE_LOOK:
		return step_look(w, e);
	case PAGESNAP_PHASE_READS:
		return step_reads(w, e);
	case PAGESNAP_PHASE_DIRECT:
		return step_direct(w, e);
	default:
		return step_wait(w, e);
	}
}
