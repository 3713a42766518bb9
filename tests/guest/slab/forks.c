// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab needs=- disturbs=module machine=turns */
/*
 * pid= with children=1 tells what a process allocates, and what it forks from then on; until=exit
 * ends the answer when the process has ended, with a round of what happened since the last one.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask-slab.h"
#include "ktap.h"

#define SITE "pagesnap_test_kmalloc+"
#define ALLOCATE slab_alloc("kmalloc", 1, 100)
/* Those of the process, its thread, its child, that one's child, and one whose parent is gone. */
#define TOLD 5

static void wait_at(int fd)
{
	char byte;

	if (read(fd, &byte, 1) != 1)
		_exit(1);
}

static void reap(pid_t pid)
{
	if (pid < 0 || waitpid(pid, NULL, 0) != pid)
		_exit(1);
}

static void *in_thread(void *unused)
{
	ALLOCATE;
	return unused;
}

/* A child whose parent ends before it allocates. */
static void fork_orphan(void)
{
	int gone[2], done[2];
	pid_t pid;

	if (pipe2(gone, O_CLOEXEC) || pipe2(done, O_CLOEXEC))
		_exit(1);
	pid = fork();
	if (!pid) {
		if (fork())
			_exit(0);
		wait_at(gone[0]);
		ALLOCATE;
		_exit(write(done[1], "", 1) != 1);
	}
	reap(pid);
	if (write(gone[1], "", 1) != 1)
		_exit(1);
	wait_at(done[0]);
}

static void fork_two(void)
{
	pid_t child = fork(), grandchild;

	if (!child) {
		ALLOCATE;
		grandchild = fork();
		if (!grandchild) {
			ALLOCATE;
			_exit(0);
		}
		reap(grandchild);
		_exit(0);
	}
	reap(child);
}

/* The process that is asked for: it has a child already, which allocates, too, when it does. */
static void allocate(int go)
{
	int also[2];
	pthread_t thread;
	pid_t before;

	if (pipe2(also, O_CLOEXEC))
		_exit(1);
	before = fork();
	if (!before) {
		wait_at(also[0]);
		ALLOCATE;
		_exit(0);
	}
	wait_at(go);
	ALLOCATE;
	if (pthread_create(&thread, NULL, in_thread, NULL) || pthread_join(thread, NULL) ||
	    write(also[1], "", 1) != 1)
		_exit(1);
	reap(before);
	fork_two();
	fork_orphan();
	/* some rounds of 10 ms */
	usleep(200000);
	_exit(0);
}

/**
 * struct run - a process that was asked for
 * @answer: about it
 * @text: of that, up to its end
 * @seconds: that it took
 */
struct run {
	struct slab_answer *answer;
	const char *text;
	double seconds;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* With @options, and pid= of it, in front. */
static struct run ask(const char *file, const char *options)
{
	struct run run = { .seconds = now() };
	char line[128];
	int go[2];
	pid_t pid;

	if (pipe2(go, O_CLOEXEC))
		ktap_die("no pipe");
	pid = fork();
	if (!pid)
		allocate(go[0]);
	/* its child is there by now, or it isn't told of for another reason */
	usleep(300000);
	snprintf(line, sizeof(line), "pid=%d %s", pid, options);
	run.answer = slab_ask(file, line);
	slab_alloc("kmalloc", 3, 100);
	if (write(go[1], "", 1) != 1)
		ktap_die("the process is gone");
	close(go[0]);
	close(go[1]);
	while (!waitpid(pid, NULL, WNOHANG))
		slab_read(run.answer);
	run.text = slab_rest(run.answer);
	run.seconds = now() - run.seconds;
	slab_free("kmalloc", 3 + TOLD + 1);
	return run;
}

static uint64_t allocs(const struct run *run)
{
	return slab_number(slab_sum(run->text, "site-sum", slab_id(run->text, "site", SITE)),
			   "allocs");
}

static void test_sums(void)
{
	struct run run = ask(SLAB_SITES, "children=1 until=exit every=60s");

	ktap_equal(allocs(&run), TOLD,
		   "threads, children, theirs, and orphans count, and no other process");
	ktap_ok(run.seconds < 30, "an answer ends with its process");
	ktap_equal(slab_number(slab_line(run.text, "round"), "n"), 1,
		   "what happened before the first round is due is a round");
	ktap_equal(slab_number(slab_line(run.text, "end"), "rounds"), 1, "the last round is one");
	ktap_ok(strstr(slab_line(run.text, "end"), "status=complete"),
		"an answer whose process has ended is complete");
	ktap_equal(slab_why(slab_line(run.text, "end"), "forks"), 0, "all forks have room");
	slab_close(run.answer);
	run = ask(SLAB_SITES, "until=exit every=10ms");
	ktap_equal(allocs(&run), 2, "without children=1 only the process counts");
	ktap_ok(slab_number(slab_line(run.text, "end"), "rounds") > 1, "rounds come before the end");
	slab_close(run.answer);
	run = ask(SLAB_SITES, "children=1 for=3s every=3s");
	ktap_equal(allocs(&run), TOLD, "without until=exit an answer goes on to its time");
	slab_close(run.answer);
}

static void test_others(void)
{
	struct run run = ask(SLAB_OBJECTS, "children=1 until=exit every=60s site=pagesnap_test_kmalloc");
	const char *at = run.text;
	unsigned int nr = 0;

	while ((at = slab_line(at, "object"))) {
		nr++;
		at++;
	}
	ktap_equal(nr, TOLD, "objects are those of the process and its children");
	slab_close(run.answer);
	run = ask(SLAB_EVENTS, "children=1 until=exit site=pagesnap_test_kmalloc");
	for (nr = 0, at = run.text; (at = slab_line(at, "alloc")); at++)
		nr++;
	ktap_equal(nr, TOLD, "events are those of the process and its children");
	ktap_ok(run.seconds < 30, "events end with their process, too");
	slab_close(run.answer);
}

/* Who is gone before the answer begins has one that ends at once. */
static void test_gone(void)
{
	struct slab_answer *a;
	char line[64];
	pid_t pid = fork();

	if (!pid) {
		pause();
		_exit(0);
	}
	snprintf(line, sizeof(line), "for=1s every=1s\npid=%d until=exit every=60s", pid);
	a = slab_ask(SLAB_SITES, line);
	kill(pid, SIGKILL);
	reap(pid);
	while (!slab_line(a->text, "end") ||
	       !slab_line(strchr(slab_line(a->text, "end"), '\n'), "end"))
		slab_read(a);
	ktap_ok(true, "an answer about a process that is gone ends");
	slab_close(a);
}

int main(void)
{
	slab_load();
	test_sums();
	test_others();
	test_gone();
	return ktap_end();
}
