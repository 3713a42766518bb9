// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a map is drawn of
 *
 * Neighbours of one state are one slice, however long.  When there are too many slices, those
 * within a block of twice as many pages as before become one, which knows how many pages of
 * each state it has, but not where.  So a file of 16 TiB needs no more memory than a small one,
 * sums stay exact, and what is lost is finer than a cell of any picture of all of it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

#define ROOM_FIRST 64

/**
 * map_counts_sum() - how many pages were counted?
 * @c: counts
 *
 * Return: pages.
 */
uint64_t map_counts_sum(const struct map_counts *c)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < MAP_STATES; i++)
		sum += c->pages[i];
	return sum;
}

/**
 * map_counts_there() - how many of them are in memory?
 * @c: counts
 *
 * Return: pages; of frames, those in use.
 */
uint64_t map_counts_there(const struct map_counts *c)
{
	uint64_t sum = 0;
	unsigned int i;

	for (i = 0; i < MAP_STATES; i++)
		sum += map_state_counts(i) ? c->pages[i] : 0;
	return sum;
}

/**
 * map_counts_add() - add counts to others
 * @to: gets the sums
 * @from: counts
 */
void map_counts_add(struct map_counts *to, const struct map_counts *from)
{
	unsigned int i;

	for (i = 0; i < MAP_STATES; i++)
		to->pages[i] += from->pages[i];
}

/* Do both lie in one block of 2^@grain pages? */
static bool in_one_block(const struct map_slice *a, const struct map_slice *b, unsigned int grain)
{
	return a->start >> grain == (b->end - 1) >> grain;
}

/* Twice as large blocks, until half of the slices are gone. */
static void coarsen(struct map_model *m)
{
	struct map_slice *to;
	size_t i;

	while (m->slices && m->nr > MAP_SLICES_MAX / 2 && m->grain < 63) {
		m->grain++;
		to = m->slices;
		for (i = 1; i < m->nr; i++) {
			if (in_one_block(to, m->slices + i, m->grain)) {
				to->end = m->slices[i].end;
				map_counts_add(&to->counts, &m->slices[i].counts);
			} else {
				*++to = m->slices[i];
			}
		}
		m->nr = to - m->slices + 1;
	}
}

static int make_room(struct map_model *m)
{
	size_t room = m->room ? 2 * m->room : ROOM_FIRST;
	struct map_slice *more;

	if (m->nr == MAP_SLICES_MAX)
		coarsen(m);
	if (m->slices && m->nr < m->room)
		return 0;
	more = reallocarray(m->slices, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	m->slices = more;
	m->room = room;
	return 0;
}

/* Is it all of one state, with the pages that follow? */
static bool goes_on(const struct map_slice *last, uint64_t start, enum map_state state)
{
	return last->end == start && last->counts.pages[state] == last->end - last->start;
}

/**
 * map_model_add() - add pages
 * @m: map
 * @start: the first, behind all that were added before
 * @end: behind the last, at least one page
 * @state: of all of them
 *
 * Return: 0 or -ENOMEM.
 */
int map_model_add(struct map_model *m, uint64_t start, uint64_t end, enum map_state state)
{
	struct map_slice slice = { .start = start, .end = end };
	struct map_slice *last = m->nr ? m->slices + m->nr - 1 : NULL;
	int err;

	slice.counts.pages[state] = end - start;
	m->total.pages[state] += end - start;
	if (last && (goes_on(last, start, state) || in_one_block(last, &slice, m->grain))) {
		last->end = end;
		last->counts.pages[state] += end - start;
		return 0;
	}
	err = make_room(m);
	if (!err)
		m->slices[m->nr++] = slice;
	return err;
}

static int make_area_room(struct map_model *m)
{
	size_t room = m->areas_room ? 2 * m->areas_room : ROOM_FIRST;
	struct map_area *more;

	if (m->nr_areas < m->areas_room)
		return 0;
	more = reallocarray(m->areas, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	m->areas = more;
	m->areas_room = room;
	return 0;
}

/* One that grew, or another part of the same file, which has other rights. */
static bool continues(const struct map_area *last, uint64_t start, const char *name, size_t len)
{
	if (last->end != start || !last->name != !len)
		return false;
	return !len || (strlen(last->name) == len && !memcmp(last->name, name, len));
}

/**
 * map_model_area() - add a mapping
 * @m: map of a process
 * @start: its first page
 * @end: behind the last
 * @name: any bytes
 * @len: how many, 0 for none
 *
 * Return: 0 or -ENOMEM.
 */
int map_model_area(struct map_model *m, uint64_t start, uint64_t end, const char *name, size_t len)
{
	struct map_area area = { .start = start, .end = end };

	if (m->nr_areas && continues(m->areas + m->nr_areas - 1, start, name, len)) {
		m->areas[m->nr_areas - 1].end = end;
		return 0;
	}
	if (m->nr_areas == MAP_AREAS_MAX) {
		m->crowded = true;
		return 0;
	}
	if (make_area_room(m))
		return -ENOMEM;
	if (len) {
		area.name = strndup(name, len < MAP_NAME_MAX ? len : MAP_NAME_MAX);
		if (!area.name)
			return -ENOMEM;
	}
	m->areas[m->nr_areas++] = area;
	return 0;
}

/**
 * map_model_name() - say what it is of
 * @m: map
 * @name: any bytes
 * @len: how many, 0 for none
 *
 * Return: 0 or -ENOMEM.
 */
int map_model_name(struct map_model *m, const char *name, size_t len)
{
	free(m->name);
	m->name = len ? strndup(name, len) : NULL;
	m->name_len = m->name ? strlen(m->name) : 0;
	return len && !m->name ? -ENOMEM : 0;
}

/**
 * map_model_free() - forget a map
 * @m: it
 */
void map_model_free(struct map_model *m)
{
	size_t i;

	for (i = 0; i < m->nr_areas; i++)
		free(m->areas[i].name);
	free(m->areas);
	free(m->slices);
	free(m->name);
	*m = (struct map_model){ .nr = 0 };
}
