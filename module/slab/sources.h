/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_SOURCES_H
#define PAGESNAP_SLAB_SOURCES_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/hash.h>
#include <linux/types.h>

#include "uapi.h"

struct pagesnap_sum;

#define PAGESNAP_SOURCES_SHIFT	13
/* In place of where objects are from, of who frees some: no address, and no size. */
#define PAGESNAP_SOURCE_KFREE		0UL
#define PAGESNAP_SOURCE_CACHE_FREE	1UL

/**
 * struct pagesnap_source - a call site, and where it gets objects from, or that it frees some
 * @site: address; 0: nothing yet, 1: nobody finds it
 * @from: address of the cache; of kmalloc() the bytes that an object takes; PAGESNAP_SOURCE_KFREE
 *	or _CACHE_FREE: it frees objects, and has only @head and @site_id
 * @sums: that its objects count in, one for each stripe; NULL: in none
 * @head: of its events, with their length, type and flags
 * @site_id: number of the site
 * @cache_id: number of the cache
 * @requested: bytes, of a cache
 * @allocated: bytes
 * @gfp: how it asked, as PAGESNAP_GFP_*
 * @stack: PAGESNAP_NONE32
 * @theirs: as @gfp, as the kernel has it; sums don't ask
 * @sum: number of the sum
 *
 * From @head on it is laid out as the event of an allocation is, so that two fields of 32 bits are
 * copied at once.
 */
struct pagesnap_source {
	unsigned long site;
	unsigned long from;
	struct pagesnap_sum *sums;
	struct pagesnap_rec head;
	u32 site_id;
	u32 cache_id;
	u32 requested;
	u32 allocated;
	u32 gfp;
	u32 stack;
	gfp_t theirs;
	u32 sum;
} ____cacheline_aligned;

/**
 * struct pagesnap_sources - those that have been met
 * @at: places, or NULL
 */
struct pagesnap_sources {
	struct pagesnap_source *at;
};

int pagesnap_sources_init(struct pagesnap_sources *t);
void pagesnap_sources_destroy(struct pagesnap_sources *t);
void pagesnap_sources_add(struct pagesnap_sources *t, const struct pagesnap_source *s);
void pagesnap_sources_retire(struct pagesnap_sources *t, u32 nth);
u32 pagesnap_sources_places(const struct pagesnap_sources *t);

/* The place where it is looked for first. */
static __always_inline struct pagesnap_source *
pagesnap_source_home(const struct pagesnap_sources *t, unsigned long site, unsigned long from)
{
	u32 h = (u32)(site + from) * GOLDEN_RATIO_32;

	/* bits that are the place's offset as they are */
	h &= (sizeof(*t->at) << PAGESNAP_SOURCES_SHIFT) - sizeof(*t->at);
	return (void *)((char *)t->at + h);
}

/* The place where it is looked for next, and the other way round: places are aligned as pages. */
static __always_inline struct pagesnap_source *
pagesnap_source_beside(const struct pagesnap_source *s)
{
	return (struct pagesnap_source *)((unsigned long)s ^ sizeof(*s));
}

/* The rest of it may be read then: pairs with smp_store_release() of add_at(). */
static __always_inline bool pagesnap_source_is(const struct pagesnap_source *s, unsigned long site,
					       unsigned long from)
{
	/* READ_ONCE() would keep it from being compared where it is */
	if (data_race(s->site) != site)
		return false;
	smp_rmb(); /* the rest is read behind that */
	return s->from == from;
}

/**
 * pagesnap_source_find() - what is known of a site and where it gets objects from
 * @t: those that have been met
 * @site: address
 * @from: cache, or bytes of kmalloc()
 * @s: gets it
 *
 * Context: any.
 * Return: false if nothing is known.
 */
static __always_inline bool pagesnap_source_find(const struct pagesnap_sources *t,
						 unsigned long site, unsigned long from,
						 const struct pagesnap_source **s)
{
	*s = pagesnap_source_home(t, site, from);
	if (likely(pagesnap_source_is(*s, site, from)))
		return true;
	*s = pagesnap_source_beside(*s);
	return pagesnap_source_is(*s, site, from);
}

#endif /* PAGESNAP_SLAB_SOURCES_H */
