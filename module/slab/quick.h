/* SPDX-License-Identifier: GPL-2.0 */
/*
 * DOC: the usual case of a probe: one answer of sums that leaves nothing out
 *
 * Where the only answer wants sums by site or cache, and the same site has got something from the
 * same cache before, all that an allocation is was found out then (sources.h): it takes the place
 * where its address belongs, and is counted.  All else, and whatever isn't at once as expected, is
 * for see.c.
 *
 * Interrupts are on: what is counted is counted by one instruction each, and places are taken by
 * comparison, so an interrupt, or an NMI, that comes in between counts its own.  Preemption is off,
 * so the CPU stays, and grace periods of RCU wait.
 */
#ifndef PAGESNAP_SLAB_QUICK_H
#define PAGESNAP_SLAB_QUICK_H

#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../compat/probes.h"
#include "../compat/tsc.h"
#include "watch.h"

/* Context: preemption is off. Return: the sum of a source, on this CPU. */
static __always_inline struct pagesnap_sum *
pagesnap_quick_sum(const struct pagesnap_watch *w, const struct pagesnap_source *s)
{
	return (void *)((char *)this_cpu_read(w->cpus->sums) + s->sum_at);
}

/* Context: preemption is off. Return: false if see.c has to see it. */
static __always_inline bool pagesnap_quick_count_alloc(unsigned long site, unsigned long addr,
						       unsigned long from, u32 bytes)
{
	struct pagesnap_watch *w = rcu_dereference_sched(pagesnap_watch_plain);
	const struct pagesnap_source *s;
	struct pagesnap_place *p;

	if (!w || !pagesnap_source_find(&w->sources, site, from, &s) ||
	    !pagesnap_objects_take_home(&w->objects, addr, 0, &p))
		return false;
	if (!bytes)
		bytes = s->requested;
	p->source = s;
	p->o.time = compat_tsc();
	p->o.requested = bytes;
	p->o.cpu = smp_processor_id();
	pagesnap_sum_alloc(pagesnap_quick_sum(w, s), bytes, s->allocated);
	pagesnap_place_publish(p, addr);
	return true;
}

/**
 * pagesnap_quick_alloc() - count an allocation, in the usual case
 * @site: address of who asked
 * @ptr: object
 * @from: cache, or bytes that kmalloc() gives
 * @bytes: that kmalloc() was asked for; 0: those of the cache
 *
 * Context: a probe; any.
 * Return: false: it isn't counted, and pagesnap_see_alloc() has to see it.
 */
static __always_inline bool pagesnap_quick_alloc(unsigned long site, const void *ptr,
						 unsigned long from, u32 bytes)
{
	bool is;

	if (unlikely(ZERO_OR_NULL_PTR(ptr)))
		return true;
	compat_probe_enter();
	is = pagesnap_quick_count_alloc(site, (unsigned long)ptr, from, bytes);
	compat_probe_leave();
	return likely(is);
}

/* The nodes of a machine that has some. */
static __always_inline bool pagesnap_quick_is_other_node(unsigned long addr)
{
	return unlikely(nr_online_nodes > 1) &&
	       page_to_nid(virt_to_page((void *)addr)) != numa_node_id();
}

/* Context: preemption is off. Return: false if see.c has to see it. */
static __always_inline bool pagesnap_quick_count_free(unsigned long addr)
{
	struct pagesnap_watch *w = rcu_dereference_sched(pagesnap_watch_plain);
	const struct pagesnap_source *s;
	struct pagesnap_place *p;
	struct pagesnap_sum *sum;

	if (!w || !pagesnap_objects_take_home(&w->objects, addr, addr, &p))
		return false;
	s = p->source;
	if (unlikely(!s)) {
		pagesnap_place_publish(p, addr);
		return false;
	}
	sum = pagesnap_quick_sum(w, s);
	pagesnap_sum_free(sum, p->o.requested, s->allocated);
	pagesnap_sum_life(sum, p->o.time, compat_tsc());
	if (unlikely(p->o.cpu != smp_processor_id()))
		atomic64_inc(&sum->other_cpu);
	if (pagesnap_quick_is_other_node(addr))
		atomic64_inc(&sum->other_node);
	pagesnap_place_publish(p, 0);
	return true;
}

/**
 * pagesnap_quick_free() - count a free, in the usual case
 * @ptr: object
 *
 * Context: a probe; any.
 * Return: false: it isn't counted, and pagesnap_see_free() has to see it.
 */
static __always_inline bool pagesnap_quick_free(const void *ptr)
{
	bool is;

	if (unlikely(ZERO_OR_NULL_PTR(ptr)))
		return true;
	compat_probe_enter();
	is = pagesnap_quick_count_free((unsigned long)ptr);
	compat_probe_leave();
	return likely(is);
}

#endif /* PAGESNAP_SLAB_QUICK_H */
