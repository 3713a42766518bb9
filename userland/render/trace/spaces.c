// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "spaces.h"

struct trace_map *trace_map_get(struct trace_map *map)
{
	map->users++;
	return map;
}

void trace_map_put(struct trace_map *map)
{
	if (map && !--map->users)
		free(map);
}

/* The first that ends behind the page. */
static size_t first_behind(const struct trace_space *s, uint64_t vpn)
{
	size_t low = 0;
	size_t high = s->nr;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->parts[mid].end > vpn)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

struct trace_map *trace_space_find(struct trace_space *s, uint64_t vpn)
{
	size_t at = s->last;

	if (at >= s->nr || vpn < s->parts[at].start || vpn >= s->parts[at].end) {
		at = first_behind(s, vpn);
		if (at >= s->nr || vpn < s->parts[at].start)
			return NULL;
		s->last = at;
	}
	return s->parts[at].map;
}

static int make_room(struct trace_space *s, size_t more)
{
	size_t room = s->nr + more;
	struct trace_part *parts;

	if (room <= s->room)
		return 0;
	room += room / 2;
	parts = reallocarray(s->parts, room, sizeof(struct trace_part));
	if (!parts)
		return -ENOMEM;
	s->parts = parts;
	s->room = room;
	return 0;
}

/* Replaces the parts from @from to before @to by @nr others. */
static void replace(struct trace_space *s, size_t from, size_t to, const struct trace_part *by,
		    size_t nr)
{
	for (size_t i = from; i < to; i++)
		trace_map_put(s->parts[i].map);
	memmove(&s->parts[from + nr], &s->parts[to], (s->nr - to) * sizeof(struct trace_part));
	memcpy(&s->parts[from], by, nr * sizeof(struct trace_part));
	s->nr += nr;
	s->nr -= to - from;
}

int trace_space_put(struct trace_space *s, struct trace_map *map)
{
	size_t from = first_behind(s, map->start);
	size_t to = from;
	struct trace_part by[3];
	size_t nr = 0;

	if (make_room(s, 2))
		return -ENOMEM;
	while (to < s->nr && s->parts[to].start < map->end)
		to++;
	if (to > from && s->parts[from].start < map->start)
		by[nr++] = (struct trace_part){ s->parts[from].start, map->start,
						trace_map_get(s->parts[from].map) };
	by[nr++] = (struct trace_part){ map->start, map->end, trace_map_get(map) };
	if (to > from && s->parts[to - 1].end > map->end)
		by[nr++] = (struct trace_part){ map->end, s->parts[to - 1].end,
						trace_map_get(s->parts[to - 1].map) };
	replace(s, from, to, by, nr);
	return 0;
}

int trace_space_copy(struct trace_space *to, const struct trace_space *from)
{
	if (!from->nr)
		return 0;
	if (make_room(to, from->nr))
		return -ENOMEM;
	memcpy(to->parts, from->parts, from->nr * sizeof(struct trace_part));
	to->nr = from->nr;
	for (size_t i = 0; i < to->nr; i++)
		trace_map_get(to->parts[i].map);
	return 0;
}

void trace_space_free(struct trace_space *s)
{
	for (size_t i = 0; i < s->nr; i++)
		trace_map_put(s->parts[i].map);
	free(s->parts);
	*s = (struct trace_space){ 0 };
}
