// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: call sites and where they get objects from: what the same allocation was found to be before
 *
 * A memory of what see.c has found out, by two addresses; a source that is not in it is found out
 * each time.  There are two places for each.  Who meets one first takes a free place by an atomic
 * comparison, writes what it is, and publishes its site; it stays there for as long as the answer,
 * as objects name it by its place.  One that means something else from now on is not found any
 * more.  Two CPUs may add the same one: both places say the same.
 */
#include <linux/bits.h>
#include <linux/mm.h>

#include "../core/alloc.h"
#include "sources.h"

#define PLACES		BIT(PAGESNAP_SOURCES_SHIFT)
/* Is being written, or is retired: no address. */
#define SITE_NONE	1UL

/**
 * pagesnap_sources_init() - a table without sources
 * @t: table, of zeros
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int pagesnap_sources_init(struct pagesnap_sources *t)
{
	t->at = kvcalloc(PLACES, sizeof(*t->at), PAGESNAP_FEW_TRIES);
	return t->at ? 0 : -ENOMEM;
}

/**
 * pagesnap_sources_destroy() - free a table
 * @t: table that no probe uses any more
 */
void pagesnap_sources_destroy(struct pagesnap_sources *t)
{
	kvfree(t->at);
	t->at = NULL;
}

/* Return: true if the place was free. */
static bool add_at(struct pagesnap_source *to, const struct pagesnap_source *s)
{
	if (READ_ONCE(to->site) || cmpxchg(&to->site, 0, SITE_NONE))
		return false;
	to->from = s->from;
	to->sums = s->sums;
	to->head = s->head;
	to->site_id = s->site_id;
	to->cache_id = s->cache_id;
	to->requested = s->requested;
	to->allocated = s->allocated;
	to->gfp = s->gfp;
	to->stack = s->stack;
	to->theirs = s->theirs;
	to->sum = s->sum;
	/* pairs with smp_rmb() of who looks for it */
	smp_store_release(&to->site, s->site);
	return true;
}

/**
 * pagesnap_sources_add() - remember a source
 * @t: table
 * @s: source
 *
 * If both of its places are taken it is not remembered.
 *
 * Context: any.
 */
void pagesnap_sources_add(struct pagesnap_sources *t, const struct pagesnap_source *s)
{
	struct pagesnap_source *home = pagesnap_source_home(t, s->site, s->from);
	const struct pagesnap_source *old;

	if (!pagesnap_source_find(t, s->site, s->from, &old) && !add_at(home, s))
		add_at(pagesnap_source_beside(home), s);
}

/**
 * pagesnap_sources_retire() - nobody finds a source any more
 * @t: table
 * @nth: its place
 *
 * Context: any.
 */
void pagesnap_sources_retire(struct pagesnap_sources *t, u32 nth)
{
	WRITE_ONCE(t->at[nth].site, SITE_NONE);
}

/**
 * pagesnap_sources_places() - how many places a table has
 * @t: table
 *
 * Return: how many.
 */
u32 pagesnap_sources_places(const struct pagesnap_sources *t)
{
	return t->at ? PLACES : 0;
}
