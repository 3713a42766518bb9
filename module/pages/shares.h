/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_SHARES_H
#define PAGESNAP_PAGES_SHARES_H

#include "../core/pure.h"
#include "uapi.h"

/**
 * struct pagesnap_shares - pages by key
 * @nr: keys, including PAGESNAP_OTHER
 * @share: by ascending key; PAGESNAP_OTHER may come last
 */
struct pagesnap_shares {
	u32 nr;
	struct pagesnap_share share[PAGESNAP_SHARES_MAX + 1];
};

/**
 * struct pagesnap_by - pages by node and by cgroup
 * @nodes: by node
 * @cgroups: by inode of the memory cgroup
 */
struct pagesnap_by {
	struct pagesnap_shares nodes;
	struct pagesnap_shares cgroups;
};

void pagesnap_shares_add(struct pagesnap_shares *s, u64 key, u64 pages);
void pagesnap_shares_add_all(struct pagesnap_shares *to, const struct pagesnap_shares *from);

#endif /* PAGESNAP_PAGES_SHARES_H */
