// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: something is allocated or freed: each answer that wants it counts it, or writes an event
 *
 * Probes run wherever the kernel allocates: in interrupts, with locks held, and on kernels from
 * v7 on with preemption on.  Here interrupts are off, nothing is allocated, no lock is taken, and
 * what would be told by ourselves, or by an NMI, is counted and left.  Grace periods of RCU wait
 * for interrupts, too: nothing else holds the answers.
 *
 * Each instruction here is one more for each allocation of the machine: an event is made only for
 * who reads it, and what takes time to find out is found out only for who wants it.  What most
 * often happens, and needs nothing of this, is counted by quick.h.
 */
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "event.h"
#include "forks.h"
#include "probes.h"
#include "see.h"
#include "watch.h"
#include "whose.h"

static DEFINE_PER_CPU(int, depth);

/*
 * What is allocated, and what was there before or is freed: of a CPU, as probes don't nest.  On the
 * stack the compiler would clear them for each event.
 */
static DEFINE_PER_CPU(struct pagesnap_object, seen_object);
static DEFINE_PER_CPU(struct pagesnap_object, old_object);

static const struct {
	gfp_t theirs;
	u32 ours;
} gfps[] = {
	{ __GFP_DMA, PAGESNAP_GFP_DMA }, { __GFP_DMA32, PAGESNAP_GFP_DMA32 },
	{ __GFP_HIGH, PAGESNAP_GFP_HIGH }, { __GFP_DIRECT_RECLAIM, PAGESNAP_GFP_RECLAIM },
	{ __GFP_KSWAPD_RECLAIM, PAGESNAP_GFP_KSWAPD }, { __GFP_IO, PAGESNAP_GFP_IO },
	{ __GFP_FS, PAGESNAP_GFP_FS }, { __GFP_NOWARN, PAGESNAP_GFP_NOWARN },
	{ __GFP_RETRY_MAYFAIL, PAGESNAP_GFP_MAYFAIL }, { __GFP_NOFAIL, PAGESNAP_GFP_NOFAIL },
	{ __GFP_NORETRY, PAGESNAP_GFP_NORETRY }, { __GFP_ZERO, PAGESNAP_GFP_ZERO },
	{ __GFP_ACCOUNT, PAGESNAP_GFP_ACCOUNT },
	{ __GFP_RECLAIMABLE, PAGESNAP_GFP_RECLAIMABLE },
	{ __GFP_THISNODE, PAGESNAP_GFP_THISNODE },
	{ __GFP_NOMEMALLOC, PAGESNAP_GFP_NOMEMALLOC },
};

static u32 gfp_of(gfp_t gfp)
{
	u32 ours = 0, i;

	/* each of them is some instructions then, without a branch */
#pragma GCC unroll 16
	for (i = 0; i < ARRAY_SIZE(gfps); i++)
		if (gfp & gfps[i].theirs)
			ours |= gfps[i].ours;
	return ours;
}

static void skip(struct pagesnap_watch *w, u32 why)
{
	this_cpu_inc(w->cpus->skipped[why]);
}

static bool is_in_cgroup(const struct pagesnap_watch *w)
{
	bool is;

	if (!in_task())
		return false;
	rcu_read_lock();
	is = compat_task_is_in_cgroup(current, &w->cgroup);
	rcu_read_unlock();
	return is;
}

static bool task_fits(const struct pagesnap_watch *w, const struct pagesnap_object *o)
{
	if (w->pid && o->pid != w->pid &&
	    !(w->o.children && in_task() && pagesnap_forks_has(w)))
		return false;
	return !w->has_cgroup || is_in_cgroup(w);
}

/* What takes time to find out, for those that tell it, sum it up or select by it. */
static void see_more(const struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
		     struct pagesnap_object *o)
{
	bool tells = w->ring || !w->sums.sums;

	o->gfp = tells || w->o.gfp ? gfp_of(seen->gfp) : 0;
	o->cgroup = tells || w->o.by == PAGESNAP_SLAB_BY_CGROUP ? pagesnap_whose_cgroup() :
								  PAGESNAP_NONE;
}

static bool object_fits(const struct pagesnap_watch *w, const struct pagesnap_object *o)
{
	const struct pagesnap_slab_options *want = &w->o;

	return o->requested >= want->min_size && o->requested <= want->max_size &&
	       (o->gfp & want->gfp) == want->gfp &&
	       (want->node < 0 || o->node == want->node) &&
	       (want->cpu < 0 || o->cpu == want->cpu) && task_fits(w, o);
}

/* In which sums does it count? */
static u32 sum_of(struct pagesnap_watch *w, const struct pagesnap_object *o)
{
	u32 id = w->what == PAGESNAP_SLAB_SITES ? o->site : o->cache;
	bool is_new;

	if (!w->sums.sums || id == PAGESNAP_UNKNOWN32)
		return PAGESNAP_UNKNOWN32;
	if (w->o.by == PAGESNAP_SLAB_BY_NONE)
		return id;
	id = pagesnap_keys_find(&w->sum_keys, id,
				w->o.by == PAGESNAP_SLAB_BY_PID ? o->pid : o->cgroup, &is_new);
	if (id == PAGESNAP_UNKNOWN32)
		skip(w, PAGESNAP_SLAB_WHY_SUMS);
	return id;
}

static void count_free(struct pagesnap_watch *w, const struct pagesnap_object *o, u64 now,
		       u32 flags)
{
	if (o->sum == PAGESNAP_UNKNOWN32)
		this_cpu_inc(w->cpus->frees);
	else
		pagesnap_sums_free(&w->sums, o, now, flags);
}

/**
 * pagesnap_see_unseen() - an object is no more, and nobody has seen its free
 * @w: answer
 * @old: object, which is followed no more
 * @now: time of its event
 *
 * The time of its end is not known, nor who did it.
 *
 * Context: interrupts are off.
 */
void pagesnap_see_unseen(struct pagesnap_watch *w, const struct pagesnap_object *old, u64 now)
{
	skip(w, PAGESNAP_SLAB_WHY_UNSEEN);
	count_free(w, old, 0, PAGESNAP_RF_UNSEEN);
	if (w->ring)
		pagesnap_event_end(w, old, now, PAGESNAP_RF_UNSEEN);
}

/**
 * pagesnap_see_gone() - an object may be no more, and nobody has seen its free
 * @w: answer
 * @place: where it is
 * @addr: its address
 * @o: what was found there
 *
 * While the place is held none of our probes may wait for it on this CPU.
 *
 * Context: may sleep.
 */
void pagesnap_see_gone(struct pagesnap_watch *w, u32 place, unsigned long addr,
		       const struct pagesnap_object *o)
{
	unsigned long flags;

	local_irq_save(flags);
	this_cpu_inc(depth);
	if (pagesnap_objects_end(&w->objects, place, addr, o) && !o->given_up)
		pagesnap_see_unseen(w, o, pagesnap_watch_now(w));
	this_cpu_dec(depth);
	local_irq_restore(flags);
}

/*
 * kmalloc() of more than a cache has is told by the function that gets the pages and once more, as
 * that of its caller, by the one around it: mm/slub.c since v6.10, __do_kmalloc_node().  The first
 * is within kmalloc() itself, and its memory isn't free in between.
 */
static bool is_told_twice(const struct pagesnap_watch *w, const struct pagesnap_object *old,
			  const struct pagesnap_object *o)
{
	return old->allocated > KMALLOC_MAX_CACHE_SIZE && old->allocated == o->allocated &&
	       old->requested == o->requested && old->pid == o->pid && !old->given_up &&
	       pagesnap_watch_site_is_kmalloc(w, old->site);
}

/* What is told by its caller now was none. */
static void retract(struct pagesnap_watch *w, const struct pagesnap_object *old, u64 now)
{
	if (old->sum == PAGESNAP_UNKNOWN32)
		this_cpu_dec(w->cpus->allocs);
	else
		pagesnap_sums_retract(&w->sums, old);
	if (w->ring)
		pagesnap_event_end(w, old, now, PAGESNAP_RF_TWICE);
}

static void end_old(struct pagesnap_watch *w, const struct pagesnap_object *old,
		    const struct pagesnap_object *o)
{
	if (is_told_twice(w, old, o))
		retract(w, old, o->time);
	else
		pagesnap_see_unseen(w, old, o->time);
}

static void follow(struct pagesnap_watch *w, const void *ptr, struct pagesnap_object *o)
{
	struct pagesnap_object *old = this_cpu_ptr(&old_object);

	switch (pagesnap_objects_add(&w->objects, ptr, o, old)) {
	case 1:
		end_old(w, old, o);
		break;
	case -ENOSPC:
		skip(w, PAGESNAP_SLAB_WHY_OBJECTS);
		o->id = PAGESNAP_NONE;
	}
}

/* An object that nobody asked for may be at the address of one that is followed. */
static void leave_out(struct pagesnap_watch *w, const void *ptr, const struct pagesnap_object *o)
{
	struct pagesnap_object *old = this_cpu_ptr(&old_object);

	skip(w, PAGESNAP_SLAB_WHY_FILTERED);
	if (pagesnap_objects_remove(&w->objects, ptr, old) && !old->given_up)
		end_old(w, old, o);
}

/*
 * Of what may be told twice each is looked at, and so is what is from a cache that may be another
 * one next time.
 */
static bool may_remember(const struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
			 const struct pagesnap_object *o)
{
	if ((w->sums.sums && o->sum == PAGESNAP_UNKNOWN32) || o->site == PAGESNAP_UNKNOWN32 ||
	    o->cache == PAGESNAP_UNKNOWN32 || o->flags & PAGESNAP_RF_BULK)
		return false;
	if (seen->cache ? !!(pagesnap_probes_lacking() & PAGESNAP_LACKS_DESTROY) :
			  o->allocated > KMALLOC_MAX_CACHE_SIZE)
		return false;
	return pagesnap_watch_site_stays(w, seen->site, o->site);
}

/* The next one of the same site and cache is counted without all this (quick.h). */
static void remember_alloc(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
			   const struct pagesnap_object *o)
{
	const struct pagesnap_source s = {
		.site = seen->site,
		.from = seen->cache ? (unsigned long)seen->cache : seen->allocated,
		.sums = pagesnap_sums_of(&w->sums, o->sum),
		.head = {
			.len = sizeof(struct pagesnap_slab_alloc), .type = PAGESNAP_REC_ALLOC,
			.flags = o->flags,
		},
		.site_id = o->site, .cache_id = o->cache,
		.requested = o->requested, .allocated = o->allocated,
		.gfp = o->gfp, .stack = PAGESNAP_NONE32,
		.theirs = seen->gfp, .sum = o->sum,
	};

	pagesnap_sources_add(&w->sources, &s);
}

/* The next free of the same site isn't looked up either. */
static void remember_free(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen, u32 id)
{
	const struct pagesnap_source s = {
		.site = seen->site,
		.from = seen->flags ? PAGESNAP_SOURCE_CACHE_FREE : PAGESNAP_SOURCE_KFREE,
		.head = {
			.len = sizeof(struct pagesnap_slab_free), .type = PAGESNAP_REC_FREE,
			.flags = seen->flags,
		},
		.site_id = id,
	};

	if (!(seen->flags & ~PAGESNAP_RF_FROM_CACHE) && id != PAGESNAP_UNKNOWN32 &&
	    pagesnap_watch_site_stays(w, seen->site, id))
		pagesnap_sources_add(&w->sources, &s);
}

/* @o is as the answer before has left it: what differs between answers is filled anew. */
static void alloc_for(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
		      struct pagesnap_object *o)
{
	o->time = pagesnap_watch_now(w);
	see_more(w, seen, o);
	if (!w->all && !object_fits(w, o)) {
		leave_out(w, seen->ptr, o);
		return;
	}
	o->site = pagesnap_watch_site(w, seen->site);
	o->cache = pagesnap_watch_cache(w, seen, o->requested, o->allocated);
	if (!w->all && (!pagesnap_watch_site_fits(w, o->site) ||
			!pagesnap_watch_cache_fits(w, o->cache, seen, o->allocated))) {
		leave_out(w, seen->ptr, o);
		return;
	}
	o->stack = w->o.stack ? pagesnap_watch_stack(w, seen->site) : PAGESNAP_NONE32;
	o->sum = sum_of(w, o);
	o->id = this_cpu_inc_return(w->cpus->ids);
	follow(w, seen->ptr, o);
	if (o->sum == PAGESNAP_UNKNOWN32)
		this_cpu_inc(w->cpus->allocs);
	else
		pagesnap_sums_alloc(&w->sums, o);
	if (w->is_plain && may_remember(w, seen, o))
		remember_alloc(w, seen, o);
	if (w->ring)
		pagesnap_event_alloc(w, o);
}

static bool enter(void)
{
	if (!in_nmi() && this_cpu_inc_return(depth) == 1)
		return true;
	return false;
}

/* Within our own probe: the answers that are under way count it. */
static void see_nested(void)
{
	struct pagesnap_watch *w;

	list_for_each_entry_rcu(w, &pagesnap_watches, node, irqs_disabled()) {
		struct pagesnap_slab_cpu __percpu *cpus = w->cpus;

		this_cpu_inc(cpus->skipped[PAGESNAP_SLAB_WHY_NESTED]);
	}
	if (!in_nmi())
		this_cpu_dec(depth);
}

/**
 * pagesnap_see_alloc() - something was allocated
 * @seen: what
 *
 * Context: a probe; any.
 */
void pagesnap_see_alloc(const struct pagesnap_slab_seen *seen)
{
	struct pagesnap_object *o;
	struct pagesnap_watch *w;
	unsigned long flags;

	if (ZERO_OR_NULL_PTR(seen->ptr))
		return;
	local_irq_save(flags);
	if (!enter()) {
		see_nested();
		goto out;
	}
	o = this_cpu_ptr(&seen_object);
	o->requested = seen->requested;
	o->allocated = seen->allocated ?: pagesnap_cache_allocates(seen->cache);
	o->pid = pagesnap_whose_pid();
	o->cpu = smp_processor_id();
	o->node = pagesnap_whose_node(seen->ptr);
	o->flags = seen->flags;
	o->given_up = 0;
	list_for_each_entry_rcu(w, &pagesnap_watches, node, irqs_disabled()) {
		alloc_for(w, seen, o);
	}
	this_cpu_dec(depth);
out:
	local_irq_restore(flags);
}

static u32 flags_of_free(const struct pagesnap_slab_seen *seen, const struct pagesnap_object *o)
{
	u32 flags = seen->flags;

	if (o->cpu != smp_processor_id())
		flags |= PAGESNAP_RF_OTHER_CPU;
	if (pagesnap_whose_node(seen->ptr) != numa_node_id())
		flags |= PAGESNAP_RF_OTHER_NODE;
	return flags;
}

/* Whether it was asked for can't be told, so with a selection it isn't. */
static void free_old(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen, u64 now)
{
	if (!w->all) {
		skip(w, PAGESNAP_SLAB_WHY_FILTERED);
		return;
	}
	skip(w, PAGESNAP_SLAB_WHY_OLD);
	if (w->ring)
		pagesnap_event_old(w, now, pagesnap_watch_site(w, seen->site), pagesnap_whose_pid(),
				   seen->flags);
}

static bool take(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
		 struct pagesnap_object *old)
{
	if (seen->flags & PAGESNAP_RF_DEFERRED)
		return pagesnap_objects_give_up(&w->objects, seen->ptr, old);
	return pagesnap_objects_remove(&w->objects, seen->ptr, old);
}

static void tell_free(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
		      const struct pagesnap_object *o, u64 now, u32 flags)
{
	const struct pagesnap_freed f = {
		.time = now, .life_ns = now - min(now, o->time),
		.site = pagesnap_watch_site(w, seen->site), .pid = pagesnap_whose_pid(),
		.flags = flags,
	};

	pagesnap_event_free(w, o, &f);
	if (w->is_plain)
		remember_free(w, seen, f.site);
}

static void free_for(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen)
{
	struct pagesnap_object *o = this_cpu_ptr(&old_object);
	u64 now = pagesnap_watch_now(w);
	u32 flags;

	if (!take(w, seen, o)) {
		free_old(w, seen, now);
		return;
	}
	if (o->given_up)
		return;
	flags = flags_of_free(seen, o);
	count_free(w, o, now, flags);
	if (w->ring)
		tell_free(w, seen, o, now, flags);
}

/**
 * pagesnap_see_free() - something is freed
 * @seen: what
 *
 * Context: a probe; any.
 */
void pagesnap_see_free(const struct pagesnap_slab_seen *seen)
{
	struct pagesnap_watch *w;
	unsigned long flags;

	if (ZERO_OR_NULL_PTR(seen->ptr))
		return;
	local_irq_save(flags);
	if (!enter()) {
		see_nested();
		goto out;
	}
	list_for_each_entry_rcu(w, &pagesnap_watches, node, irqs_disabled()) {
		free_for(w, seen);
	}
	this_cpu_dec(depth);
out:
	local_irq_restore(flags);
}

/**
 * pagesnap_see_destroy() - a cache is destroyed
 * @cache: cache; another may be made at its address
 *
 * Context: a probe.
 */
void pagesnap_see_destroy(const struct kmem_cache *cache)
{
	struct pagesnap_watch *w;

	rcu_read_lock();
	list_for_each_entry_rcu(w, &pagesnap_watches, node) {
		pagesnap_watch_cache_ends(w, cache);
	}
	rcu_read_unlock();
}
