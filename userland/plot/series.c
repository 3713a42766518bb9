// SPDX-License-Identifier: GPL-2.0
/*
 * The samples of one query.
 *
 * Time is counted by the numbers of samples and by how late these were, not by the clock, which
 * somebody may set meanwhile.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/accesses_asked.h"
#include "series.h"

#define NS_PER_SECOND 1e9
/* Of a run that no damaged stream has made up. */
#define SECONDS_MAX 1e9

/**
 * plot_series_begin() - begin with a query
 * @s: series, all zero
 * @query: record of the query
 */
void plot_series_begin(struct plot_series *s, const struct pagesnap_record *query)
{
	struct pagesnap_accesses_options asked;

	if (!accesses_asked(query, &asked) || !asked.schedule.every)
		return;
	s->every = asked.schedule.every / NS_PER_SECOND;
	s->aggregate = asked.aggregate;
	s->flush = asked.flush;
}

static int make_room(struct plot_series *s)
{
	size_t half = PLOT_SAMPLES_MAX / 2, room = s->room ? 2 * s->room : 64;
	struct plot_sample *list;

	if (s->nr == PLOT_SAMPLES_MAX) {
		memmove(s->list, s->list + half, (s->nr - half) * sizeof(*s->list));
		s->nr -= half;
		s->dropped += half;
	}
	if (s->list && s->nr < s->room)
		return 0;
	list = reallocarray(s->list, room, sizeof(*list));
	if (!list)
		return -ENOMEM;
	s->list = list;
	s->room = room;
	return 0;
}

/**
 * plot_series_is_late() - was a sample late?
 * @s: series
 * @sample: one of it
 *
 * Return: true if it began more than half an interval behind its time.
 */
bool plot_series_is_late(const struct plot_series *s, const struct plot_sample *sample)
{
	return sample->late > s->every / 2;
}

/**
 * plot_series_add() - add a sample
 * @s: series
 * @sample: behind those that are there; of one that is not, in a damaged stream, the number
 *	is made up
 *
 * Return: 0 or -ENOMEM.
 */
int plot_series_add(struct plot_series *s, const struct pagesnap_accesses_sample *sample)
{
	const struct plot_sample *last;
	struct plot_sample one = {
		.n = sample->n, .late = sample->late_ns / NS_PER_SECOND,
		.pages = sample->pages, .accessed = sample->accessed,
		.lacks = sample->lost || sample->lacking,
	};

	if (!s->aggregate)
		return 0;
	if (make_room(s))
		return -ENOMEM;
	last = s->nr ? s->list + s->nr - 1 : NULL;
	if (one.n <= (last ? last->n : 0))
		one.n = (last ? last->n : 0) + 1;
	one.at = one.n * s->every + one.late;
	if (last && one.at < last->at)
		one.at = last->at;
	if (!last)
		s->began_ns = sample->time_ns;
	if (!last && one.at < SECONDS_MAX)
		s->began_ns -= (uint64_t)(one.at * NS_PER_SECOND);
	s->list[s->nr++] = one;
	s->missed += sample->missed;
	s->late += plot_series_is_late(s, &one);
	s->lost += sample->lost;
	s->lacking += sample->lacking;
	return 0;
}

/**
 * plot_series_sample() - when were accesses made that a sample tells of?
 * @s: series
 * @nth: number of it in the list
 *
 * Return: the time from the sample before to this one.
 */
struct plot_span plot_series_sample(const struct plot_series *s, size_t nth)
{
	const struct plot_sample *one = s->list + nth;

	return (struct plot_span){
		.from = nth ? one[-1].at : s->dropped ? one->at - s->every : 0, .to = one->at,
	};
}

/**
 * plot_series_round() - when were accesses made that a round tells of?
 * @s: series
 * @number: of the round, from 0
 * @span: gets it
 *
 * Return: false if none of its samples are kept.
 */
bool plot_series_round(const struct plot_series *s, uint64_t number, struct plot_span *span)
{
	uint64_t first, behind, all = s->dropped + s->nr;

	if (!s->aggregate || number >= all / s->aggregate + 1)
		return false;
	first = number * s->aggregate;
	behind = first + s->aggregate < all ? first + s->aggregate : all;
	if (behind <= s->dropped || first >= all)
		return false;
	if (first < s->dropped)
		first = s->dropped;
	*span = plot_series_sample(s, first - s->dropped);
	span->to = s->list[behind - 1 - s->dropped].at;
	return true;
}

/**
 * plot_series_all() - how long did it last?
 * @s: series with one sample at least
 *
 * Return: the time of all samples that are kept.
 */
struct plot_span plot_series_all(const struct plot_series *s)
{
	struct plot_span all = plot_series_sample(s, 0);

	all.to = s->list[s->nr - 1].at;
	return all;
}

/**
 * plot_series_free() - free samples
 * @s: series; all zero afterwards
 */
void plot_series_free(struct plot_series *s)
{
	free(s->list);
	*s = (struct plot_series){ .nr = 0 };
}
