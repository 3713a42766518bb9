// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: objects that are allocated and not freed, by their address
 *
 * Rows of 16 places; an object is in the row of its address.  A row that is full takes no more,
 * which is counted.
 *
 * Why it can't race: an address belongs to one user at a time, and that it is allocated is told
 * behind its allocation, that it is freed before its free.  So no two CPUs tell of one address at
 * once, but for those that free it twice, or free it while kfree_rcu() has it: who changes a place
 * takes it by an atomic comparison.  A reader copies a place, and compares address and number
 * before and behind that.  Addresses are keys here, and nothing is read at them.
 */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/mm.h>

#include "../core/alloc.h"
#include "objects.h"

#define ROW		16
#define ADDR_BUSY	1UL

/**
 * pagesnap_objects_init() - a table without objects
 * @t: table, of zeros
 * @max: how many it has room for, at least 16
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; then it is to be destroyed, too.
 */
int pagesnap_objects_init(struct pagesnap_objects *t, u32 max)
{
	u32 rows = roundup_pow_of_two(DIV_ROUND_UP(max, ROW));

	t->mask = rows - 1;
	t->addrs = kvcalloc(rows * ROW, sizeof(*t->addrs), PAGESNAP_FEW_TRIES);
	t->objects = kvcalloc(rows * ROW, sizeof(*t->objects), PAGESNAP_FEW_TRIES);
	return t->addrs && t->objects ? 0 : -ENOMEM;
}

/**
 * pagesnap_objects_destroy() - free a table
 * @t: table that no probe uses any more
 */
void pagesnap_objects_destroy(struct pagesnap_objects *t)
{
	kvfree(t->addrs);
	kvfree(t->objects);
	t->addrs = NULL;
	t->objects = NULL;
}

static u32 row_of(const struct pagesnap_objects *t, unsigned long addr)
{
	return (hash_64(addr >> 3, 32) & t->mask) * ROW;
}

/* Return: the place of an address, now ours; -1 if it isn't there. */
static int take(struct pagesnap_objects *t, unsigned long addr)
{
	u32 first = row_of(t, addr), i;

	for (i = first; i < first + ROW; i++)
		if (READ_ONCE(t->addrs[i]) == addr &&
		    cmpxchg(&t->addrs[i], addr, ADDR_BUSY) == addr)
			return i;
	return -1;
}

/*
 * Some kernels never tell of the free of what kfree_rcu() has: such objects counted as freed when
 * they were given up, and would fill the table up.
 */
static int take_given_up(struct pagesnap_objects *t, u32 first)
{
	unsigned long addr;
	u32 i;

	for (i = first; i < first + ROW; i++) {
		addr = READ_ONCE(t->addrs[i]);
		if (!addr || addr == ADDR_BUSY || !READ_ONCE(t->objects[i].given_up) ||
		    cmpxchg(&t->addrs[i], addr, ADDR_BUSY) != addr)
			continue;
		if (t->objects[i].given_up)
			return i;
		/* meanwhile it was freed, and allocated anew */
		smp_store_release(&t->addrs[i], addr);
	}
	return -1;
}

/* Return: a free place in the row of an address, now ours; -1 if there is none. */
static int take_free(struct pagesnap_objects *t, unsigned long addr)
{
	u32 first = row_of(t, addr), i;

	for (i = first; i < first + ROW; i++)
		if (!READ_ONCE(t->addrs[i]) && !cmpxchg(&t->addrs[i], 0, ADDR_BUSY))
			return i;
	return take_given_up(t, first);
}

/**
 * pagesnap_objects_add() - follow an object from now on
 * @t: table
 * @ptr: object
 * @o: what is known of it
 * @old: gets that which was at its address, whose free nobody saw
 *
 * Context: a probe, with interrupts off.
 * Return: 0, 1 with @old, -ENOSPC if there is no room.
 */
int pagesnap_objects_add(struct pagesnap_objects *t, const void *ptr,
			 const struct pagesnap_object *o, struct pagesnap_object *old)
{
	unsigned long addr = (unsigned long)ptr;
	int place = take(t, addr), was = 0;

	if (place >= 0) {
		*old = t->objects[place];
		was = !old->given_up;
	} else {
		place = take_free(t, addr);
	}
	if (place < 0)
		return -ENOSPC;
	t->objects[place] = *o;
	/* pairs with smp_load_acquire() in pagesnap_objects_read() */
	smp_store_release(&t->addrs[place], addr);
	return was;
}

/**
 * pagesnap_objects_remove() - an object is freed
 * @t: table
 * @ptr: object
 * @old: gets what is known of it
 *
 * Context: a probe, with interrupts off.
 * Return: true if it was followed.
 */
bool pagesnap_objects_remove(struct pagesnap_objects *t, const void *ptr,
			     struct pagesnap_object *old)
{
	int place = take(t, (unsigned long)ptr);

	if (place < 0)
		return false;
	*old = t->objects[place];
	/* who takes the place from now on writes behind that */
	smp_store_release(&t->addrs[place], 0);
	return true;
}

/**
 * pagesnap_objects_give_up() - an object was handed to kfree_rcu()
 * @t: table
 * @ptr: object
 * @old: gets what is known of it
 *
 * It stays, so that its free is not one of an unknown object.
 *
 * Context: a probe, with interrupts off.
 * Return: true if it was followed.
 */
bool pagesnap_objects_give_up(struct pagesnap_objects *t, const void *ptr,
			      struct pagesnap_object *old)
{
	int place = take(t, (unsigned long)ptr);

	if (place < 0)
		return false;
	*old = t->objects[place];
	t->objects[place].given_up = 1;
	/* pairs with smp_load_acquire() in pagesnap_objects_read() */
	smp_store_release(&t->addrs[place], (unsigned long)ptr);
	return true;
}

/**
 * pagesnap_objects_places() - how many places a table has
 * @t: table
 *
 * Return: how many.
 */
u32 pagesnap_objects_places(const struct pagesnap_objects *t)
{
	return (t->mask + 1) * ROW;
}

/**
 * pagesnap_objects_read() - look at a place
 * @t: table
 * @place: which
 * @o: gets what is there
 *
 * Context: any.
 * Return: true if there is an object that was not given up.
 */
bool pagesnap_objects_read(const struct pagesnap_objects *t, u32 place,
			   struct pagesnap_object *o)
{
	unsigned long addr;
	u64 id;

	/* pairs with smp_store_release() of who wrote the object */
	addr = smp_load_acquire(&t->addrs[place]);
	if (!addr || addr == ADDR_BUSY)
		return false;
	id = READ_ONCE(t->objects[place].id);
	*o = t->objects[place];
	smp_rmb(); /* the copy is complete before the address is compared */
	return READ_ONCE(t->addrs[place]) == addr && READ_ONCE(t->objects[place].id) == id &&
	       o->id == id && !o->given_up;
}
