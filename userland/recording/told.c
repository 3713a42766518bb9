// SPDX-License-Identifier: GPL-2.0
/*
 * Which records a moment has of a file that is named by its number alone.
 */
#include <errno.h>
#include <stdlib.h>

#include "told.h"

#define ROOM_MIN 1024

/**
 * told_next() - what number comes next?
 * @t: files
 *
 * Return: number.
 */
uint64_t told_next(const struct told *t)
{
	return t->first + t->nr;
}

static int make_room(struct told *t, size_t nr)
{
	size_t room = t->room ?: ROOM_MIN;
	struct told_file *more;

	if (nr <= t->room - t->nr)
		return 0;
	while (room - t->nr < nr)
		room *= 2;
	more = reallocarray(t->list, room, sizeof(*more));
	if (!more)
		return -ENOMEM;
	t->list = more;
	t->room = room;
	return 0;
}

/**
 * told_add() - a file was told of
 * @t: those before it
 * @file: its record
 *
 * Return: 0 or -ENOMEM.
 */
int told_add(struct told *t, const struct told_file *file)
{
	int err = make_room(t, 1);

	if (!err)
		t->list[t->nr++] = *file;
	return err;
}

/**
 * told_add_more() - a record belongs to the file that was told of last
 * @t: files; there is one
 * @len: bytes of the record
 */
void told_add_more(struct told *t, uint32_t len)
{
	t->list[t->nr - 1].nr++;
	t->list[t->nr - 1].len += len;
}

/**
 * told_find() - find files by their numbers
 * @t: files
 * @from: number of the first
 * @nr: how many
 *
 * Return: these; NULL if one of them has no such number.
 */
const struct told_file *told_find(const struct told *t, uint64_t from, uint64_t nr)
{
	if (from < t->first || from - t->first > t->nr || nr > t->nr - (from - t->first))
		return NULL;
	return t->list + (from - t->first);
}

/**
 * told_copy() - files are as they were told of in another moment
 * @t: those before them
 * @files: as they were there, each behind the one before it
 * @nr: how many
 * @at: number of the first record that they have in this moment
 *
 * Return: 0 or -ENOMEM.
 */
int told_copy(struct told *t, const struct told_file *files, size_t nr, uint32_t at)
{
	int err = make_room(t, nr);
	struct told_file *to;
	size_t i;

	if (err)
		return err;
	to = t->list + t->nr;
	for (i = 0; i < nr; i++) {
		to[i] = files[i];
		to[i].at += at - files->at;
	}
	t->nr += nr;
	return 0;
}

/**
 * told_empty() - begin anew
 * @t: files
 * @first: number of the next one
 */
void told_empty(struct told *t, uint64_t first)
{
	t->first = first;
	t->nr = 0;
}

/**
 * told_free() - give the memory back
 * @t: files, none from now on
 */
void told_free(struct told *t)
{
	free(t->list);
	*t = (struct told){ .list = NULL };
}
