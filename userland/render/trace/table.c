// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>

#include "table.h"

#define ROOM_MIN 64

static uint64_t mixed(uint64_t x)
{
	x ^= x >> 32;
	x *= 0x9e3779b97f4a7c15;
	x ^= x >> 29;
	x *= 0xd6e8feb86659fd93;
	return x ^ x >> 32;
}

uint64_t trace_key_hash(const struct trace_key *key)
{
	return mixed(mixed(key->owner + 1) + key->page);
}

static bool same(const struct trace_key *a, const struct trace_key *b)
{
	return a->page == b->page && a->owner == b->owner;
}

/* Where it is, or the free entry where it would be. */
static struct trace_entry *place(const struct trace_table *t, const struct trace_key *key)
{
	size_t mask = t->room - 1;
	size_t at = trace_key_hash(key) & mask;

	while (t->entries[at].value != TRACE_TABLE_NONE && !same(&t->entries[at].key, key))
		at = (at + 1) & mask;
	return &t->entries[at];
}

struct trace_entry *trace_table_find(const struct trace_table *t, const struct trace_key *key)
{
	struct trace_entry *e;

	if (!t->nr)
		return NULL;
	e = place(t, key);
	return e->value == TRACE_TABLE_NONE ? NULL : e;
}

static int grow(struct trace_table *t)
{
	struct trace_table to = { .room = t->room ? 2 * t->room : ROOM_MIN };

	to.entries = reallocarray(NULL, to.room, sizeof(struct trace_entry));
	if (!to.entries)
		return -ENOMEM;
	for (size_t i = 0; i < to.room; i++)
		to.entries[i] = (struct trace_entry){ .value = TRACE_TABLE_NONE };
	for (size_t i = 0; i < t->room; i++)
		if (t->entries[i].value != TRACE_TABLE_NONE)
			*place(&to, &t->entries[i].key) = t->entries[i];
	to.nr = t->nr;
	free(t->entries);
	*t = to;
	return 0;
}

int trace_table_set(struct trace_table *t, const struct trace_key *key, uint64_t value)
{
	struct trace_entry *e;

	if (t->nr >= t->room / 4 * 3 && grow(t))
		return -ENOMEM;
	e = place(t, key);
	if (e->value == TRACE_TABLE_NONE)
		t->nr++;
	*e = (struct trace_entry){ .key = *key, .value = value };
	return 0;
}

/* Entries behind the gap move up to it, so that a search that passed it finds them still. */
static void close_gap(struct trace_table *t, size_t gap)
{
	size_t mask = t->room - 1;

	for (size_t at = (gap + 1) & mask; t->entries[at].value != TRACE_TABLE_NONE;
	     at = (at + 1) & mask) {
		size_t home = trace_key_hash(&t->entries[at].key) & mask;

		if (((at - home) & mask) < ((at - gap) & mask))
			continue;
		t->entries[gap] = t->entries[at];
		gap = at;
	}
	t->entries[gap].value = TRACE_TABLE_NONE;
}

void trace_table_remove(struct trace_table *t, const struct trace_key *key)
{
	struct trace_entry *e = trace_table_find(t, key);

	if (!e)
		return;
	t->nr--;
	close_gap(t, (size_t)(e - t->entries));
}

void trace_table_free(struct trace_table *t)
{
	free(t->entries);
	*t = (struct trace_table){ 0 };
}
