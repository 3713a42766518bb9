/* SPDX-License-Identifier: GPL-2.0 */
/*
 * DOC: the usual case of a probe: one answer of events, or of objects, that leaves nothing out
 *
 * As quick.h, for what is told one by one: what the same site has asked for before, in the same
 * way, of the same cache is known (sources.h), and so is who has freed something before.  All else
 * is for see.c.
 *
 * The place of the object is taken with interrupts on.  They are off while the event gets its time
 * and its number and is written, and no kprobe may be set where that is: an event in between would
 * get the same place.  NMIs are for see.c, which counts them.
 */
#ifndef PAGESNAP_SLAB_QUICK_EVENT_H
#define PAGESNAP_SLAB_QUICK_EVENT_H

#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "../compat/probes.h"
#include "../core/ring_cpu.h"
#include "quick.h"
#include "watch.h"
#include "whose.h"

/* 8 bytes of fields that are neighbours in both. */
static __always_inline void pagesnap_quick_copy(void *to, const void *from)
{
	*(u64 *)to = *(const u64 *)from;
}

/* Context: interrupts are off. */
static __always_inline void pagesnap_quick_say_who(struct pagesnap_slab_alloc *r)
{
	bool is_known = likely(in_task());

	r->pid = is_known ? current->tgid : PAGESNAP_NONE32;
	r->cgroup = is_known ? compat_current_cgroup_id() : PAGESNAP_NONE;
}

/* On a machine with several nodes. */
static __always_inline u16 pagesnap_quick_node(unsigned long addr)
{
	return page_to_nid(virt_to_page((void *)addr));
}

/* Context: interrupts are off, and @p is the caller's. */
static __always_inline void pagesnap_quick_note(struct pagesnap_slab_cpu *cpu,
						const struct pagesnap_source *s,
						struct pagesnap_place *p, u32 bytes, u64 now)
{
	cpu->allocs++;
	p->source = s;
	p->o.time = now;
	p->o.id = ++cpu->ids;
	p->o.requested = bytes;
	p->o.cpu = cpu->where;
}

/* What was just noted.  Context: interrupts are off, until the event is committed. */
static __always_inline void pagesnap_quick_write_alloc(struct pagesnap_slab_cpu *cpu,
						       struct pagesnap_event *event,
						       const struct pagesnap_source *s,
						       unsigned long addr, u32 bytes, u64 now)
{
	struct pagesnap_slab_alloc *r = (void *)event;

	pagesnap_quick_copy(&r->rec, &s->head);
	r->q = cpu->q;
	pagesnap_quick_say_who(r);
	r->time_ns = now;
	r->object = cpu->ids;
	pagesnap_quick_copy(&r->site, &s->site_id);
	r->requested = bytes;
	r->allocated = s->allocated;
	pagesnap_quick_copy(&r->gfp, &s->gfp);
	pagesnap_quick_copy(&r->cpu, &cpu->where);
	if (static_branch_unlikely(&pagesnap_quick_nodes))
		r->node = pagesnap_quick_node(addr);
	pagesnap_ring_calm_commit(cpu->ring, event, sizeof(*r));
}

/*
 * Where something has to be called: then it costs little that this is, too.  Nothing is called
 * behind it, so that who calls it need not save its registers.  Context: interrupts are off.
 */
static noinline notrace void pagesnap_quick_alloc_late(struct pagesnap_slab_cpu *cpu,
						       const struct pagesnap_source *s,
						       struct pagesnap_place *p,
						       unsigned long addr, u32 bytes,
						       unsigned long flags)
{
	u64 now = pagesnap_ticks_told(&cpu->clock);
	struct pagesnap_event *event;
	bool has_place = pagesnap_ring_calm_event(cpu->ring, now, &event);

	/* behind that: what it calls may be traced by somebody who allocates, and takes a number */
	pagesnap_quick_note(cpu, s, p, bytes, now);
	if (has_place)
		pagesnap_quick_write_alloc(cpu, event, s, addr, bytes, now);
	local_irq_restore(flags);
	pagesnap_place_publish(p, addr);
}

NOKPROBE_SYMBOL(pagesnap_quick_alloc_late);

/* Context: preemption is off, and @p is the caller's. */
static __always_inline void pagesnap_quick_alloc_event(struct pagesnap_watch *w,
						       const struct pagesnap_source *s,
						       struct pagesnap_place *p,
						       unsigned long addr, u32 bytes)
{
	struct pagesnap_slab_cpu *cpu;
	struct pagesnap_event *event;
	unsigned long flags;
	u64 now;

	local_irq_save(flags);
	cpu = this_cpu_ptr(w->cpus);
	if (!pagesnap_ticks_tell(&cpu->clock, &now) ||
	    !pagesnap_ring_calm_place(cpu->ring, &event)) {
		pagesnap_quick_alloc_late(cpu, s, p, addr, bytes, flags);
		return;
	}
	pagesnap_quick_note(cpu, s, p, bytes, now);
	pagesnap_quick_write_alloc(cpu, event, s, addr, bytes, now);
	local_irq_restore(flags);
	pagesnap_place_publish(p, addr);
}

/* Objects take other registers than events.  Context: preemption is off, @p is the caller's. */
static noinline notrace void pagesnap_quick_follow(struct pagesnap_watch *w,
						   const struct pagesnap_source *s,
						   struct pagesnap_place *p, unsigned long addr,
						   u32 bytes)
{
	struct pagesnap_slab_cpu *cpu = this_cpu_ptr(w->cpus);
	struct pagesnap_object *o = &p->o;
	unsigned long flags;

	local_irq_save(flags);
	o->time = pagesnap_ticks_told(&cpu->clock);
	o->id = ++cpu->ids;
	cpu->allocs++;
	local_irq_restore(flags);
	o->cgroup = pagesnap_whose_cgroup();
	o->site = s->site_id;
	o->cache = s->cache_id;
	o->sum = PAGESNAP_UNKNOWN32;
	o->requested = bytes;
	o->allocated = s->allocated;
	o->gfp = s->gfp;
	o->stack = s->stack;
	o->pid = pagesnap_whose_pid();
	o->cpu = smp_processor_id();
	o->node = pagesnap_whose_node((void *)addr);
	o->flags = s->head.flags;
	o->given_up = 0;
	p->source = NULL;
	pagesnap_place_publish(p, addr);
}

/* Context: preemption is off. Return: false if see.c has to see it. */
static __always_inline bool pagesnap_quick_tell_alloc(unsigned long site, unsigned long addr,
						      unsigned long from, u32 bytes, gfp_t gfp)
{
	struct pagesnap_watch *w = rcu_dereference_sched(pagesnap_watch_telling);
	const struct pagesnap_source *s;
	struct pagesnap_place *p;

	if (!w || in_nmi() || !pagesnap_source_find(&w->sources, site, from, &s) ||
	    s->theirs != gfp || !pagesnap_objects_take_home(&w->objects, addr, 0, &p))
		return false;
	if (!bytes)
		bytes = s->requested;
	if (likely(w->ring))
		pagesnap_quick_alloc_event(w, s, p, addr, bytes);
	else
		pagesnap_quick_follow(w, s, p, addr, bytes);
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

/* Context: interrupts are off until the event is committed, and @p is the caller's. */
static __always_inline void pagesnap_quick_write_free(struct pagesnap_slab_cpu *cpu,
						      struct pagesnap_event *event,
						      const struct pagesnap_source *by,
						      const struct pagesnap_place *p,
						      unsigned long addr, u64 now)
{
	struct pagesnap_slab_free *r = (void *)event;
	u64 life = now - p->o.time;

	pagesnap_quick_copy(&r->rec, &by->head);
	r->q = cpu->q;
	WRITE_ONCE(r->pid, pagesnap_whose_pid());
	r->time_ns = now;
	r->object = p->o.id;
	/* the clock of the other CPU may be ahead */
	r->life_ns = likely((s64)life >= 0) ? life : 0;
	r->site = by->site_id;
	WRITE_ONCE(r->by, p->source->site_id);
	pagesnap_quick_copy(&r->cpu, &cpu->here);
	if (unlikely(p->o.cpu != (u16)cpu->here))
		r->rec.flags |= PAGESNAP_RF_OTHER_CPU;
	if (pagesnap_quick_is_other_node(addr))
		r->rec.flags |= PAGESNAP_RF_OTHER_NODE;
	pagesnap_ring_calm_commit(cpu->ring, event, sizeof(*r));
}

/* As pagesnap_quick_alloc_late().  Context: interrupts are off. */
static noinline notrace void pagesnap_quick_free_late(struct pagesnap_slab_cpu *cpu,
						      const struct pagesnap_source *by,
						      struct pagesnap_place *p,
						      unsigned long addr, unsigned long flags)
{
	u64 now = pagesnap_ticks_told(&cpu->clock);
	struct pagesnap_event *event;

	if (pagesnap_ring_calm_event(cpu->ring, now, &event))
		pagesnap_quick_write_free(cpu, event, by, p, addr, now);
	local_irq_restore(flags);
	pagesnap_place_publish(p, 0);
}

NOKPROBE_SYMBOL(pagesnap_quick_free_late);

/* Context: preemption is off, and @p is the caller's. */
static __always_inline void pagesnap_quick_free_event(struct pagesnap_watch *w,
						      const struct pagesnap_source *by,
						      struct pagesnap_place *p, unsigned long addr)
{
	struct pagesnap_slab_cpu *cpu;
	struct pagesnap_event *event;
	unsigned long flags;
	u64 now;

	local_irq_save(flags);
	cpu = this_cpu_ptr(w->cpus);
	cpu->frees++;
	if (!pagesnap_ticks_tell(&cpu->clock, &now) ||
	    !pagesnap_ring_calm_place(cpu->ring, &event)) {
		pagesnap_quick_free_late(cpu, by, p, addr, flags);
		return;
	}
	pagesnap_quick_write_free(cpu, event, by, p, addr, now);
	local_irq_restore(flags);
	pagesnap_place_publish(p, 0);
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
						     unsigned long from)
{
	struct pagesnap_watch *w = rcu_dereference_sched(pagesnap_watch_telling);
	const struct pagesnap_source *by;
	struct pagesnap_place *p;

	if (!w || in_nmi())
		return false;
	if (unlikely(!w->ring))
		return pagesnap_quick_forget(w, addr);
	if (!pagesnap_source_find(&w->sources, site, from, &by) ||
	    !pagesnap_objects_take_home(&w->objects, addr, addr, &p))
		return false;
	if (unlikely(!p->source)) {
		pagesnap_place_publish(p, addr);
		return false;
	}
	pagesnap_quick_free_event(w, by, p, addr);
	return true;
}

/**
 * pagesnap_quick_event_free() - tell of a free, in the usual case
 * @site: address of who frees
 * @ptr: object
 * @from: how, PAGESNAP_SOURCE_KFREE or _CACHE_FREE
 *
 * Context: a probe; any.
 * Return: false: it isn't told, and pagesnap_see_free() has to see it.
 */
static __always_inline bool pagesnap_quick_event_free(unsigned long site, const void *ptr,
						      unsigned long from)
{
	bool is;

	compat_probe_enter();
	is = pagesnap_quick_tell_free(site, (unsigned long)ptr, from);
	compat_probe_leave();
	return likely(is);
}

#endif /* PAGESNAP_SLAB_QUICK_EVENT_H */
