// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * What is told is what was touched, in that order: with window=1 each touch of another page, with
 * window=8 what misses in the last eight, and with sweeps alone the first touch of each page in each
 * interval.  A process says what it touches; nothing is lost, and nothing moves.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-faults.h"
#include "ktap.h"
#include "states.h"

#define TOUCHES 8000

static uint16_t told[2 * FLT_TOUCHES];

static char *anon(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	madvise(at, FLT_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at, FLT_PAGES);
	return at;
}

static char *of_file(void)
{
	FILE *file = tmpfile();
	char *at;

	if (!file || ftruncate(fileno(file), FLT_PAGES * ST_PAGE))
		ktap_die("tmpfile");
	at = mmap(NULL, FLT_PAGES * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
	if (at == MAP_FAILED)
		ktap_die("mmap");
	st_touch(at, FLT_PAGES);
	return at;
}

/* Pages that aren't among the last @size that were taken, first in, first out. */
static unsigned int expect(const struct flt_target *t, unsigned int size, uint16_t *page)
{
	uint16_t last[64];
	unsigned int nr = 0, i, j;

	for (i = 0; i < t->nr; i++) {
		for (j = nr > size ? nr - size : 0; j < nr; j++)
			if (last[j % size] == t->page[i])
				break;
		if (j < nr)
			continue;
		page[nr] = t->page[i];
		last[nr++ % size] = t->page[i];
	}
	return nr;
}

static bool is_equal(const uint16_t *expected, unsigned int nr, unsigned int nr_told)
{
	unsigned int i;

	for (i = 0; i < nr && i < nr_told; i++)
		if (expected[i] != told[i])
			break;
	if (i == nr && nr == nr_told)
		return true;
	ktap_note("%u expected, %u told, the first other one is %u", nr, nr_told, i);
	return false;
}

static void test_window(const char *what, char *(*make)(void), unsigned int size,
			unsigned int of)
{
	static uint16_t expected[FLT_TOUCHES];
	struct flt_target *t = flt_start(make);
	struct flt_answer *a;
	unsigned int nr, nr_told;
	char options[64];

	snprintf(options, sizeof(options), "every=1h window=%u", size);
	a = flt_ask_pages(t, options);
	ktap_ok(a->sweep.guarded == FLT_PAGES, "%s: all pages are made to fault", what);
	flt_choose(t, TOUCHES, FLT_PAGES, of);
	flt_touch(t);
	flt_read(a, 500);
	nr = expect(t, size, expected);
	nr_told = flt_pages(a, t, told, 2 * FLT_TOUCHES);
	ktap_ok(is_equal(expected, nr, nr_told), "%s: window=%u tells what was touched, in order",
		what, size);
	flt_close(a);
	flt_end(t);
}

static void test_sweeps(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = flt_ask_pages(t, "every=1h");
	static uint16_t expected[FLT_PAGES];
	bool seen[FLT_PAGES] = { };
	unsigned int i, nr = 0;

	flt_choose(t, TOUCHES, FLT_PAGES, 3);
	flt_touch(t);
	flt_read(a, 500);
	for (i = 0; i < t->nr; i++)
		if (!seen[t->page[i]]) {
			seen[t->page[i]] = true;
			expected[nr++] = t->page[i];
		}
	ktap_ok(is_equal(expected, nr, flt_pages(a, t, told, 2 * FLT_TOUCHES)),
		"a sweep tells the first touch of each page, in order");
	flt_close(a);
	flt_end(t);
}

static void test_end(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = flt_ask_pages(t, "every=100ms samples=3");

	flt_choose(t, TOUCHES, FLT_PAGES, 3);
	flt_touch(t);
	flt_rest(a);
	ktap_ok(a->sweeps == 3, "samples=3 has three sweeps");
	ktap_ok(a->end.status == PAGESNAP_END_COMPLETE, "an answer with samples= is complete");
	ktap_ok(!a->end.counters[PAGESNAP_FAULTS_COUNT_LOST], "nothing is lost");
	ktap_ok(a->end.counters[PAGESNAP_FAULTS_COUNT_HEALED] * 100 <=
		a->end.counters[PAGESNAP_FAULTS_COUNT_GUARDED],
		"the kernel restores at most one entry of a hundred");
	flt_close(a);
	flt_touch(t);
	flt_end(t);
}

int main(void)
{
	flt_load();
	flt_delay_scans();
	srandom(1);
	test_sweeps();
	test_window("memory", anon, 1, 0);
	test_window("memory that is written to", anon, 1, 3);
	test_window("a shared file", of_file, 1, 3);
	test_window("memory", anon, 8, 0);
	test_end();
	return ktap_end();
}
