/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which pages a map was asked of.
 */
#ifndef KINDS_MAP_ASKED_H
#define KINDS_MAP_ASKED_H

#include "map_line.h"

/**
 * struct map_asked - the pages that a query asks about
 * @start: the first
 * @end: behind the last, UINT64_MAX for all that follow
 */
struct map_asked {
	uint64_t start;
	uint64_t end;
};

/* Of a query's record, whose answer is of @by.  All pages, if it says no others. */
struct map_asked map_asked(const struct pagesnap_record *r, enum map_by by);

#endif /* KINDS_MAP_ASKED_H */
