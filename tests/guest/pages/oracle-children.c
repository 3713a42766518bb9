// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tasks needs=- disturbs=- */
/*
 * children=1 of task_index: a process and those that it has forked, and they, as the test itself
 * has made them; not one that was left to another parent, and none that is only beside them.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define UID	4324
/* As far as mm/target.c looks. */
#define ANCESTORS 256
#define CHAIN	300

/* Shared with the processes. */
static struct {
	volatile unsigned int ready;
	volatile pid_t child, grandchild, orphan;
	volatile pid_t chain[CHAIN];
} *shared;

static void wait_here(void)
{
	__sync_fetch_and_add(&shared->ready, 1);
	for (;;)
		pause();
}

static pid_t fork_one(void)
{
	pid_t pid = fork();

	if (pid < 0)
		ktap_die("fork");
	return pid;
}

static void be_child(void)
{
	pid_t pid = fork_one();

	if (!pid)
		wait_here();
	shared->grandchild = pid;
	wait_here();
}

/* Its parent ends at once, so init adopts it. */
static void leave_orphan(void)
{
	pid_t between = fork_one(), pid;

	if (!between) {
		pid = fork_one();
		if (!pid)
			wait_here();
		shared->orphan = pid;
		_exit(0);
	}
	waitpid(between, NULL, 0);
}

static void be_family(void *ctx)
{
	pid_t pid;

	(void)ctx;
	leave_orphan();
	pid = fork_one();
	if (!pid)
		be_child();
	shared->child = pid;
	wait_here();
}

/* Each has forked the next. */
static void be_chain(void *ctx)
{
	unsigned int i;

	(void)ctx;
	for (i = 0; i < CHAIN; i++) {
		shared->chain[i] = getpid();
		if (i + 1 == CHAIN || fork_one())
			wait_here();
	}
}

static void be_user(void *ctx)
{
	pid_t pid;

	(void)ctx;
	pid = fork_one();
	if (!pid)
		wait_here();
	shared->child = pid;
	if (setresuid(UID, UID, UID))
		ktap_die("setresuid");
	wait_here();
}

static pid_t make(void (*what)(void *ctx), unsigned int nr)
{
	pid_t pid;

	shared->ready = 0;
	pid = ht_spawn(what, NULL);
	if (!ht_reaches(&shared->ready, nr, 60000))
		ktap_die("not all were forked");
	return pid;
}

static uint64_t count_tasks(const struct ps_answer *a)
{
	return ps_count_objects(a, "task");
}

static uint64_t count_exited(const struct ps_answer *a)
{
	const char *at = strstr(ps_str(&a->end.rec, "why"), "exited:");

	return at ? strtoull(at + 7, NULL, 10) : 0;
}

/* One of the test's own. */
static void end(pid_t pid)
{
	int status;

	kill(pid, SIGKILL);
	ht_ended(pid, 10000, &status);
}

static void test_family(void)
{
	pid_t top = make(be_family, 4);
	struct ps_answer *a = ps_ask("task_index", "%d children=1 group=object", top);

	ktap_ok(ps_has_task(a, top) && ps_has_task(a, shared->child) &&
		ps_has_task(a, shared->grandchild), "a process, its child and its grandchild");
	ktap_equal(count_tasks(a), 3, "no orphan is one, and nobody else");
	ktap_ok(!strcmp(ps_str(&a->end.rec, "status"), "complete"), "the answer is complete");
	ps_free(a);
	a = ps_ask("task_index", "%d children=1 group=object", shared->child);
	ktap_equal(count_tasks(a), 2, "a child as the target, without its parent");
	ps_free(a);
	a = ps_ask("task_index", "%d children=0 group=object", top);
	ktap_equal(count_tasks(a), 1, "children=0: the process alone");
	ps_free(a);
	kill(shared->grandchild, SIGKILL);
	kill(shared->orphan, SIGKILL);
	kill(shared->child, SIGKILL);
	end(top);
}

/* Somebody else's child is one, too. */
static void test_user(void)
{
	pid_t top = make(be_user, 2);
	struct ps_answer *a = ps_ask("task_index", "uid:%d children=1 group=object", UID);

	ktap_ok(ps_has_task(a, top) && ps_has_task(a, shared->child),
		"uid: a process of the user, and its child of another one");
	ktap_equal(count_tasks(a), 2, "uid: nobody else");
	ps_free(a);
	kill(shared->child, SIGKILL);
	end(top);
}

/* Whoever has more ancestors than are looked at may be one, so it is counted. */
static void test_chain(void)
{
	pid_t top = make(be_chain, CHAIN), pid = fork_one();
	struct ps_answer *a;

	if (!pid)
		for (;;)
			pause();
	a = ps_ask("task_index", "%d children=1 group=object names=0", top);
	ktap_equal(count_tasks(a), ANCESTORS + 1, "a chain of processes, as far as is looked");
	ktap_equal(count_exited(a), CHAIN - ANCESTORS - 1, "those further down are counted");
	ktap_ok(!strcmp(ps_str(&a->end.rec, "status"), "partial"), "the answer is partial");
	ps_free(a);
	a = ps_ask("task_index", "%d children=1 group=object", pid);
	ktap_equal(count_tasks(a), 1, "a process beside the chain has no children");
	ps_free(a);
	end(pid);
	for (pid = CHAIN - 1; pid > 0; pid--)
		kill(shared->chain[pid], SIGKILL);
	end(top);
}

int main(void)
{
	shared = ht_shared(sizeof(*shared));
	test_family();
	test_user();
	test_chain();
	return ktap_end();
}
