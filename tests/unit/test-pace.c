// SPDX-License-Identifier: GPL-2.0
/* Pacing: how long a process holds still for the time that it took. */
#include "engine/pace.h"
#include "unit.h"

#define MS 1000000ULL

/* A process that works for @work, is told to rest, and rests, @times; its time in all. */
static u64 run(unsigned int percent, u64 work, u64 threads, u32 times)
{
	struct pace p = { .percent = percent };
	u64 begin = 5000 * MS, now = begin, cpu = 0, until;

	pace_until(&p, 0, begin);
	for (; times; times--) {
		now += work;
		cpu += work * threads;
		until = pace_until(&p, cpu, now);
		if (until > now)
			now = until;
	}
	return now - begin;
}

static void test_percent(void)
{
	ktap_equal(run(10, 100 * MS, 1, 7), 7000 * MS, "10 percent: ten times as long");
	ktap_equal(run(25, 3 * MS, 1, 100), 1200 * MS, "25 percent, in small pieces");
	ktap_equal(run(100, 100 * MS, 1, 5), 500 * MS, "100 percent: one thread never rests");
	ktap_equal(run(100, 100 * MS, 2, 5), 1000 * MS, "two threads do half of the time");
	ktap_equal(run(50, 100 * MS, 4, 5), 4000 * MS, "four at 50 percent");
	ktap_equal(run(0, 100 * MS, 4, 5), 500 * MS, "no bound");
}

/* Time in which nothing was asked doesn't count: no burst comes after it. */
static void test_idle(void)
{
	struct pace p = { .percent = 10 };
	u64 until = pace_until(&p, 10 * MS, 1000 * MS);

	ktap_equal(until, 1090 * MS, "what was taken before it began is paid");
	until = pace_until(&p, 20 * MS, 60000 * MS);
	ktap_equal(until, 60090 * MS, "a minute without work is not saved up");
	until = pace_until(&p, 20 * MS, 60050 * MS);
	ktap_equal(until, 60090 * MS, "who asks earlier rests as long");
	until = pace_until(&p, 30 * MS, 60060 * MS);
	ktap_equal(until, 60190 * MS, "what comes meanwhile is paid behind it");
}

int main(void)
{
	test_percent();
	test_idle();
	return ktap_end();
}
