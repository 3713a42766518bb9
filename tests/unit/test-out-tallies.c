// SPDX-License-Identifier: GPL-2.0
/* References by mapping and by file, and their working sets. */
#include <stdlib.h>

#include "unit.h"
#include "render/trace/tallies.h"

static struct trace_map *a_map(u64 number, u64 file, const char *name)
{
	struct trace_map *map = calloc(1, sizeof(*map) + strlen(name) + 1);

	if (!map)
		ktap_die("calloc");
	map->number = number;
	map->file = file;
	map->name_len = strlen(name);
	strcpy(map->name, name);
	return map;
}

static void add(struct trace_tallies *t, u32 pid, struct trace_map *map, u64 page, u32 flags)
{
	const struct trace_reference ref = {
		.pid = pid, .space = pid, .vpn = page, .file_page = page, .map = map,
		.flags = flags,
	};

	if (trace_tallies_add(t, &ref))
		ktap_die("no memory");
}

static void test_mappings(void)
{
	struct trace_map *heap = a_map(1, 0, "[heap]"), *more = a_map(2, 0, "[heap]");
	struct trace_map *lib = a_map(3, 1, "/lib/a.so");
	struct trace_tallies t = { .by = TRACE_BY_MAPPING };
	const struct trace_tally *one;

	add(&t, 5, heap, 10, PAGESNAP_RF_WRITE | PAGESNAP_FAULT_WAS_NONE << PAGESNAP_RF_WAS_SHIFT);
	add(&t, 5, lib, 3, PAGESNAP_RF_FETCH);
	add(&t, 5, heap, 11, 0);
	add(&t, 5, more, 12, 0);
	add(&t, 5, heap, 10, PAGESNAP_RF_WRITE);
	add(&t, 6, heap, 10, 0);
	add(&t, 5, NULL, 10, 0);
	trace_tallies_finish(&t);
	one = t.list;
	ktap_ok(t.nr == 4 && one->pid == 5 && !strcmp(one->name, "[heap]") &&
		one->references == 4, "VMAs of one name are one mapping of a process, most first");
	ktap_ok(one->pages == 3 && one->reads == 2 && one->writes == 2 && !one->fetches &&
		one->first == 1, "pages, reads, writes and first touches are counted");
	ktap_equal(one->sequential, 2, "the page behind that of the reference before is sequential");
	ktap_ok(t.list[1].pid == 5 && !t.list[1].known && t.list[1].pages == 1,
		"what is in no mapping that is known has a tally");
	trace_tallies_free(&t);
	free(heap);
	free(more);
	free(lib);
}

static void test_files(void)
{
	struct trace_map *lib = a_map(1, 1, "/lib/a.so"), *same = a_map(2, 1, "/lib/a.so");
	struct trace_map *heap = a_map(3, 0, "[heap]");
	struct trace_tallies t = { .by = TRACE_BY_FILE };

	add(&t, 5, lib, 3, 0);
	add(&t, 6, same, 3, 0);
	add(&t, 6, same, 4, 0);
	add(&t, 5, heap, 3, 0);
	add(&t, 6, heap, 3, 0);
	trace_tallies_finish(&t);
	ktap_ok(t.nr == 2 && t.list[0].references == 3 && t.list[0].pages == 2 &&
		t.list[0].known, "a page of a file counts once, whoever maps it");
	ktap_ok(!t.list[1].known && t.list[1].pages == 2,
		"the same address of two processes is two pages of no file");
	trace_tallies_free(&t);
	free(lib);
	free(same);
	free(heap);
}

static void test_windows(void)
{
	struct trace_map *heap = a_map(1, 0, "[heap]");
	struct trace_tallies t = { .by = TRACE_BY_MAPPING };
	u64 sweep;

	/* two pages in each sweep, of which one is always the same */
	for (sweep = 0; sweep < 6; sweep++) {
		trace_tallies_sweep(&t);
		add(&t, 5, heap, 1, 0);
		add(&t, 5, heap, 10 + sweep, 0);
		add(&t, 5, heap, 1, 0);
	}
	trace_tallies_finish(&t);
	ktap_ok(trace_tally_mean(&t, t.list, 0) == 2 && trace_tally_most(&t, t.list, 0) == 2,
		"between two sweeps a page counts once");
	ktap_ok(trace_tally_mean(&t, t.list, 1) == 5 && trace_tally_most(&t, t.list, 1) == 5,
		"in a window of four sweeps a page counts once, and the rest of one does not count");
	ktap_ok(trace_tally_mean(&t, t.list, 2) == PAGESNAP_UNKNOWN &&
		trace_tally_most(&t, t.list, 2) == PAGESNAP_UNKNOWN,
		"a window that is longer than the trace is unknown");
	trace_tallies_free(&t);
	t = (struct trace_tallies){ .by = TRACE_BY_MAPPING, .window_refs = 2 };
	for (sweep = 0; sweep < 8; sweep++)
		add(&t, 5, heap, sweep < 4 ? 1 : sweep, 0);
	trace_tallies_finish(&t);
	ktap_ok(trace_tally_most(&t, t.list, 0) == 2 && trace_tally_most(&t, t.list, 1) == 5,
		"windows of references end behind so many");
	trace_tallies_free(&t);
	free(heap);
}

/* Each page of each window, counted by hand. */
static void test_by_force(void)
{
	struct trace_map *heap = a_map(1, 0, "[heap]");
	struct trace_tallies t = { .by = TRACE_BY_MAPPING, .window_refs = 10 };
	static u64 pages[1600];
	u64 i, j, sum = 0, found;

	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		pages[i] = pick(50);
		add(&t, 5, heap, pages[i], 0);
	}
	trace_tallies_finish(&t);
	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		for (j = i / 40 * 40, found = 0; j < i; j++)
			found |= pages[j] == pages[i];
		sum += !found;
	}
	ktap_equal(t.list[0].working[1].sum, sum, "working sets are those of a count by force");
	trace_tallies_free(&t);
	free(heap);
}

int main(void)
{
	test_mappings();
	test_files();
	test_windows();
	test_by_force();
	return ktap_end();
}
