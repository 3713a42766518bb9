// SPDX-License-Identifier: GPL-2.0
/*
 * The same of slab.  Rounds are those that for= and every= lead to, whole seconds or ms.
 *
 * In each round three functions allocate, of which all is known beforehand:
 *	steady	process 41, cgroup 27: 100 of 48 bytes in 64, of which 90 are freed, 9 on another
 *		CPU and 3 on another node; three objects live, none of them for long
 *	whole	process 42, cgroup 28: 10 of 256 bytes, all of which are freed
 *	leaks	process 41, from an interrupt by cgroup: 5 of 1000 bytes in 1024, none is freed
 *	ghost	as leaks, but two frees of it were not seen
 *	grows	keeps one object more each round, but gives up those of the first half
 * Events are an allocation, its free, one by kfree_rcu(), one that nobody saw, and one of before;
 * with buffer=64K some were lost.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/pagesnap/slab.h>

#include "answer-internal.h"

#define SECOND 1000000000ull

enum { STEADY, WHOLE, LEAKS, GHOST, GROWS, SITES };

static const char *const sites[SITES] = {
	"steady+0x10", "whole+0x20", "leaks+0x30 [leaky]", "ghost+0x40", "grows+0x50",
};

static const char *const caches[] = { "kmalloc-64", "dentry", "kmalloc-1k" };
static const uint32_t cache_sizes[] = { 64, 256, 1024 };
static const unsigned int cache_of[SITES] = { 0, 1, 2, 2, 2 };

/* The time of an option in ns, @otherwise without it. */
static uint64_t duration(const struct asked *a, const char *key, uint64_t otherwise)
{
	const char *value = find(a, key);
	char *unit;
	uint64_t nr;

	if (!value)
		return otherwise;
	nr = strtoull(value + strlen(key), &unit, 10);
	return nr * (*unit == 'm' ? SECOND / 1000 : SECOND);
}

static void put_name(struct stream *s, struct asked *a, uint32_t type, uint32_t id, uint32_t size,
		     const char *name)
{
	struct pagesnap_slab_site site = {
		.rec = HEAD(SITE, site, PAGESNAP_RF_MORE), .q = a->q, .id = id, .size = size,
		.name_len = strlen(name),
	};

	site.rec.type = type;
	put(s, &site, sizeof(site));
	put_bytes(s, a->q, name, strlen(name));
}

static void put_stack(struct stream *s, struct asked *a, uint32_t site)
{
	char names[128];
	struct pagesnap_slab_stack stack = {
		.rec = HEAD(STACK, stack, PAGESNAP_RF_MORE), .q = a->q, .id = site, .frames = 2,
	};

	stack.name_len = snprintf(names, sizeof(names), "%s;caller+0x9", sites[site]);
	put(s, &stack, sizeof(stack));
	put_bytes(s, a->q, names, stack.name_len);
}

static void put_names(struct stream *s, struct asked *a)
{
	uint32_t i;

	for (i = 0; i < SITES; i++)
		put_name(s, a, PAGESNAP_REC_SITE, i, PAGESNAP_UNKNOWN32, sites[i]);
	for (i = 0; i < sizeof(caches) / sizeof(*caches); i++)
		put_name(s, a, PAGESNAP_REC_CACHE, i, cache_sizes[i], caches[i]);
	for (i = 0; i < SITES && find(a, "stack="); i++)
		put_stack(s, a, i);
}

static void put_round(struct stream *s, struct asked *a, uint32_t n, uint64_t every,
		      uint64_t records)
{
	struct pagesnap_slab_round round = {
		.rec = HEAD(SLAB_ROUND, round, 0), .q = a->q, .n = n,
		.time_ns = 100 * SECOND + n * every, .real_ns = TIME_NS + n * every, .took_ns = 7,
		.records = records,
	};

	put(s, &round, sizeof(round));
	a->end.counters[PAGESNAP_SLAB_COUNT_ROUNDS]++;
}

/* What a function has allocated after @n rounds. */
static struct pagesnap_slab_sum sum_of(unsigned int site, uint64_t n)
{
	struct pagesnap_slab_sum sum = { .pid = site == WHOLE ? 42 : 41, .cgroup = 27 };

	if (site == STEADY) {
		sum.allocs = 100 * n;
		sum.frees = 90 * n;
		sum.other_cpu = 9 * n;
		sum.other_node = 3 * n;
		sum.deferred = n;
		sum.lifetimes[4] = 80 * n;
		sum.lifetimes[12] = 10 * n;
	} else if (site == WHOLE) {
		sum.cgroup = 28;
		sum.allocs = sum.frees = 10 * n;
		sum.lifetimes[PAGESNAP_SLAB_LIFETIMES - 1] = 10 * n;
	} else {
		sum.cgroup = PAGESNAP_NONE;
		sum.allocs = 5 * n;
		sum.frees = site == GROWS ? 4 * n : 0;
		sum.unseen = site == GHOST ? 2 : 0;
	}
	sum.requested = sum.allocs * (site == STEADY ? 48 : site == WHOLE ? 256 : 1000);
	sum.allocated = sum.allocs * cache_sizes[cache_of[site]];
	sum.live = (sum.allocs - sum.frees) * cache_sizes[cache_of[site]];
	if (sum.allocs)
		sum.live_requested = (sum.allocs - sum.frees) * (sum.requested / sum.allocs);
	return sum;
}

static void put_sum(struct stream *s, struct asked *a, unsigned int site, uint64_t n, bool by_cache)
{
	struct pagesnap_slab_sum sum = sum_of(site, n);

	sum.rec = (struct pagesnap_rec)HEAD(SITE_SUM, sum, 0);
	if (by_cache)
		sum.rec.type = PAGESNAP_REC_CACHE_SUM;
	sum.q = a->q;
	sum.id = by_cache ? cache_of[site] : site;
	if (!find(a, "by=pid"))
		sum.pid = PAGESNAP_NONE32;
	if (!find(a, "by=cgroup"))
		sum.cgroup = PAGESNAP_NONE;
	put(s, &sum, sizeof(sum));
	a->end.records++;
}

static void put_sums(struct stream *s, struct asked *a, uint32_t n, uint64_t every)
{
	bool by_cache = strstr(a->file, "cache_index");
	unsigned int i;

	/* of caches, one site each is enough */
	for (i = 0; i < (by_cache ? LEAKS + 1 : SITES); i++)
		put_sum(s, a, i, n, by_cache);
	put_round(s, a, n, every, i);
}

static void put_alloc(struct stream *s, struct asked *a, unsigned int site, uint64_t object,
		      uint64_t time, uint64_t seq)
{
	struct pagesnap_slab_alloc alloc = {
		.rec = HEAD(ALLOC, alloc, site == WHOLE ? PAGESNAP_RF_FROM_CACHE : 0), .q = a->q,
		.pid = site == WHOLE ? 42 : 41, .time_ns = time, .seq = seq, .object = object,
		.cgroup = site == STEADY ? 27 : site == WHOLE ? 28 : PAGESNAP_NONE, .site = site,
		.cache = cache_of[site],
		.requested = site == STEADY ? 48 : site == WHOLE ? 256 : 1000,
		.allocated = cache_sizes[cache_of[site]],
		.gfp = PAGESNAP_GFP_RECLAIM | PAGESNAP_GFP_IO,
		.stack = find(a, "stack=") ? site : PAGESNAP_NONE32, .cpu = 1,
	};

	if (strstr(a->file, "object_index"))
		alloc.rec.type = PAGESNAP_REC_OBJECT;
	put(s, &alloc, sizeof(alloc));
	a->end.records++;
}

/* Each function's objects that are alive in a round; born in the middle between two. */
static void put_objects(struct stream *s, struct asked *a, uint32_t n, uint64_t every,
			uint32_t rounds)
{
	uint64_t now = 100 * SECOND + n * every, records = a->end.records, born, i;
	unsigned int site;

	for (i = 0; i < 3; i++)
		put_alloc(s, a, STEADY, 10 * n + i, now - every / 4, every / 4);
	for (born = 1; born <= n; born++) {
		for (site = LEAKS; site <= GHOST; site++)
			for (i = 0; i < 5; i++)
				put_alloc(s, a, site, 100000 * site + 10 * born + i,
					  100 * SECOND + born * every - every / 2,
					  (n - born) * every + every / 2);
	}
	/* as many as there are rounds, and none of the first half is left at the end */
	for (i = 0; i < n; i++)
		put_alloc(s, a, GROWS, 900000 + 10 * n + i, n == rounds ? now - every / 2 :
			  100 * SECOND + every / 2, every / 2);
	put_round(s, a, n, every, a->end.records - records);
}

static void put_free(struct stream *s, struct asked *a, uint64_t object, uint32_t flags)
{
	bool is_unseen = flags & (PAGESNAP_RF_UNSEEN | PAGESNAP_RF_TWICE);
	bool is_old = flags & PAGESNAP_RF_OLD;
	struct pagesnap_slab_free freed = {
		.rec = HEAD(FREE, freed, flags), .q = a->q, .pid = 43,
		.time_ns = 100 * SECOND + 5000, .seq = 3,
		.object = is_old ? PAGESNAP_NONE : object,
		.life_ns = is_old || is_unseen ? PAGESNAP_UNKNOWN : 4000,
		.site = is_unseen ? PAGESNAP_UNKNOWN32 : WHOLE,
		.by = is_old ? PAGESNAP_UNKNOWN32 : STEADY, .cpu = 2,
	};

	put(s, &freed, sizeof(freed));
	a->end.records++;
}

static void put_events(struct stream *s, struct asked *a)
{
	struct pagesnap_lost lost = {
		.rec = HEAD(LOST, lost, 0), .q = a->q, .cpu = 1, .events = 9,
		.time_ns = 100 * SECOND + 6000,
	};

	put_alloc(s, a, STEADY, 1, 100 * SECOND + 1000, 1);
	put_free(s, a, 1, PAGESNAP_RF_OTHER_CPU | PAGESNAP_RF_OTHER_NODE);
	put_free(s, a, 2, PAGESNAP_RF_DEFERRED);
	put_free(s, a, 3, PAGESNAP_RF_UNSEEN);
	put_free(s, a, 4, PAGESNAP_RF_OLD | PAGESNAP_RF_BULK);
	put_free(s, a, 5, PAGESNAP_RF_TWICE);
	a->end.skipped[PAGESNAP_SLAB_WHY_OLD] = 1;
	if (!find(a, "buffer=64K"))
		return;
	put(s, &lost, sizeof(lost));
	a->end.status = PAGESNAP_END_PARTIAL;
	a->end.counters[PAGESNAP_SLAB_COUNT_LOST] = 9;
}

/**
 * put_slab() - what is allocated
 * @s: stream
 * @a: query
 */
void put_slab(struct stream *s, struct asked *a)
{
	uint64_t every = duration(a, "every=", SECOND);
	uint32_t rounds = duration(a, "for=", SECOND) / every, n;

	put_names(s, a);
	if (strstr(a->file, "event_index"))
		put_events(s, a);
	for (n = 1; n <= rounds && !strstr(a->file, "event_index"); n++) {
		if (strstr(a->file, "object_index"))
			put_objects(s, a, n, every, rounds);
		else
			put_sums(s, a, n, every);
	}
	if (find(a, "objects=1024")) {
		a->end.status = PAGESNAP_END_PARTIAL;
		a->end.skipped[PAGESNAP_SLAB_WHY_OBJECTS] = 6;
		a->end.skipped[PAGESNAP_SLAB_WHY_MISSED] = 1;
	}
}
