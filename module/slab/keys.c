// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: numbers for what probes meet: call sites, caches, stacks, sums
 *
 * A table with open addressing that only grows: a key that stands for something else from now on
 * is retired, and its number goes on to mean what it did.  Who meets a key first takes a free
 * place by an atomic comparison, writes the key, and publishes its number; that is some
 * instructions with interrupts off.  Who meets the same place meanwhile looks again a few times,
 * and then does without a number, which is counted: nobody waits for anybody.
 */
#include <linux/hash.h>
#include <linux/log2.h>
#include <linux/mm.h>

#include "../core/alloc.h"
#include "keys.h"
#include "uapi.h"

#define SLOT_BUSY	(-1)
/* Places that are tried for a key. */
#define PLACES		64
#define TRIES		200

/**
 * pagesnap_keys_init() - a table without keys
 * @k: table, of zeros
 * @max: how many it may have
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM; then it is to be destroyed, too.
 */
int pagesnap_keys_init(struct pagesnap_keys *k, u32 max)
{
	u32 places = roundup_pow_of_two(2 * max);

	k->max = max;
	k->mask = places - 1;
	k->slots = kvcalloc(places, sizeof(*k->slots), PAGESNAP_FEW_TRIES);
	k->keys = kvcalloc(max, sizeof(*k->keys), PAGESNAP_FEW_TRIES);
	return k->slots && k->keys ? 0 : -ENOMEM;
}

/**
 * pagesnap_keys_destroy() - free a table
 * @k: table that no probe uses any more
 */
void pagesnap_keys_destroy(struct pagesnap_keys *k)
{
	kvfree(k->slots);
	kvfree(k->keys);
	k->slots = NULL;
	k->keys = NULL;
}

/* Context: interrupts are off. Return: what stands there, SLOT_BUSY if somebody is slow. */
static int read_slot(const atomic_t *slot)
{
	int is = atomic_read_acquire(slot);
	u32 i;

	for (i = 0; is == SLOT_BUSY && i < TRIES; i++) {
		cpu_relax();
		is = atomic_read_acquire(slot);
	}
	return is;
}

/* A place was free, and is ours. Return: the number, PAGESNAP_UNKNOWN32 above the limit. */
static u32 take(struct pagesnap_keys *k, atomic_t *slot, u64 a, u64 b)
{
	u32 id = atomic_inc_return(&k->nr) - 1;

	if (id >= k->max) {
		atomic_dec(&k->nr);
		atomic_set_release(slot, 0);
		return PAGESNAP_UNKNOWN32;
	}
	k->keys[id] = (struct pagesnap_key){ a, b };
	atomic_set_release(slot, id + 1);
	return id;
}

static u32 hash_of(u64 a, u64 b)
{
	return hash_64(a ^ hash_64(b, 64), 32);
}

/* From its first place on. */
static noinline u32 search(struct pagesnap_keys *k, u64 a, u64 b, bool *is_new)
{
	u32 at = hash_of(a, b), i;
	atomic_t *slot;
	int is;

	for (i = 0; i < PLACES; i++) {
		slot = &k->slots[(at + i) & k->mask];
		is = read_slot(slot);
		if (!is && atomic_read(&k->nr) >= (int)k->max)
			break;
		if (!is && !atomic_cmpxchg_acquire(slot, 0, SLOT_BUSY)) {
			*is_new = true;
			return take(k, slot, a, b);
		}
		if (!is)
			is = read_slot(slot);
		/* it may be this very key, which gets no second number */
		if (is == SLOT_BUSY)
			break;
		if (is > 0 && READ_ONCE(k->keys[is - 1].a) == a && k->keys[is - 1].b == b)
			return is - 1;
	}
	return PAGESNAP_UNKNOWN32;
}

/**
 * pagesnap_keys_retire() - who looks for a key from now on gets a new number
 * @k: table
 * @id: number of the key; it may have been retired
 *
 * Context: any.
 */
void pagesnap_keys_retire(struct pagesnap_keys *k, u32 id)
{
	WRITE_ONCE(k->keys[id].a, PAGESNAP_KEY_RETIRED);
}

/**
 * pagesnap_keys_find() - the number of a key
 * @k: table
 * @a: of the key
 * @b: of the key
 * @is_new: set if nobody has met it before
 *
 * Context: a probe, with interrupts off.
 * Return: number, PAGESNAP_UNKNOWN32 if it has none: above the limit, or somebody is slow.
 */
u32 pagesnap_keys_find(struct pagesnap_keys *k, u64 a, u64 b, bool *is_new)
{
	int is = atomic_read_acquire(&k->slots[hash_of(a, b) & k->mask]);

	*is_new = false;
	/* nearly always it is known, and where it is looked for first */
	if (likely(is > 0 && READ_ONCE(k->keys[is - 1].a) == a && k->keys[is - 1].b == b))
		return is - 1;
	return search(k, a, b, is_new);
}

/**
 * pagesnap_keys_has() - is there such a key?
 * @k: table
 * @a: of the key
 * @b: of the key
 *
 * Context: any.
 * Return: false for one that somebody is about to add, too.
 */
bool pagesnap_keys_has(const struct pagesnap_keys *k, u64 a, u64 b)
{
	u32 at = hash_of(a, b), i;
	int is;

	for (i = 0; i < PLACES; i++) {
		is = atomic_read_acquire(&k->slots[(at + i) & k->mask]);
		if (!is)
			return false;
		if (is > 0 && READ_ONCE(k->keys[is - 1].a) == a && k->keys[is - 1].b == b)
			return true;
	}
	return false;
}

/**
 * pagesnap_keys_count() - how many numbers there are
 * @k: table
 *
 * Keys of the last ones may be about to be written.
 *
 * Return: how many.
 */
u32 pagesnap_keys_count(const struct pagesnap_keys *k)
{
	return min_t(u32, atomic_read(&k->nr), k->max);
}
