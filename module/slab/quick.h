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
 * so the CPU stays.
 *
 * NULL and ZERO_SIZE_PTR find no place, so nobody has to ask for them here.
 */
#ifndef PAGESNAP_SLAB_QUICK_H
#define PAGESNAP_SLAB_QUICK_H

#include <linux/jump_label.h>
#include <linux/mm.h>
#include <linux/smp.h>
#include <linux/topology.h>

#include "../compat/probes.h"
#include "../compat/tsc.h"
#include "objects.h"
#include "sources.h"
#include "sums.h"

struct pagesnap_watch;

/* There is such an answer, and these are its tables. */
DECLARE_STATIC_KEY_FALSE(pagesnap_quick_sums);
extern struct pagesnap_sources pagesnap_quick_sources;
extern struct pagesnap_objects pagesnap_quick_objects;

/* The machine may have several nodes. */
DECLARE_STATIC_KEY_FALSE(pagesnap_quick_nodes);

void pagesnap_quick_setup(void);
void pagesnap_quick_choose(const struct pagesnap_watch *w);
bool pagesnap_quick_free_odd(const void *ptr);

/* Context: preemption is off. Return: false if see.c has to see it. */
static __always_inline bool pagesnap_quick_count_alloc(unsigned long site, unsigned long addr,
						       unsigned long from, const size_t *bytes)
{
	const struct pagesnap_source *s;
	struct pagesnap_place *p;
	size_t requested;

	if (!pagesnap_source_find(&pagesnap_quick_sources, site, from, &s) ||
	    !pagesnap_objects_take_home(&pagesnap_quick_objects, addr, 0, &p))
		return false;
	requested = bytes ? *bytes : s->requested;
	p->source = s;
	p->o.time = compat_tsc();
	p->o.requested = requested;
	p->o.cpu = smp_processor_id();
	pagesnap_sum_alloc(pagesnap_sum_here(s->sums), requested, s->allocated);
	pagesnap_place_publish(p, addr);
	return true;
}

/**
 * pagesnap_quick_alloc() - count an allocation, in the usual case
 * @site: address of who asked
 * @ptr: object
 * @from: cache, or bytes that kmalloc() gives
 * @bytes: that kmalloc() was asked for; NULL: those of the cache
 *
 * Context: a probe; any.
 * Return: false: it isn't counted, and pagesnap_see_alloc() has to see it.
 */
static __always_inline bool pagesnap_quick_alloc(unsigned long site, const void *ptr,
						 unsigned long from, const size_t *bytes)
{
	bool is;

	compat_probe_enter();
	is = pagesnap_quick_count_alloc(site, (unsigned long)ptr, from, bytes);
	compat_probe_leave();
	return likely(is);
}

static __always_inline bool pagesnap_quick_is_other_node(unsigned long addr)
{
	return static_branch_unlikely(&pagesnap_quick_nodes) &&
	       page_to_nid(virt_to_page((void *)addr)) != numa_node_id();
}

/* Context: preemption is off. Return: the sum of what is no more in its place. */
static __always_inline struct pagesnap_sum *
pagesnap_quick_count_left(const struct pagesnap_source *s, unsigned long addr, size_t requested)
{
	struct pagesnap_sum *sum = pagesnap_sum_here(s->sums);

	pagesnap_sum_free(sum, requested, s->allocated);
	if (pagesnap_quick_is_other_node(addr))
		atomic64_inc(&sum->other_node);
	return sum;
}

/*
 * What the place has is read before it is left: if that succeeds, it was still so.
 *
 * Context: preemption is off. Return: false if pagesnap_quick_free_odd() has to see it.
 */
static __always_inline bool pagesnap_quick_count_free(unsigned long addr)
{
	const struct pagesnap_source *s;
	struct pagesnap_place *p;
	unsigned long lifetime;
	u32 requested;

	p = pagesnap_objects_home_place(&pagesnap_quick_objects, addr);
	s = READ_ONCE(p->source);
	if (unlikely(!s))
		return false;
	requested = READ_ONCE(p->o.requested);
	/* READ_ONCE() would keep it from being subtracted where it is */
	lifetime = pagesnap_ticks_lifetime(compat_tsc() - data_race(p->o.time));
	if (unlikely(lifetime >= PAGESNAP_SLAB_LIFETIMES ||
		     READ_ONCE(p->o.cpu) != smp_processor_id()) ||
	    !pagesnap_place_leave(p, addr))
		return false;
	atomic64_inc(&pagesnap_quick_count_left(s, addr, requested)->lifetimes[lifetime]);
	return true;
}

/**
 * pagesnap_quick_free() - count a free, in the usual case
 * @ptr: object
 *
 * Context: a probe; any.
 * Return: false: it isn't counted, and pagesnap_quick_free_odd() has to see it.
 */
static __always_inline bool pagesnap_quick_free(const void *ptr)
{
	bool is;

	compat_probe_enter();
	is = pagesnap_quick_count_free((unsigned long)ptr);
	compat_probe_leave();
	return likely(is);
}

#endif /* PAGESNAP_SLAB_QUICK_H */
