// SPDX-License-Identifier: GPL-2.0
/* Caches: what was worked out by hand, and what holds for all of them. */
#include "traces.h"
#include "render/trace/distances.h"
#include "render/trace/policies.h"
#include "render/trace/spill.h"

static u64 misses_of(enum trace_policy policy, u32 size, const u32 *list, u64 nr, u32 pages)
{
	const struct trace_numbers refs = { list, nr, pages };
	u64 *nexts = calloc(nr + 1, sizeof(*nexts)), misses = 0;

	if (trace_nexts(&refs, nexts) || trace_simulate(policy, size, &refs, nexts, &misses))
		ktap_die("no memory");
	free(nexts);
	return misses;
}

static void test_belady(void)
{
	static const u32 list[] = { 1, 2, 3, 4, 1, 2, 5, 1, 2, 3, 4, 5 };
	static const struct {
		enum trace_policy policy;
		u32 at3, at4;
	} is[] = {
		{ TRACE_FIFO, 9, 10 }, { TRACE_OPT, 7, 6 }, { TRACE_LRU, 10, 8 },
		/* a new page has no bit, so with 3 only 1 and 2 get a second chance, and once */
		{ TRACE_CLOCK, 10, 8 },
	};

	for (size_t i = 0; i < sizeof(is) / sizeof(*is); i++) {
		u64 at3 = misses_of(is[i].policy, 3, list, 12, 6);
		u64 at4 = misses_of(is[i].policy, 4, list, 12, 6);

		ktap_ok(at3 == is[i].at3 && at4 == is[i].at4,
			"%s misses 1 2 3 4 1 2 5 1 2 3 4 5 %u times with 3 pages, %u with 4",
			trace_policy_words[is[i].policy], is[i].at3, is[i].at4);
		if (at3 != is[i].at3 || at4 != is[i].at4)
			ktap_note("%lu, %lu", at3, at4);
	}
}

/* By hand: what is in each list behind each reference stands in the comment. */
static void test_arc(void)
{
	static const u32 list[] = {
		0,	/* once 0 */
		0,	/* often 0 */
		1,	/* once 1, often 0 */
		2,	/* once 2 1, often 0 */
		3,	/* target 0, so 1 goes: once 3 2, once gone 1, often 0 */
		1,	/* target 1, 2 goes: once 3, gone 2, often 1 0 */
		4,	/* once is not above 1, so 0 goes: once 4 3, gone 2, often 1, gone 0 */
		0,	/* target 0, 3 goes: once 4, gone 3 2, often 0 1 */
		1,	/* a hit */
	};

	ktap_equal(misses_of(TRACE_ARC, 3, list, 9, 5), 7, "arc as worked out by hand");
}

static void test_arc_lists(void)
{
	struct trace_cache c = { .size = 20 };
	u32 wrong = 0;

	if (trace_lists_init(&c.lists, 200))
		ktap_die("no memory");
	for (u32 i = 0; i < 20000; i++) {
		const u32 *nr = c.lists.nr;

		trace_arc(&c, shape_page(i / 5000 % 2 ? MIXED : UNIFORM, i, 100));
		wrong += nr[0] + nr[1] > 20 || nr[0] + nr[2] > 20 ||
			 nr[0] + nr[1] + nr[2] + nr[3] > 40 || c.target < 0 || c.target > 20 ||
			 (nr[2] + nr[3] && nr[0] + nr[1] != 20);
	}
	ktap_ok(!wrong, "arc: lists are within the sizes that its paper proves");
	trace_lists_free(&c.lists);
}

/* Of 10 pages one is the small queue's, and there are 9 ghosts. */
static void test_s3fifo(void)
{
	/* 0 is hit twice, so it moves to the main queue when 10 comes, and 1 goes */
	static const u32 stays[] = { 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1 };
	/* hit once only: it goes, and comes back as a ghost, for good */
	static const u32 goes[] = { 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 11, 12, 13, 0 };

	ktap_equal(misses_of(TRACE_S3FIFO, 10, stays, 15, 11), 12,
		   "s3fifo keeps what was hit twice, and not what was next in the queue");
	ktap_equal(misses_of(TRACE_S3FIFO, 10, goes, 17, 14), 15,
		   "s3fifo lets go what was hit once, and keeps it when it comes back");
}

static void test_s3fifo_queues(void)
{
	struct trace_cache c = { .size = 20 };
	u32 wrong = 0;

	if (trace_lists_init(&c.lists, 200))
		ktap_die("no memory");
	for (u32 i = 0; i < 20000; i++) {
		trace_s3fifo(&c, shape_page(i / 5000 % 2 ? MIXED : UNIFORM, i, 100));
		wrong += c.lists.nr[0] + c.lists.nr[1] > 20 || c.lists.nr[2] > 18;
	}
	ktap_ok(!wrong, "s3fifo: no more pages than the cache has, no more ghosts than its main queue");
	trace_lists_free(&c.lists);
}

static void test_all(enum shape shape)
{
	enum { NR = 6000, PAGES = 200 };
	static u32 list[NR];
	struct trace_distances d = { 0 };
	u32 pages = 0, worse = 0, unlike = 0, beyond = 0, full = 0;

	for (u32 i = 0; i < NR; i++) {
		struct trace_key page = { 1, shape_page(shape, i, PAGES) };

		list[i] = page.page;
		pages = list[i] >= pages ? list[i] + 1 : pages;
		if (trace_distances_add(&d, &page))
			ktap_die("no memory");
	}
	for (u32 size = 1; size < pages + 20 && size < 420; size += 1 + size / 8) {
		u64 opt = misses_of(TRACE_OPT, size, list, NR, pages);

		for (enum trace_policy p = 0; p < TRACE_POLICIES; p++) {
			u64 misses = misses_of(p, size, list, NR, pages);

			worse += misses < opt;
			beyond += misses < d.cold || misses > NR;
			full += size >= pages && misses != d.cold;
		}
		unlike += misses_of(TRACE_LRU, size, list, NR, pages) !=
			  trace_distances_misses(&d, size).misses;
	}
	ktap_ok(!worse, "%s: opt misses least", shape_names[shape]);
	ktap_ok(!beyond && !full, "%s: no policy misses less than each page once, nor more with all pages",
		shape_names[shape]);
	ktap_ok(!unlike, "%s: lru misses as its distances say", shape_names[shape]);
	trace_distances_free(&d);
}

/* What OPT is without a heap: looks through all that is to come. */
static u64 slow_opt(u32 size, const u32 *list, u32 nr)
{
	u32 cached[64], used = 0, at, worst;
	u64 misses = 0, far, next;

	for (u32 i = 0; i < nr; i++) {
		for (at = 0; at < used && cached[at] != list[i]; at++)
			;
		if (at < used)
			continue;
		misses++;
		if (used < size) {
			cached[used++] = list[i];
			continue;
		}
		for (at = worst = 0, far = 0; at < used; at++) {
			for (next = i; next < nr && list[next] != cached[at]; next++)
				;
			if (next >= far) {
				far = next;
				worst = at;
			}
		}
		cached[worst] = list[i];
	}
	return misses;
}

static void test_opt(void)
{
	u32 list[500], wrong = 0;

	for (u32 round = 0; round < 20; round++) {
		for (u32 i = 0; i < 500; i++)
			list[i] = shape_page(round % 2 ? SKEWED : UNIFORM, i, 40);
		for (u32 size = 1; size < 45; size += 3)
			wrong += misses_of(TRACE_OPT, size, list, 500, 40) !=
				 slow_opt(size, list, 500);
	}
	ktap_ok(!wrong, "opt misses as often as one that looks through all that is to come");
}

/* More references than its buffer holds. */
static void test_spill(void)
{
	static const enum trace_policy policies[] = { TRACE_LRU, TRACE_OPT };
	static const u64 sizes[] = { 1, 50, 1000 };
	static u32 list[150000];
	struct trace_spill s = { .fd = -1 };
	struct simulate_line lines[6] = { { NULL } };
	u32 wrong = 0;

	for (u32 i = 0; i < 150000; i++) {
		struct trace_key page = { 9, list[i] = shape_page(SKEWED, i, 300) };

		if (trace_spill_add(&s, &page))
			ktap_die("spill");
	}
	if (trace_spill_simulate(&s, policies, 2, sizes, 3, lines))
		ktap_die("simulate");
	for (u32 i = 0; i < 6; i++)
		wrong += lines[i].misses != misses_of(policies[i / 3], sizes[i % 3], list, 150000, 300) ||
			 lines[i].pages != sizes[i % 3] || lines[i].references != 150000 ||
			 strcmp(lines[i].policy, i < 3 ? "lru" : "opt") != 0;
	ktap_ok(!wrong, "references that waited in a file miss as those in memory");
	trace_spill_free(&s);
	ktap_ok(!trace_spill_simulate(&s, policies, 2, sizes, 3, lines) && !lines[5].misses &&
		lines[5].pages == 1000, "without references nothing misses");
	trace_spill_free(&s);
}

int main(void)
{
	test_spill();
	test_belady();
	test_arc();
	test_arc_lists();
	test_s3fifo();
	test_s3fifo_queues();
	for (enum shape shape = 0; shape < SHAPES; shape++)
		test_all(shape);
	test_opt();
	return ktap_end();
}
