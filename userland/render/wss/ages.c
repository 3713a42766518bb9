// SPDX-License-Identifier: GPL-2.0
/*
 * Pages by when they were accessed.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/first_of.h"
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

static uint16_t kind_of(uint16_t kind)
{
	return kind == PAGESNAP_KIND_FILE || kind == PAGESNAP_KIND_SHMEM ? kind :
	       PAGESNAP_KIND_ANON;
}

static struct ages_run run_of(const struct ages_windows *w,
			      const struct pagesnap_accesses_heat *heat)
{
	return (struct ages_run){
		.start = heat->index, .end = heat->index + heat->nr,
		.passed = passed_of(w, heat->age),
		.never = heat->rec.flags & PAGESNAP_RF_AT_LEAST,
		.kind = kind_of(heat->kind),
	};
}

static bool is_like(const struct ages_run *a, const struct ages_run *b)
{
	return a->passed == b->passed && a->never == b->never && a->kind == b->kind;
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
	const struct ages_run run = run_of(w, heat);
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

/**
 * ages_find() - find pages
 * @a: pages
 * @start: virtual page number
 *
 * Return: number of the first run that ends behind @start; how many there are, if none does.
 */
size_t ages_find(const struct ages *a, uint64_t start)
{
	return FIRST_OF(a->nr, i, a->runs[i].end > start);
}

/**
 * ages_cut() - the part of a run that is between two pages
 * @a: pages
 * @at: number of the run, which ends behind @start
 * @start: virtual page number of the first
 * @end: behind the last
 * @part: gets it
 *
 * Return: false if the run begins behind these pages, or is none.
 */
bool ages_cut(const struct ages *a, size_t at, uint64_t start, uint64_t end,
	      struct ages_run *part)
{
	if (at >= a->nr || a->runs[at].start >= end)
		return false;
	*part = a->runs[at];
	if (part->start < start)
		part->start = start;
	if (part->end > end)
		part->end = end;
	return true;
}

/**
 * ages_count() - add pages of a run
 * @run: run
 * @nr: how many
 * @sums: gets more, in all windows
 */
void ages_count(const struct ages_run *run, uint64_t nr, struct wss_sums *sums)
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
	if (run->kind == PAGESNAP_KIND_FILE)
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
	struct ages_run part;
	size_t i;

	for (i = ages_find(a, start); ages_cut(a, i, start, end, &part); i++)
		ages_count(&part, part.end - part.start, sums);
}

/**
 * wss_sums_unknown() - say that a window is not known
 * @sums: of pages
 * @window: number of it
 */
void wss_sums_unknown(struct wss_sums *sums, unsigned int window)
{
	sums->accessed[window] = PAGESNAP_UNKNOWN;
	sums->idle[window] = PAGESNAP_UNKNOWN;
}

/**
 * ages_count_heat() - add up pages that need not be kept
 * @w: windows
 * @heat: of the pages; those of the zero page are left out
 * @sums: gets more, in all windows
 */
void ages_count_heat(const struct ages_windows *w, const struct pagesnap_accesses_heat *heat,
		     struct wss_sums *sums)
{
	const struct ages_run run = run_of(w, heat);

	if (heat->kind != PAGESNAP_KIND_ZERO)
		ages_count(&run, heat->nr, sums);
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
			wss_sums_unknown(sums, i);
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
