// SPDX-License-Identifier: GPL-2.0
/*
 * When to look again.  Pure: the caller has the clocks.
 */
#include "pace.h"

/**
 * top_pace_begin() - a look begins
 * @p: pace
 * @now_ns: when
 * @spent_ns: time of a processor that was taken in all
 */
void top_pace_begin(struct top_pace *p, uint64_t now_ns, uint64_t spent_ns)
{
	p->begun_ns = now_ns;
	p->spent_ns = spent_ns;
}

/**
 * top_pace_every() - how long after the beginning of a look the next one may begin
 * @p: pace
 * @spent_ns: time of a processor that was taken in all, of this look, too
 *
 * Return: nanoseconds.
 */
uint64_t top_pace_every(const struct top_pace *p, uint64_t spent_ns)
{
	uint64_t spent = spent_ns - p->spent_ns;
	uint64_t least = (spent * 100 + p->percent - 1) / p->percent;

	return least > p->wanted_ns ? least : p->wanted_ns;
}

/**
 * top_pace_cost() - what looking costs, from one look to the next
 * @p: pace
 * @now_ns: now
 * @spent_ns: time of a processor that was taken in all
 *
 * Return: tenths of a percent of one processor, rounded up.
 */
uint64_t top_pace_cost(const struct top_pace *p, uint64_t now_ns, uint64_t spent_ns)
{
	uint64_t lasts = top_pace_every(p, spent_ns), spent = spent_ns - p->spent_ns;

	if (now_ns - p->begun_ns > lasts)
		lasts = now_ns - p->begun_ns;
	return lasts ? ((unsigned __int128)spent * 1000 + lasts - 1) / lasts : 0;
}
