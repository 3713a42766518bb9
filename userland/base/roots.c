// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: directories below which others are
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mounts.h"
#include "roots.h"

static size_t length_of(const char *path)
{
	return strcmp(path, "/") ? strlen(path) : 0;
}

/**
 * roots_above() - is a directory above a path?
 * @roots: directories
 * @nr: so many of them are looked at
 * @path: absolute, without symbolic links
 *
 * Return: true if so.
 */
bool roots_above(const struct roots *roots, size_t nr, const char *path)
{
	size_t i, len;

	for (i = 0; i < nr; i++) {
		len = length_of(roots->list[i]);
		if (mounts_above(roots->list[i], len, path, length_of(path)))
			return true;
	}
	return false;
}

/**
 * roots_add() - add a directory
 * @roots: where to
 * @path: it, which is copied
 *
 * Return: 0 or -ENOMEM.
 */
int roots_add(struct roots *roots, const char *path)
{
	char **list = reallocarray(roots->list, roots->nr + 1, sizeof(char *));

	if (!list)
		return -ENOMEM;
	roots->list = list;
	list[roots->nr] = strdup(path);
	if (!list[roots->nr])
		return -ENOMEM;
	roots->nr++;
	return 0;
}

/**
 * roots_free() - free directories that were added
 * @roots: directories
 */
void roots_free(struct roots *roots)
{
	while (roots->nr)
		free(roots->list[--roots->nr]);
	free(roots->list);
	roots->list = NULL;
}
