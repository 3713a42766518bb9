// SPDX-License-Identifier: GPL-2.0
/*
 * Pages by when they were accessed.
 */
#include <errno.h>
#include <stdlib.h>

#include "ages.h"

/**
 * ages_windows_of() - windows in samples
 * @every_ns: from one sample to the next
 *
 * A window that samples can't divide is unknown: a longer or shorter one in its place would
 * be a wrong number.
 *
 * Return: windows.
 */
struct ages_windows ages_windows_of(uint64_t every_ns)
{
	static const uint64_t windows[] = WSS_WINDOW_NS;
	struct ages_windows w;
	unsigned int i;

	for (i = 0; i < WSS_WINDOWS; i++)
		w.samples[i] = every_ns && windows[i] % every_ns == 0 ? windows[i] / every_ns : 0;
	return w;
}

/* Windows of unknown length don't stand in the way of longer ones. */
static unsigned int passed_of(const struct ages_windows *w, uint32_t age)
{
	unsigned int i;

	for (i = 0; i < WSS_WINDOWS && age >= w->samples[i]; i++)
		;
	return i;
}

static bool is_like(const struct ages_run *a, const struct ages_run *b)
{
	return a->passed == b->passed && a->never == b->never && a->file == b->file;
}

/**
 * ages_add() - add pages
 * @a: pages before them
 * @w: windows
 * @heat: of the pages; those of the zero page are no memory, and left out
 *
 * Return: 0 or -ENOMEM.
 */
int ages_add(struct ages *a, const struct ages_windows *w,
	     const struct pagesnap_accesses_heat *heat)
{
	const struct ages_run run = {
		.start = heat->index, .end = heat->index + heat->nr,
		.passed = passed_of(w, heat->age),
		.never = heat->rec.flags & PAGESNAP_RF_AT_LEAST,
		.file = heat->kind == PAGESNAP_KIND_FILE,
	};
	struct ages_run *last = a->runs && a->nr ? a->runs + a->nr - 1 : NULL, *runs;

	if (heat->kind == PAGESNAP_KIND_ZERO)
		return 0;
	if (last && last->end == run.start && is_like(last, &run)) {
		last->end = run.end;
		return 0;
	}
	if (!a->runs || a->nr == a->room) {
		runs = reallocarray(a->runs, 2 * a->room + 64, sizeof(*runs));
		if (!runs)
			return -ENOMEM;
		a->runs = runs;
		a->room = 2 * a->room + 64;
	}
	a->runs[a->nr++] = run;
	return 0;
}

/* The first run that ends behind @start. */
static size_t find(const struct ages *a, uint64_t start)
{
	size_t low = 0, high = a->nr, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (a->runs[middle].end > start)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void add_run(const struct ages_run *run, uint64_t nr, struct wss_sums *sums)
{
	unsigned int i;

	sums->pages += nr;
	for (i = 0; i < run->passed; i++)
		sums->idle[i] += nr;
	for (; !run->never && i < WSS_WINDOWS; i++)
		sums->accessed[i] += nr;
	if (!run->never)
		return;
	sums->cold += nr;
	if (run->file)
		sums->file_cold += nr;
}

/**
 * ages_sum() - add up pages
 * @a: pages
 * @start: virtual page number of the first
 * @end: behind the last
 * @sums: gets more, in all windows
 */
void ages_sum(const struct ages *a, uint64_t start, uint64_t end, struct wss_sums *sums)
{
	uint64_t from, to;
	size_t i;

	for (i = find(a, start); i < a->nr && a->runs[i].start < end; i++) {
		from = a->runs[i].start > start ? a->runs[i].start : start;
		to = a->runs[i].end < end ? a->runs[i].end : end;
		if (from < to)
			add_run(&a->runs[i], to - from, sums);
	}
}

static void unknown(struct wss_sums *sums, unsigned int window)
{
	sums->accessed[window] = PAGESNAP_UNKNOWN;
	sums->idle[window] = PAGESNAP_UNKNOWN;
}

/**
 * ages_mark_unknown() - mark the windows that samples don't tell of
 * @w: windows
 * @samples: since the first look
 * @sums: marked
 */
void ages_mark_unknown(const struct ages_windows *w, uint64_t samples, struct wss_sums *sums)
{
	unsigned int i;

	for (i = 0; i < WSS_WINDOWS; i++)
		if (!w->samples[i] || w->samples[i] > samples)
			unknown(sums, i);
}

/**
 * ages_clear() - forget all pages
 * @a: of which the memory stays for others
 */
void ages_clear(struct ages *a)
{
	a->nr = 0;
}

/**
 * ages_free() - free pages
 * @a: them
 */
void ages_free(struct ages *a)
{
	free(a->runs);
	*a = (struct ages){ NULL };
}
