/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which VMA a page of an address space is in, as maps come and replace what they overlap.  Pure.
 */
#ifndef RENDER_TRACE_SPACES_H
#define RENDER_TRACE_SPACES_H

#include "references.h"

/**
 * struct trace_part - what is left of a map
 * @start: virtual page number
 * @end: behind the last
 * @map: it, held
 */
struct trace_part {
	uint64_t start;
	uint64_t end;
	struct trace_map *map;
};

/**
 * struct trace_space - the maps of an address space; all zero is none
 * @parts: ascending, none overlaps another; @nr of them
 * @nr: see there
 * @room: parts that there is memory for
 * @last: the one that was found last: mostly the next page is in it, too
 */
struct trace_space {
	struct trace_part *parts;
	size_t nr;
	size_t room;
	size_t last;
};

/* Puts the map over what is there.  0, and it is held; or -ENOMEM. */
int trace_space_put(struct trace_space *s, struct trace_map *map);
/* The one with that page, NULL if there is none. */
struct trace_map *trace_space_find(struct trace_space *s, uint64_t vpn);
/* Makes @to, that has none, alike.  0 or -ENOMEM. */
int trace_space_copy(struct trace_space *to, const struct trace_space *from);
/* None are left. */
void trace_space_free(struct trace_space *s);

#endif /* RENDER_TRACE_SPACES_H */
