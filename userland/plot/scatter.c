// SPDX-License-Identifier: GPL-2.0
/*
 * References by page and time, in cells.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "scatter.h"

#define SIZE_MIN 16

static bool is_empty(const struct scatter_cell *cell)
{
	return !cell->counts[SCATTER_READ] && !cell->counts[SCATTER_WRITE] &&
	       !cell->counts[SCATTER_FETCH];
}

/* Where the cell with that key is, or belongs. */
static struct scatter_cell *slot_of(const struct scatter *s, uint64_t key)
{
	size_t at = ((key * 0x9e3779b97f4a7c15ULL) >> 32) & (s->size - 1);

	while (!is_empty(s->slots + at) && s->slots[at].key != key)
		at = (at + 1) & (s->size - 1);
	return s->slots + at;
}

static uint32_t add_up(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

/* The mapping of a cell is that which was there last. */
static void merge(struct scatter *s, const struct scatter_cell *from, uint64_t key)
{
	struct scatter_cell *to = slot_of(s, key);
	unsigned int kind;

	s->nr += is_empty(to);
	to->key = key;
	to->area = from->area;
	for (kind = 0; kind < SCATTER_KINDS; kind++)
		to->counts[kind] = add_up(to->counts[kind], from->counts[kind]);
}

static uint64_t coarser(uint64_t key, unsigned int rows, unsigned int columns)
{
	const uint64_t mask = SCATTER_COLUMNS - 1;

	return (((key & ~mask) >> rows) & ~mask) | ((key & mask) >> columns);
}

/* The same cells in @size slots, or what they are when rows and columns are that much coarser. */
static int rebuild(struct scatter *s, size_t size, unsigned int rows, unsigned int columns)
{
	const struct scatter_cell *old = s->slots, *end = old + s->size, *cell;
	struct scatter_cell *slots = calloc(size, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	s->slots = slots;
	s->size = size;
	s->nr = 0;
	for (cell = old; cell < end; cell++)
		if (!is_empty(cell))
			merge(s, cell, coarser(cell->key, rows, columns));
	free((void *)old);
	return 0;
}

/* A table that is no more than half full is fast. */
static int grow(struct scatter *s)
{
	if (2 * s->nr < s->size)
		return 0;
	return rebuild(s, s->size ? 2 * s->size : SIZE_MIN, 0, 0);
}

/**
 * scatter_reach() - have a column for a moment
 * @s: cells
 * @x: the moment
 *
 * Return: 0 or -ENOMEM.
 */
int scatter_reach(struct scatter *s, uint64_t x)
{
	unsigned int by = 0;
	int err = 0;

	while (x >> (s->x_shift + by) >= SCATTER_COLUMNS)
		by++;
	if (by && s->nr)
		err = rebuild(s, s->size, 0, by);
	if (err)
		return err;
	s->x_shift += by;
	if (x >= s->end)
		s->end = x + 1;
	return 0;
}

/**
 * scatter_add() - count a reference
 * @s: cells
 * @page: virtual page number
 * @x: when, in whatever unit
 * @kind: what it was
 * @area: number of its mapping
 *
 * Return: 0 or -ENOMEM.
 */
int scatter_add(struct scatter *s, uint64_t page, uint64_t x, enum scatter_kind kind,
		uint32_t area)
{
	struct scatter_cell one = { .area = area };
	int err = scatter_reach(s, x) ?: grow(s);

	one.counts[kind] = 1;
	if (!err)
		merge(s, &one, (page >> s->page_shift << SCATTER_COLUMNS_LOG) | (x >> s->x_shift));
	return err;
}

/**
 * scatter_coarsen() - have fewer cells
 * @s: cells
 *
 * Return: 0 or -ENOMEM.
 */
int scatter_coarsen(struct scatter *s)
{
	int err = s->nr ? rebuild(s, s->size, 1, 0) : 0;
	size_t size = s->size;

	if (err)
		return err;
	s->page_shift++;
	while (size > SIZE_MIN && 4 * s->nr < size)
		size /= 2;
	return size < s->size ? rebuild(s, size, 0, 0) : 0;
}

static int by_key(const void *a, const void *b)
{
	const struct scatter_cell *x = a, *y = b;

	return x->key < y->key ? -1 : x->key > y->key;
}

/**
 * scatter_sort() - put cells in order
 * @s: cells
 */
void scatter_sort(struct scatter *s)
{
	size_t nr = 0, at;

	for (at = 0; at < s->size; at++)
		if (!is_empty(s->slots + at))
			s->slots[nr++] = s->slots[at];
	s->size = nr;
	if (nr)
		qsort(s->slots, nr, sizeof(*s->slots), by_key);
}

/**
 * scatter_free() - free cells
 * @s: them
 */
void scatter_free(struct scatter *s)
{
	free(s->slots);
	*s = (struct scatter){ NULL };
}
