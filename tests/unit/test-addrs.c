// SPDX-License-Identifier: GPL-2.0
/* Which of a few wanted things is at an address. */
#include "unit.h"
#include "fs/addrs.h"

#define THINGS	256
/* As superblocks lie, and inodes. */
#define APART	2048

static u32 found(const struct pagesnap_addrs *a, const char *const *things, const void *addr)
{
	u32 slot, n, times = 0;

	pagesnap_addrs_each(a, addr, slot, n)
		times += things[n - 1] == addr;
	return times;
}

static void test_all(u32 nr)
{
	static char memory[2 * THINGS * APART];
	const char *things[THINGS];
	struct pagesnap_addrs a = { .bits = pagesnap_addrs_bits(nr) };
	u32 i, missed = 0, false_ones = 0;

	a.slots = calloc(1u << a.bits, sizeof(*a.slots));
	for (i = 0; i < nr; i++) {
		things[i] = memory + 2 * i * APART;
		pagesnap_addrs_add(&a, things[i], i);
	}
	for (i = 0; i < nr; i++)
		missed += found(&a, things, things[i]) != 1;
	for (i = 0; i < 2 * THINGS; i++)
		false_ones += i % 2 && found(&a, things, memory + i * APART);
	ktap_equal(missed, 0, "%u things: each is found, once", nr);
	ktap_equal(false_ones, 0, "%u things: what is not there isn't", nr);
	free(a.slots);
}

static void test_same_address(void)
{
	u16 slots[8] = { 0 };
	struct pagesnap_addrs a = { slots, 3 };
	u32 slot, n, order[3] = { 0 }, nr = 0;

	pagesnap_addrs_add(&a, slots, 2);
	pagesnap_addrs_add(&a, slots, 0);
	pagesnap_addrs_add(&a, slots, 1);
	pagesnap_addrs_each(&a, slots, slot, n)
		order[nr++] = n - 1;
	ktap_ok(nr == 3 && order[0] == 2 && order[1] == 0 && order[2] == 1,
		"several at one address come in the order in which they were added");
}

int main(void)
{
	test_all(1);
	test_all(2);
	test_all(3);
	test_all(64);
	test_all(THINGS);
	test_same_address();
	return ktap_end();
}
