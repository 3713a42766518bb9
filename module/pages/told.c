// SPDX-License-Identifier: GPL-2.0
/*
 * Which files a session told of: a hash table with open addressing, of which places are
 * never given back, but left behind when another table takes its place.  Pure.
 */
#include "told.h"

/* Where @key stands, or would stand.  There always is a free place. */
static struct pagesnap_told *place_of(const struct pagesnap_told_table *t, u64 key)
{
	u64 mask = (1ULL << t->bits) - 1, at = key >> (64 - t->bits);

	while (t->place[at].print && t->place[at].key != key)
		at = (at + 1) & mask;
	return &t->place[at];
}

/**
 * pagesnap_told_find() - what was told of a file?
 * @t: table
 * @key: of the file
 *
 * Return: it; NULL if it isn't known.
 */
struct pagesnap_told *pagesnap_told_find(const struct pagesnap_told_table *t, u64 key)
{
	struct pagesnap_told *told = t->place ? place_of(t, key) : NULL;

	return told && told->print ? told : NULL;
}

/**
 * pagesnap_told_is_full() - is there no place for another file?
 * @t: table
 *
 * Return: true if three quarters are taken, so that searches stay short.
 */
bool pagesnap_told_is_full(const struct pagesnap_told_table *t)
{
	return !t->place || t->nr >= (3ULL << t->bits) / 4;
}

/**
 * pagesnap_told_add() - a place for a file
 * @t: table that isn't full, or knows the file
 * @key: of the file
 *
 * Return: its place, where @key stands; all else is the caller's to fill, @print not with 0.
 */
struct pagesnap_told *pagesnap_told_add(struct pagesnap_told_table *t, u64 key)
{
	struct pagesnap_told *told = place_of(t, key);

	t->nr += !told->print;
	told->key = key;
	return told;
}

/**
 * pagesnap_told_move() - take files over to another table, some at a time
 * @from: table
 * @to: table with room for all that are moved
 * @at: place in @from to begin with, 0 at first
 * @nr: places to look at, at the most
 * @number: files that were told of under lower ones stay behind
 *
 * Return: the place to go on with; as many as there are, at the end.
 */
u64 pagesnap_told_move(const struct pagesnap_told_table *from, struct pagesnap_told_table *to,
		       u64 at, u64 nr, u64 number)
{
	u64 end = from->place ? 1ULL << from->bits : 0;

	for (; at < end && nr; at++, nr--) {
		const struct pagesnap_told *told = &from->place[at];

		if (told->print && told->number >= number)
			*pagesnap_told_add(to, told->key) = *told;
	}
	return at;
}
