/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_COST_H
#define PAGESNAP_FS_COST_H

#include <linux/types.h>

struct inode;

/**
 * struct pagesnap_cost_part - objects of one kind that belong to an inode
 * @nr: how many, PAGESNAP_UNKNOWN if there are too many to count
 * @bytes: what they take in their slabs, without what a slab has left over; PAGESNAP_UNKNOWN
 * @cgroup: inode of the memory cgroup that is charged for them; PAGESNAP_OTHER: for some one, for
 *	some another; PAGESNAP_NONE, PAGESNAP_UNKNOWN
 */
struct pagesnap_cost_part {
	u64 nr;
	u64 bytes;
	u64 cgroup;
};

/**
 * struct pagesnap_cost - what the slab allocator has for an inode in memory
 * @inode: the inode itself, with what its filesystem has around it
 * @dentries: its names in the dentry cache
 * @nodes: nodes of the tree that its page cache is
 */
struct pagesnap_cost {
	struct pagesnap_cost_part inode;
	struct pagesnap_cost_part dentries;
	struct pagesnap_cost_part nodes;
};

void pagesnap_cost_read(struct inode *inode, struct pagesnap_cost *cost);

#endif /* PAGESNAP_FS_COST_H */
