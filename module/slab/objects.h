/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_OBJECTS_H
#define PAGESNAP_SLAB_OBJECTS_H

#include <linux/atomic.h>
#include <linux/types.h>

/**
 * struct pagesnap_object - something that is allocated, and followed
 * @time: CLOCK_MONOTONIC, ns
 * @id: what its free will name
 * @cgroup: inode of the cgroup of who asked, PAGESNAP_NONE in an interrupt
 * @site: who asked
 * @cache: where from
 * @sum: in which sums it counts, PAGESNAP_UNKNOWN32: in none
 * @requested: bytes
 * @allocated: bytes
 * @gfp: PAGESNAP_GFP_*
 * @stack: of who asked
 * @pid: who asked, PAGESNAP_NONE32 in an interrupt
 * @cpu: where
 * @node: of its memory
 * @flags: PAGESNAP_RF_* of its record
 * @given_up: by kfree_rcu(): it counts as freed
 */
struct pagesnap_object {
	u64 time;
	u64 id;
	u64 cgroup;
	u32 site;
	u32 cache;
	u32 sum;
	u32 requested;
	u32 allocated;
	u32 gfp;
	u32 stack;
	u32 pid;
	u16 cpu;
	u16 node;
	u16 flags;
	u16 given_up;
};

/**
 * struct pagesnap_objects - what is followed
 * @rows: of places
 * @addrs: address of the object at each place, ADDR_BUSY while it changes, 0: none
 * @elsewhere: of each row: how many objects of it are in others, as it was full
 * @objects: what is known of the object at each place
 */
struct pagesnap_objects {
	u32 rows;
	unsigned long *addrs;
	atomic_t *elsewhere;
	struct pagesnap_object *objects;
};

int pagesnap_objects_init(struct pagesnap_objects *t, u32 max);
void pagesnap_objects_destroy(struct pagesnap_objects *t);
int pagesnap_objects_add(struct pagesnap_objects *t, const void *ptr,
			 const struct pagesnap_object *o, struct pagesnap_object *old);
bool pagesnap_objects_remove(struct pagesnap_objects *t, const void *ptr,
			     struct pagesnap_object *old);
bool pagesnap_objects_give_up(struct pagesnap_objects *t, const void *ptr,
			      struct pagesnap_object *old);
u32 pagesnap_objects_places(const struct pagesnap_objects *t);
unsigned long pagesnap_objects_look(const struct pagesnap_objects *t, u32 place,
				    struct pagesnap_object *o);
bool pagesnap_objects_read(const struct pagesnap_objects *t, u32 place,
			   struct pagesnap_object *o);
bool pagesnap_objects_end(struct pagesnap_objects *t, u32 place, unsigned long addr,
			  const struct pagesnap_object *o);

#endif /* PAGESNAP_SLAB_OBJECTS_H */
