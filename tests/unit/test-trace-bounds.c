// SPDX-License-Identifier: GPL-2.0
/* Traces that don't see all references: do all of them miss within the bounds? */
#include "traces.h"
#include "render/trace/curve.h"
#include "render/trace/sight.h"

enum { NR = 6000, PAGES = 400 };

/**
 * struct thinned - a trace, and what a session sees of it
 * @all: distances of all references
 * @seen: of those that fault
 * @lives: how long pages don't
 * @open: pages that don't fault now
 */
struct thinned {
	struct trace_distances all;
	struct trace_distances seen;
	struct trace_lives lives;
	bool open[NR + PAGES];
};

static void reference(struct thinned *t, u32 page, u64 time)
{
	const struct trace_key key = { 1, page };
	const struct trace_reference ref = { .time_ns = time, .tid = 1 };

	if (trace_distances_add(&t->all, &key))
		ktap_die("no memory");
	if (t->open[page])
		return;
	t->open[page] = true;
	if (trace_distances_add(&t->seen, &key) || trace_lives_fault(&t->lives, &ref))
		ktap_die("no memory");
}

static bool holds(const struct thinned *t, u64 longest, u32 *both)
{
	u64 sizes[NR + 8] = { 0 }, wrong = 0;
	static struct mrc_line lines[NR + 8];
	size_t nr = 0;

	for (u64 size = 1; size <= t->all.cold + 3; size++)
		sizes[nr++] = size;
	trace_curve(&t->seen, longest, sizes, nr, lines);
	*both = 0;
	for (size_t i = 0; i < nr; i++) {
		u64 misses = trace_distances_misses(&t->all, sizes[i]).misses;

		*both += lines[i].most != PAGESNAP_UNKNOWN;
		wrong += misses < lines[i].least || misses > lines[i].most;
	}
	return !wrong;
}

static void release(struct thinned *t)
{
	trace_distances_free(&t->all);
	trace_distances_free(&t->seen);
	trace_lives_free(&t->lives);
	free(t);
}

/* A page is made to fault again when @window others have. */
static void test_window(enum shape shape, u32 window)
{
	struct thinned *t = calloc(1, sizeof(*t));
	u32 fifo[64], nr = 0, last = UINT32_MAX, both;

	trace_lives_window(&t->lives, window);
	for (u32 i = 0; i < NR; i++) {
		u32 page = shape_page(shape, i, PAGES);

		/* one that is referenced twice in turn is one reference */
		if (page == last)
			continue;
		last = page;
		if (!t->open[page]) {
			if (nr >= window)
				t->open[fifo[nr % window]] = false;
			fifo[nr++ % window] = page;
		}
		reference(t, page, i + 1);
	}
	ktap_ok(trace_lives_longest(&t->lives) == window && holds(t, window, &both) && both,
		"%s: with window=%u all references miss within the bounds", shape_names[shape], window);
	if (window == 1)
		ktap_ok(t->seen.references == t->all.references && both == t->all.cold + 3,
			"%s: with window=1 bounds are the same, from one page on",
			shape_names[shape]);
	release(t);
}

/* Sweeps of @took references, in which pages come one by one; told of as they begin or end. */
static void test_sweeps(enum shape shape, u32 every, u32 took, bool told_late)
{
	struct thinned *t = calloc(1, sizeof(*t));
	struct pagesnap_faults_sweep sweep = { .took_ns = took };
	u32 both, last = UINT32_MAX;

	for (u32 i = 0; i < NR; i++) {
		u32 page = shape_page(shape, i, PAGES), phase = i % every;

		if (!phase)
			sweep.time_ns = i + 1;
		if (phase == (told_late ? took + 1 : 0))
			trace_lives_sweep(&t->lives, &sweep);
		for (u32 at = 0; phase <= took && at < NR + PAGES; at++)
			if (at % (took + 1) == phase)
				t->open[at] = false;
		if (page != last)
			reference(t, page, i + 1);
		last = page;
	}
	ktap_ok(holds(t, trace_lives_longest(&t->lives), &both) && both,
		"%s: with sweeps each %u references that take %u, told of %s, they do as well",
		shape_names[shape], every, took, told_late ? "behind" : "before");
	release(t);
}

static void test_unseen(void)
{
	struct trace_lives l = { 0 };
	const struct trace_reference one = { .tid = 1 }, two = { .tid = 2 };
	const struct pagesnap_faults_sweep lacking = { .lacking = 1 };

	trace_lives_window(&l, 2);
	for (u32 i = 0; i < 10; i++)
		trace_lives_fault(&l, &one);
	ktap_equal(trace_lives_longest(&l), 2, "one thread keeps to its window");
	trace_lives_fault(&l, &two);
	ktap_equal(trace_lives_longest(&l), 11, "of two threads only sweeps say what isn't seen");
	trace_lives_sweep(&l, &lacking);
	trace_lives_fault(&l, &one);
	ktap_equal(trace_lives_longest(&l), 12, "a sweep that lacks a process ends nothing");
	trace_lives_free(&l);
}

/* Return: W if a huge page of @map is in the trace. */
static u64 longest_with_huge(bool files_only, struct trace_map *map)
{
	struct trace_sight s = { .files_only = files_only };
	const struct trace_reference one = { .tid = 1 };
	const struct trace_reference huge = { .tid = 1, .flags = PAGESNAP_RF_HUGE, .map = map };
	u64 longest;

	trace_lives_window(&s.lives, 2);
	for (u32 i = 0; i < 10; i++)
		if (trace_sight_fault(&s, i == 5 ? &huge : &one))
			ktap_die("no memory");
	longest = trace_lives_longest(&s.lives);
	trace_sight_free(&s);
	return longest;
}

static void test_huge(void)
{
	struct trace_map heap = { .kind = PAGESNAP_MAP_HEAP };
	struct trace_map file = { .kind = PAGESNAP_MAP_FILE, .file = 1 };
	struct trace_map tmpfs = { .kind = PAGESNAP_MAP_SHMEM, .file = 2 };

	ktap_equal(longest_with_huge(false, &heap), 0, "huge pages that are kept leave no bounds");
	ktap_equal(longest_with_huge(true, &file), 0,
		   "huge pages of files leave no bounds of pages of files");
	ktap_equal(longest_with_huge(true, &heap), 2,
		   "huge pages of the heap leave the bounds of pages of files");
	ktap_equal(longest_with_huge(true, &tmpfs), 2,
		   "huge pages of tmpfs leave the bounds of pages of files");
	ktap_equal(longest_with_huge(true, NULL), 2,
		   "huge pages of no mapping leave the bounds of pages of files");
}

static void test_knee(void)
{
	struct trace_distances d = { 0 };
	struct mrc_line lines[64];
	size_t nr;
	u64 *sizes;
	u32 knees = 0, at = 0;

	for (u32 i = 0; i < 64 * 1000; i++) {
		/* 64 pages again and again, and now and then another one */
		struct trace_key page = { 1, i % 50 ? i % 64 : 1000 + i % 4096 };

		trace_distances_add(&d, &page);
	}
	sizes = trace_curve_sizes(&d, &nr);
	trace_curve(&d, 1, sizes, nr, lines);
	for (size_t i = 0; i < nr; i++) {
		knees += lines[i].is_knee;
		at = lines[i].is_knee ? lines[i].pages : at;
	}
	ktap_ok(knees == 1 && at == 64, "the knee is the first size that holds the loop");
	ktap_ok(sizes[0] == 1 && sizes[nr - 1] >= d.cold && sizes[nr - 2] < d.cold,
		"sizes double up to that which holds all pages");
	free(sizes);
	trace_distances_free(&d);
}

int main(void)
{
	static const u32 windows[] = { 1, 2, 3, 8, 40 };

	for (enum shape shape = 0; shape < SHAPES; shape++) {
		for (size_t i = 0; i < sizeof(windows) / sizeof(*windows); i++)
			test_window(shape, windows[i]);
		test_sweeps(shape, 60, 0, false);
		test_sweeps(shape, 60, 0, true);
		test_sweeps(shape, 90, 40, false);
		test_sweeps(shape, 90, 40, true);
	}
	test_unseen();
	test_huge();
	test_knee();
	return ktap_end();
}
