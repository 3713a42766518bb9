/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_SUBTOTALS_H
#define PAGESNAP_PAGES_SUBTOTALS_H

#include "../core/pure.h"
#include "uapi.h"

/**
 * struct pagesnap_subtotals - pages by key
 * @nr: keys, including PAGESNAP_OTHER
 * @subtotal: subtotals by ascending key; PAGESNAP_OTHER may come last
 */
struct pagesnap_subtotals {
	u32 nr;
	struct pagesnap_subtotal subtotal[PAGESNAP_SUBTOTALS_MAX + 1];
};

/**
 * struct pagesnap_by - pages by node and by cgroup
 * @nodes: by node
 * @cgroups: by inode of the memory cgroup
 */
struct pagesnap_by {
	struct pagesnap_subtotals nodes;
	struct pagesnap_subtotals cgroups;
};

void pagesnap_subtotals_add(struct pagesnap_subtotals *s, u64 key, u64 pages);
void pagesnap_subtotals_add_all(struct pagesnap_subtotals *to,
				const struct pagesnap_subtotals *from);

#endif /* PAGESNAP_PAGES_SUBTOTALS_H */
