// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: sums of what is allocated and freed
 *
 * They are atomic, and striped: a few CPUs share a stripe, so that memory doesn't grow with their
 * number, and a CPU that comes needs nothing.  Reading adds the stripes up; what happens meanwhile
 * may be in one figure and not yet in another.
 */
#include <linux/cpumask.h>
#include <linux/init.h>
#include <linux/minmax.h>
#include <linux/mm.h>

#include "../core/alloc.h"
#include "sums.h"

/* Each as large as all sums, so many only where CPUs, and with them memory, are many, too. */
#define STRIPES_FEW	4U
#define STRIPES_MAX	8U
#define CPUS_A_STRIPE	4U

DEFINE_PER_CPU(unsigned long, pagesnap_sums_at);

static u32 stripes __ro_after_init;

/**
 * pagesnap_sums_setup() - choose where each CPU counts
 *
 * Context: any; before there are sums.
 */
void __init pagesnap_sums_setup(void)
{
	u32 cpus = num_possible_cpus(), nth = 0;
	int cpu;

	stripes = min(cpus, clamp(cpus / CPUS_A_STRIPE, STRIPES_FEW, STRIPES_MAX));
	/* neighbours share one: memory of one CPU goes to another of its socket in less time */
	for_each_possible_cpu(cpu)
		per_cpu(pagesnap_sums_at, cpu) =
			nth++ * stripes / cpus * sizeof(struct pagesnap_sum);
}

/**
 * pagesnap_sums_init() - sums of zeros
 * @s: sums, of zeros
 * @max: how many
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int pagesnap_sums_init(struct pagesnap_sums *s, u32 max)
{
	s->max = max;
	s->sums = kvcalloc((size_t)max * stripes, sizeof(*s->sums), PAGESNAP_FEW_TRIES);
	return s->sums ? 0 : -ENOMEM;
}

/**
 * pagesnap_sums_destroy() - free them
 * @s: sums that no probe uses any more
 */
void pagesnap_sums_destroy(struct pagesnap_sums *s)
{
	kvfree(s->sums);
	s->sums = NULL;
}

/**
 * pagesnap_sums_of() - where CPUs count the same
 * @s: sums
 * @nth: which
 *
 * Return: one sum for each stripe, NULL if there are none.
 */
struct pagesnap_sum *pagesnap_sums_of(const struct pagesnap_sums *s, u32 nth)
{
	return s->sums ? &s->sums[(size_t)nth * stripes] : NULL;
}

/* Context: the CPU stays. */
static struct pagesnap_sum *mine(struct pagesnap_sums *s, u32 nth)
{
	return pagesnap_sum_here(pagesnap_sums_of(s, nth));
}

/**
 * pagesnap_sums_alloc() - count an allocation
 * @s: sums
 * @o: object, whose sum is known
 *
 * Context: a probe, with interrupts off.
 */
void pagesnap_sums_alloc(struct pagesnap_sums *s, const struct pagesnap_object *o)
{
	pagesnap_sum_alloc(mine(s, o->sum), o->requested, o->allocated);
}

/**
 * pagesnap_sums_retract() - an allocation that was counted is none
 * @s: sums
 * @o: object, whose sum is known
 *
 * Context: a probe, with interrupts off.
 */
void pagesnap_sums_retract(struct pagesnap_sums *s, const struct pagesnap_object *o)
{
	struct pagesnap_sum *sum = mine(s, o->sum);

	atomic64_dec(&sum->allocs);
	atomic64_sub(o->requested, &sum->requested);
	atomic64_sub(o->allocated, &sum->allocated);
}

/**
 * pagesnap_sums_free() - count a free
 * @s: sums
 * @o: object, whose sum is known
 * @now: ticks
 * @flags: PAGESNAP_RF_* of the free
 *
 * Context: a probe, with interrupts off.
 */
void pagesnap_sums_free(struct pagesnap_sums *s, const struct pagesnap_object *o, u64 now,
			u32 flags)
{
	struct pagesnap_sum *sum = mine(s, o->sum);

	pagesnap_sum_free(sum, o->requested, o->allocated);
	if (flags & PAGESNAP_RF_DEFERRED)
		atomic64_inc(&sum->deferred);
	if (flags & PAGESNAP_RF_OTHER_CPU)
		atomic64_inc(&sum->other_cpu);
	if (flags & PAGESNAP_RF_OTHER_NODE)
		atomic64_inc(&sum->other_node);
	if (flags & PAGESNAP_RF_UNSEEN)
		atomic64_inc(&sum->unseen);
	else
		pagesnap_sum_life(sum, now - o->time);
}

/**
 * pagesnap_sums_read() - add a sum up
 * @s: sums
 * @nth: which
 * @r: its numbers are filled
 *
 * Context: any.
 */
void pagesnap_sums_read(const struct pagesnap_sums *s, u32 nth, struct pagesnap_slab_sum *r)
{
	const struct pagesnap_sum *first = pagesnap_sums_of(s, nth), *sum;
	s64 freed_requested = 0, freed_allocated = 0;
	u32 i;

	for (sum = first; sum < first + stripes; sum++) {
		/* frees first: none is counted whose allocation isn't */
		freed_requested += atomic64_read(&sum->freed_requested);
		freed_allocated += atomic64_read(&sum->freed_allocated);
		r->deferred += atomic64_read(&sum->deferred);
		r->unseen += atomic64_read(&sum->unseen);
		r->other_cpu += atomic64_read(&sum->other_cpu);
		r->other_node += atomic64_read(&sum->other_node);
		for (i = 0; i < PAGESNAP_SLAB_LIFETIMES; i++)
			r->lifetimes[i] += atomic64_read(&sum->lifetimes[i]);
	}
	r->frees = r->unseen;
	for (i = 0; i < PAGESNAP_SLAB_LIFETIMES; i++)
		r->frees += r->lifetimes[i];
	for (sum = first; sum < first + stripes; sum++) {
		r->allocs += atomic64_read(&sum->allocs);
		r->requested += atomic64_read(&sum->requested);
		r->allocated += atomic64_read(&sum->allocated);
	}
	r->live_requested = r->requested - min_t(u64, freed_requested, r->requested);
	r->live = r->allocated - min_t(u64, freed_allocated, r->allocated);
}
