/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_UNTOLD_H
#define PAGESNAP_PAGES_UNTOLD_H

#include <linux/bits.h>

#include "walk.h"

/* Bits of pagesnap_walk.untold: what came as "?". */
#define PAGESNAP_UNTOLD_ZONE	BIT(0)
#define PAGESNAP_UNTOLD_OWNER	BIT(1)
#define PAGESNAP_UNTOLD_NAME	BIT(2)
#define PAGESNAP_UNTOLD_TYPE	BIT(3)

void pagesnap_untold_object(struct pagesnap_walk *w, const union pagesnap_object *o,
			    const char *bytes);
void pagesnap_untold_notes(struct pagesnap_walk *w);

/**
 * pagesnap_untold_run() - a run or page without a name goes out
 * @w: walk
 * @run: its record
 */
static inline void pagesnap_untold_run(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	if (run->zone_name[0] == '?')
		w->untold |= PAGESNAP_UNTOLD_ZONE;
}

/**
 * pagesnap_untold_named() - a run or page goes out
 * @w: walk
 * @run: its record
 */
static inline void pagesnap_untold_named(struct pagesnap_walk *w, const struct pagesnap_run *run)
{
	pagesnap_untold_run(w, run);
	if (!(run->rec.flags & PAGESNAP_RF_NAME) || !(run->rec.flags & PAGESNAP_RF_OWNER))
		return;
	if (run->name_state == PAGESNAP_UNKNOWN32)
		w->untold |= PAGESNAP_UNTOLD_OWNER;
	else if (run->name_len == 1 && w->name[0] == '?')
		w->untold |= PAGESNAP_UNTOLD_NAME;
}

#endif /* PAGESNAP_PAGES_UNTOLD_H */
