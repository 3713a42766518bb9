// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what probes know of an answer: made before they see it, freed when they are through
 *
 * All memory is had before the first event, and charged to the reader: a probe allocates nothing.
 *
 * What pins what: probes find answers by a list, under RCU.  An answer leaves the list, and its
 * memory goes behind a grace period.
 */
#include <linux/cpu.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/rculist.h>

#include "../core/alloc.h"
#include "../core/ring_cpu.h"
#include "event.h"
#include "quick.h"
#include "see.h"
#include "watch.h"

LIST_HEAD(pagesnap_watches);
/* The only one there is, if it is plain and tells events or objects: see quick_event.h. */
struct pagesnap_watch __rcu *pagesnap_watch_telling;
/* Protects changes of the list. */
static DEFINE_MUTEX(watches_mutex);
static u32 count;

static u32 sums_of(const struct pagesnap_watch *w)
{
	if (w->what != PAGESNAP_SLAB_SITES && w->what != PAGESNAP_SLAB_CACHES)
		return 0;
	if (w->o.by)
		return PAGESNAP_SLAB_SUMS_MAX;
	return w->what == PAGESNAP_SLAB_SITES ? PAGESNAP_SLAB_SITES_MAX :
						PAGESNAP_SLAB_CACHES_MAX;
}

static void *array(u32 nr, size_t size)
{
	return kvcalloc(nr, size, PAGESNAP_FEW_TRIES);
}

static int init_names(struct pagesnap_watch *w)
{
	w->site_names = array(PAGESNAP_SLAB_SITES_MAX, sizeof(*w->site_names));
	w->site_fits = array(PAGESNAP_SLAB_SITES_MAX, sizeof(*w->site_fits));
	w->cache_names = array(PAGESNAP_SLAB_CACHES_MAX, sizeof(*w->cache_names));
	w->cache_sizes = array(PAGESNAP_SLAB_CACHES_MAX, sizeof(*w->cache_sizes));
	w->cache_fits = array(PAGESNAP_SLAB_CACHES_MAX, sizeof(*w->cache_fits));
	w->cache_ended = array(PAGESNAP_SLAB_CACHES_MAX, sizeof(*w->cache_ended));
	if (!w->site_names || !w->site_fits || !w->cache_names || !w->cache_sizes ||
	    !w->cache_fits || !w->cache_ended)
		return -ENOMEM;
	return pagesnap_keys_init(&w->sites, PAGESNAP_SLAB_SITES_MAX) ?:
	       pagesnap_keys_init(&w->caches, PAGESNAP_SLAB_CACHES_MAX);
}

static int init_stacks(struct pagesnap_watch *w)
{
	if (!w->o.stack)
		return 0;
	w->frames = array(PAGESNAP_SLAB_STACKS_MAX * w->o.stack, sizeof(*w->frames));
	return w->frames ? pagesnap_keys_init(&w->stacks, PAGESNAP_SLAB_STACKS_MAX) : -ENOMEM;
}

static int init_cpus(struct pagesnap_watch *w)
{
	int cpu;

	w->cpus = alloc_percpu_gfp(struct pagesnap_slab_cpu, GFP_KERNEL_ACCOUNT);
	if (!w->cpus)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		per_cpu_ptr(w->cpus, cpu)->ids = (u64)cpu << 48;
	return 0;
}

/* As fields of a record: little-endian. */
static u64 where(u32 cpu, u32 node)
{
	return cpu | node << 16;
}

/* Each CPU finds its own without a look at the ring. */
static int init_ring(struct pagesnap_watch *w, struct pagesnap_session *session)
{
	struct pagesnap_slab_cpu *c;
	int cpu;

	w->ring = pagesnap_event_ring(w->o.buffer, session);
	if (!w->ring)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		c = per_cpu_ptr(w->cpus, cpu);
		c->ring = per_cpu_ptr(w->ring->cpus, cpu);
		c->where = where(cpu, first_online_node);
		c->here = where(cpu, 0);
		c->q = w->q;
	}
	return 0;
}

static bool may_be_plain(const struct pagesnap_watch *w)
{
	if (!pagesnap_ticks_by_tsc || w->o.by)
		return false;
	return sums_of(w) || !w->o.stack;
}

static int init(struct pagesnap_watch *w, struct pagesnap_session *session)
{
	u32 sums = sums_of(w);
	int err = init_names(w) ?: init_stacks(w) ?:
		  pagesnap_objects_init(&w->objects, w->o.objects);

	if (!err && w->o.children)
		err = pagesnap_keys_init(&w->forked, PAGESNAP_SLAB_FORKS_MAX);
	if (!err && w->o.by)
		err = pagesnap_keys_init(&w->sum_keys, PAGESNAP_SLAB_SUMS_MAX);
	if (!err && sums)
		err = pagesnap_sums_init(&w->sums, sums);
	if (!err && may_be_plain(w))
		err = pagesnap_sources_init(&w->sources);
	if (!err)
		err = init_cpus(w);
	if (!err && w->what == PAGESNAP_SLAB_EVENTS)
		err = init_ring(w, session);
	return err;
}

/**
 * pagesnap_watch_create() - get the memory for an answer
 * @what: what it wants
 * @o: its options
 * @q: its query
 * @session: whose it is
 *
 * Context: may sleep.
 * Return: what probes see after pagesnap_watch_start(), NULL without memory.
 */
struct pagesnap_watch *pagesnap_watch_create(enum pagesnap_slab_what what,
					     const struct pagesnap_slab_options *o, u32 q,
					     struct pagesnap_session *session)
{
	struct pagesnap_watch *w = kzalloc(sizeof(*w), GFP_KERNEL_ACCOUNT);

	if (!w)
		return NULL;
	INIT_LIST_HEAD(&w->node);
	w->what = what;
	w->q = q;
	w->o = *o;
	if (!init(w, session))
		return w;
	pagesnap_watch_destroy(w);
	return NULL;
}

/**
 * pagesnap_watch_destroy() - free it
 * @w: answer that was never started, or was stopped; or NULL
 *
 * Context: may sleep.
 */
void pagesnap_watch_destroy(struct pagesnap_watch *w)
{
	if (!w)
		return;
	if (w->ring)
		pagesnap_ring_destroy(w->ring);
	free_percpu(w->cpus);
	pagesnap_sums_destroy(&w->sums);
	pagesnap_objects_destroy(&w->objects);
	pagesnap_sources_destroy(&w->sources);
	pagesnap_keys_destroy(&w->sum_keys);
	pagesnap_keys_destroy(&w->forked);
	pagesnap_keys_destroy(&w->stacks);
	pagesnap_keys_destroy(&w->caches);
	pagesnap_keys_destroy(&w->sites);
	kvfree(w->frames);
	kvfree(w->cache_ended);
	kvfree(w->cache_fits);
	kvfree(w->cache_sizes);
	kvfree(w->cache_names);
	kvfree(w->site_fits);
	kvfree(w->site_names);
	kfree(w);
}

static bool wants_all(const struct pagesnap_watch *w)
{
	const struct pagesnap_slab_options *o = &w->o;

	return !*o->site && !*o->cache && !o->min_size && o->max_size == U64_MAX && !o->gfp &&
	       o->node < 0 && !w->pid && !w->has_cgroup && o->cpu < 0;
}

/* Probes that are under way go on with the one that they have found. */
static void choose_plain(void)
{
	struct pagesnap_watch *w = list_first_entry_or_null(&pagesnap_watches,
							    struct pagesnap_watch, node);

	lockdep_assert_held(&watches_mutex);
	if (count != 1 || !w->is_plain)
		w = NULL;
	pagesnap_quick_choose(w && w->sums.sums ? w : NULL);
	rcu_assign_pointer(pagesnap_watch_telling, w && !w->sums.sums ? w : NULL);
}

/**
 * pagesnap_watch_start() - have probes see it
 * @w: answer
 *
 * Context: may sleep.
 */
void pagesnap_watch_start(struct pagesnap_watch *w)
{
	w->all = wants_all(w);
	w->is_plain = w->all && w->sources.at;
	mutex_lock(&watches_mutex);
	/*
	 * First: what @w has seen allocated is freed before its eyes, too.  Who still finds the one
	 * before frees what was allocated before @w could see it.
	 */
	RCU_INIT_POINTER(pagesnap_watch_telling, NULL);
	list_add_rcu(&w->node, &pagesnap_watches);
	count++;
	choose_plain();
	mutex_unlock(&watches_mutex);
}

/**
 * pagesnap_watch_stop() - have them see it no more
 * @w: answer; it may not have been started
 *
 * Context: may sleep, until all probes are through that have found it.
 */
void pagesnap_watch_stop(struct pagesnap_watch *w)
{
	mutex_lock(&watches_mutex);
	if (!list_empty(&w->node)) {
		list_del_rcu(&w->node);
		count--;
		choose_plain();
	}
	mutex_unlock(&watches_mutex);
	synchronize_rcu();
	INIT_LIST_HEAD(&w->node);
}

/**
 * pagesnap_watch_sums() - how many sums are in use
 * @w: answer
 *
 * Return: how many; the last ones may still be 0.
 */
u32 pagesnap_watch_sums(const struct pagesnap_watch *w)
{
	if (!w->sums.sums)
		return 0;
	if (w->o.by)
		return pagesnap_keys_count(&w->sum_keys);
	return pagesnap_keys_count(w->what == PAGESNAP_SLAB_SITES ? &w->sites : &w->caches);
}

/**
 * pagesnap_watch_count() - add up what CPUs have counted
 * @w: answer
 * @n: gets the sums, with all allocations and frees
 *
 * Context: may sleep.
 */
void pagesnap_watch_count(const struct pagesnap_watch *w, struct pagesnap_slab_cpu *n)
{
	u32 sums = pagesnap_watch_sums(w), nth;
	int cpu, i;

	memset(n, 0, sizeof(*n));
	for_each_possible_cpu(cpu) {
		const struct pagesnap_slab_cpu *c = per_cpu_ptr(w->cpus, cpu);

		n->allocs += READ_ONCE(c->allocs);
		n->frees += READ_ONCE(c->frees);
		for (i = 0; i < PAGESNAP_SLAB_WHYS; i++)
			n->skipped[i] += READ_ONCE(c->skipped[i]);
	}
	for (nth = 0; nth < sums; nth++) {
		struct pagesnap_slab_sum sum = { };

		pagesnap_sums_read(&w->sums, nth, &sum);
		n->allocs += sum.allocs;
		n->frees += sum.frees;
		cond_resched();
	}
}

/**
 * pagesnap_watches_count() - how many answers watch
 *
 * Return: how many.
 */
u32 pagesnap_watches_count(void)
{
	return READ_ONCE(count);
}

/**
 * pagesnap_watches_forget() - a module leaves its addresses to others
 * @module: module
 * @all: all of them; or else those of its beginning
 *
 * Context: may sleep.
 */
void pagesnap_watches_forget(const struct module *module, bool all)
{
	struct pagesnap_watch *w;

	mutex_lock(&watches_mutex);
	list_for_each_entry(w, &pagesnap_watches, node) {
		pagesnap_watch_forget(w, module, all);
	}
	mutex_unlock(&watches_mutex);
}
