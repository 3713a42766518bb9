// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "distances.h"

/* Student's t of 15 degrees of freedom at 97.5 %. */
#define T_OF_PARTS 2.131
/* And the same of a normal distribution. */
#define Z 1.96

static unsigned int part_of(uint64_t hash)
{
	return hash >> 32 & (TRACE_PARTS - 1);
}

/* Where it is in the grid; a higher distance is in no lower place. */
static size_t grid_of(uint64_t distance)
{
	unsigned int octave = 63 - (unsigned int)__builtin_clzll(distance | 1);
	uint64_t rest = distance - ((uint64_t)1 << octave);

	/* what is small has places to spare */
	return octave * TRACE_STEPS +
	       (size_t)(octave >= 4 ? rest >> (octave - 4) : rest << (4 - octave));
}

static int count(struct trace_histogram *h, uint32_t distance)
{
	if (distance >= h->room) {
		size_t room = distance + distance / 2 + 64;
		uint64_t *nr = reallocarray(h->nr, room, sizeof(*nr));

		if (!nr)
			return -ENOMEM;
		for (size_t i = h->room; i < room; i++)
			nr[i] = 0;
		h->nr = nr;
		h->room = room;
	}
	h->nr[distance]++;
	return 0;
}

static bool is_in(uint64_t hash, unsigned int level)
{
	return !level || !(hash >> (64 - level));
}

/* What was found so far was of all pages; its parts are known only from now on. */
static int begin_parts(struct trace_distances *d)
{
	if (!d->parts)
		d->parts = calloc(TRACE_PARTS, sizeof(*d->parts));
	return d->parts ? 0 : -ENOMEM;
}

static int leave_half_out(struct trace_distances *d)
{
	uint32_t *numbers = reallocarray(NULL, d->stack.nr, sizeof(*numbers));
	struct trace_table kept = { NULL };
	int err = numbers ? begin_parts(d) : -ENOMEM;

	d->level++;
	for (size_t i = 0; i < d->pages.room && !err; i++) {
		const struct trace_entry *e = &d->pages.entries[i];

		if (e->value == TRACE_TABLE_NONE)
			continue;
		numbers[e->value] = TRACE_STACK_NONE;
		if (!is_in(trace_key_hash(&e->key), d->level))
			continue;
		numbers[e->value] = (uint32_t)kept.nr;
		err = trace_table_set(&kept, &e->key, kept.nr);
	}
	if (!err) {
		trace_stack_keep(&d->stack, numbers);
		trace_table_free(&d->pages);
		d->pages = kept;
	} else {
		trace_table_free(&kept);
	}
	free(numbers);
	return err;
}

/* All of them may have been left out, or none, so it is a loop. */
static int make_room(struct trace_distances *d)
{
	int err = 0;

	while (!err && d->limit && d->stack.nr >= d->limit)
		err = d->level < TRACE_LEVELS ? leave_half_out(d) : -E2BIG;
	return err;
}

int trace_distances_add(struct trace_distances *d, const struct trace_key *page)
{
	uint64_t hash = trace_key_hash(page);
	const struct trace_entry *e;
	uint32_t number, distance;
	int err;

	d->references++;
	if (!is_in(hash, d->level))
		return 0;
	e = trace_table_find(&d->pages, page);
	if (!e) {
		err = make_room(d);
		if (err || !is_in(hash, d->level))
			return err;
	}
	number = e ? (uint32_t)e->value : d->stack.nr;
	err = e ? 0 : trace_table_set(&d->pages, page, number);
	err = err ?: trace_stack_touch(&d->stack, number, &distance);
	if (err)
		return err;
	d->weight += (uint64_t)1 << d->level;
	if (!distance)
		d->cold += (uint64_t)1 << d->level;
	if (d->parts)
		d->parts[part_of(hash)][distance ? grid_of((uint64_t)distance << d->level) :
					TRACE_GRID - 1] += (uint64_t)1 << d->level;
	return distance ? count(&d->levels[d->level], distance) : 0;
}

static uint64_t above(const struct trace_distances *d, uint64_t size)
{
	uint64_t misses = d->cold;

	for (unsigned int l = 0; l <= d->level; l++) {
		const struct trace_histogram *h = &d->levels[l];

		/* a page of the sample is behind so many others on the average */
		for (size_t i = (size >> l) + 1; i < h->room; i++)
			misses += h->nr[i] << l;
	}
	return misses < d->references ? misses : d->references;
}

/* Half of the interval that the misses are in, as the parts of the sample differ. */
static double spread(const struct trace_distances *d, uint64_t size)
{
	double sum = 0, squares = 0, mean;

	for (unsigned int part = 0; part < TRACE_PARTS; part++) {
		double n = 0;

		for (size_t i = grid_of(size) + 1; i < TRACE_GRID; i++)
			n += (double)d->parts[part][i];
		sum += n;
		squares += n * n;
	}
	mean = sum / TRACE_PARTS;
	squares = (squares - TRACE_PARTS * mean * mean) / (TRACE_PARTS - 1);
	return T_OF_PARTS * sqrt(TRACE_PARTS * (squares > 0 ? squares : 0));
}

/*
 * A distance is known by the pages of the sample that are in it, n of them, so it is off by a
 * share of 1/sqrt(n): misses are between those of caches that are so much larger and smaller.
 */
struct trace_misses trace_distances_misses(const struct trace_distances *d, uint64_t size)
{
	struct trace_misses m;
	double share, wide, least, most;

	m.misses = m.least = m.most = above(d, size);
	if (!d->level)
		return m;
	share = Z / sqrt((double)(size >> d->level) + 1);
	wide = spread(d, size);
	least = (double)above(d, (uint64_t)((double)size * (1 + share))) - wide;
	most = (double)above(d, share < 1 ? (uint64_t)((double)size * (1 - share)) : 0) + wide;
	m.least = least > 0 ? (uint64_t)least : 0;
	m.most = most < (double)d->references ? (uint64_t)most : d->references;
	return m;
}

void trace_distances_free(struct trace_distances *d)
{
	for (unsigned int l = 0; l <= TRACE_LEVELS; l++)
		free(d->levels[l].nr);
	free(d->parts);
	trace_table_free(&d->pages);
	trace_stack_free(&d->stack);
	*d = (struct trace_distances){ .limit = d->limit };
}
