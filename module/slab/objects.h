/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_OBJECTS_H
#define PAGESNAP_SLAB_OBJECTS_H

#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/limits.h>
#include <linux/types.h>

#include "sources.h"

/**
 * struct pagesnap_object - something that is allocated, and followed
 * @time: CLOCK_MONOTONIC, ns; of what sums count, ticks (ticks.c)
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
 * struct pagesnap_place - room for an object
 * @addr: of the object, PAGESNAP_ADDR_BUSY while it is told of, PAGESNAP_ADDR_HELD while somebody
 *	else finds out whether it ends, 0: none
 * @source: only time, requested and cpu of @o count, of events id, too, and the rest is as the
 *	source says; NULL: all of @o counts
 * @o: what is known of it
 * @elsewhere: how many objects that belong here are in other places, as it was taken
 */
struct pagesnap_place {
	unsigned long addr;
	const struct pagesnap_source *source;
	struct pagesnap_object o;
	atomic_long_t elsewhere;
};

/**
 * struct pagesnap_objects - what is followed
 * @nr: places
 * @places: for objects
 * @beyond: of each row of places: how many objects that belong there are in others
 */
struct pagesnap_objects {
	unsigned long nr;
	struct pagesnap_place *places;
	atomic_t *beyond;
};

/* No addresses of objects, nor any that kfree() ignores. */
#define PAGESNAP_ADDR_BUSY	ULONG_MAX
#define PAGESNAP_ADDR_HELD	(ULONG_MAX - 1)

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

/* 64 bits, of which the kernel's hash_64() gives 32 at most; the upper ones are spread best. */
static __always_inline u64 pagesnap_objects_hash(unsigned long addr)
{
	return addr * GOLDEN_RATIO_64;
}

/* The number of the place where an address belongs. */
static __always_inline unsigned long pagesnap_objects_home(const struct pagesnap_objects *t,
							   unsigned long addr)
{
	unsigned long low = pagesnap_objects_hash(addr), home;

	/* the upper half of the product; of mul_u64_u64_shr() the compiler makes a move more */
	asm("mulq %[nr]" : "+a" (low), "=d" (home) : [nr] "rm" (t->nr) : "cc");
	return home;
}

/* That place. */
static __always_inline struct pagesnap_place *
pagesnap_objects_home_place(const struct pagesnap_objects *t, unsigned long addr)
{
	return &t->places[pagesnap_objects_home(t, addr)];
}

/**
 * pagesnap_place_publish() - a place that was taken gets an address, or is free
 * @p: place, which is the caller's
 * @addr: address, or 0
 */
static __always_inline void pagesnap_place_publish(struct pagesnap_place *p, unsigned long addr)
{
	/* pairs with smp_load_acquire() of who looks at it */
	smp_store_release(&p->addr, addr);
}

/**
 * pagesnap_place_leave() - an object is followed no more, where nobody has to take its place first
 * @p: place where its address belongs
 * @addr: its address
 *
 * Return: true if it was there.
 */
static __always_inline bool pagesnap_place_leave(struct pagesnap_place *p, unsigned long addr)
{
	return likely(try_cmpxchg(&p->addr, &addr, 0));
}

/**
 * pagesnap_objects_take_home() - take the place where an address belongs, if that is easy
 * @t: table
 * @addr: address
 * @is: what the place has now: @addr, or 0 if @addr is in no place
 * @p: gets the place; none where NULL or ZERO_SIZE_PTR belongs
 *
 * Context: the CPU stays.
 * Return: true if it is now the caller's; else pagesnap_objects_add() or _remove() has to look.
 */
static __always_inline bool pagesnap_objects_take_home(struct pagesnap_objects *t,
						       unsigned long addr, unsigned long is,
						       struct pagesnap_place **p)
{
	*p = pagesnap_objects_home_place(t, addr);
	/* atomic_read() would keep it from being compared where it is */
	if (!is && data_race((*p)->elsewhere.counter))
		return false;
	return likely(try_cmpxchg(&(*p)->addr, &is, PAGESNAP_ADDR_BUSY));
}

#endif /* PAGESNAP_SLAB_OBJECTS_H */
