// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tasks needs=userns,fuse disturbs=mounts */
/*
 * mmap_lock of a task that is asked about: while an mmap() holds it that waits
 * for FUSE, the answer says so; threads that map and unmap all the time have it
 * nearly always, and are no reason to say so.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define MNT	"/mnt/slow"
/* Fewer where a wait for them is longer than all that an answer may wait. */
#define UNLUCKY	2
#define THREADS	(ktap_slowness() > 1 ? 1 : 4)
#define ASKED	10
#define PAGES	2048
/* Nobody else's. */
#define UID	4324
/* With one more that was there before, 21. */
#define MANY	20

/* An mmap() that waits ----------------------------------------------------------- */

struct scene {
	struct ht_fuse *fuse;
	volatile pid_t target;
	volatile unsigned int opened;
};

static void become_user(void *ctx)
{
	(void)ctx;
	if (setresuid(UID, UID, UID))
		_exit(1);
}

static void hold_mmap_lock(void *ctx)
{
	struct scene *s = ctx;
	int fd = open(MNT "/f1", O_RDONLY | O_CLOEXEC);

	become_user(NULL);
	s->opened = 1;
	ht_mmap_held(fd);
}

static const char *cut_of(const struct ps_answer *a)
{
	const char *cut = a->end.rec.type ? ps_str(&a->end.rec, "truncated") : NULL;

	return cut && *cut ? cut : "nothing";
}

/* Of several processes, the one whose lock is held is passed over. */
static void test_held_among_others(pid_t target)
{
	pid_t next = ht_spawn(become_user, NULL);
	struct ps_answer *a;
	int status;

	ht_waits(next, 10000);
	a = ps_ask("task_index", "uid:%d", UID);
	ktap_ok(strstr(ps_str(&a->end.rec, "why"), "locked:1") && !strcmp(cut_of(a), "nothing"),
		"held, among others: counted, not truncated (%s)", ps_str(&a->end.rec, "why"));
	ktap_ok(ps_has_task(a, next) && next > target,
		"held, among others: the next process comes");
	ps_free(a);
	kill(next, SIGKILL);
	ht_ended(next, 10000, &status);
}

/*
 * A second for each of them would be 20: whoever has many processes could have a
 * reader wait for hours.  This is a bound, and far from what it takes.
 */
static void test_many_held(struct scene *s)
{
	pid_t held[MANY];
	struct ps_answer *a;
	time_t begin;
	unsigned int i;
	int status;

	s->opened = 0;
	for (i = 0; i < MANY; i++)
		held[i] = ht_spawn(hold_mmap_lock, s);
	for (i = 0; i < MANY; i++)
		if (!ht_waits(held[i], 10000))
			ktap_die("mmap_lock %u isn't held", i);
	begin = time(NULL);
	a = ps_ask("task_index", "uid:%d", UID);
	ktap_ok(time(NULL) - begin < MANY * 2 / 3, "held, by many: no second for each of them");
	ktap_ok(strstr(ps_str(&a->end.rec, "why"), "locked:21"), "held, by many: all are counted (%s)",
		ps_str(&a->end.rec, "why"));
	ps_free(a);
	for (i = 0; i < MANY; i++)
		kill(held[i], SIGKILL);
	ht_fuse_answer(s->fuse, FUSE_READ);
	for (i = 0; i < MANY; i++)
		ht_ended(held[i], 10000, &status);
}

static void test_held(void)
{
	struct scene *s = ht_shared(sizeof(*s));
	struct ps_answer *a;
	struct ht_reader r;
	pid_t reader, target;
	int status;

	s->fuse = ht_fuse();
	reader = ht_fuse_hold_mmaps(s->fuse, MNT);
	target = ht_spawn(hold_mmap_lock, s);
	if (!ht_reaches(&s->opened, 1, 10000) || !ht_waits(target, 10000))
		ktap_die("mmap_lock isn't held");

	a = ps_ask("task_index", "%d", target);
	ktap_ok(!strcmp(cut_of(a), "locked"), "held: truncated=locked (%s)", cut_of(a));
	ps_free(a);
	test_held_among_others(target);
	ht_ask(&r, "task_index", "%d", target);
	ht_waits(r.pid, 2000);
	ktap_ok(ht_kill(&r) != HT_STUCK, "held: a reader that waits can be killed");
	ktap_ok(st_run("! grep -q '^pagesnap/' /proc/[0-9]*/comm 2>/dev/null") == 0,
		"held: no thread of the kernel is left in the queue");

	test_many_held(s);
	a = ps_ask("task_index", "%d", target);
	ktap_ok(ps_complete(a), "let go: the answer is complete (%s)", cut_of(a));
	ps_free(a);
	kill(target, SIGKILL);
	ht_ended(target, 10000, &status);
	ht_fuse_let_go(s->fuse, MNT, reader);
}

/* Threads that map and unmap ------------------------------------------------------- */

static void *churn(void *arg)
{
	for (;;) {
		char *at = mmap(NULL, 8 * ST_PAGE, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (at == MAP_FAILED)
			_exit(1);
		*at = 1;
		munmap(at, 8 * ST_PAGE);
	}
	return arg;
}

static void be_busy(void *ctx)
{
	volatile unsigned int *busy = ctx;
	char *at = st_map(PAGES, MAP_PRIVATE);
	pthread_t t;

	madvise(at, PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at, PAGES);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t, NULL, churn, NULL);
	*busy = 1;
}

/* A machine that stands still for a second takes a reader's patience; that is no habit of it. */
static struct ps_answer *ask_busy(pid_t target, unsigned int *unlucky)
{
	struct ps_answer *a = ps_ask("task_index", "%d group=total", target);

	while (!strcmp(cut_of(a), "locked") && (*unlucky)++ < UNLUCKY) {
		ps_free(a);
		a = ps_ask("task_index", "%d group=total", target);
	}
	return a;
}

static void test_busy(void)
{
	volatile unsigned int *busy = ht_shared(sizeof(*busy));
	unsigned int i, complete = 0, unlucky = 0, asked = ASKED / ktap_slowness() + 1;
	uint64_t us, took = 0, most = 0;
	struct ps_answer *a;
	pid_t target = ht_spawn(be_busy, (void *)busy);
	int status;

	if (!ht_reaches(busy, 1, 10000))
		ktap_die("nobody is busy");
	for (i = 0; i < asked; i++) {
		a = ask_busy(target, &unlucky);
		complete += ps_complete(a);
		us = ps_num(&a->end.rec, "us");
		took += us;
		most = us > most ? us : most;
		ps_free(a);
	}
	ktap_note("an answer took %lu us, and %lu at the most", took / asked, most);
	ktap_equal(complete, asked, "busy: the answers are complete");
	kill(target, SIGKILL);
	ht_ended(target, 10000, &status);
}

int main(void)
{
	ht_setup();
	test_held();
	test_busy();
	ht_nothing_is_left();
	return ktap_end();
}
