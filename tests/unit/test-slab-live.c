// SPDX-License-Identifier: GPL-2.0
/* Names of an answer of slab, bounds of lifetimes, subjects, and how sure it is that they leak. */
#include <stdlib.h>

#include "kinds/slab_names.h"
#include "kinds/slab_sum.h"
#include "render/slab/history.h"
#include "render/slab/subjects.h"
#include "unit.h"

#define S 1000000000ull

/* Names ---------------------------------------------------------------------- */

static int name(struct slab_names *names, u32 type, u32 id, const char *text)
{
	const union pagesnap_any u = { .slab_site = { .rec.type = type, .id = id, .size = 64 } };
	const struct pagesnap_record r = { .u = &u, .bytes = text, .len = strlen(text) };

	return slab_names_take(names, &r);
}

static void test_names(void)
{
	struct slab_names names = { };

	ktap_ok(!slab_name(&names.sites, 0), "a number that nobody told of has no name");
	ktap_equal(name(&names, PAGESNAP_REC_SITE, 300, "far"), 0, "a site");
	ktap_equal(name(&names, PAGESNAP_REC_CACHE, 0, "near"), 0, "a cache");
	ktap_ok(!strcmp(slab_name(&names.sites, 300)->text, "far"), "a site has its name");
	ktap_ok(slab_name(&names.caches, 0)->size == 64, "a cache has its size");
	ktap_ok(!slab_name(&names.caches, 300), "numbers of sites are none of caches");
	ktap_equal(name(&names, PAGESNAP_REC_SITE, PAGESNAP_SLAB_SITES_MAX, "damage"), 0,
		   "a number above the limit is passed over");
	ktap_ok(!slab_name(&names.sites, PAGESNAP_SLAB_SITES_MAX), "a number above the limit has no name");
	ktap_ok(!slab_name(&names.sites, PAGESNAP_UNKNOWN32), "what is unknown has none");
	slab_names_clear(&names);
	ktap_ok(!slab_name(&names.sites, 300), "names are forgotten");
}

static void test_lifetimes(void)
{
	__u64 l[PAGESNAP_SLAB_LIFETIMES] = { };

	ktap_ok(slab_lifetime(l, 50) == PAGESNAP_NONE, "without frees there is no lifetime");
	l[0] = 98;
	l[10] = 1;
	ktap_equal(slab_lifetime(l, 50), 1, "half of it lives less than 1 us");
	ktap_equal(slab_lifetime(l, 99), 1024, "99 percent of it lives less than 1024 us");
	l[PAGESNAP_SLAB_LIFETIMES - 1] = 200;
	ktap_ok(slab_lifetime(l, 50) == PAGESNAP_UNKNOWN, "the last bucket has no bound");
	ktap_equal(slab_percent(1, 3), 33, "a percent is rounded");
	ktap_ok(slab_percent(1, 0) == PAGESNAP_NONE, "of nothing there is no percent");
	ktap_equal(slab_waste(100, 64), 0, "what was asked for and not had is no waste");
}

/* Subjects ------------------------------------------------------------------- */

static void test_subjects(void)
{
	struct slab_subject a = { .name = "a" }, b = { .name = "b" }, none = { }, c = a;
	struct slab_subjects s = { };
	size_t nth = 9;

	c.stack = "a;x";
	ktap_ok(!slab_subjects_find(&s, &a, &nth), "nothing is there before it was met");
	ktap_ok(!slab_subjects_get(&s, &a, &nth) && nth == 0, "the first has number 0");
	ktap_ok(!slab_subjects_get(&s, &b, &nth) && nth == 1, "the second has number 1");
	ktap_ok(!slab_subjects_get(&s, &none, &nth) && nth == 2, "one without a name is another");
	ktap_ok(!slab_subjects_get(&s, &c, &nth) && nth == 3, "other callers are another");
	ktap_ok(!slab_subjects_get(&s, &a, &nth) && nth == 0, "the first is found again");
	ktap_ok(s.list[3]->stack != c.stack && !strcmp(s.list[3]->stack, "a;x"),
		"strings of a subject are copies");
	slab_subjects_free(&s);
}

/* Leaks ---------------------------------------------------------------------- */

static void add(struct history *h, size_t nth, u64 born, u64 now)
{
	const struct pagesnap_slab_alloc object = {
		.time_ns = born, .seq = now - born, .requested = 10, .allocated = 16,
	};

	if (history_add(h, nth, &object))
		abort();
}

/* Subject 0 keeps all, 1 keeps none long, 2 keeps half, 3 has a constant number of old ones. */
static struct history history_of(unsigned int rounds)
{
	struct history h = { };
	unsigned int n, born;

	for (n = 1; n <= rounds; n++) {
		for (born = 1; born <= n; born++) {
			add(&h, 0, born * S - 1, n * S);
			if (born == n)
				add(&h, 1, n * S - 1, n * S);
			if (born % 2 || born == n)
				add(&h, 2, born * S - 1, n * S);
			add(&h, 4, n * S - 1, n * S);
		}
		add(&h, 3, 1, n * S);
		history_round(&h, n * S);
	}
	history_finish(&h);
	return h;
}

static struct live_line leak(const struct history *h, size_t nth)
{
	struct live_line line = { };

	history_leak(h, nth, &line);
	return line;
}

static void test_leaks(void)
{
	struct history h = history_of(10);
	struct live_line line = leak(&h, 0);

	ktap_equal(line.sure, LIVE_SURE_HIGH, "what keeps all is a leak");
	ktap_ok(line.grew == 9 && line.rounds == 9, "a leak grew in each round");
	ktap_ok(line.grown == 9 && line.grown_bytes == 9 * 16, "a leak grew by one object a round");
	ktap_equal(line.kept, 100, "all of the middle are there");
	ktap_equal(leak(&h, 1).sure, LIVE_SURE_NOT, "what keeps none is none");
	line = leak(&h, 2);
	ktap_ok(line.sure == LIVE_SURE_LOW || line.sure == LIVE_SURE_MEDIUM,
		"what keeps half may be one: %d", line.sure);
	ktap_equal(leak(&h, 3).sure, LIVE_SURE_NOT, "what is old and doesn't grow is none");
	line = leak(&h, 4);
	ktap_ok(line.sure == LIVE_SURE_LOW && !line.kept,
		"what gets more, but is always new, hardly is");
	ktap_equal(h.list[0].done.oldest_ns, 9 * S + 1, "age of the oldest");
	ktap_equal(h.list[0].done.youngest_ns, 1, "age of the youngest");
	history_free(&h);
}

static void test_rounds(void)
{
	const unsigned int nrs[] = { 1, 2, 4, 63, 64, 65, 127, 128, 129, 1000 };
	struct live_line line;
	struct history h;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(nrs); i++) {
		h = history_of(nrs[i]);
		line = leak(&h, 0);
		ktap_ok(h.kept <= HISTORY_ROUNDS && h.times_ns[h.kept - 1] == nrs[i] * S,
			"the last of %u rounds is kept", nrs[i]);
		ktap_ok(line.grew == h.kept - 1 && (nrs[i] == 1 || line.kept == 100),
			"of %u rounds each that is kept has more, and none is lost: %u, %u%%",
			nrs[i], line.grew, (unsigned int)line.kept);
		ktap_equal(line.sure, nrs[i] == 1 ? LIVE_SURE_NOT : nrs[i] < 5 ? LIVE_SURE_MEDIUM :
			   LIVE_SURE_HIGH, "how sure %u rounds are", nrs[i]);
		ktap_ok(nrs[i] < 4 || leak(&h, 4).kept == 0, "what is new in %u rounds is not kept",
			nrs[i]);
		history_free(&h);
	}
}

int main(void)
{
	test_names();
	test_lifetimes();
	test_subjects();
	test_leaks();
	test_rounds();
	return ktap_end();
}
