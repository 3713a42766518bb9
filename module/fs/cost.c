// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what the slab allocator has for an inode in memory
 *
 * What pins what: the caller pins the inode.  Its names are counted under i_lock, NAMES_MAX at
 * most, as who makes links chooses how many there are.  The nodes of its page cache stay under
 * RCU, though some may be no part of the tree any more; after NODES of them RCU is left, and
 * the count goes on by index.
 *
 * What an object takes is what its cache says of all its objects, so it is read from the first
 * of a kind: all dentries have one cache, and all nodes.
 */
#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>
#include <linux/xarray.h>

#include "../../include/uapi/linux/pagesnap/memory.h"
#include "../compat/dentry.h"
#include "../mm/caches.h"
#include "cost.h"

/* Names looked at, in one hold of i_lock. */
#define NAMES_MAX	1024
/* Nodes between two looks whether another task is to run. */
#define NODES		1024

/* Context: @object can't go. */
static void add_object(struct pagesnap_cost_part *part, const void *object)
{
	u64 cgroup = pagesnap_cache_charged(object);

	if (!part->nr) {
		part->bytes = pagesnap_cache_object_bytes(object);
		part->cgroup = cgroup;
	} else if (part->cgroup != cgroup) {
		part->cgroup = PAGESNAP_OTHER;
	}
	part->nr++;
}

/* Of the bytes of one the bytes of all. */
static void add_up(struct pagesnap_cost_part *part)
{
	if (part->nr == PAGESNAP_UNKNOWN)
		part->bytes = PAGESNAP_UNKNOWN;
	else if (part->nr)
		part->bytes = part->bytes ? part->bytes * part->nr : PAGESNAP_UNKNOWN;
}

static void count_names(struct inode *inode, struct pagesnap_cost_part *part)
{
	const struct dentry *dentry;

	rcu_read_lock();
	spin_lock(&inode->i_lock);
	for (dentry = compat_first_alias(inode); dentry && part->nr < NAMES_MAX;
	     dentry = compat_next_alias(dentry))
		add_object(part, dentry);
	spin_unlock(&inode->i_lock);
	rcu_read_unlock();
	if (dentry) {
		part->nr = PAGESNAP_UNKNOWN;
		part->cgroup = PAGESNAP_UNKNOWN;
	}
}

/*
 * Count the nodes on the way from the root to @index that begin there.
 * Context: RCU.
 * Return: where the next ones may begin, 0 behind the last.
 */
static unsigned long count_on_way(struct xarray *xa, unsigned long index,
				  struct pagesnap_cost_part *part)
{
	void *entry = xa_head(xa);
	unsigned int bits = BITS_PER_LONG;
	const struct xa_node *node;

	while (xa_is_node(entry)) {
		node = xa_to_node(entry);
		/* what all slots of it cover, and then what one does */
		bits = READ_ONCE(node->shift) + XA_CHUNK_SHIFT;
		if (bits < BITS_PER_LONG && !node->parent && index >> bits)
			return 0;
		if (bits >= BITS_PER_LONG ? !index : !(index & ((1UL << bits) - 1)))
			add_object(part, node);
		if (bits == XA_CHUNK_SHIFT)
			break;
		bits -= XA_CHUNK_SHIFT;
		entry = xa_entry(xa, node, (index >> bits) & XA_CHUNK_MASK);
	}
	return bits < BITS_PER_LONG ? (index | ((1UL << bits) - 1)) + 1 : 0;
}

static void count_nodes(struct xarray *xa, struct pagesnap_cost_part *part)
{
	unsigned long index = 0;
	u32 budget;

	do {
		rcu_read_lock();
		for (budget = NODES; budget; budget--) {
			index = count_on_way(xa, index, part);
			if (!index)
				break;
		}
		rcu_read_unlock();
		cond_resched();
	} while (index && !fatal_signal_pending(current));
}

/**
 * pagesnap_cost_read() - count what the slab allocator has for an inode
 * @inode: inode that the caller pins
 * @cost: gets it
 *
 * Context: process context, no locks.  A fatal signal ends it.
 */
void pagesnap_cost_read(struct inode *inode, struct pagesnap_cost *cost)
{
	*cost = (struct pagesnap_cost){
		.inode.cgroup = PAGESNAP_NONE,
		.dentries.cgroup = PAGESNAP_NONE,
		.nodes.cgroup = PAGESNAP_NONE,
	};
	rcu_read_lock();
	add_object(&cost->inode, inode);
	rcu_read_unlock();
	count_names(inode, &cost->dentries);
	count_nodes(&inode->i_data.i_pages, &cost->nodes);
	add_up(&cost->inode);
	add_up(&cost->dentries);
	add_up(&cost->nodes);
}
