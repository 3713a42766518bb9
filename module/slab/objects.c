// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: objects that are allocated and not freed, by their address
 *
 * Each address belongs in one place.  If that is taken, the object is in another one of its row of
 * 16 or, if the row is full, in one of 11 other rows.  A place counts those that belong there and
 * are elsewhere, and a row those that are in other rows: as long as there are none, nobody looks
 * there, and a free place means that the object isn't followed.  With a quarter more places than
 * objects hardly one finds no place; that is counted.
 *
 * Why it can't race: an address belongs to one user at a time, and that it is allocated is told
 * behind its allocation, that it is freed before its free.  So no two CPUs tell of one address at
 * once, and what one has counted or written of an address the next one sees, as the allocator hands
 * it over; counts of other addresses only make somebody look in vain.  Those who free an address
 * twice, or free it while kfree_rcu() has it, do meet: who changes a place takes it by an atomic
 * comparison with the address, so one of them gets it and the other finds none.  An interrupt that
 * comes while a place is taken tells of other addresses, and finds them another place.
 *
 * Two take a place without being told of its address: who ends an object that is gone (gone.c), and
 * who needs the place of one that was given up.  Only then they see whether it is still that
 * object, and if not, its free may come before they have given the place back.  So they hold it: it
 * isn't busy then, but held, and who looks for an address waits for places that are.  That is
 * short, as who holds a place has interrupts off, and waits for nothing.  In an NMI nobody waits:
 * see.c leaves out what happens there, and quick.h, which doesn't, compares once and leaves the
 * rest to see.c.
 *
 * A reader copies a place, and compares address, number and time before and behind that.  An object
 * that sums count by its source (quick.h) has no number, and its time is one of the CPU's own
 * clock: no other one is at its address within the same tick.
 *
 * Addresses are keys here, and nothing is read at them.
 */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/math.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "objects.h"
#include "uapi.h"

#define ROW		16
/* That an object may be in. */
#define ROWS		12
/* Places that a small table has besides, as its rows differ more. */
#define SPARE		256

/* NULL and ZERO_SIZE_PTR are no objects: where they belong is never free. */
static void keep_from_null(struct pagesnap_objects *t)
{
	pagesnap_objects_home_place(t, 0)->addr = PAGESNAP_ADDR_BUSY;
	pagesnap_objects_home_place(t, (unsigned long)ZERO_SIZE_PTR)->addr = PAGESNAP_ADDR_BUSY;
}

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
	t->nr = round_up(max + max / 4 + SPARE, ROW);
	t->places = kvcalloc(t->nr, sizeof(*t->places), PAGESNAP_FEW_TRIES);
	t->beyond = kvcalloc(t->nr / ROW, sizeof(*t->beyond), PAGESNAP_FEW_TRIES);
	if (!t->places || !t->beyond)
		return -ENOMEM;
	keep_from_null(t);
	return 0;
}

/**
 * pagesnap_objects_destroy() - free a table
 * @t: table that no probe uses any more
 */
void pagesnap_objects_destroy(struct pagesnap_objects *t)
{
	kvfree(t->places);
	kvfree(t->beyond);
	t->places = NULL;
	t->beyond = NULL;
}

/* Return: the @nth row that an address may be in, from 0 on. */
static u32 row_of(const struct pagesnap_objects *t, unsigned long addr, u32 nth)
{
	u64 h = pagesnap_objects_hash(addr);

	/* a product alone would lead all that leave a row to the same other ones */
	return nth ? reciprocal_scale(hash_64(h ^ h >> 29 ^ nth, 32), t->nr / ROW) :
		     pagesnap_objects_home(t, addr) / ROW;
}

static bool is_address(unsigned long addr)
{
	return addr && addr != PAGESNAP_ADDR_BUSY && addr != PAGESNAP_ADDR_HELD;
}

/*
 * Who looks for an address waits until nobody holds the place.  Context: not in an NMI, which may
 * have come while this CPU holds it.
 */
static bool take_one(struct pagesnap_place *p, unsigned long is)
{
	unsigned long was;

	for (;;) {
		was = READ_ONCE(p->addr);
		if (was == is)
			was = cmpxchg(&p->addr, is, PAGESNAP_ADDR_BUSY);
		if (was == is || !is || likely(was != PAGESNAP_ADDR_HELD))
			return was == is;
		cpu_relax();
	}
}

/* Where nobody has told us of the address.  Context: interrupts are off until it is let go. */
static bool hold_one(struct pagesnap_place *p, unsigned long is)
{
	return READ_ONCE(p->addr) == is && cmpxchg(&p->addr, is, PAGESNAP_ADDR_HELD) == is;
}

/* Return: a place of a row that has @is, now ours; NULL if there is none. */
static struct pagesnap_place *take_in(struct pagesnap_objects *t, u32 row, unsigned long is)
{
	struct pagesnap_place *p = &t->places[row * ROW], *end = p + ROW;

	for (; p < end; p++)
		if (take_one(p, is))
			return p;
	return NULL;
}

/* Return: the place of an address, now ours; NULL if it isn't there. */
static struct pagesnap_place *take(struct pagesnap_objects *t, unsigned long addr)
{
	struct pagesnap_place *home = pagesnap_objects_home_place(t, addr), *p;
	u32 row = row_of(t, addr, 0), nth;

	if (take_one(home, addr))
		return home;
	if (!atomic_long_read(&home->elsewhere))
		return NULL;
	p = take_in(t, row, addr);
	for (nth = 1; nth < ROWS && !p && atomic_read(&t->beyond[row]); nth++)
		p = take_in(t, row_of(t, addr, nth), addr);
	return p;
}

/* Where @addr belongs is one more, or one less, elsewhere, if @p is. */
static void note_elsewhere(struct pagesnap_objects *t, const struct pagesnap_place *p,
			   unsigned long addr, int by)
{
	u32 home = pagesnap_objects_home(t, addr), at = p - t->places;

	if (at == home)
		return;
	atomic_long_add(by, &t->places[home].elsewhere);
	if (at / ROW != home / ROW)
		atomic_add(by, &t->beyond[home / ROW]);
}

/*
 * Some kernels never tell of the free of what kfree_rcu() has: such objects counted as freed when
 * they were given up, and would fill the table up.
 */
static struct pagesnap_place *take_given_up(struct pagesnap_objects *t, u32 row)
{
	struct pagesnap_place *p = &t->places[row * ROW], *end = p + ROW;
	unsigned long addr;

	for (; p < end; p++) {
		addr = READ_ONCE(p->addr);
		if (!is_address(addr) || READ_ONCE(p->source) || !READ_ONCE(p->o.given_up) ||
		    !hold_one(p, addr))
			continue;
		if (!p->source && p->o.given_up) {
			WRITE_ONCE(p->addr, PAGESNAP_ADDR_BUSY);
			note_elsewhere(t, p, addr, -1);
			return p;
		}
		/* meanwhile it was freed, and allocated anew */
		pagesnap_place_publish(p, addr);
	}
	return NULL;
}

/* Return: a free place for an address, now ours; NULL if there is none. */
static struct pagesnap_place *take_free(struct pagesnap_objects *t, unsigned long addr)
{
	struct pagesnap_place *p = pagesnap_objects_home_place(t, addr);
	u32 nth;

	if (!take_one(p, 0))
		p = take_in(t, row_of(t, addr, 0), 0);
	for (nth = 1; nth < ROWS && !p; nth++)
		p = take_in(t, row_of(t, addr, nth), 0);
	for (nth = 0; nth < ROWS && !p; nth++)
		p = take_given_up(t, row_of(t, addr, nth));
	if (p)
		note_elsewhere(t, p, addr, 1);
	return p;
}

/*
 * All that is known of the object at a place: nobody asked for more of one with a source.  Only
 * events have a number there, and only they tell it.
 */
static void copy_out(const struct pagesnap_place *p, struct pagesnap_object *o)
{
	const struct pagesnap_source *s = READ_ONCE(p->source);

	*o = p->o;
	if (!s)
		return;
	o->cgroup = PAGESNAP_NONE;
	o->site = s->site_id;
	o->cache = s->cache_id;
	o->sum = s->sum;
	o->allocated = s->allocated;
	o->gfp = s->gfp;
	o->stack = s->stack;
	o->pid = PAGESNAP_NONE32;
	o->flags = s->head.flags;
	o->given_up = 0;
}

static void copy_in(struct pagesnap_place *p, const struct pagesnap_object *o)
{
	p->o = *o;
	WRITE_ONCE(p->source, NULL);
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
	struct pagesnap_place *p = take(t, addr);
	int was = 0;

	if (p) {
		copy_out(p, old);
		was = !old->given_up;
	} else {
		p = take_free(t, addr);
	}
	if (!p)
		return -ENOSPC;
	copy_in(p, o);
	pagesnap_place_publish(p, addr);
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
	struct pagesnap_place *p = take(t, (unsigned long)ptr);

	if (!p)
		return false;
	copy_out(p, old);
	/* who takes the place from now on writes behind that */
	note_elsewhere(t, p, (unsigned long)ptr, -1);
	pagesnap_place_publish(p, 0);
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
	struct pagesnap_place *p = take(t, (unsigned long)ptr);
	bool was = p;

	if (was) {
		copy_out(p, old);
		copy_in(p, old);
		p->o.given_up = 1;
	} else {
		p = take_free(t, (unsigned long)ptr);
		if (!p)
			return false;
		copy_in(p, &unknown);
	}
	pagesnap_place_publish(p, (unsigned long)ptr);
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
	return t->nr;
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
	const struct pagesnap_place *p = &t->places[place];
	unsigned long addr;
	u64 id, time;

	/* pairs with pagesnap_place_publish() */
	addr = smp_cond_load_acquire(&p->addr, VAL != PAGESNAP_ADDR_HELD);
	if (!is_address(addr))
		return 0;
	id = READ_ONCE(p->o.id);
	time = READ_ONCE(p->o.time);
	copy_out(p, o);
	smp_rmb(); /* the copy is complete before the address is compared */
	return READ_ONCE(p->addr) == addr && READ_ONCE(p->o.id) == id &&
	       READ_ONCE(p->o.time) == time && o->time == time ? addr : 0;
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
	struct pagesnap_place *p = &t->places[place];
	struct pagesnap_object now;

	if (!hold_one(p, addr))
		return false;
	copy_out(p, &now);
	if (now.id != o->id || now.time != o->time || now.given_up != o->given_up) {
		pagesnap_place_publish(p, addr);
		return false;
	}
	note_elsewhere(t, p, addr, -1);
	pagesnap_place_publish(p, 0);
	return true;
}
