/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_SUMS_H
#define PAGESNAP_SLAB_SUMS_H

#include <linux/atomic.h>
#include <linux/types.h>

#include "objects.h"
#include "uapi.h"

/**
 * struct pagesnap_sum - what was allocated, and freed of that
 * @allocs: allocations
 * @frees: frees
 * @requested: bytes asked for
 * @allocated: bytes had
 * @freed_requested: of these, those that were freed
 * @freed_allocated: the same
 * @deferred: frees by kfree_rcu()
 * @unseen: frees that nobody saw
 * @other_cpu: frees on another CPU
 * @other_node: frees on another node
 * @lifetimes: frees by lifetime
 */
struct pagesnap_sum {
	atomic64_t allocs;
	atomic64_t frees;
	atomic64_t requested;
	atomic64_t allocated;
	atomic64_t freed_requested;
	atomic64_t freed_allocated;
	atomic64_t deferred;
	atomic64_t unseen;
	atomic64_t other_cpu;
	atomic64_t other_node;
	atomic64_t lifetimes[PAGESNAP_SLAB_LIFETIMES];
};

/**
 * struct pagesnap_sums - all of an answer
 * @max: how many
 * @stripes: of so many, each CPU has one to count in
 * @sums: @max of each stripe
 */
struct pagesnap_sums {
	u32 max;
	u32 stripes;
	struct pagesnap_sum *sums;
};

int pagesnap_sums_init(struct pagesnap_sums *s, u32 max);
void pagesnap_sums_destroy(struct pagesnap_sums *s);
void pagesnap_sums_alloc(struct pagesnap_sums *s, const struct pagesnap_object *o);
void pagesnap_sums_retract(struct pagesnap_sums *s, const struct pagesnap_object *o);
void pagesnap_sums_free(struct pagesnap_sums *s, const struct pagesnap_object *o, u64 life_ns,
			u32 flags);
void pagesnap_sums_read(const struct pagesnap_sums *s, u32 nth, struct pagesnap_slab_sum *r);

#endif /* PAGESNAP_SLAB_SUMS_H */
