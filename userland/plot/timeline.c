// SPDX-License-Identifier: GPL-2.0
/*
 * What was accessed as time went on.
 *
 * Targets are sampled at the same time, so samples of one number are added up.  What one of them
 * lacks is not known of all.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/first_of.h"
#include "timeline.h"

static const struct plot_series *longest(const struct plot_run *run)
{
	const struct plot_series *s, *found = NULL;

	for (s = run->series; s < run->series + run->nr; s++)
		if (s->nr && (!found || s->list[s->nr - 1].at > found->list[found->nr - 1].at))
			found = s;
	return found;
}

static bool is_like(const struct plot_series *a, const struct plot_series *b)
{
	return b->nr && a->every == b->every && a->aggregate == b->aggregate;
}

/* Samples ------------------------------------------------------------------------------ */

/* Who has exited has no memory any more; of all else that isn't there nothing is known. */
static void add_sample(struct plot_moment *m, const struct plot_series *s, uint64_t n)
{
	size_t nth = FIRST_OF(s->nr, i, s->list[i].n >= n);

	if (nth < s->nr && s->list[nth].n == n) {
		m->pages += s->list[nth].pages;
		m->accessed += s->list[nth].accessed;
	} else if (nth < s->nr || !s->ended || s->end.cut != PAGESNAP_CUT_EXITED) {
		m->pages = NAN;
		m->accessed = NAN;
	}
}

static int make_moments(struct plot_timeline *t, const struct plot_series *all, size_t nr)
{
	const struct plot_series *s;
	struct plot_moment *m;
	size_t i;

	t->moments = calloc(t->series->nr, sizeof(*t->moments));
	if (!t->moments)
		return -ENOMEM;
	t->nr_moments = t->series->nr;
	for (i = 0; i < t->nr_moments; i++) {
		m = t->moments + i;
		m->span = plot_series_sample(t->series, i);
		for (s = all; s < all + nr; s++)
			if (is_like(t->series, s))
				add_sample(m, s, t->series->list[i].n);
	}
	return 0;
}

/* Samples tell of all processes of a target together. */
static bool is_alone(const struct plot_run *run, const struct heat_seen *p)
{
	const struct heat_seen *other;
	size_t nth;

	for (nth = 0; nth < run->model.processes.nr; nth++) {
		other = (const struct heat_seen *)run->model.processes.list[nth];
		if (other != p && other->query == p->query)
			return false;
	}
	return true;
}

/* Rounds ------------------------------------------------------------------------------- */

static void add_sums(struct plot_working *w, const struct wss_sums *sums)
{
	unsigned int i;

	/* a round that was cut short has none */
	w->pages += sums->pages ? (double)sums->pages : NAN;
	for (i = 0; i < WSS_WINDOWS; i++)
		w->accessed[i] += !sums->pages || sums->accessed[i] == PAGESNAP_UNKNOWN ? NAN :
				  (double)sums->accessed[i];
}

static bool add_process(struct plot_working *w, const struct plot_timeline *t,
			const struct plot_run *run, const struct heat_seen *p, uint64_t number)
{
	const struct plot_series *s = p ? plot_run_series(run, p) : NULL;
	const struct heat_round *round;

	if (!s || !is_like(t->series, s))
		return false;
	round = heat_history_find(&p->history, number);
	if (round)
		add_sums(w, &round->sums);
	return round;
}

static bool make_working(struct plot_working *w, const struct plot_timeline *t,
			 const struct plot_run *run, const struct heat_seen *only,
			 uint64_t number)
{
	struct plot_span span;
	bool any = false;
	size_t nth;

	*w = (struct plot_working){ .at = 0 };
	if (!plot_series_round(t->series, number, &span))
		return false;
	w->at = span.to;
	if (only)
		return add_process(w, t, run, only, number);
	for (nth = 0; nth < run->model.processes.nr; nth++)
		any |= add_process(w, t, run, plot_run_process(run, nth), number);
	return any;
}

static int make_workings(struct plot_timeline *t, const struct plot_run *run,
			 const struct heat_seen *only)
{
	uint64_t number = run->model.forgotten;

	t->workings = calloc(run->model.rounds - number + 1, sizeof(*t->workings));
	if (!t->workings)
		return -ENOMEM;
	for (; number < run->model.rounds; number++)
		t->nr_workings += make_working(t->workings + t->nr_workings, t, run, only, number);
	return 0;
}

/* All ---------------------------------------------------------------------------------- */

/**
 * plot_timeline_make() - make a timeline
 * @t: gets it
 * @run: of which run
 * @p: of this process alone, or NULL
 *
 * Return: 0, -ENOMEM, or -ENODATA if there are no samples; plot_timeline_free() is owed.
 */
int plot_timeline_make(struct plot_timeline *t, const struct plot_run *run,
		       const struct heat_seen *p)
{
	const struct plot_series *s;
	int err = 0;

	*t = (struct plot_timeline){ .series = p ? plot_run_series(run, p) : longest(run) };
	if (!t->series || !t->series->nr)
		return -ENODATA;
	for (s = run->series; !p && s < run->series + run->nr; s++)
		t->others += s->nr && !is_like(t->series, s);
	if (!p)
		err = make_moments(t, run->series, run->nr);
	else if (is_alone(run, p))
		err = make_moments(t, t->series, 1);
	return err ?: make_workings(t, run, p);
}

/**
 * plot_timeline_free() - free a timeline
 * @t: it
 */
void plot_timeline_free(struct plot_timeline *t)
{
	free(t->moments);
	free(t->workings);
}
