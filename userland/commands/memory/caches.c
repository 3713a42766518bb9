// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the caches of the slab allocator
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/slabinfo.h"
#include "system.h"

/* Heads of packets, with room for small ones. */
#define PACKETS "skbuff_"

/**
 * caches_read() - read how many slabs each cache has
 * @s: gets it
 *
 * Return: 0 or a negative errno.
 */
int caches_read(struct system *s)
{
	uint64_t page_size = sysconf(_SC_PAGESIZE);
	struct slabinfo info = { NULL };
	size_t i;

	slabinfo_read(&info);
	for (i = 0; i < info.nr; i++) {
		const struct slabinfo_cache *cache = &info.list[i];
		uint64_t pages = cache->bytes / page_size;

		parts_add(&s->slabs, pages, cache->name, strlen(cache->name));
		s->packets += strncmp(cache->name, PACKETS, strlen(PACKETS)) ? 0 : pages;
	}
	slabinfo_free(&info);
	return i ? 0 : -ENODATA;
}
