// SPDX-License-Identifier: GPL-2.0
/*
 * References by mapping or file.
 *
 * Of each page the tick of its last reference is kept: so it is known of any window whether it
 * was in that before, and memory grows with pages, not with references.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tallies.h"

static const uint64_t window_ticks[TRACE_WINDOWS] = TRACE_WINDOW_TICKS;

/* Ticks that are over, or under way. */
static uint64_t ticks(const struct trace_tallies *t)
{
	return t->window_refs ? t->references / t->window_refs : t->sweeps;
}

/* The tick of what comes now: before the first sweep there is none but that. */
static uint64_t tick_now(const struct trace_tallies *t)
{
	const uint64_t nr = ticks(t);

	return t->window_refs ? nr : nr ? nr - 1 : 0;
}

static int add(struct trace_tallies *t, const struct trace_reference *ref, bool known,
	       uint64_t *nth)
{
	const size_t len = known ? ref->map->name_len : 0;
	struct trace_tally *list = t->list;
	char *name = malloc(len + 1);

	/* a power of two is full */
	if (name && !(t->nr & (t->nr - 1))) {
		list = reallocarray(list, t->nr ? 2 * t->nr : 1, sizeof(*list));
		if (list)
			t->list = list;
	}
	if (!name || !list) {
		free(name);
		return -ENOMEM;
	}
	if (known)
		memcpy(name, ref->map->name, len);
	name[len] = '\0';
	*nth = t->nr;
	list[t->nr++] = (struct trace_tally){
		.pid = ref->pid, .name = name, .name_len = len, .known = known,
		.born = tick_now(t), .last = UINT64_MAX - 1,
	};
	return 0;
}

/* VMAs of one name are one mapping of a process. */
static size_t find_mapping(const struct trace_tallies *t, const struct trace_reference *ref)
{
	const struct trace_tally *one;
	size_t i;

	for (i = 0; i < t->nr; i++) {
		one = t->list + i;
		if (one->pid == ref->pid && one->known == !!ref->map &&
		    (!ref->map || (one->name_len == ref->map->name_len &&
				   !memcmp(one->name, ref->map->name, one->name_len))))
			break;
	}
	return i;
}

static int get(struct trace_tallies *t, const struct trace_reference *ref, uint64_t *nth)
{
	const bool file = ref->map && ref->map->file;
	const bool mapping = t->by == TRACE_BY_MAPPING;
	const struct trace_key key = {
		mapping ? ref->pid : 0,
		mapping ? (ref->map ? ref->map->number : 0) : file ? ref->map->file : 0,
	};
	const struct trace_entry *entry = trace_table_find(&t->by_map, &key);
	int err = 0;

	if (entry) {
		*nth = entry->value;
		return 0;
	}
	*nth = mapping ? find_mapping(t, ref) : t->nr;
	if (*nth == t->nr)
		err = add(t, ref, mapping ? !!ref->map : file, nth);
	return err ?: trace_table_set(&t->by_map, &key, *nth);
}

static void end_window(struct trace_working *w, uint64_t window)
{
	w->sum += w->pages;
	if (w->pages > w->most)
		w->most = w->pages;
	w->pages = 0;
	w->window = window;
}

/* @before: tick of the last reference to that page, TRACE_TABLE_NONE without one. */
static void count_page(struct trace_tally *one, uint64_t tick, uint64_t before)
{
	struct trace_working *w = one->working;
	unsigned int i;

	for (i = 0; i < TRACE_WINDOWS; i++, w++) {
		if (w->window != tick / window_ticks[i])
			end_window(w, tick / window_ticks[i]);
		w->pages += before == TRACE_TABLE_NONE || before / window_ticks[i] != w->window;
	}
}

static void count(struct trace_tally *one, const struct trace_reference *ref, uint64_t page)
{
	const unsigned int was = (ref->flags & PAGESNAP_RF_WAS) >> PAGESNAP_RF_WAS_SHIFT;

	one->references++;
	if (ref->flags & PAGESNAP_RF_WRITE)
		one->writes++;
	else if (ref->flags & PAGESNAP_RF_FETCH)
		one->fetches++;
	else
		one->reads++;
	one->first += was == PAGESNAP_FAULT_WAS_NONE;
	one->sequential += page == one->last + 1;
	one->last = page;
}

/**
 * trace_tallies_sweep() - entries were protected
 * @t: tallies
 */
void trace_tallies_sweep(struct trace_tallies *t)
{
	t->sweeps++;
}

/**
 * trace_tallies_add() - add a reference
 * @t: tallies
 * @ref: reference
 *
 * Return: 0 or -ENOMEM.
 */
int trace_tallies_add(struct trace_tallies *t, const struct trace_reference *ref)
{
	const bool file = ref->map && ref->map->file;
	const uint64_t page = file ? ref->file_page : ref->vpn, tick = tick_now(t);
	const struct trace_entry *entry;
	struct trace_tally *one;
	struct trace_key key;
	uint64_t nth, before;
	int err = get(t, ref, &nth);

	if (err)
		return err;
	one = t->list + nth;
	/* the same address of two processes is two pages, also where both are of no file */
	key = (struct trace_key){ (nth << 32) | (file ? 0 : ref->space & UINT32_MAX), page };
	entry = trace_table_find(&t->last_tick, &key);
	before = entry ? entry->value : TRACE_TABLE_NONE;
	one->pages += !entry;
	count_page(one, tick, before);
	count(one, ref, page);
	t->references++;
	return before == tick ? 0 : trace_table_set(&t->last_tick, &key, tick);
}

static int most_first(const void *a, const void *b)
{
	const struct trace_tally *x = a, *y = b;

	if (x->references != y->references)
		return x->references < y->references ? 1 : -1;
	return x->pid != y->pid ? (x->pid < y->pid ? -1 : 1) : strcmp(x->name, y->name);
}

/**
 * trace_tallies_finish() - have final sums
 * @t: tallies; nothing can be added behind it
 *
 * The last window counts only if it is whole.
 */
void trace_tallies_finish(struct trace_tallies *t)
{
	struct trace_working *w;
	unsigned int nth;
	size_t i;

	for (i = 0; i < t->nr; i++) {
		for (nth = 0; nth < TRACE_WINDOWS; nth++) {
			w = t->list[i].working + nth;
			if ((w->window + 1) * window_ticks[nth] <= ticks(t))
				end_window(w, w->window + 1);
		}
	}
	if (t->nr)
		qsort(t->list, t->nr, sizeof(*t->list), most_first);
}

/* Whole windows since the first reference. */
static uint64_t windows_of(const struct trace_tallies *t, const struct trace_tally *one,
			   unsigned int nth)
{
	const uint64_t all = ticks(t) / window_ticks[nth], before = one->born / window_ticks[nth];

	return all > before ? all - before : 0;
}

/**
 * trace_tally_mean() - how large was the working set in the mean?
 * @t: tallies
 * @one: of these
 * @nth: number of the window
 *
 * Return: pages, rounded, or PAGESNAP_UNKNOWN.
 */
uint64_t trace_tally_mean(const struct trace_tallies *t, const struct trace_tally *one,
			  unsigned int nth)
{
	const uint64_t windows = windows_of(t, one, nth);

	return windows ? (one->working[nth].sum + windows / 2) / windows : PAGESNAP_UNKNOWN;
}

/**
 * trace_tally_most() - how large was the largest working set?
 * @t: tallies
 * @one: of these
 * @nth: number of the window
 *
 * Return: pages, or PAGESNAP_UNKNOWN.
 */
uint64_t trace_tally_most(const struct trace_tallies *t, const struct trace_tally *one,
			  unsigned int nth)
{
	return windows_of(t, one, nth) ? one->working[nth].most : PAGESNAP_UNKNOWN;
}

/**
 * trace_tallies_free() - forget tallies
 * @t: them
 */
void trace_tallies_free(struct trace_tallies *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		free(t->list[i].name);
	free(t->list);
	trace_table_free(&t->by_map);
	trace_table_free(&t->last_tick);
}
