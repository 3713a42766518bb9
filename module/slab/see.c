// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: something is allocated or freed: each answer that wants it counts it, or writes an event
 *
 * Probes run wherever the kernel allocates: in interrupts, with locks held, and on kernels from
 * v7 on with preemption on.  Here interrupts are off, nothing is allocated, no lock is taken, and
 * what would be told by ourselves, or by an NMI, is counted and left.
 */
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/timekeeping.h>

#include "see.h"
#include "watch.h"

static DEFINE_PER_CPU(int, depth);

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

	for (i = 0; i < ARRAY_SIZE(gfps); i++)
		if (gfp & gfps[i].theirs)
			ours |= gfps[i].ours;
	return ours;
}

static u32 node_of(const void *ptr)
{
	return virt_addr_valid(ptr) ? page_to_nid(virt_to_page(ptr)) : 0;
}

static void skip(struct pagesnap_watch *w, u32 why)
{
	this_cpu_inc(w->cpus->skipped[why]);
}

/* Of whom is it?  In an interrupt nobody knows. */
static void see_task(struct pagesnap_object *o)
{
	o->pid = PAGESNAP_NONE32;
	o->cgroup = PAGESNAP_NONE;
	if (!in_task())
		return;
	o->pid = current->tgid;
	o->cgroup = compat_task_cgroup_id(current);
}

static bool task_fits(const struct pagesnap_watch *w, const struct pagesnap_object *o)
{
	if (w->pid && o->pid != w->pid)
		return false;
	return !w->has_cgroup ||
	       (in_task() && compat_task_is_in_cgroup(current, &w->cgroup));
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

static void write_event(struct pagesnap_watch *w, struct pagesnap_slab_event *e)
{
	if (!w->ring)
		return;
	e->seq = this_cpu_inc_return(w->cpus->seq);
	pagesnap_ring_write(w->ring, &e->head, sizeof(*e));
}

/**
 * pagesnap_see_unseen() - an object is no more, and nobody has seen its free
 * @w: answer
 * @old: object, which is followed no more
 *
 * The time of its end is not known, nor who did it.
 *
 * Context: interrupts are off.
 */
void pagesnap_see_unseen(struct pagesnap_watch *w, const struct pagesnap_object *old)
{
	struct pagesnap_slab_event e = {
		.type = PAGESNAP_SLAB_FREE, .flags = PAGESNAP_RF_UNSEEN, .pid = PAGESNAP_NONE32,
		.life_ns = PAGESNAP_UNKNOWN, .site = PAGESNAP_UNKNOWN32, .object = *old,
	};

	skip(w, PAGESNAP_SLAB_WHY_UNSEEN);
	this_cpu_inc(w->cpus->frees);
	if (old->sum != PAGESNAP_UNKNOWN32)
		pagesnap_sums_free(&w->sums, old, 0, PAGESNAP_RF_UNSEEN);
	write_event(w, &e);
}

static void follow(struct pagesnap_watch *w, const void *ptr, struct pagesnap_slab_event *e)
{
	struct pagesnap_object old;

	switch (pagesnap_objects_add(&w->objects, ptr, &e->object, &old)) {
	case 1:
		pagesnap_see_unseen(w, &old);
		break;
	case -ENOSPC:
		skip(w, PAGESNAP_SLAB_WHY_OBJECTS);
		e->object.id = PAGESNAP_NONE;
	}
}

/* An object that nobody asked for may be at the address of one that is followed. */
static void leave_out(struct pagesnap_watch *w, const void *ptr)
{
	struct pagesnap_object old;

	skip(w, PAGESNAP_SLAB_WHY_FILTERED);
	if (pagesnap_objects_remove(&w->objects, ptr, &old) && !old.given_up)
		pagesnap_see_unseen(w, &old);
}

static void alloc_for(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
		      const struct pagesnap_object *o)
{
	struct pagesnap_slab_event e = {
		.type = PAGESNAP_SLAB_ALLOC, .flags = seen->flags, .pid = o->pid, .object = *o,
	};

	if (!object_fits(w, o)) {
		leave_out(w, seen->ptr);
		return;
	}
	e.object.site = pagesnap_watch_site(w, seen->site);
	e.object.cache = pagesnap_watch_cache(w, seen, o->requested, o->allocated);
	if (!pagesnap_watch_site_fits(w, e.object.site) ||
	    !pagesnap_watch_cache_fits(w, e.object.cache, seen, o->allocated)) {
		leave_out(w, seen->ptr);
		return;
	}
	e.object.stack = w->o.stack ? pagesnap_watch_stack(w, seen->site) : PAGESNAP_NONE32;
	e.object.sum = sum_of(w, &e.object);
	e.object.id = (u64)smp_processor_id() << 48 | this_cpu_inc_return(w->cpus->allocs);
	follow(w, seen->ptr, &e);
	if (e.object.sum != PAGESNAP_UNKNOWN32)
		pagesnap_sums_alloc(&w->sums, &e.object);
	write_event(w, &e);
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

	list_for_each_entry_rcu(w, &pagesnap_watches, node) {
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
	struct pagesnap_object o = {
		.flags = seen->flags,
		.requested = seen->requested,
		.sum = PAGESNAP_UNKNOWN32,
	};
	struct pagesnap_watch *w;
	unsigned long flags;

	if (ZERO_OR_NULL_PTR(seen->ptr))
		return;
	local_irq_save(flags);
	rcu_read_lock();
	if (!enter()) {
		see_nested();
		goto out;
	}
	o.time = ktime_get_mono_fast_ns();
	o.allocated = seen->allocated ?: pagesnap_cache_allocates(seen->cache);
	o.gfp = gfp_of(seen->gfp);
	o.cpu = smp_processor_id();
	o.node = node_of(seen->ptr);
	see_task(&o);
	list_for_each_entry_rcu(w, &pagesnap_watches, node) {
		alloc_for(w, seen, &o);
	}
	this_cpu_dec(depth);
out:
	rcu_read_unlock();
	local_irq_restore(flags);
}

static u32 flags_of_free(const struct pagesnap_object *o, u32 flags)
{
	if (o->cpu != smp_processor_id())
		flags |= PAGESNAP_RF_OTHER_CPU;
	if (o->node != numa_node_id())
		flags |= PAGESNAP_RF_OTHER_NODE;
	return flags;
}

static bool wants_all(const struct pagesnap_watch *w)
{
	const struct pagesnap_slab_options *o = &w->o;

	return !*o->site && !*o->cache && !o->min_size && o->max_size == U64_MAX && !o->gfp &&
	       o->node < 0 && !w->pid && !w->has_cgroup && o->cpu < 0;
}

/* Whether it was asked for can't be told, so with a selection it isn't. */
static void free_old(struct pagesnap_watch *w, struct pagesnap_slab_event *e,
		     const struct pagesnap_slab_seen *seen)
{
	if (!wants_all(w)) {
		skip(w, PAGESNAP_SLAB_WHY_FILTERED);
		return;
	}
	skip(w, PAGESNAP_SLAB_WHY_OLD);
	if (!w->ring)
		return;
	e->flags = seen->flags | PAGESNAP_RF_OLD;
	e->life_ns = PAGESNAP_UNKNOWN;
	e->object.id = PAGESNAP_NONE;
	e->object.site = PAGESNAP_UNKNOWN32;
	e->site = pagesnap_watch_site(w, seen->site);
	write_event(w, e);
}

static bool take(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
		 struct pagesnap_object *old)
{
	if (seen->flags & PAGESNAP_RF_DEFERRED)
		return pagesnap_objects_give_up(&w->objects, seen->ptr, old);
	return pagesnap_objects_remove(&w->objects, seen->ptr, old);
}

static void free_for(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen, u64 now,
		     u32 pid)
{
	struct pagesnap_slab_event e = { .type = PAGESNAP_SLAB_FREE, .pid = pid };

	if (!take(w, seen, &e.object)) {
		free_old(w, &e, seen);
		return;
	}
	if (e.object.given_up)
		return;
	e.flags = flags_of_free(&e.object, seen->flags);
	e.life_ns = now - min(now, e.object.time);
	this_cpu_inc(w->cpus->frees);
	if (e.object.sum != PAGESNAP_UNKNOWN32)
		pagesnap_sums_free(&w->sums, &e.object, e.life_ns, e.flags);
	if (!w->ring)
		return;
	e.site = pagesnap_watch_site(w, seen->site);
	write_event(w, &e);
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
	u64 now;

	if (ZERO_OR_NULL_PTR(seen->ptr))
		return;
	local_irq_save(flags);
	rcu_read_lock();
	if (!enter()) {
		see_nested();
		goto out;
	}
	now = ktime_get_mono_fast_ns();
	list_for_each_entry_rcu(w, &pagesnap_watches, node) {
		free_for(w, seen, now, in_task() ? current->tgid : PAGESNAP_NONE32);
	}
	this_cpu_dec(depth);
out:
	rcu_read_unlock();
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
