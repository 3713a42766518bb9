// SPDX-License-Identifier: GPL-2.0
/*
 * Text of this collection's records.  Pure.
 */
#include "records.h"

/**
 * pagesnap_slab_why() - word for why something was left out
 * @why: PAGESNAP_SLAB_WHY_*
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_slab_why(u32 why)
{
	static const char * const names[] = {
		[PAGESNAP_SLAB_WHY_SITES] = "sites", [PAGESNAP_SLAB_WHY_CACHES] = "caches",
		[PAGESNAP_SLAB_WHY_SUMS] = "sums", [PAGESNAP_SLAB_WHY_STACKS] = "stacks",
		[PAGESNAP_SLAB_WHY_OBJECTS] = "objects", [PAGESNAP_SLAB_WHY_NESTED] = "nested",
		[PAGESNAP_SLAB_WHY_OLD] = "old", [PAGESNAP_SLAB_WHY_UNSEEN] = "unseen",
		[PAGESNAP_SLAB_WHY_DROPPED] = "dropped", [PAGESNAP_SLAB_WHY_MISSED] = "missed",
		[PAGESNAP_SLAB_WHY_FILTERED] = "filtered", [PAGESNAP_SLAB_WHY_FORKS] = "forks",
	};

	return PAGESNAP_WORD(names, why);
}

/**
 * pagesnap_slab_gfp() - word for a flag of an allocation, as gfp= takes it
 * @bit: number of the bit of PAGESNAP_GFP_*
 *
 * Return: word, "?" if there is none.
 */
const char *pagesnap_slab_gfp(u32 bit)
{
	static const char * const names[PAGESNAP_GFPS] = {
		"dma", "dma32", "high", "reclaim", "kswapd", "io", "fs", "nowarn", "mayfail",
		"nofail", "noretry", "zero", "account", "reclaimable", "thisnode", "nomemalloc",
	};

	return PAGESNAP_WORD(names, bit);
}

const struct pagesnap_words pagesnap_slab_words = {
	.why = pagesnap_slab_why,
	.counters = {
		[PAGESNAP_SLAB_COUNT_ALLOCS] = "allocs", [PAGESNAP_SLAB_COUNT_FREES] = "frees",
		[PAGESNAP_SLAB_COUNT_LOST] = "lost", [PAGESNAP_SLAB_COUNT_LIVE] = "live",
		[PAGESNAP_SLAB_COUNT_ROUNDS] = "rounds",
	},
};

static void text_known(struct pagesnap_text *t, const char *key, u64 v)
{
	if (v == PAGESNAP_UNKNOWN || v == PAGESNAP_UNKNOWN32)
		pagesnap_text_key_str(t, key, "?");
	else if (v == PAGESNAP_NONE || v == PAGESNAP_NONE32)
		pagesnap_text_key_str(t, key, "-");
	else
		pagesnap_text_key(t, key, v);
}

/**
 * pagesnap_slab_text_named() - the line of a site, a cache or a stack
 * @t: empty line
 * @r: record
 * @name: what follows it
 */
void pagesnap_slab_text_named(struct pagesnap_text *t, const struct pagesnap_rec *r,
			      const char *name)
{
	const struct pagesnap_slab_site *site = (const void *)r;
	const struct pagesnap_slab_stack *stack = (const void *)r;

	if (r->type == PAGESNAP_REC_STACK) {
		pagesnap_text_type(t, "stack", stack->q);
		pagesnap_text_key(t, " id=", stack->id);
		pagesnap_text_key(t, " frames=", stack->frames);
		pagesnap_text_key_escaped(t, " names=", name, stack->name_len);
		return;
	}
	pagesnap_text_type(t, r->type == PAGESNAP_REC_SITE ? "site" : "cache", site->q);
	pagesnap_text_key(t, " id=", site->id);
	if (r->type == PAGESNAP_REC_CACHE)
		text_known(t, " size=", site->size);
	pagesnap_text_key_escaped(t, " name=", name, site->name_len);
}

static void text_gfp(struct pagesnap_text *t, u32 gfp)
{
	const char *before = " gfp=";
	u32 bit;

	if (!gfp)
		pagesnap_text_key_str(t, before, "-");
	for (bit = 0; bit < PAGESNAP_GFPS; bit++) {
		if (!(gfp & 1U << bit))
			continue;
		pagesnap_text_key_str(t, before, pagesnap_slab_gfp(bit));
		before = ",";
	}
}

static void text_alloc(struct pagesnap_text *t, const struct pagesnap_slab_alloc *r)
{
	bool object = r->rec.type == PAGESNAP_REC_OBJECT;

	pagesnap_text_type(t, object ? "object" : "alloc", r->q);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, object ? " age=" : " seq=", r->seq);
	pagesnap_text_key(t, " cpu=", r->cpu);
	text_known(t, " pid=", r->pid);
	text_known(t, " cgroup=", r->cgroup);
	text_known(t, " object=", r->object);
	text_known(t, " site=", r->site);
	text_known(t, " cache=", r->cache);
	pagesnap_text_key(t, " requested=", r->requested);
	pagesnap_text_key(t, " allocated=", r->allocated);
	pagesnap_text_key(t, " node=", r->node);
	text_gfp(t, r->gfp);
	text_known(t, " stack=", r->stack);
	pagesnap_text_key_str(t, " from=", r->rec.flags & PAGESNAP_RF_FROM_CACHE ? "cache" :
			      "kmalloc");
	pagesnap_text_key(t, " bulk=", !!(r->rec.flags & PAGESNAP_RF_BULK));
}

/**
 * pagesnap_slab_free_word() - word for how something was freed, as far as that was seen
 * @flags: of its record
 *
 * Return: word.
 */
const char *pagesnap_slab_free_word(u32 flags)
{
	if (flags & PAGESNAP_RF_TWICE)
		return "twice";
	if (flags & PAGESNAP_RF_UNSEEN)
		return "unseen";
	if (flags & PAGESNAP_RF_DEFERRED)
		return "deferred";
	return flags & PAGESNAP_RF_BULK ? "bulk" : "now";
}

static void text_free(struct pagesnap_text *t, const struct pagesnap_slab_free *r)
{
	u32 flags = r->rec.flags;

	pagesnap_text_type(t, "free", r->q);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " seq=", r->seq);
	pagesnap_text_key(t, " cpu=", r->cpu);
	text_known(t, " pid=", r->pid);
	text_known(t, " object=", r->object);
	text_known(t, " life=", r->life_ns);
	text_known(t, " site=", r->site);
	text_known(t, " by=", r->by);
	pagesnap_text_key_str(t, " free=", pagesnap_slab_free_word(flags));
	pagesnap_text_key(t, " old=", !!(flags & PAGESNAP_RF_OLD));
	pagesnap_text_key(t, " other-cpu=", !!(flags & PAGESNAP_RF_OTHER_CPU));
	pagesnap_text_key(t, " other-node=", !!(flags & PAGESNAP_RF_OTHER_NODE));
}

/* Buckets up to the last that is not empty. */
static void text_lifetimes(struct pagesnap_text *t, const struct pagesnap_slab_sum *r)
{
	u32 nr = PAGESNAP_SLAB_LIFETIMES, i;

	while (nr && !r->lifetimes[nr - 1])
		nr--;
	if (!nr)
		pagesnap_text_key_str(t, " lifetimes=", "-");
	for (i = 0; i < nr; i++)
		pagesnap_text_key(t, i ? "," : " lifetimes=", r->lifetimes[i]);
}

static void text_sum(struct pagesnap_text *t, const struct pagesnap_slab_sum *r)
{
	pagesnap_text_type(t, r->rec.type == PAGESNAP_REC_SITE_SUM ? "site-sum" : "cache-sum",
			   r->q);
	text_known(t, " id=", r->id);
	text_known(t, " pid=", r->pid);
	text_known(t, " cgroup=", r->cgroup);
	pagesnap_text_key(t, " allocs=", r->allocs);
	pagesnap_text_key(t, " frees=", r->frees);
	pagesnap_text_key(t, " requested=", r->requested);
	pagesnap_text_key(t, " allocated=", r->allocated);
	pagesnap_text_key(t, " live=", r->live);
	pagesnap_text_key(t, " live-requested=", r->live_requested);
	pagesnap_text_key(t, " deferred=", r->deferred);
	pagesnap_text_key(t, " unseen=", r->unseen);
	pagesnap_text_key(t, " other-cpu=", r->other_cpu);
	pagesnap_text_key(t, " other-node=", r->other_node);
	text_lifetimes(t, r);
}

static void text_round(struct pagesnap_text *t, const struct pagesnap_slab_round *r)
{
	pagesnap_text_type(t, "round", r->q);
	pagesnap_text_key(t, " n=", r->n);
	pagesnap_text_key(t, " time=", r->time_ns);
	pagesnap_text_key(t, " real=", r->real_ns);
	pagesnap_text_key(t, " took=", r->took_ns);
	pagesnap_text_key(t, " late=", r->late_ns);
	pagesnap_text_key(t, " missed=", r->missed);
	pagesnap_text_key(t, " records=", r->records);
	pagesnap_text_key(t, " more=", r->more);
}

/**
 * pagesnap_slab_text() - the line of a record
 * @t: empty line
 * @r: record of this collection that has no name behind it
 */
void pagesnap_slab_text(struct pagesnap_text *t, const struct pagesnap_rec *r)
{
	switch (r->type) {
	case PAGESNAP_REC_ALLOC:
	case PAGESNAP_REC_OBJECT:
		text_alloc(t, (const void *)r);
		break;
	case PAGESNAP_REC_FREE:
		text_free(t, (const void *)r);
		break;
	case PAGESNAP_REC_SITE_SUM:
	case PAGESNAP_REC_CACHE_SUM:
		text_sum(t, (const void *)r);
		break;
	case PAGESNAP_REC_SLAB_ROUND:
		text_round(t, (const void *)r);
		break;
	}
}
