// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses needs=thp disturbs=module,settings always=debug */
/*
 * What a process has touched between two looks is what task_index tells of the second, page by
 * page: none is missed, and none is made up, in each kind of memory and after what moves
 * entries.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define ROUNDS 4
#define BYTES (ACC_PAGES * ST_PAGE)

/* Memory --------------------------------------------------------------------------- */

static char *anon(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	madvise(at, BYTES, MADV_NOHUGEPAGE);
	st_touch(at, ACC_PAGES);
	return at;
}

static char *map_file(const char *path, int prot, int flags)
{
	int fd = st_file(path);
	volatile char *at;
	unsigned int i;

	st_write(fd, 0, ACC_PAGES);
	at = mmap(NULL, BYTES, prot, flags, fd, 0);
	if (at == MAP_FAILED)
		ktap_die("mmap");
	for (i = 0; i < ACC_PAGES; i++)
		(void)at[i * ST_PAGE];
	close(fd);
	unlink(path);
	return (char *)at;
}

static char *shared(void)
{
	return map_file("/dev/shm/touched", PROT_READ | PROT_WRITE, MAP_SHARED);
}

static char *private_file(void)
{
	return map_file("/var/tmp/touched", PROT_READ, MAP_PRIVATE);
}

/*
 * Entries are clean, and a write brings a page of its own.  Those of shared memory are dirty as
 * soon as it is mapped if the page is, on newer kernels.
 */
static char *to_copy(void)
{
	return map_file("/var/tmp/touched", PROT_READ | PROT_WRITE, MAP_PRIVATE);
}

static char *zero(void)
{
	volatile char *at = st_map(ACC_PAGES, MAP_PRIVATE);
	unsigned int i;

	madvise((char *)at, BYTES, MADV_NOHUGEPAGE);
	for (i = 0; i < ACC_PAGES; i++)
		(void)at[i * ST_PAGE];
	return (char *)at;
}

static char *in_thps(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	if (st_thp(at, ACC_PAGES) != ACC_PAGES / ST_HUGE_PAGES)
		ktap_die("no huge pages");
	return at;
}

/* The child has the same pages, and stays as long as its parent. */
static char *forked(void)
{
	char *at = anon();

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

	to = mremap(anon(), BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
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
	struct acc_target *t = acc_start(anon);
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

static void test_unit(void)
{
	struct acc_target *t = acc_start(anon);
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
	struct acc_target *t = acc_start(to_copy);
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
	struct acc_target *t = acc_start(anon);
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
	test_kind("anon, read", anon, false, 1, "anon");
	test_kind("anon, written", anon, true, 1, "anon");
	test_kind("zero page", zero, false, 1, "zero");
	test_kind("tmpfs", shared, true, 1, "shmem");
	test_kind("private file", private_file, false, 1, "file");
	test_kind("huge", in_thps, false, ST_HUGE_PAGES, "anon");
	test_kind("after fork", forked, false, 1, "anon");
	test_kind("after mremap", moved, true, 1, "anon");
	test_aggregate();
	test_unit();
	test_write();
	test_no_flush();
	return ktap_end();
}
