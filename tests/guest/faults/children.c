// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=numa disturbs=module machine=turns */
/*
 * What processes come from a traced one is told: their forks, programs and ends, and with
 * children=1 what they touch from their first instruction on.  No page moves to another node
 * for all that.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define FORKS 200

static char *make(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	st_touch(at, FLT_PAGES);
	return at;
}

static struct flt_answer *ask(const struct flt_target *t, const char *options)
{
	char target[16];

	snprintf(target, sizeof(target), "%d", t->pid);
	return flt_ask(target, options);
}

static unsigned int count(const struct flt_answer *a, unsigned int type)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while ((rec = flt_next(a, rec, type)))
		n++;
	return n;
}

static unsigned int count_of(const struct flt_answer *a, unsigned int type, pid_t pid)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while ((rec = flt_next(a, rec, type)))
		n += ((const struct pagesnap_faults_event *)rec)->pid == (uint32_t)pid;
	return n;
}

static unsigned int faults_of(const struct flt_answer *a, pid_t tid, bool ours)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_FAULT))) {
		const struct pagesnap_faults_fault *f = (const void *)rec;

		n += f->tid == (uint32_t)tid &&
		     (!ours || flt_was(f) == PAGESNAP_FAULT_WAS_OURS);
	}
	return n;
}

static void by_fork(struct flt_target *t)
{
	volatile char *at = (char *)(uintptr_t)t->at;
	unsigned int i;
	pid_t pid = fork();

	if (!pid) {
		for (i = 0; i < FLT_PAGES; i++)
			(void)at[i * ST_PAGE];
		_exit(0);
	}
	t->result = pid;
	waitpid(pid, NULL, 0);
}

static void by_vfork(struct flt_target *t)
{
	pid_t pid = vfork();

	if (!pid) {
		execl("/bin/true", "true", NULL);
		_exit(1);
	}
	t->result = pid;
	waitpid(pid, NULL, 0);
}

static void by_spawn(struct flt_target *t)
{
	char *argv[] = { (char *)"true", NULL };
	pid_t pid;

	posix_spawn(&pid, "/bin/true", NULL, NULL, argv, NULL);
	t->result = pid;
	waitpid(pid, NULL, 0);
}

static void by_vfork_alone(struct flt_target *t)
{
	pid_t pid = vfork();

	if (!pid)
		_exit(1);
	t->result = pid;
	waitpid(pid, NULL, 0);
}

static void test_child(void (*act)(struct flt_target *t), const char *what, bool children,
		       unsigned int execs)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = ask(t, children ? "every=1h children=1" : "every=1h children=0");
	unsigned int faults;

	flt_act(t, act);
	flt_read(a, 300);
	faults = faults_of(a, t->result, false);
	ktap_note("%s: %u faults, %u of ours", what, faults, faults_of(a, t->result, true));
	ktap_equal(count_of(a, PAGESNAP_REC_FORK, t->result), 1, "%s: its fork is told", what);
	ktap_equal(count_of(a, PAGESNAP_REC_EXEC, t->result), execs,
		   "%s: its program is told, if it may", what);
	ktap_equal(count_of(a, PAGESNAP_REC_EXIT, t->result), children,
		   "%s: its end is told, if it may", what);
	if (children && act == by_fork)
		ktap_ok(faults_of(a, t->result, true) >= FLT_PAGES,
			"%s: each page that it has of its parent is told", what);
	else if (execs)
		ktap_ok(faults > 5, "%s: what its program touches is told", what);
	else if (!children)
		/* Until its program begins it has its parent's memory, if it was made so. */
		ktap_ok(faults < 5, "%s: what it touches isn't told", what);
	flt_close(a);
	flt_end(t);
}

/* It runs another program itself, which is there until its name was read. */
static void run_other(struct flt_target *t)
{
	(void)t;
	execl("/bin/sleep", "sleep", "600", NULL);
}

/* What the last record of a thread says; "" if there is none. */
static const char *last_name(const struct flt_answer *a, pid_t tid)
{
	const struct pagesnap_rec *rec = NULL;
	const char *name = "";

	while ((rec = flt_next(a, rec, PAGESNAP_REC_THREAD))) {
		const struct pagesnap_faults_thread *r = (const void *)rec;

		if (r->tid == (uint32_t)tid)
			name = r->comm;
	}
	return name;
}

static bool is_asleep(const struct flt_answer *a, const struct flt_target *t)
{
	return !strcmp(last_name(a, t->pid), "sleep");
}

/*
 * Only who touches something is told of: one that goes on behind a stop touches its code.  When it
 * has gone it may be told of once more, by its number alone.
 */
static bool see_asleep(struct flt_answer *a, struct flt_target *t)
{
	unsigned int i;

	for (i = 0; i < 1000 && !is_asleep(a, t); i++) {
		kill(t->pid, SIGSTOP);
		kill(t->pid, SIGCONT);
		flt_read(a, 20);
	}
	return is_asleep(a, t);
}

static void test_exec(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = ask(t, "every=50ms");
	bool asleep;

	t->act = run_other;
	turns_ask(&t->turns);
	asleep = see_asleep(a, t);
	turns_end(t->pid);
	flt_rest(a);
	ktap_equal(count_of(a, PAGESNAP_REC_EXEC, t->pid), 1, "an exec is told");
	ktap_equal(count_of(a, PAGESNAP_REC_EXIT, t->pid), 1, "the end behind it is told once");
	ktap_ok(asleep, "a thread has the name of its new program (%s)",
		last_name(a, t->pid));
	flt_close(a);
	munmap(t, sizeof(*t));
}

/* How many programs a process runs, one behind the other. */
static unsigned int programs(void)
{
	return 60 / ktap_slowness();
}

/*
 * It runs one program behind the other, each read from the disk, so that sweeps come while it has
 * its new memory, and its exec is not told yet.
 */
static void run_many(struct flt_target *t)
{
	char last[12], script[] =
		"n=$((n+1)); export n; echo 1 >/proc/sys/vm/drop_caches;"
		"test $n -lt $last && exec /shell.$((n % 2)) -c \"$S\"; exit 0";

	(void)t;
	setenv("S", script, 1);
	snprintf(last, sizeof(last), "%u", programs());
	setenv("last", last, 1);
	execl("/bin/sh", "sh", "-c", script, NULL);
}

/* The reader looks all the time, also while one memory has gone, and the next one comes. */
static void test_programs(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = ask(t, "every=10ms children=1");

	ktap_ok(!system("for n in 0 1; do cp /bin/bash /shell.$n; done; sync"),
		"there are programs to run");
	t->act = run_many;
	turns_ask(&t->turns);
	flt_rest(a);
	waitpid(t->pid, NULL, 0);
	ktap_equal(count_of(a, PAGESNAP_REC_EXEC, t->pid), programs(),
		   "each of many programs is told");
	ktap_equal(count_of(a, PAGESNAP_REC_EXIT, t->pid), 1, "the end behind many programs is told");
	ktap_equal(a->end.skipped[PAGESNAP_FAULTS_WHY_UNREADY], 0,
		   "a program that a sweep finds before its exec is told is not missed");
	ktap_ok(!system("rm /shell.0 /shell.1"), "the programs are removed");
	flt_close(a);
	munmap(t, sizeof(*t));
}

/* Several threads end at one time. */
static void *wait_and_end(void *unused)
{
	pthread_barrier_t *b = unused;

	pthread_barrier_wait(b);
	return NULL;
}

static void by_threads(struct flt_target *t)
{
	unsigned int i, round;
	int status;

	t->result = 0;
	for (round = 0; round < 40; round++) {
		pid_t pid = fork();

		if (!pid) {
			pthread_barrier_t b;
			pthread_t thread;

			pthread_barrier_init(&b, NULL, 4);
			for (i = 0; i < 3; i++)
				pthread_create(&thread, NULL, wait_and_end, &b);
			pthread_barrier_wait(&b);
			syscall(SYS_exit, 0);
		}
		waitpid(pid, &status, 0);
		t->result++;
	}
}

static void test_threads(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = ask(t, "every=1h children=1");

	flt_act(t, by_threads);
	flt_read(a, 300);
	ktap_equal(count(a, PAGESNAP_REC_EXIT), t->result,
		   "processes whose threads end together end once");
	flt_close(a);
	flt_end(t);
}

/* vfork() returns twice, to one stack. */
static void bomb(struct flt_target *t)
{
	volatile unsigned int i;
	pid_t pid;

	for (i = 0; i < FORKS; i++) {
		pid = i % 3 ? fork() : vfork();
		if (!pid) {
			if (i % 3 == 0)
				execl("/bin/true", "true", NULL);
			_exit(0);
		}
		if (i % 8 == 7)
			while (waitpid(-1, NULL, 0) > 0)
				;
	}
	while (waitpid(-1, NULL, 0) > 0)
		;
	t->result = FORKS;
}

static uint64_t memories(void)
{
	return or_number(FAULTS "stats", "guards memories=");
}

static void test_bomb(void)
{
	struct flt_target *t = flt_start(make);
	struct flt_answer *a = ask(t, "every=200ms children=1");

	/* Who doesn't read has nothing ready for those that come. */
	t->act = bomb;
	turns_ask(&t->turns);
	while (!turns_are_done(&t->turns) && !a->has_end)
		flt_read(a, 20);
	flt_read(a, 1000);
	flt_end(t);
	flt_rest(a);
	ktap_equal(count(a, PAGESNAP_REC_FORK), FORKS, "each of many short processes is told");
	ktap_equal(count(a, PAGESNAP_REC_EXIT), FORKS + 1, "the ends of all are told");
	ktap_ok(a->end.skipped[PAGESNAP_FAULTS_WHY_UNREADY] < FORKS / 20,
		"nearly all of them are traced");
	ktap_note("unready %llu, lost %llu",
		  (unsigned long long)a->end.skipped[PAGESNAP_FAULTS_WHY_UNREADY],
		  (unsigned long long)a->end.counters[PAGESNAP_FAULTS_COUNT_LOST]);
	flt_close(a);
	ktap_equal(memories(), 0, "no memory is kept behind the end");
}

/* Nodes ---------------------------------------------------------------------------- */

static unsigned int on_node(pid_t pid, uint64_t at, int node)
{
	static void *pages[FLT_PAGES];
	static int status[FLT_PAGES];
	unsigned int i, n = 0;

	for (i = 0; i < FLT_PAGES; i++)
		pages[i] = (void *)(uintptr_t)(at + i * ST_PAGE);
	syscall(SYS_move_pages, pid, FLT_PAGES, pages, NULL, status, 0);
	for (i = 0; i < FLT_PAGES; i++)
		n += status[i] == node;
	return n;
}

static void on_cpu(pid_t pid, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(pid, sizeof(set), &set))
		ktap_note("no CPU %d", cpu);
}

static char *make_on_first(void)
{
	on_cpu(0, 0);
	return make();
}

static void test_nodes(void)
{
	struct flt_target *t = flt_start(make_on_first);
	unsigned int before = on_node(t->pid, t->at, 0), i;
	uint64_t hints = or_number("/proc/vmstat", "numa_hint_faults "), migrated;
	struct flt_answer *a = ask(t, "every=100ms");

	migrated = or_number("/proc/vmstat", "numa_pages_migrated ");
	on_cpu(t->pid, 1);
	for (i = 0; i < 5; i++) {
		flt_choose(t, 8000, FLT_PAGES, 3);
		flt_touch(t);
		flt_read(a, 110);
	}
	ktap_ok(faults_of(a, t->pid, true) >= FLT_PAGES, "a thread on another node faults");
	/* What the thread does in system calls on its stack is the kernel's to restore. */
	hints = or_number("/proc/vmstat", "numa_hint_faults ") - hints;
	migrated = or_number("/proc/vmstat", "numa_pages_migrated ") - migrated;
	ktap_ok(hints <= a->sweeps, "hints are found for faults of system calls alone");
	ktap_note("%llu hints, %llu pages migrated, %u on the first node",
		  (unsigned long long)hints, (unsigned long long)migrated, before);
	flt_close(a);
	/* Only now: the move_pages() of 6.1 finds no page whose entry is made to fault. */
	ktap_equal(on_node(t->pid, t->at, 0), before, "no page moves to the node of who faults");
	flt_end(t);
}

int main(void)
{
	flt_load();
	srandom(4);
	test_child(by_fork, "a fork with children=1", true, 0);
	test_child(by_fork, "a fork with children=0", false, 0);
	test_child(by_vfork, "vfork() with children=1", true, 1);
	test_child(by_vfork, "vfork() with children=0", false, 0);
	test_child(by_vfork_alone, "vfork() alone with children=1", true, 0);
	test_child(by_spawn, "posix_spawn() with children=1", true, 1);
	test_exec();
	test_programs();
	test_threads();
	test_bomb();
	test_nodes();
	return ktap_end();
}
