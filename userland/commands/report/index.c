// SPDX-License-Identifier: GPL-2.0
/*
 * A tree, not a hash: users choose the names of folders, and could choose such as collide.
 */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"

struct numbered {
	uint32_t nr;
	uint32_t len;
	char key[];
};

static int compare(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;

	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->key, y->key, x->len);
}

/**
 * index_find() - the number of a key
 * @x: keys so far; gets this one
 * @key: its bytes
 * @len: how many, less than 4 GiB
 * @fresh: is it a new one?
 *
 * Return: number or -ENOMEM.
 */
int64_t index_find(struct index *x, const void *key, size_t len, bool *fresh)
{
	struct numbered *entry = malloc(sizeof(*entry) + len), **found;

	if (!entry)
		return -ENOMEM;
	entry->nr = x->nr;
	entry->len = len;
	memcpy(entry->key, key, len);
	found = tsearch(entry, &x->root, compare);
	*fresh = found && *found == entry;
	if (*fresh)
		return x->nr++;
	free(entry);
	return found ? (int64_t)(*found)->nr : -ENOMEM;
}

/**
 * index_free() - forget all
 * @x: keys
 */
void index_free(struct index *x)
{
	tdestroy(x->root, free);
	*x = (struct index){ .nr = 0 };
}
