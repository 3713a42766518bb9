// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab timeout=240 needs=- disturbs=module machine=turns */
/*
 * Events of the only answer, and objects, are told in another way than those of one beside others,
 * or that are selected, from the second of a site on: that is never seen in what is told.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"
#include "states.h"

#define NR 240
#define VALUE 64
#define CPUS 64
/* Times are up to so much too early, and the clocks that are compared differ by more. */
#define EARLY_NS 10000
#define SLEEP_NS 100000000ull

/* What is behind " KEY=" in a line, as text. */
static void value_of(const char *line, const char *key, char value[VALUE])
{
	char is[32], *at;
	size_t len;

	snprintf(is, sizeof(is), " %s=", key);
	at = strstr(line, is);
	at = at && at < strchr(line, '\n') ? at + strlen(is) : NULL;
	len = at ? strcspn(at, " \n") : 0;
	snprintf(value, VALUE, "%.*s", (int)(len < VALUE ? len : VALUE - 1), at ? at : "");
}

/* The next event of the site; of a free, of who had asked for it. */
static const char *event_of(const char *from, const char *type, uint64_t site)
{
	const char *key = strcmp(type, "free") ? "site" : "by", *line;

	for (line = slab_line(from, type); line; line = slab_line(strchr(line, '\n') + 1, type))
		if (slab_number(line, key) == site)
			return line;
	return NULL;
}

/* How many events of the site there are, or objects, all of them like that one in these fields. */
static unsigned int count_alike(const char *text, const char *type, uint64_t site,
				const char *const keys[], const char *first)
{
	char is[VALUE], expected[VALUE];
	unsigned int nr = 0, i;
	const char *line;

	for (line = event_of(text, type, site); line;
	     line = event_of(strchr(line, '\n') + 1, type, site)) {
		for (i = 0; keys[i]; i++) {
			value_of(line, keys[i], is);
			value_of(first, keys[i], expected);
			if (!strcmp(is, expected))
				continue;
			ktap_note("%s=%s in %.250s", keys[i], expected, line);
			return nr;
		}
		nr++;
	}
	return nr;
}

/* The first of a site is found out as ever. */
static void test_alike(const char *how, const char *function, unsigned int size)
{
	static const char *const alloc[] = {
		"cpu", "pid", "cgroup", "cache", "requested", "allocated", "gfp", "stack",
		"from", "bulk", NULL
	};
	static const char *const freed[] = {
		"cpu", "pid", "site", "free", "old", "other-cpu", NULL
	};
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 2000 };
	const char *text, *line;
	uint64_t site;

	st_run_on(0);
	while (slab_round(&r)) {
		slab_alloc(how, NR, size);
		slab_free(how, NR);
	}
	text = slab_rest(r.answer);
	site = slab_id(text, "site", function);
	line = event_of(text, "alloc", site);
	ktap_equal(count_alike(text, "alloc", site, alloc, line), NR,
		   "%s: each allocation says the same as the first", how);
	ktap_equal(count_alike(text, "free", site, freed, event_of(text, "free", site)), NR,
		   "%s: each free says the same as the first", how);
	ktap_equal(slab_number(line, "pid"), getpid(), "%s: who asked is told", how);
	ktap_equal(slab_number(slab_line(text, "end"), "lost"), 0, "%s: no event is lost", how);
	slab_close(r.answer);
}

/* A round of objects, and an event of one that is as they are. */
static void test_objects(void)
{
	static const char *const keys[] = {
		"cpu", "pid", "cgroup", "requested", "allocated", "gfp", "stack", "from", "bulk",
		NULL
	};
	struct slab_round events = { .file = SLAB_EVENTS, .ms = 2000 };
	struct slab_round objects = { .file = SLAB_OBJECTS, .ms = 2000 };
	const char *event, *text;
	uint64_t site;

	st_run_on(0);
	while (slab_round(&events)) {
		slab_alloc("kmalloc", 1, 100);
		slab_free("kmalloc", 1);
	}
	text = slab_rest(events.answer);
	event = event_of(text, "alloc", slab_id(text, "site", "pagesnap_test_kmalloc+"));
	while (slab_round(&objects)) {
		slab_alloc("kmalloc", NR, 100);
		slab_free("kmalloc", NR / 2);
	}
	text = slab_rest(objects.answer);
	if (!event)
		ktap_die("no event of the site is told");
	site = slab_id(text, "site", "pagesnap_test_kmalloc+");
	ktap_equal(count_alike(text, "object", site, keys, event), NR / 2,
		   "objects that are alive are told, and as events are");
	ktap_ok(slab_number(slab_line(text, "end"), "frees") >= NR / 2,
		"frees of objects are counted");
	slab_close(objects.answer);
	slab_close(events.answer);
	slab_free("kmalloc", NR / 2);
}

/* Frees of the site whose allocation was told with that number, each once; the rest is 0. */
static unsigned int count_pairs(const char *text, uint64_t site)
{
	const char *line = event_of(text, "alloc", site), *freed;
	unsigned int nr = 0;
	uint64_t object;

	for (; line; line = event_of(strchr(line, '\n') + 1, "alloc", site)) {
		object = slab_number(line, "object");
		freed = event_of(line, "free", site);
		while (freed && slab_number(freed, "object") != object)
			freed = event_of(strchr(freed, '\n') + 1, "free", site);
		nr += freed && slab_number(freed, "life") ==
			       slab_number(freed, "time") - slab_number(line, "time");
	}
	return nr;
}

/* Each of allocation and free alone, and beside another answer. */
static void test_ways(void)
{
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 2000 };
	static const char *const any[] = { NULL };
	const char *text, *end;
	uint64_t site;

	while (slab_round(&r)) {
		slab_alloc_beside(NR);
		slab_free("kmalloc", 3 * NR / 2);
	}
	text = slab_rest(r.answer);
	end = slab_line(text, "end");
	site = slab_id(text, "site", "pagesnap_test_kmalloc+");
	ktap_equal(count_alike(text, "alloc", site, any, NULL), 2 * NR,
		   "allocations are told alone and beside others");
	ktap_equal(count_alike(text, "free", site, any, NULL), 2 * NR,
		   "frees are told alone and beside others");
	ktap_equal(count_pairs(text, site), 2 * NR,
		   "each free has the number of its allocation, and its lifetime");
	ktap_ok(slab_number(end, "allocs") >= 2 * NR && slab_number(end, "frees") >= 2 * NR,
		"the end counts what is told quickly");
	slab_close(r.answer);
}

/* Return: false if an event of a CPU is earlier than that before. */
static bool goes_on(const char *text)
{
	uint64_t last[CPUS] = { 0 }, cpu, ns;
	const char *line;

	for (line = text; *line; line = strchr(line, '\n') + 1) {
		if (strncmp(line, "alloc ", 6) && strncmp(line, "free ", 5))
			continue;
		cpu = slab_number(line, "cpu") % CPUS;
		ns = slab_number(line, "time");
		if (ns < last[cpu]) {
			ktap_note("not after %llu: %.100s", (unsigned long long)last[cpu], line);
			return false;
		}
		last[cpu] = ns;
	}
	return true;
}

static void test_times(void)
{
	struct slab_round r = { .file = SLAB_EVENTS, .ms = 2000 };
	uint64_t from = 0, to = 0, site, first, life;
	const char *text, *line;

	while (slab_round(&r)) {
		st_run_on(0);
		slab_alloc("kmalloc", NR, 100);
		slab_free("kmalloc", NR);
		from = st_now_ns();
		slab_alloc("kmalloc", 1, 100);
		to = st_now_ns();
		usleep(SLEEP_NS / 1000);
		st_run_on(1);
		slab_free("kmalloc", 1);
	}
	text = slab_rest(r.answer);
	site = slab_id(text, "site", "pagesnap_test_kmalloc+");
	for (line = event_of(text, "alloc", site), first = 0; line;
	     line = event_of(strchr(line, '\n') + 1, "alloc", site))
		first = slab_number(line, "time");
	ktap_ok(first + EARLY_NS >= from && first <= to,
		"the time of an event is when it happened");
	for (line = event_of(text, "free", site), life = 0; line;
	     line = event_of(strchr(line, '\n') + 1, "free", site)) {
		life = slab_number(line, "life");
		if (slab_number(line, "other-cpu") == 1)
			break;
	}
	ktap_ok(line, "what another CPU frees is told");
	ktap_ok(life + EARLY_NS >= SLEEP_NS && life < SLEEP_NS * 20 * ktap_slowness(),
		"an object that another CPU frees has its lifetime");
	ktap_ok(goes_on(text), "events of a CPU are in order");
	ktap_note("allocated within %llu to %llu at %llu, lived %llu", (unsigned long long)from,
		  (unsigned long long)to, (unsigned long long)first, (unsigned long long)life);
	slab_close(r.answer);
}

int main(void)
{
	slab_load();
	test_alike("kmalloc", "pagesnap_test_kmalloc+", 100);
	test_alike("cache", "pagesnap_test_cache+", 0);
	test_objects();
	test_ways();
	test_times();
	return ktap_end();
}
