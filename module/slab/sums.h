/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_SUMS_H
#define PAGESNAP_SLAB_SUMS_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/types.h>

#include "objects.h"
#include "ticks.h"
#include "uapi.h"

/**
 * struct pagesnap_sum - what was allocated, and freed of that, in a stripe
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
} ____cacheline_aligned;

/**
 * struct pagesnap_sums - all of an answer
 * @max: how many numbers there are
 * @sums: of each number one for each stripe
 */
struct pagesnap_sums {
	u32 max;
	struct pagesnap_sum *sums;
};

/* In bytes: of the sums of a number, where that is in which this CPU counts. */
DECLARE_PER_CPU(unsigned long, pagesnap_sums_at);

void pagesnap_sums_setup(void);
int pagesnap_sums_init(struct pagesnap_sums *s, u32 max);
void pagesnap_sums_destroy(struct pagesnap_sums *s);
void pagesnap_sums_alloc(struct pagesnap_sums *s, const struct pagesnap_object *o);
void pagesnap_sums_retract(struct pagesnap_sums *s, const struct pagesnap_object *o);
void pagesnap_sums_free(struct pagesnap_sums *s, const struct pagesnap_object *o, u64 now,
			u32 flags);
struct pagesnap_sum *pagesnap_sums_of(const struct pagesnap_sums *s, u32 nth);
void pagesnap_sums_read(const struct pagesnap_sums *s, u32 nth, struct pagesnap_slab_sum *r);

/**
 * pagesnap_sum_here() - where this CPU counts
 * @sums: sums of a number
 *
 * Context: the CPU stays.
 * Return: one of them.
 */
static __always_inline struct pagesnap_sum *pagesnap_sum_here(struct pagesnap_sum *sums)
{
	return (void *)((char *)sums + raw_cpu_read(pagesnap_sums_at));
}

/**
 * pagesnap_sum_alloc() - count an allocation
 * @sum: its sum
 * @requested: bytes
 * @allocated: bytes
 *
 * Context: a probe.
 */
static __always_inline void pagesnap_sum_alloc(struct pagesnap_sum *sum, size_t requested,
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
static __always_inline void pagesnap_sum_free(struct pagesnap_sum *sum, size_t requested,
					      u32 allocated)
{
	atomic64_add(requested, &sum->freed_requested);
	atomic64_add(allocated, &sum->freed_allocated);
}

/**
 * pagesnap_sum_life() - count a free by lifetime
 * @sum: sum of the allocation
 * @ticks: since then; less than 0 if the clock of another CPU is behind
 *
 * Context: a probe.
 */
static inline void pagesnap_sum_life(struct pagesnap_sum *sum, s64 ticks)
{
	unsigned long nth = ticks < 0 ? 0 : pagesnap_ticks_lifetime(ticks);

	atomic64_inc(&sum->lifetimes[min(nth, PAGESNAP_SLAB_LIFETIMES - 1UL)]);
}

#endif /* PAGESNAP_SLAB_SUMS_H */
