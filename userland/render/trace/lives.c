// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "lives.h"

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

void trace_lives_window(struct trace_lives *l, uint64_t pages)
{
	if (!pages)
		l->scattered = true;
	l->window = larger(l->window, pages);
}

int trace_lives_fault(struct trace_lives *l, const struct trace_reference *ref)
{
	if (!l->recent)
		l->recent = calloc(TRACE_LIVES_RECENT, sizeof(*l->recent));
	if (!l->recent)
		return -ENOMEM;
	if (!l->faults)
		l->tid = ref->tid;
	if (ref->tid != l->tid || ref->flags & PAGESNAP_RF_HEALED)
		l->scattered = true;
	l->recent[l->faults++ % TRACE_LIVES_RECENT] = ref->time_ns;
	l->since++;
	if (l->older_until && ref->time_ns <= l->older_until) {
		l->older++;
	} else if (l->older_until) {
		l->longest = larger(l->longest, l->older);
		l->older_until = 0;
	}
	return 0;
}

/* Faults from then on that are there already; all of the interval if too many are. */
static uint64_t count_from(const struct trace_lives *l, uint64_t time_ns)
{
	uint64_t most = l->since < TRACE_LIVES_RECENT ? l->since : TRACE_LIVES_RECENT;
	uint64_t earliest = 0;

	/* CPUs' records are merged by time, but a few may be in another order */
	for (uint64_t back = 1; back <= most; back++)
		if (l->recent[(l->faults - back) % TRACE_LIVES_RECENT] >= time_ns)
			earliest = back;
	return earliest == TRACE_LIVES_RECENT ? l->since : earliest;
}

/* What faulted before it began will fault again when it has ended. */
void trace_lives_sweep(struct trace_lives *l, const struct pagesnap_faults_sweep *sweep)
{
	/* of some process nothing was made to fault: that waits for the next one */
	if (sweep->lacking)
		return;
	if (l->older_until)
		l->longest = larger(l->longest, l->older);
	l->older = l->since;
	l->older_until = sweep->time_ns + sweep->took_ns;
	l->since = l->recent ? count_from(l, sweep->time_ns) : 0;
}

uint64_t trace_lives_longest(const struct trace_lives *l)
{
	uint64_t swept = larger(larger(l->longest, l->older), l->since);

	if (l->unseen)
		return 0;
	if (l->window && !l->scattered && l->window < swept)
		return l->window;
	return swept ?: 1;
}

void trace_lives_free(struct trace_lives *l)
{
	free(l->recent);
	*l = (struct trace_lives){ 0 };
}
