/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mappings of a process, by which its addresses have names.  Pure.
 */
#ifndef RENDER_HEAT_AREAS_H
#define RENDER_HEAT_AREAS_H

#include "lib/pagesnap.h"

/**
 * struct heat_area - a mapping
 * @start: virtual page number of the first page
 * @end: behind the last
 * @name: of the mapping; owned
 * @len: its bytes
 */
struct heat_area {
	uint64_t start;
	uint64_t end;
	char *name;
	size_t len;
};

/**
 * struct heat_areas - mappings of a process, ascending; all zero is none
 * @list: them
 * @nr: how many
 * @resident: pages of them in memory when they were told of
 * @bytes: that they take
 */
struct heat_areas {
	struct heat_area *list;
	size_t nr;
	uint64_t resident;
	size_t bytes;
};

/* A mapping behind those that are there, with @resident pages.  0 or -ENOMEM. */
int heat_areas_add(struct heat_areas *a, const struct pagesnap_vma *vma, const char *name,
		   size_t len, uint64_t resident);
/* The mapping that page @vpn is in, NULL if none; *@end gets the page where that changes. */
const struct heat_area *heat_areas_find(const struct heat_areas *a, uint64_t vpn, uint64_t *end);
/* None are left. */
void heat_areas_free(struct heat_areas *a);

#endif /* RENDER_HEAT_AREAS_H */
