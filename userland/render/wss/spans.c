// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: pages of a file that several processes have mapped
 *
 * A page was accessed when the last of them did.  It is cold for as long as all say: who has
 * mapped it for a shorter time can't say more.
 */
#include <errno.h>
#include <stdlib.h>

#include "spans.h"

/* Where a run begins or ends. */
struct edge {
	uint64_t at;
	const struct ages_run *run;
	bool begins;
};

/* Runs that are over a page: how many of each kind. */
struct over {
	size_t passed[WSS_WINDOWS + 1];
	size_t accessed[WSS_WINDOWS + 1];
	size_t all;
};

/**
 * wss_spans_add() - add pages of a file
 * @s: pages that are there
 * @run: more of them, by page of the file
 *
 * Return: 0 or -ENOMEM.
 */
int wss_spans_add(struct wss_spans *s, const struct ages_run *run)
{
	struct ages_run *runs = s->runs;

	if (s->nr == s->room) {
		runs = reallocarray(runs, 2 * s->room + 16, sizeof(*runs));
		if (!runs)
			return -ENOMEM;
		s->runs = runs;
		s->room = 2 * s->room + 16;
	}
	runs[s->nr++] = *run;
	return 0;
}

static int by_place(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static unsigned int first_of(const size_t *counts)
{
	unsigned int i;

	for (i = 0; i <= WSS_WINDOWS && !counts[i]; i++)
		;
	return i;
}

static void pass(struct over *over, const struct edge *edge)
{
	const size_t step = edge->begins ? 1 : -1;

	over->passed[edge->run->passed] += step;
	if (!edge->run->never)
		over->accessed[edge->run->passed] += step;
	over->all += step;
}

/* @nr pages have the same runs over them, one at least. */
static void count(const struct over *over, uint64_t nr, bool file, struct wss_sums *sums)
{
	unsigned int idle = first_of(over->passed), accessed = first_of(over->accessed), i;

	sums->pages += nr;
	for (i = 0; i < idle && i < WSS_WINDOWS; i++)
		sums->idle[i] += nr;
	for (i = accessed; i < WSS_WINDOWS; i++)
		sums->accessed[i] += nr;
	if (accessed <= WSS_WINDOWS)
		return;
	sums->cold += nr;
	if (file)
		sums->file_cold += nr;
}

/**
 * wss_spans_sum() - add up the pages of a file, each once
 * @s: them
 * @sums: gets more
 *
 * Return: 0 or -ENOMEM.
 */
int wss_spans_sum(const struct wss_spans *s, struct wss_sums *sums)
{
	struct edge *edges = calloc(2 * s->nr + 1, sizeof(*edges));
	struct over over = { 0 };
	size_t i;

	if (!edges)
		return -ENOMEM;
	for (i = 0; i < s->nr; i++) {
		edges[2 * i] = (struct edge){ s->runs[i].start, s->runs + i, true };
		edges[2 * i + 1] = (struct edge){ s->runs[i].end, s->runs + i, false };
	}
	qsort(edges, 2 * s->nr, sizeof(*edges), by_place);
	for (i = 0; i < 2 * s->nr; i++) {
		if (over.all && edges[i].at > edges[i - 1].at)
			count(&over, edges[i].at - edges[i - 1].at,
			      edges[i].run->kind == PAGESNAP_KIND_FILE, sums);
		pass(&over, edges + i);
	}
	free(edges);
	return 0;
}

/**
 * wss_spans_free() - free pages
 * @s: them
 */
void wss_spans_free(struct wss_spans *s)
{
	free(s->runs);
	*s = (struct wss_spans){ NULL };
}
