// SPDX-License-Identifier: GPL-2.0
/*
 * Files that a session told of: found again, replaced, and taken over to a larger table.
 */
#include <stdlib.h>

#include "unit.h"
#include "pages/told.h"

#define NR 700

static u64 key_of(u64 n)
{
	/* as spread as a hash; some begin at the same place */
	return n % 3 ? n * 0x9E3779B97F4A7C15ULL : n << 20;
}

static struct pagesnap_told_table table_of(u32 bits)
{
	return (struct pagesnap_told_table){
		.place = calloc(1ULL << bits, sizeof(struct pagesnap_told)), .bits = bits,
	};
}

static void put(struct pagesnap_told_table *t, u64 n, u64 number)
{
	struct pagesnap_told *told = pagesnap_told_add(t, key_of(n));

	told->print = n + 2;
	told->number = number;
}

static u64 count_known(const struct pagesnap_told_table *t, u64 from, u64 to)
{
	u64 n, known = 0;

	for (n = from; n < to; n++) {
		const struct pagesnap_told *told = pagesnap_told_find(t, key_of(n));

		known += told && told->print == n + 2 && told->key == key_of(n);
	}
	return known;
}

static void test_table(void)
{
	struct pagesnap_told_table t = { };
	u64 n;

	ktap_ok(!pagesnap_told_find(&t, 7) && pagesnap_told_is_full(&t), "a table without places is full");
	t = table_of(PAGESNAP_TOLD_BITS_MIN);
	ktap_ok(!pagesnap_told_find(&t, 0), "nothing is known at first");
	for (n = 1; n <= NR; n++)
		put(&t, n, n);
	ktap_equal(count_known(&t, 1, NR + 1), NR, "all are found");
	ktap_equal(count_known(&t, NR + 1, 2 * NR), 0, "no others are");
	put(&t, 5, 9999);
	ktap_ok(t.nr == NR && pagesnap_told_find(&t, key_of(5))->number == 9999,
		"one that is told of again takes no other place");
	ktap_ok(!pagesnap_told_is_full(&t), "700 of 1024 places: not full");
	for (; n <= 768; n++)
		put(&t, n, n);
	ktap_ok(pagesnap_told_is_full(&t), "768 of 1024 places: full");
	free(t.place);
}

static void test_move(void)
{
	struct pagesnap_told_table from = table_of(PAGESNAP_TOLD_BITS_MIN), to = table_of(11);
	struct pagesnap_told_table none = { };
	u64 n, at = 0, steps = 0;

	for (n = 1; n <= NR; n++)
		put(&from, n, n);
	do {
		at = pagesnap_told_move(&from, &to, at, 100, 301);
		steps++;
	} while (at < 1ULL << from.bits);
	ktap_equal(steps, 11, "100 places at a time");
	ktap_equal(count_known(&to, 301, NR + 1), NR - 300, "files that are told of are moved");
	ktap_equal(to.nr, NR - 300, "older ones stay behind");
	ktap_equal(pagesnap_told_move(&none, &to, 0, 100, 0), 0, "nothing is moved from no places");
	free(from.place);
	free(to.place);
}

int main(void)
{
	test_table();
	test_move();
	return ktap_end();
}
