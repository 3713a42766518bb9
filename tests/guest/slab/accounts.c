// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab timeout=240 needs=- disturbs=module machine=turns,debug-turns always=debug */
/*
 * What is alive by our sums is what the kernel's own accounts have more than before: of a cache
 * /proc/slabinfo, after what CPUs keep for themselves was given back; of allocations in whole
 * pages page_owner, where it is there (a debug kernel, with page_owner=on).  When all is freed
 * both are as they were.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"
#include "states.h"

#define CACHE "pagesnap_test_cache"
#define SINGLE 3000
#define BULK 480
#define STACKS "/sys/kernel/debug/page_owner_stacks/show_stacks"

/* Objects of the cache that are in use. */
static uint64_t objects_in_slabinfo(void)
{
	unsigned long active = 0, is;
	char line[512], name[64];
	FILE *f;

	st_set("/sys/kernel/slab/" CACHE "/shrink", "1");
	f = fopen("/proc/slabinfo", "re");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%63s %lu", name, &is) == 2 && !strcmp(name, CACHE))
			active = is;
	if (f)
		fclose(f);
	return active;
}

static void test_slabinfo(void)
{
	struct slab_round r = {
		.file = SLAB_CACHES, .ms = 2000, .samples = 2, .options = "cache=" CACHE
	};
	uint64_t before = objects_in_slabinfo(), live, takes;
	const char *text, *sum;
	uint64_t during = 0;

	while (slab_round(&r)) {
		slab_alloc("cache", SINGLE, 0);
		slab_alloc("bulk", BULK, 0);
		slab_free("bulk", BULK / 2);
		during = objects_in_slabinfo() - before;
	}
	while (!slab_line(r.answer->text, "round"))
		slab_read(r.answer);
	slab_free("bulk", BULK / 2);
	slab_free("cache", SINGLE);
	text = slab_rest(r.answer);
	sum = slab_line(text, "cache-sum");
	live = slab_number(sum, "live");
	takes = slab_number(sum, "allocated") / slab_number(sum, "allocs");
	ktap_equal(live / takes, SINGLE + BULK / 2, "objects of a cache that are alive count");
	ktap_equal(during, live / takes, "/proc/slabinfo has as many more as are alive");
	sum = slab_sum(text, "cache-sum", slab_number(sum, "id"));
	ktap_equal(slab_number(sum, "live"), 0, "no byte of a cache is alive when all is freed");
	ktap_equal(slab_number(sum, "frees"), SINGLE + BULK, "all objects of a cache are freed");
	ktap_equal(objects_in_slabinfo(), before, "/proc/slabinfo has no more than before then");
	slab_close(r.answer);
}

/* What a debug kernel notes of an allocation takes pages, too, and objects of its own caches. */
static bool is_of_notes(const char *line)
{
	return strstr(line, "kmemleak") || strstr(line, "stack_depot") || strstr(line, "kasan") ||
	       strstr(line, "allocate_slab");
}

/* Pages that were allocated by our module's kmalloc(): of all stacks with its function. */
static uint64_t pages_in_page_owner(void)
{
	bool ours = false, notes = false;
	uint64_t pages = 0, is;
	char line[512];
	FILE *f = fopen(STACKS, "re");

	while (f && fgets(line, sizeof(line), f)) {
		ours |= strstr(line, "pagesnap_test_kmalloc+") != NULL;
		notes |= is_of_notes(line);
		if (sscanf(line, "nr_base_pages: %lu", &is) != 1)
			continue;
		pages += ours && !notes ? is : 0;
		ours = notes = false;
	}
	if (f)
		fclose(f);
	return pages;
}

/* What is more than a cache gives. */
static void test_page_owner(void)
{
	static const struct {
		unsigned int size, nr;
	} parts[] = { { 20000, 64 }, { 100000, 16 }, { 9000, 33 } };
	struct slab_round r = {
		.file = SLAB_SITES, .ms = 4000, .options = "site=pagesnap_test_kmalloc"
	};
	uint64_t before, during = 0, live;
	size_t i;

	if (access(STACKS, R_OK)) {
		ktap_skip("what is alive in whole pages is what page_owner has", "no page_owner");
		return;
	}
	before = pages_in_page_owner();
	while (slab_round(&r)) {
		for (i = 0; i < sizeof(parts) / sizeof(*parts); i++)
			slab_alloc("kmalloc", parts[i].nr, parts[i].size);
		during = pages_in_page_owner() - before;
	}
	live = slab_number(slab_line(slab_rest(r.answer), "site-sum"), "live");
	ktap_ok(live > 64 * 20000, "allocations in whole pages count at their site");
	ktap_equal(during * ST_PAGE, live, "what is alive in whole pages is what page_owner has");
	for (i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		slab_free("kmalloc", parts[i].nr);
	ktap_equal(pages_in_page_owner(), before, "page_owner has no more than before when all is freed");
	slab_close(r.answer);
}

int main(void)
{
	slab_load();
	test_slabinfo();
	test_page_owner();
	return ktap_end();
}
