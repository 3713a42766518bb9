// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab timeout=300 needs=- disturbs=module,settings machine=turns always=debug */
/*
 * What once was told wrong: a cache at the address of one that was destroyed, a table that was full
 * too early, objects that nobody saw freed and whose memory went, parts that the compiler made of a
 * function, what kfree_rcu() has twice, what is told twice, and kmalloc_nolock().
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"
#include "states.h"

#define NR 480
#define CACHE "pagesnap_test_cache"
#define PROBED "/sys/kernel/debug/kprobes/enabled"

static void test_other_cache(void)
{
	struct slab_round r = { .file = SLAB_CACHES, .ms = 3000 };
	const char *text, *old, *new;
	uint64_t id;
	int err;

	while (slab_round(&r)) {
		slab_alloc("cache", NR, 0);
		slab_free("cache", NR);
		err = slab_do("remake", "pagesnap_other 700");
		if (err == EAGAIN) {
			ktap_skip("a cache at the address of another", "this kernel makes none");
			slab_close(r.answer);
			return;
		}
		slab_alloc("cache", NR / 2, 0);
	}
	text = slab_rest(r.answer);
	id = slab_id(text, "cache", "pagesnap_other");
	old = slab_sum(text, "cache-sum", slab_id(text, "cache", CACHE));
	new = slab_sum(text, "cache-sum", id);
	ktap_equal(slab_number(old, "allocs"), NR, "a cache that is destroyed keeps its sums");
	ktap_equal(slab_number(new, "allocs"), NR / 2,
		   "a cache at its address has its own name and sums");
	ktap_equal(slab_number(new, "requested"), NR / 2 * 700,
		   "a cache at the address of another has its own size");
	slab_close(r.answer);
	slab_free("cache", NR / 2);
	/* EAGAIN: at another address */
	err = slab_do("remake", CACHE " 500");
	ktap_ok(!err || err == EAGAIN, "the cache of the tests is there again");
}

/* A cache that is destroyed and made again as it was is one. */
static void test_same_cache(void)
{
	struct slab_round r = { .file = SLAB_CACHES, .ms = 3000 };
	const char *text, *sum;

	while (slab_round(&r)) {
		slab_alloc("cache", NR, 0);
		slab_free("cache", NR);
		if (slab_do("remake", CACHE " 500")) {
			ktap_skip("the same cache at the same address", "this kernel makes none");
			slab_close(r.answer);
			return;
		}
		slab_alloc("cache", NR, 0);
		slab_free("cache", NR);
	}
	text = slab_rest(r.answer);
	sum = slab_sum(text, "cache-sum", slab_id(text, "cache", CACHE));
	ktap_equal(slab_number(sum, "allocs"), 2 * NR, "a cache that is made again as it was is one");
	slab_close(r.answer);
}

static unsigned int nr_old;

static void allocate_old(void)
{
	slab_alloc("kmalloc", nr_old, 64);
}

static void test_full(unsigned int objects)
{
	char options[96];
	struct slab_round few = {
		.file = SLAB_SITES, .ms = 2000 + objects / 8, .options = options
	};
	struct slab_round many = {
		.file = SLAB_SITES, .ms = 2000 + objects / 4, .options = options,
		.before = allocate_old
	};
	const char *end;

	snprintf(options, sizeof(options), "objects=%u site=pagesnap_test_kmalloc", objects);
	while (slab_round(&few))
		slab_alloc("kmalloc", objects, 64);
	end = slab_line(slab_rest(few.answer), "end");
	ktap_equal(slab_number(end, "live"), objects, "objects=%u follows as many", objects);
	ktap_equal(slab_why(end, "objects"), 0, "objects=%u has room for all of them", objects);
	slab_close(few.answer);
	slab_free("kmalloc", objects);
	nr_old = objects;
	while (slab_round(&many)) {
		slab_free("kmalloc", objects);
		slab_alloc("kmalloc", 2 * objects, 64);
		slab_free("kmalloc", 2 * objects);
	}
	end = slab_line(slab_rest(many.answer), "end");
	ktap_equal(slab_number(end, "live"), 0, "objects=%u is empty when all is freed", objects);
	ktap_ok(slab_why(end, "objects") <= objects, "objects=%u counts those that have no room",
		objects);
	ktap_equal(slab_number(end, "frees") + slab_why(end, "objects"), 2 * objects,
		   "objects=%u: each is followed, or counted", objects);
	slab_close(many.answer);
}

/* Objects are freed while probes by name are off. */
static void test_gone(const char *file, const char *what)
{
	struct slab_round r = { .file = file, .ms = 2000, .options = "cache=" CACHE };
	const char *text, *end;
	int err = 0;

	while (slab_round(&r)) {
		slab_alloc("bulk", NR, 0);
		st_set(PROBED, "0");
		slab_free("bulk", NR);
		st_set(PROBED, "1");
		err = slab_do("shrink", "1");
	}
	ktap_equal(err, 0, "%s: the cache gives its pages back", what);
	text = slab_rest(r.answer);
	end = slab_line(text, "end");
	ktap_equal(slab_number(end, "live"), 0, "%s: what has lost its page is not alive", what);
	ktap_equal(slab_why(end, "unseen"), NR, "%s: its free is unseen", what);
	if (!strcmp(file, SLAB_OBJECTS))
		ktap_ok(!slab_line(text, "object"), "%s: none is told", what);
	else
		ktap_equal(slab_number(slab_line(text, "cache-sum"), "live"), 0, "%s: no bytes live",
			   what);
	slab_close(r.answer);
}

/* What lives stays, on pages of all kinds. */
static void test_not_gone(void)
{
	static const unsigned int sizes[] = { 8, 100, 5000, 9000, 200000 };
	unsigned int i;

	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		struct slab_round r = {
			.file = SLAB_OBJECTS, .ms = 500, .samples = 2,
			.options = "site=pagesnap_test_kmalloc"
		};

		while (slab_round(&r))
			slab_alloc("kmalloc", NR, sizes[i]);
		ktap_equal(slab_number(slab_line(slab_rest(r.answer), "end"), "live"), NR,
			   "objects of %u bytes are alive as long as they are", sizes[i]);
		slab_close(r.answer);
		slab_free("kmalloc", NR);
	}
}

static void test_part(void)
{
	struct slab_round whole = {
		.file = SLAB_SITES, .ms = 1000, .options = "site=pagesnap_test_whole"
	};
	struct slab_round begins = {
		.file = SLAB_SITES, .ms = 1000, .options = "site=pagesnap_test_who"
	};
	const char *text;

	while (slab_round(&whole))
		slab_alloc("part", NR, 100);
	text = slab_rest(whole.answer);
	ktap_equal(slab_number(slab_line(text, "site-sum"), "allocs"), NR,
		   "site= takes what the compiler has made a function of its own");
	slab_close(whole.answer);
	slab_free("kmalloc", NR);
	while (slab_round(&begins))
		slab_alloc("part", NR, 100);
	ktap_ok(!slab_line(slab_rest(begins.answer), "site-sum"),
		"site= takes no function that begins so");
	slab_close(begins.answer);
	slab_free("kmalloc", NR);
}

/* Where another module may be, which is called in another way. */
static void test_other_module(void)
{
	struct slab_round r = {
		.file = SLAB_SITES, .ms = 6000, .options = "site=pagesnap_test_kmalloc"
	};
	const char *text, *sum;

	while (slab_round(&r)) {
		slab_alloc("kmalloc", NR, 100);
		slab_free("kmalloc", NR);
		slab_load_again();
		slab_alloc("kmalloc", NR / 2, 100);
		slab_free("kmalloc", NR / 2);
	}
	text = slab_rest(r.answer);
	sum = slab_sum(text, "site-sum", slab_id(text, "site", "pagesnap_test_kmalloc+"));
	ktap_ok(slab_number(sum, "allocs") == NR || slab_number(sum, "allocs") == NR / 2,
		"what is at the address of a module that is gone is not taken for that");
	if (!sum || slab_number(sum, "allocs") > NR)
		ktap_note("%.600s", text);
	slab_close(r.answer);
}

/* Many more than the machine frees besides meanwhile. */
#define GIVEN_UP	(16 * NR)

static void allocate_given_up(void)
{
	slab_alloc("rcu", GIVEN_UP, 300);
}

static void test_old_once(void)
{
	/* it frees an object of its own with each, one at a time, as kfree_rcu() doesn't */
	bool kmemleak = !access("/sys/kernel/debug/kmemleak", F_OK);
	unsigned int deferred = 0, bulk = 0;
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 9000, .before = allocate_given_up };
	const char *text, *line;

	while (slab_round(&r))
		slab_free("rcu", GIVEN_UP);
	text = slab_rest(r.answer);
	for (line = slab_line(text, "free"); line; line = slab_next_line(line, "free")) {
		if (slab_number(line, "old") != 1)
			continue;
		line = strstr(line, " free=");
		deferred += !strncmp(line, " free=deferred", 14);
		bulk += !strncmp(line, " free=bulk", 10) ||
			(!kmemleak && !strncmp(line, " free=now", 9));
	}
	ktap_ok(deferred >= GIVEN_UP, "what was allocated before and is given up is told");
	ktap_ok(bulk < GIVEN_UP / 2, "what is given up is not told once more when it is freed");
	ktap_note("%u deferred, %u others", deferred, bulk);
	slab_close(r.answer);
}

/* Some kernels tell of what is larger than a cache has twice, and that is no free in between. */
static void test_told_twice(void)
{
	struct slab_round r = {
		.file = SLAB_EVENTS, .ms = 3000, .options = "min-size=20000 max-size=20000"
	};
	unsigned int allocs = 0, twice = 0;
	const char *text, *line;

	while (slab_round(&r)) {
		slab_alloc("kmalloc", NR, 20000);
		slab_free("kmalloc", NR);
	}
	text = slab_rest(r.answer);
	for (line = slab_line(text, "alloc"); line; line = slab_next_line(line, "alloc"))
		allocs++;
	for (line = slab_line(text, "free"); line; line = slab_next_line(line, "free"))
		twice += !strncmp(strstr(line, " free="), " free=twice ", 12);
	ktap_equal(allocs, NR + twice, "an allocation that is told once more ends the first as such");
	ktap_ok(!twice || twice == NR, "each allocation of a kernel is told twice, or none");
	ktap_equal(slab_number(slab_line(text, "end"), "frees"), NR,
		   "what is told twice is freed once");
	ktap_note("%u allocations, %u told twice", allocs, twice);
	slab_close(r.answer);
}

static void test_nolock(void)
{
	struct slab_round r = { .file = SLAB_SITES, .ms = 1000 };
	const char *text, *sum;

	if (st_run("grep -q ' kfree_nolock$' /proc/kallsyms")) {
		ktap_skip("kmalloc_nolock()", "this kernel has none");
		return;
	}
	while (slab_round(&r)) {
		slab_alloc("nolock", NR, 100);
		slab_free("nolock", NR - 32);
	}
	text = slab_rest(r.answer);
	sum = slab_sum(text, "site-sum", slab_id(text, "site", "pagesnap_test_nolock+"));
	ktap_equal(slab_number(sum, "allocs"), NR, "kmalloc_nolock() is seen");
	ktap_equal(slab_number(sum, "frees"), NR - 32, "kfree_nolock() is seen");
	ktap_equal(slab_number(sum, "requested"), NR * 100, "kmalloc_nolock() tells what was asked for");
	ktap_ok(slab_number(sum, "live") >= 32 * 100 && slab_number(sum, "live") <= 32 * 256,
		"kmalloc_nolock() tells what that takes");
	slab_close(r.answer);
	slab_free("nolock", 32);
}

int main(void)
{
	slab_load();
	test_other_cache();
	test_same_cache();
	test_full(1024);
	test_full(16384);
	test_gone(SLAB_OBJECTS, "objects");
	test_gone(SLAB_CACHES, "sums");
	test_not_gone();
	test_part();
	test_other_module();
	test_old_once();
	test_told_twice();
	test_nolock();
	return ktap_end();
}
