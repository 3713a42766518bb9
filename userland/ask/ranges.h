/* SPDX-License-Identifier: GPL-2.0 */
/* Ranges of pages that queries are about. */
#ifndef RANGES_H
#define RANGES_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct range - pages from @start to before @end
 * @start: first page
 * @end: page behind the last, UINT64_MAX for the end
 * @text: as the user wrote it, NULL if nobody did
 */
struct range {
	uint64_t start;
	uint64_t end;
	const char *text;
};

/**
 * struct ranges - several, all zero for none
 * @list: them
 * @nr: how many
 */
struct ranges {
	struct range *list;
	size_t nr;
};

/* Adds a range, whose text has to stay.  0 or -ENOMEM. */
int ranges_add(struct ranges *ranges, const struct range *range);
void ranges_free(struct ranges *ranges);

#endif /* RANGES_H */
