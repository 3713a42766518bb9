// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses needs=thp disturbs=module,settings always=debug */
/*
 * What a process has touched between two looks is what task_index tells of the second, page by
 * page: none is missed, and none is made up, in each kind of memory and after what moves
 * entries.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "accessed-memory.h"
#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define ROUNDS 4
#define BYTES (ACC_PAGES * ST_PAGE)

/* Memory --------------------------------------------------------------------------- */

/* The child has the same pages, and stays as long as its parent. */
static char *forked(void)
{
	char *at = acc_anon();

	if (fork())
		return at;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;)
		pause();
}

/* Entries go to other tables, and not at a multiple of what one has. */
static char *moved(void)
{
	char *to = st_map(ACC_PAGES + 2 * ST_HUGE_PAGES, MAP_PRIVATE) + 77 * ST_PAGE;

	to = mremap(acc_anon(), BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
	if (to == MAP_FAILED)
		ktap_die("mremap");
	return to;
}

/* Comparing ------------------------------------------------------------------------ */

struct sums {
	unsigned int touched;
	unsigned int missed;
	unsigned int extra;
	unsigned int lost;	/* not told of at all, or twice */
};

static void compare(const struct acc_target *t, const struct acc_round *r, struct sums *sums)
{
	unsigned int i;

	for (i = 0; i < ACC_PAGES; i++) {
		sums->touched += t->touch[i];
		sums->missed += t->touch[i] && !r->accessed[i];
		sums->extra += !t->touch[i] && r->accessed[i];
		sums->lost += r->seen[i] != 1;
	}
}

static void test_kind(const char *name, char *(*make)(void), bool write, unsigned int run,
		      const char *kind)
{
	struct acc_target *t = acc_start(make);
	struct acc_round r;
	struct sums sums = { 0 };
	unsigned int i, told = 0;
	int fd = acc_ask(t, "samples=4");

	t->write = write;
	for (i = 0; i < ROUNDS; i++) {
		acc_choose(t, run > 1 ? 2 : 9, run);
		acc_touch(t);
		acc_round(fd, t, 1, &r);
		compare(t, &r, &sums);
		told += r.sample_accessed;
		ktap_note("%s: sample %u accessed %lu", name, i + 1, r.sample_accessed);
	}
	ktap_ok(sums.touched > 0, "%s: something was touched", name);
	ktap_equal(sums.missed, 0, "%s: what was touched was accessed", name);
	ktap_equal(sums.extra, 0, "%s: what was accessed was touched", name);
	ktap_equal(sums.lost, 0, "%s: each page is told of once a round", name);
	ktap_equal(told, sums.touched, "%s: samples count the same", name);
	ktap_ok(!strcmp(r.kind, kind), "%s: kind=%s (%s)", name, kind, r.kind);
	ktap_equal(r.order, run > 1 ? 9 : 0, "%s: the order of an entry", name);
	ktap_ok(acc_says(&r, " status=complete ") && acc_says(&r, " samples=4 ") &&
		acc_says(&r, " lost=0 flushes=5 "), "%s: the end says so", name);
	close(fd);
	acc_end(t);
}

/* Options -------------------------------------------------------------------------- */

static void test_aggregate(void)
{
	struct acc_target *t = acc_start(acc_anon);
	unsigned int i, j, wrong = 0, touched[ACC_PAGES] = { 0 };
	struct acc_round r;
	int fd = acc_ask(t, "samples=3 aggregate=3");

	for (i = 0; i < 3; i++) {
		acc_choose(t, 2, 1);
		acc_touch(t);
		for (j = 0; j < ACC_PAGES; j++)
			touched[j] += t->touch[j];
		acc_round(fd, t, 1, &r);
	}
	for (j = 0; j < ACC_PAGES; j++)
		wrong += r.accessed[j] != touched[j] || r.of[j] != 3;
	ktap_equal(wrong, 0, "aggregate=3: each page says in how many of three samples");
	close(fd);
	acc_end(t);
}

/* When a page was touched last, by sample; 0: never. */
struct ages {
	unsigned int last[ACC_PAGES];
};

static void touch_some(struct acc_target *t, struct ages *ages, unsigned int sample)
{
	unsigned int i;

	acc_choose(t, 8, 1);
	acc_touch(t);
	for (i = 0; i < ACC_PAGES; i++)
		if (t->touch[i])
			ages->last[i] = sample;
}

static unsigned int count_younger(const struct ages *ages, unsigned int sample, unsigned int than)
{
	unsigned int i, nr = 0;

	for (i = 0; i < ACC_PAGES; i++)
		nr += ages->last[i] && sample - ages->last[i] < than;
	return nr;
}

static void compare_ages(const struct acc_target *t, const struct acc_round *r,
			 const struct ages *ages, unsigned int sample)
{
	unsigned int i, wrong = 0, never = ACC_PAGES - count_younger(ages, sample, sample + 1);
	char want[160];
	size_t n;

	for (i = 0; i < ACC_PAGES; i++)
		wrong += r->age[i] != sample - ages->last[i] || r->at_least[i] != !ages->last[i];
	ktap_equal(wrong, 0, "age: samples since each page was touched, in sample %u", sample);
	n = snprintf(want, sizeof(want), "\nwss   q=1 pid=%d n=%u of=%u pages=%u never=%u",
		     t->pid, sample, sample, ACC_PAGES, never);
	for (i = 1; i <= sample; i *= 2)
		n += snprintf(want + n, sizeof(want) - n, "%s%u:%u", i > 1 ? "," : " accessed=",
			      i, count_younger(ages, sample, i));
	snprintf(want + n, sizeof(want) - n, "\n");
	ktap_ok(acc_says(r, want), "wss: pages touched in each window, in sample %u", sample);
}

static void test_ages(void)
{
	struct acc_target *t = acc_start(acc_anon);
	struct ages ages = { 0 };
	unsigned int sample;
	struct acc_round r;
	int fd = acc_ask(t, "samples=6 aggregate=2");

	for (sample = 1; sample <= 6; sample++) {
		touch_some(t, &ages, sample);
		acc_round(fd, t, 1, &r);
		if (sample % 2 == 0)
			compare_ages(t, &r, &ages, sample);
	}
	close(fd);
	acc_end(t);
}

static void test_age_selects(void)
{
	struct acc_target *t = acc_start(acc_anon);
	unsigned int i, sample, wrong = 0;
	struct ages ages = { 0 };
	struct acc_round r;
	int fd = acc_ask(t, "samples=2 aggregate=2 age=1");

	for (sample = 1; sample <= 2; sample++) {
		touch_some(t, &ages, sample);
		acc_round(fd, t, 1, &r);
	}
	for (i = 0; i < ACC_PAGES; i++)
		wrong += r.seen[i] != (ages.last[i] == 1);
	ktap_equal(wrong, 0, "age=1: what was touched in the first of two samples, and no other");
	ktap_ok(acc_says(&r, " pages=2048 never="), "age=1: the working set is that of all pages");
	close(fd);
	acc_end(t);
}

static void test_unit(void)
{
	struct acc_target *t = acc_start(acc_anon);
	unsigned int i, wrong = 0;
	struct acc_round r;
	int fd = acc_ask(t, "samples=1 unit=64K");

	memset((void *)t->touch, 0, ACC_PAGES);
	for (i = 0; i < ACC_PAGES / 16; i++)
		t->touch[i * 16 + random() % 16] = i % 3 == 0;
	acc_touch(t);
	acc_rest(fd, t, &r);
	for (i = 0; i < ACC_PAGES; i++)
		wrong += !!r.accessed[i] != (i / 16 % 3 == 0) || r.seen[i] != 1;
	ktap_equal(wrong, 0, "unit=64K: a unit is accessed with any of its pages");
	acc_end(t);
}

static void test_write(void)
{
	struct acc_target *t = acc_start(acc_to_copy);
	unsigned int i, wrong = 0;
	uint8_t first[ACC_PAGES];
	struct acc_round r;
	int fd = acc_ask(t, "samples=2 write=1");

	acc_choose(t, 5, 1);
	memcpy(first, (void *)t->touch, ACC_PAGES);
	t->write = true;
	acc_touch(t);
	acc_round(fd, t, 1, &r);
	for (i = 0; i < ACC_PAGES; i++)
		wrong += r.dirtied[i] != first[i] || r.accessed[i] != first[i];
	ktap_equal(wrong, 0, "write=1: what was written was dirtied");
	acc_choose(t, 5, 1);
	t->write = false;
	acc_touch(t);
	acc_rest(fd, t, &r);
	for (wrong = i = 0; i < ACC_PAGES; i++)
		wrong += r.dirtied[i] != (first[i] ? PS_UNKNOWN : 0) ||
			 r.accessed[i] != t->touch[i];
	ktap_equal(wrong, 0, "write=1: what is dirty already is ?, what was only read 0");
	acc_end(t);
}

static void test_no_flush(void)
{
	struct acc_target *t = acc_start(acc_anon);
	struct acc_round r;
	int fd;

	memset((void *)t->touch, 0, ACC_PAGES);
	fd = acc_ask(t, "samples=1 flush=0");
	acc_rest(fd, t, &r);
	ktap_ok(acc_says(&r, " flushes=0 "), "flush=0: the end says so");
	acc_end(t);
}

int main(void)
{
	st_quiet();
	acc_load();
	srandom(1);
	acc_in_time(test_kind("anon, read", acc_anon, false, 1, "anon"));
	acc_in_time(test_kind("anon, written", acc_anon, true, 1, "anon"));
	acc_in_time(test_kind("zero page", acc_zero, false, 1, "zero"));
	acc_in_time(test_kind("tmpfs", acc_tmpfs, true, 1, "shmem"));
	acc_in_time(test_kind("private file", acc_private_file, false, 1, "file"));
	acc_in_time(test_kind("huge", acc_thps, false, ST_HUGE_PAGES, "anon"));
	acc_in_time(test_kind("after fork", forked, false, 1, "anon"));
	acc_in_time(test_kind("after mremap", moved, true, 1, "anon"));
	acc_in_time(test_aggregate());
	acc_in_time(test_ages());
	acc_in_time(test_age_selects());
	acc_in_time(test_unit());
	acc_in_time(test_write());
	test_no_flush();
	return ktap_end();
}
