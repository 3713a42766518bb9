// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: ranges of pages
 */
#include <errno.h>
#include <stdlib.h>

#include "ranges.h"

/**
 * ranges_add() - ask for one more range of pages
 * @ranges: where to add
 * @range: pages
 *
 * Return: 0 or -ENOMEM.
 */
int ranges_add(struct ranges *ranges, const struct range *range)
{
	struct range *list = reallocarray(ranges->list, ranges->nr + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	list[ranges->nr++] = *range;
	ranges->list = list;
	return 0;
}

/**
 * ranges_free() - free ranges
 * @ranges: which
 */
void ranges_free(struct ranges *ranges)
{
	free(ranges->list);
}
