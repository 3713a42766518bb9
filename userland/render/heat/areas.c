// SPDX-License-Identifier: GPL-2.0
/*
 * The mappings of a process.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/first_of.h"
#include "areas.h"

#define NAMELESS "[anon]"

/**
 * heat_areas_add() - add a mapping
 * @a: mappings
 * @vma: mapping, behind those that are there
 * @name: of it
 * @len: bytes of that, 0 if it has none
 * @resident: pages of it that are in memory
 *
 * One that begins before the last one ends is cut, or passed over: it grew while the process was
 * passed, or the stream is damaged.
 *
 * Return: 0 or -ENOMEM.
 */
int heat_areas_add(struct heat_areas *a, const struct pagesnap_vma *vma, const char *name,
		   size_t len, uint64_t resident)
{
	struct heat_area area = { .start = vma->start, .end = vma->end }, *list = a->list;

	if (a->nr && area.start < list[a->nr - 1].end)
		area.start = list[a->nr - 1].end;
	if (area.start >= area.end)
		return 0;
	/* a power of two is full */
	if (!(a->nr & (a->nr - 1))) {
		list = reallocarray(list, a->nr ? 2 * a->nr : 1, sizeof(*list));
		if (!list)
			return -ENOMEM;
		a->list = list;
	}
	area.len = len ?: strlen(NAMELESS);
	area.name = malloc(area.len);
	if (!area.name)
		return -ENOMEM;
	memcpy(area.name, len ? name : NAMELESS, area.len);
	list[a->nr++] = area;
	a->resident += resident;
	a->bytes += sizeof(area) + area.len;
	return 0;
}

/**
 * heat_areas_find() - find a mapping
 * @a: mappings
 * @vpn: virtual page number
 * @end: gets the first page behind it that isn't in the same mapping, or gap
 *
 * Return: mapping, NULL if none is there.
 */
const struct heat_area *heat_areas_find(const struct heat_areas *a, uint64_t vpn, uint64_t *end)
{
	size_t low = FIRST_OF(a->nr, i, a->list[i].end > vpn);

	*end = UINT64_MAX;
	if (low == a->nr)
		return NULL;
	if (a->list[low].start > vpn) {
		*end = a->list[low].start;
		return NULL;
	}
	*end = a->list[low].end;
	return a->list + low;
}

/**
 * heat_areas_free() - forget all mappings
 * @a: them; none are left
 */
void heat_areas_free(struct heat_areas *a)
{
	size_t i;

	for (i = 0; i < a->nr; i++)
		free(a->list[i].name);
	free(a->list);
	*a = (struct heat_areas){ .list = NULL };
}
