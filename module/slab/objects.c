// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: objects that are allocated and not freed, by their address
 *
 * Rows of 16 places.  An object is in the row of its address or, if that is full, in one of 11
 * others, and the row counts those that it has elsewhere: as long as there are none, nobody looks
 * there.  With a quarter more places than objects hardly one finds no place; that is counted.
 *
 * Why it can't race: an address belongs to one user at a time, and that it is allocated is told
 * behind its allocation, that it is freed before its free.  So no two CPUs tell of one address at
 * once, but for those that free it twice, or free it while kfree_rcu() has it: who changes a place
 * takes it by an atomic comparison.  A reader copies a place, and compares address and number
 * before and behind that; who ends an object that is gone (gone.c) does so when the place is its
 * own.  Addresses are keys here, and nothing is read at them.
 */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/math.h>
#include <linux/mm.h>

#include "../core/alloc.h"
#include "objects.h"
#include "uapi.h"

#define ROW		16
/* That an object may be in. */
#define ROWS		12
/* Places that a small table has besides, as its rows differ more. */
#define SPARE		256
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
	t->rows = DIV_ROUND_UP(max + max / 4 + SPARE, ROW);
	t->addrs = kvcalloc(t->rows * ROW, sizeof(*t->addrs), PAGESNAP_FEW_TRIES);
	t->elsewhere = kvcalloc(t->rows, sizeof(*t->elsewhere), PAGESNAP_FEW_TRIES);
	t->objects = kvcalloc(t->rows * ROW, sizeof(*t->objects), PAGESNAP_FEW_TRIES);
	return t->addrs && t->elsewhere && t->objects ? 0 : -ENOMEM;
}

/**
 * pagesnap_objects_destroy() - free a table
 * @t: table that no probe uses any more
 */
void pagesnap_objects_destroy(struct pagesnap_objects *t)
{
	kvfree(t->addrs);
	kvfree(t->elsewhere);
	kvfree(t->objects);
	t->addrs = NULL;
	t->elsewhere = NULL;
	t->objects = NULL;
}

static u64 hash(unsigned long addr)
{
	return hash_64(addr >> 3, 64);
}

/* The row of an address. */
static u32 home_of(const struct pagesnap_objects *t, unsigned long addr)
{
	return reciprocal_scale(hash(addr) >> 32, t->rows);
}

/* Return: the @nth row that an address may be in, from 0 on. */
static u32 row_of(const struct pagesnap_objects *t, unsigned long addr, u32 nth)
{
	u64 h = hash(addr);

	/* a product alone would lead all that leave a row to the same other ones */
	return nth ? reciprocal_scale(hash_64(h ^ h >> 29 ^ nth, 32), t->rows) : home_of(t, addr);
}

/* Return: the place of an address in a row, now ours; -1 if it isn't there. */
static int take_in(struct pagesnap_objects *t, u32 row, unsigned long addr)
{
	u32 first = row * ROW, i;
	unsigned long *places = t->addrs + first;

	/* each allocation looks at all of them */
#pragma GCC unroll 16
	for (i = 0; i < ROW; i++)
		if (READ_ONCE(places[i]) == addr && cmpxchg(&places[i], addr, ADDR_BUSY) == addr)
			return first + i;
	return -1;
}

/* Return: the place of an address, now ours; -1 if it isn't there. */
static int take(struct pagesnap_objects *t, unsigned long addr)
{
	u32 home = home_of(t, addr), nth;
	int place = take_in(t, home, addr);

	if (place >= 0 || !atomic_read(&t->elsewhere[home]))
		return place;
	for (nth = 1; nth < ROWS && place < 0; nth++)
		place = take_in(t, row_of(t, addr, nth), addr);
	return place;
}

/* A place that is ours gets an address. */
static void publish(struct pagesnap_objects *t, u32 place, unsigned long addr)
{
	/* pairs with smp_load_acquire() of who looks at it */
	smp_store_release(&t->addrs[place], addr);
}

/* The row of @addr has one more, or one less, in other rows, if @place is in one. */
static void note_elsewhere(struct pagesnap_objects *t, u32 place, unsigned long addr, int by)
{
	u32 home = home_of(t, addr);

	if (place / ROW != home)
		atomic_add(by, &t->elsewhere[home]);
}

/*
 * Some kernels never tell of the free of what kfree_rcu() has: such objects counted as freed when
 * they were given up, and would fill the table up.
 */
static int take_given_up(struct pagesnap_objects *t, u32 row)
{
	u32 first = row * ROW, i;
	unsigned long addr;

	for (i = first; i < first + ROW; i++) {
		addr = READ_ONCE(t->addrs[i]);
		if (!addr || addr == ADDR_BUSY || !READ_ONCE(t->objects[i].given_up) ||
		    cmpxchg(&t->addrs[i], addr, ADDR_BUSY) != addr)
			continue;
		if (t->objects[i].given_up) {
			note_elsewhere(t, i, addr, -1);
			return i;
		}
		/* meanwhile it was freed, and allocated anew */
		publish(t, i, addr);
	}
	return -1;
}

/* Return: a free place for an address, now ours; -1 if there is none. */
static int take_free(struct pagesnap_objects *t, unsigned long addr)
{
	int place = take_in(t, home_of(t, addr), 0);
	u32 nth;

	for (nth = 1; nth < ROWS && place < 0; nth++)
		place = take_in(t, row_of(t, addr, nth), 0);
	for (nth = 0; nth < ROWS && place < 0; nth++)
		place = take_given_up(t, row_of(t, addr, nth));
	if (place >= 0)
		note_elsewhere(t, place, addr, 1);
	return place;
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
	publish(t, place, addr);
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
	note_elsewhere(t, place, (unsigned long)ptr, -1);
	publish(t, place, 0);
	return true;
}

/**
 * pagesnap_objects_give_up() - an object was handed to kfree_rcu()
 * @t: table
 * @ptr: object
 * @old: gets what is known of it
 *
 * It stays, so that its free is not one of an unknown object.  So does one that wasn't followed, as
 * long as there is a place.
 *
 * Context: a probe, with interrupts off.
 * Return: true if it was followed.
 */
bool pagesnap_objects_give_up(struct pagesnap_objects *t, const void *ptr,
			      struct pagesnap_object *old)
{
	static const struct pagesnap_object unknown = {
		.id = PAGESNAP_NONE, .sum = PAGESNAP_UNKNOWN32, .given_up = 1,
	};
	int place = take(t, (unsigned long)ptr);
	bool was = place >= 0;

	if (was) {
		*old = t->objects[place];
		t->objects[place].given_up = 1;
	} else {
		place = take_free(t, (unsigned long)ptr);
		if (place < 0)
			return false;
		t->objects[place] = unknown;
	}
	publish(t, place, (unsigned long)ptr);
	return was;
}

/**
 * pagesnap_objects_places() - how many places a table has
 * @t: table
 *
 * Return: how many.
 */
u32 pagesnap_objects_places(const struct pagesnap_objects *t)
{
	return t->rows * ROW;
}

/**
 * pagesnap_objects_look() - look at a place
 * @t: table
 * @place: which
 * @o: gets what is there
 *
 * Context: any.
 * Return: address of the object, which may have been given up; 0 if there is none.
 */
unsigned long pagesnap_objects_look(const struct pagesnap_objects *t, u32 place,
				    struct pagesnap_object *o)
{
	unsigned long addr;
	u64 id;

	/* pairs with publish() */
	addr = smp_load_acquire(&t->addrs[place]);
	if (!addr || addr == ADDR_BUSY)
		return 0;
	id = READ_ONCE(t->objects[place].id);
	*o = t->objects[place];
	smp_rmb(); /* the copy is complete before the address is compared */
	return READ_ONCE(t->addrs[place]) == addr && READ_ONCE(t->objects[place].id) == id &&
	       o->id == id ? addr : 0;
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
	return pagesnap_objects_look(t, place, o) && !o->given_up;
}

/**
 * pagesnap_objects_end() - an object is no more
 * @t: table
 * @place: where it was
 * @addr: its address
 * @o: what was known of it
 *
 * Context: interrupts are off.
 * Return: true if it was still there, and is followed no more.
 */
bool pagesnap_objects_end(struct pagesnap_objects *t, u32 place, unsigned long addr,
			  const struct pagesnap_object *o)
{
	if (cmpxchg(&t->addrs[place], addr, ADDR_BUSY) != addr)
		return false;
	if (t->objects[place].id != o->id || t->objects[place].given_up != o->given_up) {
		publish(t, place, addr);
		return false;
	}
	note_elsewhere(t, place, addr, -1);
	publish(t, place, 0);
	return true;
}
