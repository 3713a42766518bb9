// SPDX-License-Identifier: GPL-2.0
/*
 * Rounds of sums, those with most live bytes first, and of objects that are alive.
 */
#include <linux/sched.h>
#include <linux/sort.h>
#include <linux/timekeeping.h>

#include "../core/answer.h"
#include "state.h"
#include "ticks.h"

/* Places of objects that a step looks at. */
#define PLACES	8192

static int compare(const void *a, const void *b)
{
	const struct pagesnap_slab_place *x = a, *y = b;

	/* thousands of sums are some ms, in which sort() lets nobody else run */
	cond_resched();
	if (x->live != y->live)
		return x->live > y->live ? -1 : 1;
	return x->nth < y->nth ? -1 : x->nth > y->nth;
}

/* Sums of what has happened: sites that a line leaves out have numbers, too. */
static void put_in_order(struct pagesnap_slab_walk *w)
{
	u32 nr = pagesnap_watch_sums(w->watch), i;

	w->nr = 0;
	for (i = 0; i < nr; i++) {
		struct pagesnap_slab_sum sum = { };

		pagesnap_sums_read(&w->watch->sums, i, &sum);
		if (sum.allocs)
			w->order[w->nr++] = (struct pagesnap_slab_place){ sum.live, i };
		cond_resched();
	}
	sort(w->order, w->nr, sizeof(*w->order), compare, NULL);
	if (w->nr > w->o.top) {
		w->r.more = w->nr - w->o.top;
		w->nr = w->o.top;
	}
}

/**
 * pagesnap_slab_round_begin() - a round is due
 * @w: answer
 * @s: its sample
 *
 * Context: may sleep.
 */
void pagesnap_slab_round_begin(struct pagesnap_slab_walk *w, const struct pagesnap_sample *s)
{
	w->r = (struct pagesnap_slab_round){
		.rec = { .len = sizeof(w->r), .type = PAGESNAP_REC_SLAB_ROUND },
		.q = w->request.q,
		.n = s->nr,
		.time_ns = ktime_get_mono_fast_ns(),
		.real_ns = ktime_get_real_ns(),
		.late_ns = s->late,
		.missed = s->missed,
	};
	w->at = 0;
	pagesnap_watch_end_gone(w->watch);
	if (w->watch->what == PAGESNAP_SLAB_OBJECTS)
		w->nr = pagesnap_objects_places(&w->watch->objects);
	else
		put_in_order(w);
}

static void tell_sum(struct pagesnap_slab_walk *w, struct pagesnap_emit *e, u32 nth)
{
	const struct pagesnap_watch *watch = w->watch;
	bool sites = watch->what == PAGESNAP_SLAB_SITES;
	struct pagesnap_slab_sum r = {
		.rec = {
			.len = sizeof(r),
			.type = sites ? PAGESNAP_REC_SITE_SUM : PAGESNAP_REC_CACHE_SUM,
		},
		.q = w->request.q,
		.id = watch->o.by ? watch->sum_keys.keys[nth].a : nth,
		.pid = PAGESNAP_NONE32,
		.cgroup = PAGESNAP_NONE,
	};

	if (watch->o.by == PAGESNAP_SLAB_BY_PID)
		r.pid = watch->sum_keys.keys[nth].b;
	if (watch->o.by == PAGESNAP_SLAB_BY_CGROUP)
		r.cgroup = watch->sum_keys.keys[nth].b;
	pagesnap_sums_read(&watch->sums, nth, &r);
	if (sites)
		pagesnap_slab_tell_site(&w->told, e, r.id);
	else
		pagesnap_slab_tell_cache(&w->told, e, r.id);
	pagesnap_slab_tell(e, &r.rec);
	w->r.records++;
	w->records++;
}

static void tell_object(struct pagesnap_slab_walk *w, struct pagesnap_emit *e, u32 place)
{
	struct pagesnap_object o;

	if (!pagesnap_objects_read(&w->watch->objects, place, &o) ||
	    o.time + w->o.min_age > w->r.time_ns)
		return;
	pagesnap_slab_tell_object(&w->told, e, &o, w->r.time_ns);
	w->r.records++;
	w->records++;
}

/* A clock of the CPU may begin anew, or may have gone on as the kernel's stood still. */
static void note_suspend(struct pagesnap_slab_walk *w, struct pagesnap_emit *e)
{
	static const char text[] =
		"the machine was suspended: lifetimes of what lived through that may be wrong";
	u64 slept = pagesnap_ticks_slept();

	if (slept == w->slept_ns)
		return;
	w->slept_ns = slept;
	if (pagesnap_ticks_by_tsc && w->watch->what != PAGESNAP_SLAB_OBJECTS)
		pagesnap_answer_note(e, w->request.q, text);
}

/**
 * pagesnap_slab_round_step() - tell some of a round
 * @w: answer
 * @e: emitter
 *
 * Return: false if the round is over, and told.
 */
bool pagesnap_slab_round_step(struct pagesnap_slab_walk *w, struct pagesnap_emit *e)
{
	u32 places;

	for (places = 0; w->at < w->nr && places < PLACES; places++, w->at++) {
		if (!pagesnap_emit_has_room(e) || w->records >= w->q.limit)
			return true;
		if (w->watch->what == PAGESNAP_SLAB_OBJECTS)
			tell_object(w, e, w->at);
		else
			tell_sum(w, e, w->order[w->at].nth);
	}
	if (w->at < w->nr)
		return true;
	note_suspend(w, e);
	w->r.took_ns = ktime_get_mono_fast_ns() - w->r.time_ns;
	pagesnap_slab_tell(e, &w->r.rec);
	w->end.counters[PAGESNAP_SLAB_COUNT_ROUNDS]++;
	return false;
}
