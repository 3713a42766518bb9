/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_COMBOS_H
#define PAGESNAP_PAGES_COMBOS_H

#include "../core/pure.h"
#include "uapi.h"

/* Entries: one more for "other". */
#define PAGESNAP_COMBOS_ROOM	(PAGESNAP_COMBOS_MAX + 1)

/**
 * struct pagesnap_combos - pages by combination of flags
 * @combo: by ascending flags; the caller's array of PAGESNAP_COMBOS_ROOM entries
 * @nr: how many
 * @other: pages of combinations that have no entry
 */
struct pagesnap_combos {
	struct pagesnap_combo *combo;
	u32 nr;
	u64 other;
};

void pagesnap_combos_clear(struct pagesnap_combos *c);
void pagesnap_combos_add(struct pagesnap_combos *c, u64 flags, u64 pages);
void pagesnap_combos_end(struct pagesnap_combos *c);

#endif /* PAGESNAP_PAGES_COMBOS_H */
