/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_KEYS_H
#define PAGESNAP_SLAB_KEYS_H

#include <linux/atomic.h>
#include <linux/limits.h>
#include <linux/types.h>

/* In place of @a of a key that is retired: no address, no size, and no number. */
#define PAGESNAP_KEY_RETIRED	U64_MAX

/**
 * struct pagesnap_key - what a number stands for
 * @a: a place in the kernel, a cache, or the number of one
 * @b: of whom; 0 if all are one
 */
struct pagesnap_key {
	u64 a;
	u64 b;
};

/**
 * struct pagesnap_keys - keys that probes have met, and their numbers
 * @max: how many there may be
 * @mask: of the places of @slots
 * @nr: numbers that were given, at least
 * @slots: number of the key and one, 0: free, or SLOT_BUSY
 * @keys: by number
 */
struct pagesnap_keys {
	u32 max;
	u32 mask;
	atomic_t nr;
	atomic_t *slots;
	struct pagesnap_key *keys;
};

int pagesnap_keys_init(struct pagesnap_keys *k, u32 max);
void pagesnap_keys_destroy(struct pagesnap_keys *k);
bool pagesnap_keys_has(const struct pagesnap_keys *k, u64 a, u64 b);
u32 pagesnap_keys_find(struct pagesnap_keys *k, u64 a, u64 b, bool *is_new);
void pagesnap_keys_retire(struct pagesnap_keys *k, u32 id);
u32 pagesnap_keys_count(const struct pagesnap_keys *k);

#endif /* PAGESNAP_SLAB_KEYS_H */
