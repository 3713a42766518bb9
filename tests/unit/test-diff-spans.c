// SPDX-License-Identifier: GPL-2.0
/* Pages of a file at two moments, as diff compares them: spans against single pages. */
#include "unit.h"

#include <errno.h>

#include "render/diff/spans.h"

#define PAGES 64
#define ROUNDS 2000

/* Comparing ---------------------------------------------------------------- */

/**
 * struct seen - what a walk tells
 * @a: of each page, at the first moment
 * @b: at the second
 * @at: page that may come next
 * @calls: how many spans
 * @stop_at: the call that fails, 0 for none
 * @wrong: spans that are empty, go back, or are nowhere at both moments
 */
struct seen {
	enum diff_page a[PAGES];
	enum diff_page b[PAGES];
	uint64_t at;
	unsigned int calls;
	unsigned int stop_at;
	unsigned int wrong;
};

static int take(void *ctx, uint64_t start, uint64_t nr, enum diff_page a, enum diff_page b)
{
	struct seen *seen = ctx;
	uint64_t i;

	seen->wrong += !nr || start < seen->at || start + nr > PAGES || (!a && !b);
	for (i = start; i < start + nr && i < PAGES; i++) {
		seen->a[i] = a;
		seen->b[i] = b;
	}
	seen->at = start + nr;
	return ++seen->calls == seen->stop_at ? -EINTR : 0;
}

/* Pages in spans, some of which could be longer. */
static int add_all(struct diff_spans *spans, const enum diff_page *pages)
{
	uint64_t start = 0, nr;
	int err = 0;

	for (; start < PAGES && !err; start += nr) {
		for (nr = 1; start + nr < PAGES && pages[start + nr] == pages[start] && pick(8);
		     nr++)
			;
		if (pages[start])
			err = diff_spans_add(spans, start, nr, pages[start]);
	}
	return err;
}

static void choose(enum diff_page *pages)
{
	size_t i;

	pages[0] = pick(DIFF_PAGE_STATES);
	for (i = 1; i < PAGES; i++)
		pages[i] = pick(3) ? pages[i - 1] : (enum diff_page)pick(DIFF_PAGE_STATES);
}

/* How often what pages are changes from one to the next, both moments seen together. */
static unsigned int spans_of(const enum diff_page *a, const enum diff_page *b)
{
	unsigned int nr = 0;
	size_t i;

	for (i = 0; i < PAGES; i++)
		nr += (a[i] || b[i]) && (!i || a[i] != a[i - 1] || b[i] != b[i - 1]);
	return nr;
}

static bool compares(void)
{
	struct diff_spans a = { .nr = 0 }, b = { .nr = 0 };
	enum diff_page was[PAGES], is[PAGES];
	struct seen seen = { .calls = 0 };
	bool right;

	choose(was);
	choose(is);
	right = !add_all(&a, was) && !add_all(&b, is) && !diff_spans_walk(&a, &b, take, &seen) &&
		!seen.wrong && !memcmp(was, seen.a, sizeof(was)) &&
		!memcmp(is, seen.b, sizeof(is)) && seen.calls == spans_of(was, is);
	diff_spans_free(&a);
	diff_spans_free(&b);
	return right;
}

static void test_pages(void)
{
	unsigned int wrong = 0, i;

	for (i = 0; i < ROUNDS; i++)
		wrong += !compares();
	ktap_ok(!wrong, "spans tell of each page what it was and is, in as few spans as can be");
}

static void test_nothing(void)
{
	const struct diff_spans none = { .nr = 0 };
	struct diff_spans one = { .nr = 0 };
	struct seen seen = { .calls = 0 };

	ktap_ok(!diff_spans_walk(&none, &none, take, &seen) && !seen.calls,
		"nothing and nothing have no span");
	diff_spans_add(&one, 3, 4, DIFF_DIRTY);
	diff_spans_walk(&one, &none, take, &seen);
	ktap_ok(seen.calls == 1 && seen.at == 7 && seen.a[3] == DIFF_DIRTY && !seen.b[3],
		"what is gone is a span");
	diff_spans_free(&one);
}

/* Adding ------------------------------------------------------------------- */

static void test_order(void)
{
	struct diff_spans s = { .nr = 0 };

	ktap_ok(!diff_spans_add(&s, 10, 5, DIFF_CLEAN) && !diff_spans_add(&s, 15, 5, DIFF_CLEAN) &&
			s.nr == 1,
		"pages behind each other that are alike are one span");
	ktap_ok(!diff_spans_add(&s, 20, 1, DIFF_DIRTY) && !diff_spans_add(&s, 22, 1, DIFF_DIRTY) &&
			s.nr == 3,
		"pages that differ, or have a gap between them, are two");
	ktap_ok(diff_spans_add(&s, 22, 1, DIFF_DIRTY) == -ERANGE &&
			diff_spans_add(&s, 0, 1, DIFF_CLEAN) == -ERANGE && s.nr == 3,
		"pages before the last are refused");
	ktap_ok(diff_spans_add(&s, 100, UINT64_MAX - 99, DIFF_CLEAN) == -ERANGE,
		"a span that has no end is refused");
	ktap_ok(!diff_spans_add(&s, 100, UINT64_MAX - 100, DIFF_CLEAN) &&
			s.list[3].end == UINT64_MAX,
		"the last page of all is none");
	diff_spans_free(&s);
	ktap_ok(!s.list && !s.nr && !s.room, "nothing is left of what was freed");
}

/* A damaged stream could ask for that. */
static void test_end(void)
{
	struct diff_spans a = { .nr = 0 }, b = { .nr = 0 };
	struct seen seen = { .stop_at = 2 };

	diff_spans_add(&a, 0, UINT64_MAX, DIFF_CLEAN);
	diff_spans_add(&b, 5, 1, DIFF_DIRTY);
	ktap_ok(diff_spans_walk(&a, &b, take, &seen) == -EINTR && seen.calls == 2 && seen.at == 6,
		"a walk ends when it is told to");
	seen = (struct seen){ .calls = 0 };
	ktap_ok(!diff_spans_walk(&a, &b, take, &seen) && seen.calls == 3 && seen.at == UINT64_MAX,
		"a walk to the last page ends");
	diff_spans_free(&a);
	diff_spans_free(&b);
}

int main(void)
{
	test_pages();
	test_nothing();
	test_order();
	test_end();
	return ktap_end();
}
