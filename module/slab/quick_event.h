/* SPDX-License-Identifier: GPL-2.0 */
/*
 * DOC: the usual case of a probe: one answer of events, or of objects, that leaves nothing out
 *
 * As quick.h, for what is told one by one: what the same site has asked for before, in the same
 * way, of the same cache is known (sources.h), and so is who has freed something before.  All else
 * is for see.c.
 *
 * The place of the object is taken with interrupts on.  They are off while the event gets its time
 * and its number and is written: an interrupt in between would find the ring busy, and its events
 * would be lost.  NMIs are for see.c, which counts them.
 */
#ifndef PAGESNAP_SLAB_QUICK_EVENT_H
#define PAGESNAP_SLAB_QUICK_EVENT_H

#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../compat/probes.h"
#include "event.h"
#include "quick.h"
#include "whose.h"

/* Context: interrupts are off. */
static __always_inline void pagesnap_quick_write_alloc(struct pagesnap_watch *w,
						       const struct pagesnap_source *s,
						       struct pagesnap_place *p,
						       unsigned long addr, u32 bytes)
{
	struct pagesnap_slab_cpu *cpu = this_cpu_ptr(w->cpus);
	const struct pagesnap_object o = {
		.time = pagesnap_ticks_told(&cpu->clock),
		.id = ++cpu->ids,
		.cgroup = pagesnap_whose_cgroup(),
		.site = s->site_id, .cache = s->cache_id, .sum = PAGESNAP_UNKNOWN32,
		.requested = bytes, .allocated = s->allocated,
		.gfp = s->gfp,
		.stack = PAGESNAP_NONE32,
		.pid = pagesnap_whose_pid(),
		.cpu = smp_processor_id(),
		.node = pagesnap_whose_node((void *)addr),
		.flags = s->flags,
	};

	cpu->allocs++;
	if (!w->ring) {
		p->source = NULL;
		p->o = o;
		return;
	}
	p->source = s;
	p->o.time = o.time;
	p->o.id = o.id;
	p->o.requested = bytes;
	p->o.cpu = o.cpu;
	pagesnap_event_write_alloc(w, &o);
}

/* Context: preemption is off. Return: false if see.c has to see it. */
static __always_inline bool pagesnap_quick_tell_alloc(unsigned long site, unsigned long addr,
						      unsigned long from, u32 bytes, gfp_t gfp)
{
	struct pagesnap_watch *w = rcu_dereference_sched(pagesnap_watch_telling);
	const struct pagesnap_source *s;
	struct pagesnap_place *p;
	unsigned long flags;

	if (!w || in_nmi() || !pagesnap_source_find(&w->sources, site, from, &s) ||
	    s->theirs != gfp || !pagesnap_objects_take_home(&w->objects, addr, 0, &p))
		return false;
	if (!bytes)
		bytes = s->requested;
	local_irq_save(flags);
	pagesnap_quick_write_alloc(w, s, p, addr, bytes);
	local_irq_restore(flags);
	pagesnap_place_publish(p, addr);
	return true;
}

/**
 * pagesnap_quick_event_alloc() - tell of an allocation, in the usual case
 * @site: address of who asked
 * @ptr: object
 * @from: cache, or bytes that kmalloc() gives
 * @bytes: that kmalloc() was asked for; 0: those of the cache
 * @gfp: how it was asked
 *
 * Context: a probe; any.
 * Return: false: it isn't told, and pagesnap_see_alloc() has to see it.
 */
static __always_inline bool pagesnap_quick_event_alloc(unsigned long site, const void *ptr,
						       unsigned long from, u32 bytes, gfp_t gfp)
{
	bool is;

	compat_probe_enter();
	is = pagesnap_quick_tell_alloc(site, (unsigned long)ptr, from, bytes, gfp);
	compat_probe_leave();
	return likely(is);
}

/* Context: interrupts are off. */
static __always_inline void pagesnap_quick_write_free(struct pagesnap_watch *w,
						      const struct pagesnap_source *by,
						      const struct pagesnap_place *p,
						      unsigned long addr, u32 flags)
{
	struct pagesnap_slab_cpu *cpu = this_cpu_ptr(w->cpus);
	const struct pagesnap_object o = { .id = p->o.id, .site = p->source->site_id };
	u64 now = pagesnap_ticks_told(&cpu->clock);
	struct pagesnap_freed f = {
		.time = now, .life_ns = now - min(now, p->o.time),
		.site = by->site_id, .pid = pagesnap_whose_pid(), .flags = flags,
	};

	if (p->o.cpu != smp_processor_id())
		f.flags |= PAGESNAP_RF_OTHER_CPU;
	if (pagesnap_quick_is_other_node(addr))
		f.flags |= PAGESNAP_RF_OTHER_NODE;
	cpu->frees++;
	pagesnap_event_write_free(w, &o, &f);
}

/* Only events tell of frees.  What kfree_rcu() has was freed before. */
static __always_inline bool pagesnap_quick_forget(struct pagesnap_watch *w, unsigned long addr)
{
	struct pagesnap_place *p;

	if (!pagesnap_objects_take_home(&w->objects, addr, addr, &p))
		return false;
	if (unlikely(p->o.given_up)) {
		pagesnap_place_publish(p, addr);
		return false;
	}
	this_cpu_inc(w->cpus->frees);
	pagesnap_place_publish(p, 0);
	return true;
}

/* Context: preemption is off. Return: false if see.c has to see it. */
static __always_inline bool pagesnap_quick_tell_free(unsigned long site, unsigned long addr,
						     u32 flags)
{
	struct pagesnap_watch *w = rcu_dereference_sched(pagesnap_watch_telling);
	const struct pagesnap_source *by;
	struct pagesnap_place *p;
	unsigned long irqs;

	if (!w || in_nmi())
		return false;
	if (!w->ring)
		return pagesnap_quick_forget(w, addr);
	if (!pagesnap_source_find(&w->sources, site, PAGESNAP_SOURCE_FREES, &by) ||
	    !pagesnap_objects_take_home(&w->objects, addr, addr, &p))
		return false;
	if (unlikely(!p->source)) {
		pagesnap_place_publish(p, addr);
		return false;
	}
	local_irq_save(irqs);
	pagesnap_quick_write_free(w, by, p, addr, flags);
	local_irq_restore(irqs);
	pagesnap_place_publish(p, 0);
	return true;
}

/**
 * pagesnap_quick_event_free() - tell of a free, in the usual case
 * @site: address of who frees
 * @ptr: object
 * @flags: PAGESNAP_RF_* of the record
 *
 * Context: a probe; any.
 * Return: false: it isn't told, and pagesnap_see_free() has to see it.
 */
static __always_inline bool pagesnap_quick_event_free(unsigned long site, const void *ptr,
						      u32 flags)
{
	bool is;

	compat_probe_enter();
	is = pagesnap_quick_tell_free(site, (unsigned long)ptr, flags);
	compat_probe_leave();
	return likely(is);
}

#endif /* PAGESNAP_SLAB_QUICK_EVENT_H */
