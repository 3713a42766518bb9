// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: objects that were freed while nobody saw it, and whose memory is something else now
 *
 * An object that lives keeps its page: a page of its cache, or of a cache of kmalloc() for its
 * size.  One whose page is nobody's, or another cache's, is gone: it would look as if it leaked.
 * The reader looks at the pages, before it tells what is alive.  Nothing is read of the objects.
 *
 * Such a page may be taken for another use at any moment, but no page of a living object is: so
 * what is gone stays so, and what lives is never taken for gone.
 */
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "../mm/hotplug.h"
#include "../mm/caches.h"
#include "watch.h"

/* Places between two looks at who else wants the CPU, or memory to go offline. */
#define PLACES	8192

/* What nobody can tell is taken for so. */
static bool is_of(const struct pagesnap_watch *w, struct kmem_cache *cache,
		  const struct pagesnap_object *o)
{
	u64 key = PAGESNAP_KEY_RETIRED;

	if (o->flags & PAGESNAP_RF_FROM_CACHE) {
		if (o->cache != PAGESNAP_UNKNOWN32)
			key = READ_ONCE(w->caches.keys[o->cache].a);
		return key == PAGESNAP_KEY_RETIRED || key == (unsigned long)cache;
	}
	return pagesnap_cache_may_allocate(cache, o->allocated);
}

static bool is_gone(const struct pagesnap_watch *w, unsigned long addr,
		    const struct pagesnap_object *o, struct pagesnap_online *online)
{
	struct page *page = pagesnap_online_page(online, PHYS_PFN(__pa(addr)));
	struct kmem_cache *cache;
	bool has_objects;

	if (!page)
		return true;
	has_objects = pagesnap_cache_of(page, &cache);
	/* that has pages of its own, of which nobody can tell whose they are */
	if (o->requested > KMALLOC_MAX_CACHE_SIZE && !(o->flags & PAGESNAP_RF_FROM_CACHE))
		return has_objects;
	if (!has_objects)
		return true;
	return !o->given_up && cache && !is_of(w, cache, o);
}

static void end_some(struct pagesnap_watch *w, u32 from, u32 to)
{
	struct pagesnap_online online = { };
	int token = pagesnap_hotplug_enter();
	struct pagesnap_object o;
	unsigned long addr;

	for (; from < to; from++) {
		addr = pagesnap_objects_look(&w->objects, from, &o);
		if (addr && is_gone(w, addr, &o, &online))
			pagesnap_see_gone(w, from, addr, &o);
	}
	pagesnap_hotplug_leave(token);
}

/**
 * pagesnap_watch_end_gone() - follow no more what is gone; those are unseen frees
 * @w: answer, which probes may see
 *
 * Context: may sleep.
 */
void pagesnap_watch_end_gone(struct pagesnap_watch *w)
{
	u32 places = pagesnap_objects_places(&w->objects), from;

	for (from = 0; from < places; from += PLACES) {
		end_some(w, from, min(places, from + PLACES));
		cond_resched();
	}
}
