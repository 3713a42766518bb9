// SPDX-License-Identifier: GPL-2.0
/*
 * Files by device, subvolume, inode and generation.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "seen.h"

struct id {
	uint32_t major;
	uint32_t minor;
	uint64_t subvol;
	uint64_t ino;
	uint64_t gen;
};

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct id));
}

/**
 * seen_before() - was this file counted already?
 * @s: files so far; gets this one
 * @file: file
 *
 * Return: 1, 0 if not, -ENOMEM.
 */
int seen_before(struct seen *s, const struct pagesnap_file *file)
{
	struct id *id = calloc(1, sizeof(*id));
	struct id **found;

	if (!id)
		return -ENOMEM;
	id->major = file->dev_major;
	id->minor = file->dev_minor;
	id->subvol = file->subvol;
	id->ino = file->ino;
	id->gen = file->gen;
	found = tsearch(id, &s->root, compare);
	if (found && *found == id)
		return 0;
	free(id);
	return found ? 1 : -ENOMEM;
}

/**
 * seen_free() - forget them
 * @s: files
 */
void seen_free(struct seen *s)
{
	tdestroy(s->root, free);
	s->root = NULL;
}
