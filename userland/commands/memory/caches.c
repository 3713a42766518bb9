// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the caches of the slab allocator, by /proc/slabinfo
 *
 * A line is "NAME ACTIVE OBJECTS SIZE PER_SLAB PAGES_PER_SLAB : tunables ... : slabdata
 * ACTIVE_SLABS SLABS SHARED".
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system.h"

static void take_cache(struct system *s, const char *line)
{
	const char *data = strstr(line, ": slabdata");
	uint64_t pages, slabs;
	char name[64];

	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	if (!data || sscanf(line, "%63s %*u %*u %*u %*u %" SCNu64, name, &pages) != 2)
		return;
	/* NOLINTNEXTLINE(cert-err34-c): likewise */
	if (sscanf(data, ": slabdata %*u %" SCNu64, &slabs) != 1)
		return;
	parts_add(&s->slabs, pages * slabs, name, strlen(name));
}

/**
 * caches_read() - read how many slabs each cache has
 * @s: gets it
 *
 * Return: 0 or a negative errno.
 */
int caches_read(struct system *s)
{
	FILE *f = system_open("slabinfo");
	char line[1024];

	if (!f)
		return -errno;
	while (fgets(line, sizeof(line), f))
		take_cache(s, line);
	fclose(f);
	return 0;
}
