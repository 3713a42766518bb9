// SPDX-License-Identifier: GPL-2.0
/* Combinations of flags: what has a place, and what is counted together. */
#include "unit.h"

static struct pagesnap_combos c;

/* Exactly @places: one too many is ASan's. */
static void start(u32 places)
{
	free(c.combo);
	c.combo = malloc(places * sizeof(*c.combo));
	if (!c.combo)
		ktap_die("malloc");
	pagesnap_combos_clear(&c);
}

static bool is(u32 nth, u64 flags, u64 pages)
{
	return nth < c.nr && c.combo[nth].flags == flags && c.combo[nth].pages == pages;
}

static void test_order(void)
{
	start(4);
	pagesnap_combos_add(&c, 5, 1);
	pagesnap_combos_add(&c, 3, 10);
	pagesnap_combos_add(&c, 0, 100);
	pagesnap_combos_add(&c, 9, 1000);
	pagesnap_combos_add(&c, 3, 10);
	ktap_ok(c.nr == 4 && is(0, 0, 100) && is(1, 3, 20) && is(2, 5, 1) && is(3, 9, 1000),
		"by ascending flags, each once");
	pagesnap_combos_end(&c);
	ktap_equal(c.nr, 4, "without pages there is no other");
}

static void test_other(void)
{
	start(2);
	pagesnap_combos_add(&c, PAGESNAP_UNKNOWN, 7);
	ktap_ok(!c.nr && c.other == 7, "other has no place before the end");
	pagesnap_combos_add(&c, 1, 2);
	pagesnap_combos_add(&c, PAGESNAP_UNKNOWN, 1);
	pagesnap_combos_end(&c);
	ktap_ok(c.nr == 2 && is(0, 1, 2) && is(1, PAGESNAP_UNKNOWN, 8),
		"other is the last combination after the end");
	pagesnap_combos_end(&c);
	ktap_equal(c.nr, 2, "once");
}

static void test_full(void)
{
	u32 i;

	start(PAGESNAP_COMBOS_ROOM);
	for (i = 0; i < PAGESNAP_COMBOS_MAX; i++)
		pagesnap_combos_add(&c, 2 * i, 1);
	pagesnap_combos_add(&c, 1, 3);
	pagesnap_combos_add(&c, 2 * i, 3);
	pagesnap_combos_add(&c, 2, 3);
	ktap_ok(c.nr == PAGESNAP_COMBOS_MAX && c.other == 6, "what finds no place is other");
	ktap_ok(is(1, 2, 4), "what has one is still counted there");
	pagesnap_combos_end(&c);
	ktap_ok(c.nr == PAGESNAP_COMBOS_ROOM && is(i, PAGESNAP_UNKNOWN, 6), "other has room");
	pagesnap_combos_clear(&c);
	pagesnap_combos_end(&c);
	ktap_ok(!c.nr && !c.other, "cleared, nothing is left");
}

int main(void)
{
	test_order();
	test_other();
	test_full();
	free(c.combo);
	return ktap_end();
}
