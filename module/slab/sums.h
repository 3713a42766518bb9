/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_SUMS_H
#define PAGESNAP_SLAB_SUMS_H

#include <linux/atomic.h>
#include <linux/bitops.h>
#include <linux/types.h>

#include "objects.h"
#include "ticks.h"
#include "uapi.h"

/**
 * struct pagesnap_sum - what was allocated, and freed of that
 * @allocs: allocations
 * @requested: bytes asked for
 * @allocated: bytes had
 * @freed_requested: of these, those that were freed
 * @freed_allocated: the same
 * @deferred: frees by kfree_rcu()
 * @unseen: frees that nobody saw
 * @other_cpu: frees on another CPU
 * @other_node: frees on another node
 * @lifetimes: frees by lifetime, all but @unseen
 */
struct pagesnap_sum {
	atomic64_t allocs;
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
void pagesnap_sums_free(struct pagesnap_sums *s, const struct pagesnap_object *o, u64 now,
			u32 flags);
struct pagesnap_sum *pagesnap_sums_of_cpu(const struct pagesnap_sums *s, u32 cpu);
void pagesnap_sums_read(const struct pagesnap_sums *s, u32 nth, struct pagesnap_slab_sum *r);

/**
 * pagesnap_sum_alloc() - count an allocation
 * @sum: its sum
 * @requested: bytes
 * @allocated: bytes
 *
 * Context: a probe.
 */
static __always_inline void pagesnap_sum_alloc(struct pagesnap_sum *sum, u32 requested,
					       u32 allocated)
{
	atomic64_inc(&sum->allocs);
	atomic64_add(requested, &sum->requested);
	atomic64_add(allocated, &sum->allocated);
}

/**
 * pagesnap_sum_free() - count bytes that are freed
 * @sum: sum of the allocation
 * @requested: bytes
 * @allocated: bytes
 *
 * Context: a probe.
 */
static __always_inline void pagesnap_sum_free(struct pagesnap_sum *sum, u32 requested,
					      u32 allocated)
{
	atomic64_add(requested, &sum->freed_requested);
	atomic64_add(allocated, &sum->freed_allocated);
}

/**
 * pagesnap_sum_life() - count a free by lifetime
 * @sum: sum of the allocation
 * @from: ticks when it was allocated
 * @to: ticks now; the clock of another CPU may be behind
 *
 * Context: a probe.
 */
static __always_inline void pagesnap_sum_life(struct pagesnap_sum *sum, u64 from, u64 to)
{
	u64 life = to - from;
	unsigned long nth;

	if (likely(life < pagesnap_ticks_max))
		nth = pagesnap_ticks_lifetime(life);
	else
		nth = to < from ? 0 : PAGESNAP_SLAB_LIFETIMES - 1;
	atomic64_inc(&sum->lifetimes[nth]);
}

#endif /* PAGESNAP_SLAB_SUMS_H */
