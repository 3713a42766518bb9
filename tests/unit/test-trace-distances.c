// SPDX-License-Identifier: GPL-2.0
/* Stack distances against Mattson's list, and a sample's against all of them. */
#include "traces.h"
#include "render/trace/distances.h"

static void test_shape(enum shape shape, u32 pages, u32 references)
{
	u32 *list = calloc(references, sizeof(*list)), *seen = calloc(references + 1, sizeof(*seen));
	struct trace_distances d = { 0 };
	u32 nr = 0, wrong = 0;
	u64 misses = 0;

	for (u32 i = 0; i < references; i++) {
		struct trace_key page = { 1, shape_page(shape, i, pages) };

		seen[slow_distance(list, &nr, (u32)page.page)]++;
		if (trace_distances_add(&d, &page))
			ktap_die("no memory");
	}
	misses = references;
	for (u32 size = 0; size <= nr + 2; size++) {
		struct trace_misses m = trace_distances_misses(&d, size);

		if (size && size <= nr)
			misses -= seen[size];
		wrong += m.misses != misses || m.least != misses || m.most != misses;
	}
	ktap_ok(!wrong && d.cold == nr && d.references == references && !d.level,
		"%s over %u pages: an LRU cache of any size misses as Mattson's list says",
		shape_names[shape], pages);
	trace_distances_free(&d);
	free(list);
	free(seen);
}

static void test_slots(void)
{
	struct trace_stack s = { NULL };
	u32 distance, wrong = 0, largest = 0;

	/* three pages, so many times that slots run out again and again */
	for (u32 i = 0; i < 10000; i++) {
		wrong += trace_stack_touch(&s, i % 3, &distance) || distance != (i < 3 ? 0 : 3);
		largest = s.room > largest ? s.room : largest;
	}
	ktap_ok(!wrong && largest == 128, "slots that run out are used again, and there are no more");
	trace_stack_free(&s);
}

static void test_owners(void)
{
	const struct trace_key pages[] = { { 1, 7 }, { 2, 7 }, { 1, 7 }, { 1, 8 }, { 2, 7 } };
	struct trace_distances d = { 0 };

	for (size_t i = 0; i < sizeof(pages) / sizeof(*pages); i++)
		trace_distances_add(&d, &pages[i]);
	ktap_ok(d.cold == 3 && trace_distances_misses(&d, 2).misses == 4 &&
		trace_distances_misses(&d, 3).misses == 3, "the same page of two owners is two");
	trace_distances_free(&d);
}

static void add_both(struct trace_distances *all, struct trace_distances *some, u32 page)
{
	const struct trace_key key = { 1, page };

	if (trace_distances_add(all, &key) || trace_distances_add(some, &key))
		ktap_die("no memory");
}

static void test_sample(enum shape shape, u32 pages, u32 references, u32 limit)
{
	struct trace_distances all = { 0 }, some = { .limit = limit };
	u32 sizes = 0, within = 0;
	u64 worst = 0;

	for (u32 i = 0; i < references; i++)
		add_both(&all, &some, shape_page(shape, i, pages));
	for (u64 size = 64ULL << some.level; size < 2 * pages; size += size / 4) {
		u64 exact = trace_distances_misses(&all, size).misses;
		struct trace_misses m = trace_distances_misses(&some, size);
		u64 off = m.misses > exact ? m.misses - exact : exact - m.misses;

		sizes++;
		within += m.least <= exact && exact <= m.most;
		worst = off > worst ? off : worst;
	}
	ktap_note("level %u, %u of %u sizes, at most off by %.2f %%", some.level, within, sizes,
		  100.0 * (double)worst / references);
	ktap_ok(some.level && some.stack.nr <= limit && within * 100 >= sizes * 90,
		"%s: a sample of at most %u pages says within which bounds misses are",
		shape_names[shape], limit);
	ktap_ok(worst * 100 <= references * 4ULL,
		"%s: the sample is off by at most 4 %% of the references", shape_names[shape]);
	trace_distances_free(&all);
	trace_distances_free(&some);
}

int main(void)
{
	for (enum shape shape = 0; shape < SHAPES; shape++) {
		test_shape(shape, 300, 4000);
		test_shape(shape, 40, 3000);
		test_shape(shape, 1, 50);
	}
	test_slots();
	test_owners();
	test_sample(UNIFORM, 60000, 400000, 4000);
	test_sample(SKEWED, 200000, 600000, 4000);
	test_sample(LOOP, 50000, 200000, 4000);
	test_sample(MIXED, 60000, 400000, 4000);
	return ktap_end();
}
