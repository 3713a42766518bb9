/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_WATCH_H
#define PAGESNAP_SLAB_WATCH_H

#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/percpu.h>

#include "../compat/cgroup.h"
#include "../core/ring.h"
#include "../mm/caches.h"
#include "keys.h"
#include "objects.h"
#include "options.h"
#include "sources.h"
#include "sums.h"
#include "ticks.h"

struct module;

/* Bytes of a site's name that are kept, with a zero byte. */
#define PAGESNAP_SITE_NAME	80

/**
 * struct pagesnap_slab_cpu - what a CPU counts, alone
 * @ids: the number that an object got last; above bit 48 it has the CPU
 * @clock: of what is told
 * @allocs: allocations that no sum counts
 * @frees: the same, of frees
 * @ring: where it writes events
 * @where: last 8 bytes of its events of allocations: its number, the node if there is but one
 * @here: the same of frees: its number
 * @q: query, as they have it
 * @skipped: by PAGESNAP_SLAB_WHY_*
 */
struct pagesnap_slab_cpu {
	u64 ids;
	struct pagesnap_clock clock;
	u64 allocs;
	u64 frees;
	struct pagesnap_ring_cpu *ring;
	u64 where;
	u64 here;
	u32 q;
	u64 skipped[PAGESNAP_SLAB_WHYS];
};

/**
 * struct pagesnap_watch - what probes know of an answer
 * @node: in the list of all, under RCU
 * @what: what it wants
 * @q: its query
 * @o: options
 * @pid: of pid=, in the initial PID namespace; 0: any
 * @forked: processes that were forked by that one, or by these: PID, and when they began
 * @has_cgroup: @cgroup counts
 * @cgroup: of cgroup=
 * @all: no option leaves an allocation out
 * @is_plain: so it is, and sums are by site or cache alone, or none have a stack: quick.h
 * @ring: where events go; NULL: nowhere
 * @sites: call sites, by address
 * @site_names: by number; there once the first byte isn't 0
 * @site_fits: by number: 0 nobody has asked yet, 1 yes, 2 no
 * @caches: by address, or bytes of kmalloc
 * @cache_names: as @site_names
 * @cache_sizes: by number
 * @cache_fits: as @site_fits
 * @cache_ended: by number: it was destroyed, and another may be at its address
 * @sum_keys: of by=; else sums have the numbers of sites or caches
 * @sums: sums; none in those of events and objects
 * @sources: that were met, if @is_plain
 * @objects: that are followed
 * @stacks: by a hash of their frames
 * @frames: of each, @o.stack, by number; the first that is 0 ends it
 * @cpus: counters
 */
struct pagesnap_watch {
	struct list_head node;
	enum pagesnap_slab_what what;
	u32 q;
	struct pagesnap_slab_options o;
	u32 pid;
	struct pagesnap_keys forked;
	bool has_cgroup;
	struct compat_cgroup cgroup;
	bool all;
	bool is_plain;
	struct pagesnap_ring *ring;
	struct pagesnap_keys sites;
	char (*site_names)[PAGESNAP_SITE_NAME];
	u8 *site_fits;
	struct pagesnap_keys caches;
	char (*cache_names)[PAGESNAP_CACHE_NAME];
	u32 *cache_sizes;
	u8 *cache_fits;
	u8 *cache_ended;
	struct pagesnap_keys sum_keys;
	struct pagesnap_sums sums;
	struct pagesnap_sources sources;
	struct pagesnap_objects objects;
	struct pagesnap_keys stacks;
	unsigned long *frames;
	struct pagesnap_slab_cpu __percpu *cpus;
};

/**
 * struct pagesnap_slab_seen - what a probe was told of
 * @site: address of who asked
 * @ptr: object
 * @cache: where from; NULL: kmalloc, or nobody tells
 * @requested: bytes, of an allocation
 * @allocated: the same; 0: ask @cache
 * @gfp: as the kernel has it
 * @flags: PAGESNAP_RF_*
 */
struct pagesnap_slab_seen {
	unsigned long site;
	const void *ptr;
	struct kmem_cache *cache;
	size_t requested;
	size_t allocated;
	gfp_t gfp;
	u32 flags;
};

struct pagesnap_watch *pagesnap_watch_create(enum pagesnap_slab_what what,
					     const struct pagesnap_slab_options *o, u32 q,
					     struct pagesnap_session *session);
void pagesnap_watch_destroy(struct pagesnap_watch *w);
void pagesnap_watch_start(struct pagesnap_watch *w);
void pagesnap_watch_stop(struct pagesnap_watch *w);
u32 pagesnap_watch_sums(const struct pagesnap_watch *w);
void pagesnap_watch_count(const struct pagesnap_watch *w, struct pagesnap_slab_cpu *n);
u32 pagesnap_watches_count(void);
void pagesnap_watches_forget(const struct module *module, bool all);

void pagesnap_see_alloc(const struct pagesnap_slab_seen *seen);
void pagesnap_see_free(const struct pagesnap_slab_seen *seen);
void pagesnap_see_unseen(struct pagesnap_watch *w, const struct pagesnap_object *old, u64 now);
void pagesnap_see_gone(struct pagesnap_watch *w, u32 place, unsigned long addr,
		       const struct pagesnap_object *o);
void pagesnap_see_destroy(const struct kmem_cache *cache);

extern struct pagesnap_watch __rcu *pagesnap_watch_telling;

/**
 * pagesnap_watch_now() - what time it is for an answer
 * @w: answer
 *
 * Context: interrupts are off, and it is no NMI.
 * Return: CLOCK_MONOTONIC, ns; of sums ticks.
 */
static __always_inline u64 pagesnap_watch_now(const struct pagesnap_watch *w)
{
	return w->sums.sums ? pagesnap_ticks() : pagesnap_ticks_told(&this_cpu_ptr(w->cpus)->clock);
}

/* gone.c */
void pagesnap_watch_end_gone(struct pagesnap_watch *w);

/* names.c */
void pagesnap_slab_symbol(unsigned long at, char is[KSYM_SYMBOL_LEN]);
u32 pagesnap_watch_site(struct pagesnap_watch *w, unsigned long site);
bool pagesnap_watch_site_stays(const struct pagesnap_watch *w, unsigned long site, u32 id);
void pagesnap_watch_forget(struct pagesnap_watch *w, const struct module *module, bool all);
bool pagesnap_watch_site_is_kmalloc(const struct pagesnap_watch *w, u32 id);
bool pagesnap_watch_site_fits(struct pagesnap_watch *w, u32 id);
u32 pagesnap_watch_cache(struct pagesnap_watch *w, const struct pagesnap_slab_seen *seen,
			 u32 requested, u32 allocated);
void pagesnap_watch_cache_ends(struct pagesnap_watch *w, const struct kmem_cache *cache);
bool pagesnap_watch_cache_fits(struct pagesnap_watch *w, u32 id,
			       const struct pagesnap_slab_seen *seen, u32 allocated);
u32 pagesnap_watch_stack(struct pagesnap_watch *w, unsigned long site);

#endif /* PAGESNAP_SLAB_WATCH_H */
