/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_UNKNOWN_H
#define PAGESNAP_PAGES_UNKNOWN_H

#include <linux/bits.h>

#include "walk.h"

/* Numbers of bits of pagesnap_walk.unknown: what came as "?". */
enum pagesnap_unknown {
	PAGESNAP_UNKNOWN_ZONE,
	PAGESNAP_UNKNOWN_OWNER,
	PAGESNAP_UNKNOWN_CACHE,	/* cache of slab frames */
	PAGESNAP_UNKNOWN_SLAB,	/* what the slab allocator has for a file */
	PAGESNAP_UNKNOWN_NAME,
	PAGESNAP_UNKNOWN_TYPE,
};

void pagesnap_unknown_object(struct pagesnap_walk *w, const union pagesnap_object *o,
			     const char *bytes);
void pagesnap_unknown_named(struct pagesnap_walk *w, const struct pagesnap_run *run);
void pagesnap_unknown_notes(struct pagesnap_walk *w);

/**
 * pagesnap_unknown_run() - note what is unknown in a run or page without a name
 * @w: walk
 * @run: its record
 */
static inline void pagesnap_unknown_run(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	if (run->zone_name[0] == '?')
		w->unknown |= BIT(PAGESNAP_UNKNOWN_ZONE);
}

#endif /* PAGESNAP_PAGES_UNKNOWN_H */
