/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_UNTOLD_H
#define PAGESNAP_PAGES_UNTOLD_H

#include <linux/bits.h>

#include "walk.h"

/* Numbers of bits of pagesnap_walk.untold: what came as "?". */
enum pagesnap_untold {
	PAGESNAP_UNTOLD_ZONE,
	PAGESNAP_UNTOLD_OWNER,
	PAGESNAP_UNTOLD_NAME,
	PAGESNAP_UNTOLD_TYPE,
};

void pagesnap_untold_object(struct pagesnap_walk *w, const union pagesnap_object *o,
			    const char *bytes);
void pagesnap_untold_named(struct pagesnap_walk *w, const struct pagesnap_run *run);
void pagesnap_untold_notes(struct pagesnap_walk *w);

/**
 * pagesnap_untold_run() - note what is unknown in a run or page without a name
 * @w: walk
 * @run: its record
 */
static inline void pagesnap_untold_run(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	if (run->zone_name[0] == '?')
		w->untold |= BIT(PAGESNAP_UNTOLD_ZONE);
}

#endif /* PAGESNAP_PAGES_UNTOLD_H */
