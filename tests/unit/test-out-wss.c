// SPDX-License-Identifier: GPL-2.0
/* Working sets: which window an age falls into, what samples don't tell, and where pages are. */
#include <stdlib.h>

#include "unit.h"
#include "render/wss/processes.h"
#include "render/wss/spans.h"

#define MS 1000000ULL
#define ANON PAGESNAP_KIND_ANON

static void add(struct ages *a, const struct ages_windows *w, u64 index, u64 nr, u32 age, u16 kind,
		bool never)
{
	const struct pagesnap_accesses_heat heat = {
		.rec.flags = never ? PAGESNAP_RF_AT_LEAST : 0, .index = index, .nr = nr,
		.age = age, .kind = kind,
	};

	if (ages_add(a, w, &heat))
		ktap_die("no memory");
}

static struct wss_sums sum(const struct ages *a, u64 start, u64 end)
{
	struct wss_sums sums = { 0 };

	ages_sum(a, start, end, &sums);
	return sums;
}

static bool are(const struct wss_sums *s, u64 pages, u64 first, u64 second, u64 third, u64 cold)
{
	if (s->pages == pages && s->accessed[0] == first && s->accessed[1] == second &&
	    s->accessed[2] == third && s->cold == cold)
		return true;
	ktap_note("%lu pages, %lu %lu %lu, cold %lu", s->pages, s->accessed[0], s->accessed[1],
		  s->accessed[2], s->cold);
	return false;
}

static void test_windows(void)
{
	struct ages_windows w = ages_windows_of(100 * MS);
	struct wss_sums s = { 0 };

	ktap_ok(w.samples[0] == 10 && w.samples[1] == 100 && w.samples[2] == 600,
		"windows in samples of 100 ms");
	ages_mark_unknown(&w, 100, &s);
	ktap_ok(!s.accessed[0] && !s.accessed[1] && s.accessed[2] == PAGESNAP_UNKNOWN,
		"100 samples tell of 10 s, not of 60");
	w = ages_windows_of(300 * MS);
	ktap_ok(!w.samples[0] && !w.samples[1] && w.samples[2] == 200,
		"300 ms divide neither 1 s nor 10 s");
	s = (struct wss_sums){ 0 };
	ages_mark_unknown(&w, 1000, &s);
	ktap_ok(s.accessed[0] == PAGESNAP_UNKNOWN && s.accessed[1] == PAGESNAP_UNKNOWN &&
		!s.accessed[2], "windows that samples don't divide are unknown");
	w = ages_windows_of(0);
	ktap_ok(!w.samples[0] && !w.samples[2], "without an interval no window is known");
}

static void test_ages(void)
{
	struct ages_windows w = ages_windows_of(100 * MS);
	struct ages a = { NULL };
	struct wss_sums s;

	add(&a, &w, 0x10, 1, 0, ANON, false);
	add(&a, &w, 0x11, 1, 9, ANON, false);
	add(&a, &w, 0x12, 1, 10, ANON, false);
	add(&a, &w, 0x13, 1, 99, ANON, false);
	add(&a, &w, 0x14, 1, 599, ANON, false);
	add(&a, &w, 0x15, 1, 600, ANON, false);
	add(&a, &w, 0x16, 1, 9, ANON, true);
	s = sum(&a, 0, UINT64_MAX);
	ktap_ok(are(&s, 7, 2, 4, 5, 1), "ages at the borders of windows");
	ktap_ok(s.idle[WSS_1S] == 4 && s.idle[WSS_10S] == 2 && s.idle[WSS_1M] == 1 &&
		!s.idle[WSS_10M], "what was not accessed in all of a window");
	ktap_equal(a.nr, 5, "neighbours of one window are one");
	add(&a, &w, 0x17, 1, 599, ANON, true);
	add(&a, &w, 0x18, 1, 600, ANON, true);
	s = sum(&a, 0x17, 0x19);
	ktap_ok(are(&s, 2, 0, 0, 0, 2) && s.idle[WSS_10S] == 2 && s.idle[WSS_1M] == 1,
		"what came in a window, and was not accessed, is not cold for all of it");
	add(&a, &w, 0x19, 7, 3, PAGESNAP_KIND_ZERO, true);
	add(&a, &w, 0x20, 4, 3, PAGESNAP_KIND_FILE, true);
	add(&a, &w, 0x24, 2, 3, PAGESNAP_KIND_SHMEM, true);
	s = sum(&a, 0, UINT64_MAX);
	ktap_ok(are(&s, 15, 2, 4, 5, 9), "the zero page is no memory");
	ktap_equal(s.file_cold, 4, "shared memory is no file");
	s = sum(&a, 0x12, 0x14);
	ktap_ok(are(&s, 2, 0, 2, 2, 0), "a part of the pages, whose ends cut runs");
	s = sum(&a, 0x30, 0x40);
	ktap_ok(are(&s, 0, 0, 0, 0, 0), "behind the last page is nothing");
	ages_clear(&a);
	s = sum(&a, 0, UINT64_MAX);
	ktap_ok(are(&s, 0, 0, 0, 0, 0), "cleared pages are forgotten");
	ages_free(&a);
}

static void place(struct wss_process *p, const char *name, u64 start, u64 end)
{
	if (wss_place(p, name, strlen(name), start, end))
		ktap_die("no memory");
}

static void test_largest(void)
{
	struct ages_windows w = ages_windows_of(100 * MS);
	struct wss_processes all = { NULL };
	struct wss_process *p = wss_get(&all, 7);
	struct wss_line line;

	add(&p->ages, &w, 0x100, 10, 9, ANON, true);
	add(&p->ages, &w, 0x200, 20, 9, ANON, true);
	add(&p->ages, &w, 0x300, 15, 9, ANON, true);
	wss_line_of(p, &line);
	ktap_ok(line.largest == WSS_LARGEST_UNKNOWN, "without mappings the largest is unknown");
	place(p, "", 0x200, 0x210);
	wss_line_of(p, &line);
	ktap_ok(line.largest == WSS_LARGEST_UNKNOWN,
		"16 pages are not the most if 29 may be in one other mapping");
	place(p, "a", 0x100, 0x180);
	place(p, "", 0x210, 0x280);
	wss_line_of(p, &line);
	ktap_ok(line.largest == WSS_LARGEST_KNOWN && line.largest_pages == 20 &&
		!strcmp(line.largest_name, "[anon]"), "20 pages are more than the 15 that are left");
	wss_line_of_mapping(p, 2, &line);
	ktap_ok(!line.name && line.sums.cold == 15, "what is in no mapping has a row");
	place(p, "a", 0x300, 0x400);
	wss_line_of(p, &line);
	ktap_ok(line.largest_pages == 25 && !strcmp(line.largest_name, "a"),
		"VMAs of one name are one mapping");
	wss_line_of_mapping(p, 2, &line);
	ktap_equal(line.sums.pages, 0, "all pages are in some mapping");
	wss_free(&all);
}

static void test_groups(void)
{
	struct wss_groups g = { NULL };
	struct wss_group *group;
	char key[16];
	u32 i, bad = 0;

	for (i = 0; i < 2000; i++) {
		group = wss_groups_get(&g, key, sprintf(key, "%u", i / 2), sizeof(*group));
		bad += !group || group->sums.pages++ != i % 2;
	}
	ktap_ok(!bad && g.nr == 1000, "each key has one group");
	ktap_ok(g.list[7] == wss_groups_get(&g, "7", 1, sizeof(*group)) &&
		g.list[7] != wss_groups_get(&g, "7", 2, sizeof(*group)),
		"a key may have any bytes, and is as long as it is");
	wss_groups_free(&g);
}

static void test_spans(void)
{
	static const struct ages_run runs[] = {
		{ 10, 20, 0, false, PAGESNAP_KIND_FILE },
		{ 15, 30, 2, true, PAGESNAP_KIND_FILE },
		{ 40, 44, 3, true, PAGESNAP_KIND_FILE },
		{ 40, 42, 1, true, PAGESNAP_KIND_FILE },
		{ 5, 11, 4, false, PAGESNAP_KIND_FILE },
	};
	struct wss_spans spans = { NULL };
	struct wss_sums s = { 0 };
	size_t i;

	ktap_ok(!wss_spans_sum(&spans, &s) && !s.pages, "of no pages, nothing");
	for (i = 0; i < sizeof(runs) / sizeof(*runs); i++)
		if (wss_spans_add(&spans, runs + i))
			ktap_die("no memory");
	if (wss_spans_sum(&spans, &s))
		ktap_die("no memory");
	/* 5-9 earlier, 10-19 now, 20-29 and 40-43 never */
	ktap_ok(s.pages == 29 && s.accessed[WSS_1S] == 10 && s.accessed[WSS_10M] == 10 &&
		s.accessed[WSS_1H] == 15, "a page was accessed when the last process did");
	ktap_ok(s.cold == 14 && s.file_cold == 14, "a page of a file is cold if nobody accessed it");
	ktap_ok(s.idle[WSS_1S] == 19 && s.idle[WSS_10S] == 17 && s.idle[WSS_1M] == 7 &&
		s.idle[WSS_10M] == 5 && !s.idle[WSS_1H], "and for as long as all can say");
	wss_spans_free(&spans);
}

static void test_processes(void)
{
	struct wss_processes all = { NULL };
	u32 pid, bad = 0;

	ktap_ok(!wss_find(&all, 1), "nobody is found among none");
	for (pid = 1; pid <= 300; pid++)
		bad += !wss_get(&all, pid);
	for (pid = 300; pid; pid--)
		bad += !wss_find(&all, pid) || wss_find(&all, pid)->pid != pid;
	ktap_equal(bad, 0, "300 processes are found, in whatever order");
	ktap_ok(wss_get(&all, 5) == wss_find(&all, 5) && all.nr == 300, "each of them once");
	wss_free(&all);
}

int main(void)
{
	test_windows();
	test_ages();
	test_largest();
	test_groups();
	test_spans();
	test_processes();
	return ktap_end();
}
