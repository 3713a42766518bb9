// SPDX-License-Identifier: GPL-2.0
/*
 * Marks of records.  Pure: no input, no output.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "marks.h"

#define ROOM_MIN 1024

/**
 * marker_begin() - get ready to mark the records of a moment
 * @m: what will do so
 * @seed: secret of the moment
 */
void marker_begin(struct marker *m, uint64_t seed)
{
	_Static_assert(sizeof(m->secret) == XXH3_SECRET_DEFAULT_SIZE, "what a seed makes has that size");

	m->seed = seed;
	XXH3_generateSecret_fromSeed(m->secret, seed);
}

/**
 * mark_of() - what stands for a record
 * @record: bytes
 * @len: how many
 * @m: of the moment
 *
 * Return: mark.
 */
struct mark mark_of(const void *record, size_t len, const struct marker *m)
{
	/* as with the seed alone, which would make the same secret of it for each long record */
	const XXH128_hash_t hash = XXH3_128bits_withSecretandSeed(record, len, m->secret,
								  sizeof(m->secret), m->seed);

	return (struct mark){ .low = hash.low64, .high = hash.high64 };
}

static int make_room(struct marks *m, size_t nr)
{
	size_t room = m->room ?: ROOM_MIN;
	struct mark *more;

	if (nr > MARKS_NONE - m->nr)
		return -EFBIG;
	if (nr <= m->room - m->nr)
		return 0;
	while (room - m->nr < nr)
		room *= 2;
	more = reallocarray(m->list, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	m->list = more;
	m->room = room;
	return 0;
}

/**
 * marks_add() - one more record
 * @m: those before it
 * @mark: its mark
 *
 * Return: 0, -ENOMEM or -EFBIG.
 */
int marks_add(struct marks *m, const struct mark *mark)
{
	int err = make_room(m, 1);

	if (!err)
		m->list[m->nr++] = *mark;
	return err;
}

static int is_same(const struct mark *a, const struct mark *b)
{
	return a->low == b->low && a->high == b->high;
}

/**
 * marks_copy() - more records, which others were before
 * @m: those before them
 * @from: where they are taken from
 * @nth: first of them
 * @nr: how many, all of which are there
 *
 * Return: 0, -ENOMEM or -EFBIG.
 */
int marks_copy(struct marks *m, const struct marks *from, size_t nth, size_t nr)
{
	int err = make_room(m, nr);

	if (err)
		return err;
	memcpy(m->list + m->nr, from->list + nth, nr * sizeof(*m->list));
	m->nr += nr;
	return 0;
}

/**
 * marks_has() - is a record that one?
 * @m: records
 * @nth: number of the record, which there may not be
 * @mark: of the other
 *
 * Return: 1 or 0.
 */
int marks_has(const struct marks *m, size_t nth, const struct mark *mark)
{
	return nth < m->nr && is_same(m->list + nth, mark);
}

static int make_table(struct marks *m)
{
	size_t places = 2 * ROOM_MIN, at, i;

	while (places < 2 * m->nr)
		places *= 2;
	m->table = malloc(places * sizeof(*m->table));
	if (!m->table)
		return -ENOMEM;
	memset(m->table, 0xff, places * sizeof(*m->table));
	m->mask = places - 1;
	for (i = 0; i < m->nr; i++) {
		at = m->list[i].low & m->mask;
		while (m->table[at] != MARKS_NONE && !marks_has(m, m->table[at], m->list + i))
			at = (at + 1) & m->mask;
		m->table[at] = i;
	}
	return 0;
}

/**
 * marks_find() - look for a record
 * @m: records
 * @mark: its mark
 * @found: gets its number, MARKS_NONE if there is none
 *
 * Return: 0 or -ENOMEM.
 */
int marks_find(struct marks *m, const struct mark *mark, uint32_t *found)
{
	size_t at;

	*found = MARKS_NONE;
	if (!m->table && make_table(m))
		return -ENOMEM;
	at = mark->low & m->mask;
	while (m->table[at] != MARKS_NONE && !marks_has(m, m->table[at], mark))
		at = (at + 1) & m->mask;
	*found = m->table[at];
	return 0;
}

/**
 * marks_sum() - what stands for all records
 * @m: records
 * @seed: secret of the moment
 *
 * Return: hash.
 */
uint64_t marks_sum(const struct marks *m, uint64_t seed)
{
	return m->nr ? XXH3_64bits_withSeed(m->list, m->nr * sizeof(*m->list), seed) : 0;
}

/**
 * marks_empty() - begin anew
 * @m: records
 */
void marks_empty(struct marks *m)
{
	free(m->table);
	m->table = NULL;
	m->nr = 0;
}

/**
 * marks_free() - give the memory back
 * @m: records, none from now on
 */
void marks_free(struct marks *m)
{
	free(m->table);
	free(m->list);
	*m = (struct marks){ .list = NULL };
}
