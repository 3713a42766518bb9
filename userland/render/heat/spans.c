// SPDX-License-Identifier: GPL-2.0
/*
 * Where in a process pages ever were.
 */
#include <errno.h>
#include <stdlib.h>

#include "spans.h"

/* Adds a span that begins behind the beginnings of all others; gaps below @gap are closed. */
static void append(struct heat_spans *s, uint64_t start, uint64_t end, uint64_t gap)
{
	struct heat_span *last = s->nr ? s->list + s->nr - 1 : NULL;

	if (!last || start > last->end + gap)
		s->list[s->nr++] = (struct heat_span){ start, end };
	else if (end > last->end)
		last->end = end;
}

static void close_gaps(struct heat_spans *s)
{
	const struct heat_span *from, *end;
	uint64_t gap;

	for (gap = 1; s->nr > HEAT_SPANS_MAX; gap *= 2) {
		from = s->list;
		end = from + s->nr;
		for (s->nr = 0; from < end; from++)
			append(s, from->start, from->end, gap);
	}
}

/**
 * heat_spans_add() - add what a round has
 * @s: spans
 * @round: round
 *
 * Return: 0 or -ENOMEM.
 */
int heat_spans_add(struct heat_spans *s, const struct heat_round *round)
{
	struct heat_spans both = { .list = calloc(s->nr + round->nr + 1, sizeof(*both.list)) };
	const struct heat_run *run = round->runs, *end = run + round->nr;
	size_t i = 0;

	if (!both.list)
		return -ENOMEM;
	while (i < s->nr || run < end) {
		if (run == end || (i < s->nr && s->list[i].start <= run->start)) {
			append(&both, s->list[i].start, s->list[i].end, 0);
			i++;
		} else {
			append(&both, run->start, run->end, 0);
			run++;
		}
	}
	close_gaps(&both);
	free(s->list);
	*s = both;
	return 0;
}

/**
 * heat_spans_free() - forget all spans
 * @s: them; none are left
 */
void heat_spans_free(struct heat_spans *s)
{
	free(s->list);
	*s = (struct heat_spans){ .nr = 0 };
}
