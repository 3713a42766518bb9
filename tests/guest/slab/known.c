// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab timeout=300 needs=- disturbs=module machine=turns */
/*
 * A module allocates and frees known numbers of objects from functions that have names, in each
 * way that there is: sums by site and by cache, events and live objects say the same, and nothing
 * else of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask-slab.h"
#include "ktap.h"

#define NR 480
#define LEFT 32

/*
 * What is done, and what is to be told of it: @cache is where /proc/slabinfo says what an object
 * takes, which debugging makes larger; without one it is whole pages, @allocated.
 */
static const struct way {
	const char *how;
	const char *site;
	unsigned int size;
	unsigned int requested;
	const char *cache;
	unsigned int allocated;
	bool deferred;
} ways[] = {
	{ "kmalloc", "pagesnap_test_kmalloc+", 100, 100, "kmalloc-128", 0, false },
	{ "kmalloc", "pagesnap_test_kmalloc+", 5000, 5000, "kmalloc-8k", 0, false },
	{ "kmalloc", "pagesnap_test_kmalloc+", 20000, 20000, NULL, 32768, false },
	{ "kvmalloc", "pagesnap_test_kvmalloc+", 200, 200, "kmalloc-256", 0, false },
	{ "cache", "pagesnap_test_cache+", 0, 500, "pagesnap_test_cache", 0, false },
	{ "bulk", "pagesnap_test_bulk+", 0, 500, "pagesnap_test_cache", 0, false },
	{ "rcu", "pagesnap_test_rcu+", 300, 300, "kmalloc-512", 0, true },
	{ "irq", "pagesnap_test_irq+", 64, 64, "kmalloc-64", 0, false },
};

#define WAYS (sizeof(ways) / sizeof(*ways))

static unsigned int allocated(const struct way *w)
{
	FILE *f = w->cache ? fopen("/proc/slabinfo", "re") : NULL;
	unsigned int takes = w->allocated, is;
	char line[512], name[64];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%63s %*u %*u %u", name, &is) == 2 && !strcmp(name, w->cache))
			takes = is;
	if (!takes)
		ktap_die("/proc/slabinfo has no %s", w->cache);
	if (f)
		fclose(f);
	return takes;
}

static void act(const struct way *w)
{
	slab_alloc(w->how, NR, w->size);
	slab_free(w->how, NR - LEFT);
}

static void test_sites(const struct way *w)
{
	struct slab_round r = { .file = SLAB_SITES, .ms = 1000 };
	const char *text, *sum;

	while (slab_round(&r))
		act(w);
	text = slab_rest(r.answer);
	sum = slab_sum(text, "site-sum", slab_id(text, "site", w->site));
	ktap_equal(slab_number(sum, "allocs"), NR, "%s of %u: all allocations count at their site",
		   w->how, w->size);
	ktap_equal(slab_number(sum, "frees"), NR - LEFT, "%s of %u: all frees do", w->how, w->size);
	ktap_equal(slab_number(sum, "requested"), NR * w->requested, "%s of %u: bytes asked for",
		   w->how, w->size);
	ktap_equal(slab_number(sum, "allocated"), NR * allocated(w), "%s of %u: bytes had",
		   w->how, w->size);
	ktap_equal(slab_number(sum, "live"), LEFT * allocated(w), "%s of %u: bytes alive",
		   w->how, w->size);
	ktap_equal(slab_number(sum, "unseen"), 0, "%s of %u: no free is missed", w->how, w->size);
	ktap_equal(slab_number(sum, "deferred"), w->deferred ? NR - LEFT : 0,
		   "%s of %u: frees by kfree_rcu() are told apart", w->how, w->size);
	if (!sum)
		ktap_note("%.4000s", text);
	slab_close(r.answer);
	slab_free(w->how, LEFT);
}

static void test_objects(const struct way *w)
{
	char options[96];
	struct slab_round r = { .file = SLAB_OBJECTS, .ms = 1000, .options = options };
	const char *text, *line;
	unsigned int n = 0;

	snprintf(options, sizeof(options), "site=%.*s", (int)strlen(w->site) - 1, w->site);
	while (slab_round(&r))
		act(w);
	text = slab_rest(r.answer);
	for (line = slab_line(text, "object"); line; line = slab_next_line(line, "object"))
		n += slab_number(line, "requested") == w->requested;
	ktap_equal(n, LEFT, "%s of %u: those are alive that were not freed", w->how, w->size);
	ktap_equal(slab_number(slab_line(text, "end"), "live"), LEFT,
		   "%s of %u: nothing of other sites is followed", w->how, w->size);
	slab_close(r.answer);
	slab_free(w->how, LEFT);
}

static void count(const char *text, const char *type, const char *key, uint64_t id,
		  unsigned int *nr)
{
	const char *line;

	for (line = slab_line(text, type); line; line = slab_next_line(line, type))
		*nr += slab_number(line, key) == id;
}

static void test_events(const struct way *w)
{
	char options[96];
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 1000, .options = options };
	unsigned int allocs = 0, frees = 0;
	const char *text, *end;
	uint64_t id;

	snprintf(options, sizeof(options), "site=%.*s", (int)strlen(w->site) - 1, w->site);
	while (slab_round(&r))
		act(w);
	text = slab_rest(r.answer);
	id = slab_id(text, "site", w->site);
	count(text, "alloc", "site", id, &allocs);
	count(text, "free", "by", id, &frees);
	end = slab_line(text, "end");
	ktap_equal(allocs, NR, "%s of %u: each allocation is an event", w->how, w->size);
	ktap_equal(frees, NR - LEFT, "%s of %u: each free is", w->how, w->size);
	ktap_equal(slab_number(end, "lost"), 0, "%s of %u: no event is lost", w->how, w->size);
	if (allocs != NR)
		ktap_note("%.3000s", text);
	slab_close(r.answer);
	slab_free(w->how, LEFT);
}

static void test_cache(void)
{
	struct slab_round r = {
		.file = SLAB_CACHES, .ms = 1000, .options = "cache=pagesnap_test_cache"
	};
	const char *text, *sum;

	while (slab_round(&r)) {
		slab_alloc("cache", NR, 0);
		slab_free("cache", NR);
	}
	text = slab_rest(r.answer);
	sum = slab_sum(text, "cache-sum", slab_id(text, "cache", "pagesnap_test_cache"));
	ktap_equal(slab_number(sum, "allocs"), NR, "all allocations count at their cache");
	ktap_equal(slab_number(sum, "live"), 0, "nothing of the cache is alive when all is freed");
	slab_close(r.answer);
}

int main(void)
{
	size_t i;

	slab_load();
	for (i = 0; i < WAYS; i++) {
		test_sites(&ways[i]);
		test_objects(&ways[i]);
		test_events(&ways[i]);
	}
	test_cache();
	return ktap_end();
}
