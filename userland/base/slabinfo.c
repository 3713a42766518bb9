// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: caches in /proc/slabinfo, which root alone may read
 *
 * Caches that are merged have one line there, with the name of the first.  kmalloc() has several
 * caches for a size: by cgroup, for DMA, at random, or of who asks for its own; here they are one.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "numbers.h"
#include "slabinfo.h"
#include "system_path.h"

#define VERSION "slabinfo - version: 2."
#define SLABS " : slabdata "

/* "64" or "4k": what caches of kmalloc() are for. */
static bool is_size(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && (!text[digits] || (strchr("kM", text[digits]) && !text[digits + 1]));
}

/* What stands behind @word, NULL if it doesn't begin so. */
static const char *behind(const char *name, const char *word)
{
	return strncmp(name, word, strlen(word)) ? NULL : name + strlen(word);
}

/* The size that a cache of kmalloc() is for, NULL if it is none. */
static const char *size_of(const char *name)
{
	/* the last two are kmalloc()'s, too, for one purpose each */
	static const char *const kinds[] = {
		"kmalloc-", "kmalloc-cg-", "kmalloc-rcl-", "dma-kmalloc-", "kmalloc-dma-",
		"msg_msg-", "memdup_user-",
	};
	const char *size = behind(name, "kmalloc-rnd-");
	size_t i;

	if (size) {
		size += strspn(size, "0123456789");
		return *size == '-' && is_size(size + 1) ? size + 1 : NULL;
	}
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size = behind(name, kinds[i]);
		if (size && is_size(size))
			return size;
	}
	return NULL;
}

/* What it has counts with that of those that are called the same. */
static int add(struct slabinfo *info, const struct slabinfo_cache *cache)
{
	const struct slabinfo_cache *found = slabinfo_find(info, cache->name);
	struct slabinfo_cache *known = info->list + (found ? found - info->list : 0), *list;

	if (found) {
		known->objects += cache->objects;
		known->bytes += cache->bytes;
		return 0;
	}
	/* a power of two is full */
	if (!(info->nr & (info->nr - 1))) {
		list = reallocarray(info->list, info->nr ? 2 * info->nr : 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		info->list = list;
	}
	info->list[info->nr++] = *cache;
	return 0;
}

/* What a line has behind the name, and behind SLABS. */
enum { ACTIVE_OBJECTS, ALL_OBJECTS, OBJECT_SIZE, OBJECTS_OF_SLAB, PAGES_OF_SLAB, OBJECT_NUMBERS };
enum { ACTIVE_SLABS, ALL_SLABS, SLAB_NUMBERS };

/* False for what is no cache: the line of titles. */
static bool read_line(char *line, struct slabinfo_cache *cache)
{
	uint64_t objects[OBJECT_NUMBERS], of_slabs[SLAB_NUMBERS];
	const char *slabs = strstr(line, SLABS), *size;
	size_t len = strcspn(line, " ");

	if (!slabs || !len || len >= SLABINFO_NAME ||
	    !numbers_read(line + len, objects, OBJECT_NUMBERS) ||
	    !numbers_read(slabs + strlen(SLABS), of_slabs, SLAB_NUMBERS))
		return false;
	line[len] = '\0';
	size = size_of(line);
	snprintf(cache->name, sizeof(cache->name), "%s%s", size ? "kmalloc-" : "", size ?: line);
	cache->objects = objects[ACTIVE_OBJECTS];
	cache->bytes = of_slabs[ALL_SLABS] * objects[PAGES_OF_SLAB] *
		       (uint64_t)sysconf(_SC_PAGESIZE);
	return true;
}

/**
 * slabinfo_read() - read what is there now
 * @info: all zero; stays so if it can't be read, or is of a version that isn't known
 */
void slabinfo_read(struct slabinfo *info)
{
	char path[4096], *line = NULL;
	struct slabinfo_cache cache;
	size_t room = 0;
	FILE *from;

	snprintf(path, sizeof(path), "%s/slabinfo", system_path("PAGESNAP_PROC", "/proc"));
	from = fopen(path, "re");
	if (!from)
		return;
	if (getline(&line, &room, from) > 0 && behind(line, VERSION))
		while (getline(&line, &room, from) > 0)
			if (read_line(line, &cache) && add(info, &cache))
				break;
	/* half of it would be taken for all */
	if (!feof(from))
		slabinfo_free(info);
	free(line);
	fclose(from);
}

/**
 * slabinfo_find() - find a cache
 * @info: all
 * @name: as pagesnap tells it
 *
 * Return: cache, NULL if it isn't there.
 */
const struct slabinfo_cache *slabinfo_find(const struct slabinfo *info, const char *name)
{
	size_t i;

	for (i = 0; i < info->nr; i++)
		if (!strcmp(info->list[i].name, name))
			return info->list + i;
	return NULL;
}

/**
 * slabinfo_free() - forget all
 * @info: them
 */
void slabinfo_free(struct slabinfo *info)
{
	free(info->list);
	*info = (struct slabinfo){ NULL };
}
