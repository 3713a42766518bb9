// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,query needs=- disturbs=module,settings always=debug */
/*
 * pfn_index tells of page frames what processes have touched by them, whoever maps them: those
 * that /proc/PID/pagemap names for touched pages were accessed, those of other pages were not,
 * and one that several processes touch counts once a sample.  by=pfn of task_index
 * tells the same of some processes.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "accessed-memory.h"
#include "ask-accesses.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define BYTES (ACC_PAGES * ST_PAGE)
#define UNIT ((64UL << 20) / ST_PAGE)

static char *shared(void)
{
	return acc_shared("/dev/shm/frames");
}

/* The frames of what a process touches; they must not move while it is looked at. */
static void frames_of(const struct acc_target *t, uint64_t *pfn)
{
	unsigned int i;

	or_pagemap(t->pid, t->at / ST_PAGE, ACC_PAGES, pfn);
	for (i = 0; i < ACC_PAGES; i++)
		pfn[i] = PM_PFN(pfn[i]);
}

/* Frames of which more or less is told than was @touched, in @of samples. */
static unsigned int count_wrong(const uint64_t *pfn, const unsigned int *touched, unsigned int of)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < ACC_PAGES; i++) {
		const struct acc_heat *h = acc_heat_of(pfn[i]);

		wrong += !h || h->accessed != touched[i] || h->of != of;
	}
	return wrong;
}

static void test_one(void)
{
	struct acc_target *t = acc_start(acc_anon);
	static uint64_t pfn[ACC_PAGES], after[ACC_PAGES];
	unsigned int i, touched[ACC_PAGES];
	const char *before;
	struct acc_round r;
	char self[64];
	int fd;

	frames_of(t, pfn);
	fd = acc_ask_together(ACCESSES_PFN, "0-", "samples=1", &before);
	snprintf(self, sizeof(self), " what=self pid=%d comm=", getpid());
	ktap_ok(strstr(before, self), "the reader's own memory is left out, and named");
	acc_choose(t, 5, 1);
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "pfn");
	frames_of(t, after);
	ktap_ok(!memcmp(pfn, after, sizeof(pfn)), "nothing was moved meanwhile");
	for (i = 0; i < ACC_PAGES; i++)
		touched[i] = t->touch[i];
	ktap_equal(count_wrong(pfn, touched, 1), 0, "frames of touched pages, and no others");
	ktap_ok(acc_says(&r, "\nspan  q=1 start=0x0 end=-\n"), "what frames these are of");
	ktap_ok(acc_says(&r, "\nwss   q=1 pid=- n=1 of=1 "), "one working set for all");
	ktap_ok(acc_says(&r, " status=complete ") && acc_says(&r, " samples=1 "),
		"the end says so");
	acc_end(t);
}

static void test_two(void)
{
	struct acc_target *a = acc_start(shared), *b = acc_start(shared);
	unsigned int i, sample, touched[ACC_PAGES] = { 0 }, both = 0;
	static uint64_t pfn[ACC_PAGES];
	const char *before;
	struct acc_round r;
	int fd;

	frames_of(a, pfn);
	fd = acc_ask_together(ACCESSES_PFN, "0-", "samples=2 aggregate=2", &before);
	for (sample = 1; sample <= 2; sample++) {
		acc_choose(a, 3, 1);
		acc_choose(b, 3, 1);
		acc_touch(a);
		acc_touch(b);
		for (i = 0; i < ACC_PAGES; i++) {
			touched[i] += a->touch[i] || b->touch[i];
			both += a->touch[i] && b->touch[i];
		}
		if (sample < 2)
			acc_round(fd, a, 1, &r);
	}
	acc_rest(fd, a, &r);
	acc_take_heat(&r, "pfn");
	ktap_ok(both > 100, "two processes have touched some of the same pages");
	ktap_equal(count_wrong(pfn, touched, 2), 0,
		   "a frame counts once a sample, whoever touches it and maps it");
	acc_end(a);
	acc_end(b);
	unlink("/dev/shm/frames");
}

/* Of one process all frames are told of that it has in a range, and no other. */
static void test_by(void)
{
	struct acc_target *t = acc_start(acc_anon);
	unsigned int i, touched[ACC_PAGES];
	static uint64_t pfn[ACC_PAGES];
	const char *before;
	struct acc_round r;
	char target[64];
	int fd;

	frames_of(t, pfn);
	snprintf(target, sizeof(target), "%d %#lx+%d", t->pid, (unsigned long)t->at / ST_PAGE,
		 ACC_PAGES);
	fd = acc_ask_together(ACCESSES_TASK, target, "samples=1 by=pfn", &before);
	acc_choose(t, 5, 1);
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "pfn");
	for (i = 0; i < ACC_PAGES; i++)
		touched[i] = t->touch[i];
	ktap_equal(count_wrong(pfn, touched, 1), 0, "by=pfn: frames of what a process touches");
	ktap_equal(acc_count_told(), ACC_PAGES, "by=pfn: all of its range, and no others");
	acc_end(t);
}

/* Frames side by side, of what a process has; of others nothing is told then. */
static void test_range(void)
{
	struct acc_target *t = acc_start(acc_anon);
	unsigned int i, told = 0, outside = 0, wrong = 0;
	static uint64_t pfn[ACC_PAGES];
	uint64_t start, end, in = 0;
	const char *before;
	struct acc_round r;
	char range[64];
	int fd;

	frames_of(t, pfn);
	start = pfn[ACC_PAGES / 2] - 100;
	end = start + 300;
	snprintf(range, sizeof(range), "%#lx %#lx", start, end);
	fd = acc_ask_together(ACCESSES_PFN, range, "samples=1", &before);
	acc_choose(t, 1, 1);
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "pfn");
	for (i = 0; i < acc_nr_heat; i++)
		outside += acc_heat[i].first < start || acc_heat[i].first + acc_heat[i].nr > end;
	for (i = 0; i < ACC_PAGES; i++) {
		const struct acc_heat *h = acc_heat_of(pfn[i]);
		bool is_in = pfn[i] >= start && pfn[i] < end;

		in += is_in;
		told += h && h->accessed;
		wrong += is_in != !!h;
	}
	ktap_ok(in > 0 && told == in, "a range: all of what was touched there is told of");
	ktap_equal(wrong + outside, 0, "a range: nothing outside");
	acc_end(t);
}

static void test_unit(void)
{
	struct acc_target *t = acc_start(acc_anon);
	static uint64_t pfn[ACC_PAGES];
	unsigned int i, wrong = 0;
	const char *before;
	struct acc_round r;
	int fd;

	frames_of(t, pfn);
	fd = acc_ask_together(ACCESSES_PFN, "0-", "samples=1 unit=64M", &before);
	acc_choose(t, 1, 1);
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "pfn");
	for (i = 0; i < acc_nr_heat; i++)
		wrong += acc_heat[i].first % UNIT || acc_heat[i].nr % UNIT || acc_heat[i].of != 1;
	for (i = 0; i < ACC_PAGES; i++)
		wrong += !acc_heat_of(pfn[i]) || !acc_heat_of(pfn[i])->accessed;
	ktap_equal(wrong, 0, "unit=64M: blocks of memory, accessed with any of their frames");
	acc_end(t);
}

static void test_refused(void)
{
	static const char *const bad[] = { "0- write=1\n", "0- children=1\n", "0- addr=0-1\n" };
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		acc_refuses(ACCESSES_PFN, bad[i], EINVAL);
}

int main(void)
{
	st_quiet();
	acc_load();
	srandom(1);
	acc_in_time(test_one());
	acc_in_time(test_two());
	acc_in_time(test_by());
	acc_in_time(test_range());
	acc_in_time(test_unit());
	test_refused();
	return ktap_end();
}
