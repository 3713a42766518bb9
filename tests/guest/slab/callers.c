// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab timeout=240 needs=- disturbs=module,settings machine=turns */
/*
 * Who probes what a function of the allocator returns, with a kretprobe or the function graph
 * tracer, has it return to a trampoline first.  The call site is who called, all the same.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define NR 64
#define TRACING "/sys/kernel/tracing/"
#define RETURNED "/sys/module/pagesnap_alloc/parameters/returned"

/* What is done, and the functions that are called for that, on one kernel or another. */
static const struct way {
	const char *how;
	const char *functions[4];
	const char *site;
	unsigned int size;
	bool frees;
} ways[] = {
	{ "kmalloc", { "__kmalloc_noprof", "__kmalloc" }, "pagesnap_test_kmalloc", 100, false },
	{ "kmalloc", { "kfree" }, "pagesnap_test_free", 100, true },
	{ "cache", { "kmem_cache_alloc_noprof", "kmem_cache_alloc" },
	  "pagesnap_test_cache", 0, false },
	{ "bulk", { "kmem_cache_alloc_bulk_noprof", "kmem_cache_alloc_bulk" },
	  "pagesnap_test_bulk", 0, false },
	{ "rcu", { "kvfree_call_rcu" }, "pagesnap_test_free_rcu", 100, true },
	{ "nolock", { "_kmalloc_nolock_noprof", "kmalloc_nolock_noprof" },
	  "pagesnap_test_nolock", 100, false },
};

/* Return: the function that is probed then, NULL if the kernel has none. */
static const char *probe_return(const struct way *w)
{
	unsigned int i;

	for (i = 0; i < 4 && w->functions[i]; i++)
		if (!slab_do("returns", w->functions[i]))
			return w->functions[i];
	return NULL;
}

static unsigned int count_trampolines(const char *text)
{
	unsigned int nr = 0;
	const char *line;

	for (line = slab_line(text, "site"); line; line = slab_next_line(line, "site"))
		nr += strstr(line, "name=arch_rethook_trampoline") ||
		      strstr(line, "name=return_to_handler");
	return nr;
}

/* Events that the site is of: of a free, who frees. */
static unsigned int count_events(const char *text, const struct way *w)
{
	const char *type = w->frees ? "free" : "alloc", *line;
	unsigned int nr = 0;
	char site[64];
	uint64_t id;

	snprintf(site, sizeof(site), "%s+", w->site);
	id = slab_id(text, "site", site);
	for (line = slab_line(text, type); line; line = slab_next_line(line, type))
		nr += slab_number(line, "site") == id;
	return nr;
}

/* Of the stacks that were told the first begins with the site. */
static bool stack_begins(const char *text, const struct way *w)
{
	const char *line = slab_line(text, "stack"), *names = line ? strstr(line, " names=") : NULL;

	return names && !strncmp(names + 7, w->site, strlen(w->site));
}

static void check(const struct way *w, const char *text, const char *function, const char *by)
{
	ktap_equal(count_events(text, w), NR, "%s of %s: the site is who called, with %s there",
		   w->frees ? "frees" : "allocations", function, by);
	if (!w->frees)
		ktap_ok(stack_begins(text, w), "%s: a stack begins at who called, with %s there",
			function, by);
	ktap_equal(count_trampolines(text), 0, "%s: no trampoline is a site, with %s there",
		   function, by);
}

static struct slab_round round_of(const struct way *w)
{
	struct slab_round r = { .file = SLAB_EVENTS, .ms = w->frees ? 2000 : 1000 };
	static char options[128];

	snprintf(options, sizeof(options), "stack=4 site=%s", w->site);
	r.options = w->frees ? NULL : options;
	return r;
}

static void act(const struct way *w)
{
	slab_alloc(w->how, NR, w->size);
	slab_free(w->how, NR);
}

/* Who comes last to a function is called first there. */
static void test_kretprobe(const struct way *w)
{
	struct slab_round r = round_of(w);
	const char *function = NULL;
	uint64_t returned = 0;

	while (slab_round(&r)) {
		returned = or_number(RETURNED, "");
		function = probe_return(w);
		if (function)
			act(w);
	}
	if (function) {
		ktap_ok(or_number(RETURNED, "") > returned, "%s: a kretprobe is hit", function);
		check(w, slab_rest(r.answer), function, "a kretprobe");
	} else {
		ktap_skip("a kretprobe where objects are allocated or freed", w->functions[0]);
	}
	slab_do("returns", "-");
	slab_close(r.answer);
}

static uint64_t allocs_of(const char *text, const char *site)
{
	return slab_number(slab_sum(text, "site-sum", slab_id(text, "site", site)), "allocs");
}

/* What is asked for the sums alone is remembered by its address, which a trampoline's isn't. */
static void test_sums(void)
{
	struct slab_round r = { .file = SLAB_SITES, .ms = 2000 };
	const char *function = NULL, *text;

	while (slab_round(&r)) {
		function = probe_return(&ways[0]);
		slab_alloc("kmalloc", NR, 100);
		slab_free("kmalloc", NR);
		slab_alloc("rcu", NR, 100);
		slab_free("rcu", NR);
	}
	text = slab_rest(r.answer);
	ktap_equal(allocs_of(text, "pagesnap_test_kmalloc+"), NR,
		   "%s: sums have what the first site allocated, with a kretprobe there", function);
	ktap_equal(allocs_of(text, "pagesnap_test_rcu+"), NR,
		   "%s: sums tell another site of the same cache apart, with a kretprobe there",
		   function);
	slab_do("returns", "-");
	slab_close(r.answer);
}

static bool can_graph(void)
{
	char line[512] = "";
	FILE *f = fopen(TRACING "available_tracers", "re");

	if (f && !fgets(line, sizeof(line), f))
		line[0] = '\0';
	if (f)
		fclose(f);
	return strstr(line, "function_graph") != NULL;
}

/* The kernel takes a name for each write(), and stdio calls it until all are written. */
static void trace_some(const char *function)
{
	FILE *f = fopen(TRACING "set_ftrace_filter", "we");

	if (!f)
		ktap_die("can't choose functions to trace");
	fprintf(f, "%s pagesnap_watch_site pagesnap_see_free\n", function);
	if (fclose(f))
		ktap_die("can't trace %s and functions of ours", function);
}

/* With some of our own functions among those that are traced. */
static void test_graph(const struct way *w)
{
	struct slab_round r = round_of(w);

	if (!can_graph()) {
		ktap_skip("the function graph tracer where objects are allocated",
			  "no such tracer");
		return;
	}
	trace_some(w->functions[0]);
	st_set(TRACING "current_tracer", "function_graph");
	while (slab_round(&r))
		act(w);
	check(w, slab_rest(r.answer), w->functions[0], "the function graph tracer");
	st_set(TRACING "current_tracer", "nop");
	st_set(TRACING "set_ftrace_filter", "");
	slab_close(r.answer);
}

int main(void)
{
	size_t i;

	slab_load();
	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		test_kretprobe(&ways[i]);
	test_sums();
	test_graph(&ways[1]);
	return ktap_end();
}
