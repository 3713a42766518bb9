// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * Threads that map, protect, drop, fork, lend their memory and end, while sessions with windows of
 * all sizes come and go: what they read is what they wrote, and they come to their end.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define THREADS 4
#define ROUNDS 300
#define PAGES 16
#define STACK 16384

static struct flt_target *target;

static char *make(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	st_touch(at, FLT_PAGES);
	return at;
}

/* Of each page a byte, of which @seed says what it is. */
static void fill(volatile char *at, unsigned int seed)
{
	unsigned int i;

	for (i = 0; i < PAGES; i++)
		at[i * ST_PAGE + seed % ST_PAGE] = (char)(seed + i);
}

/* Return: how many bytes are others. */
static unsigned int differ(volatile const char *at, unsigned int seed)
{
	unsigned int i, bad = 0;

	for (i = 0; i < PAGES; i++)
		bad += at[i * ST_PAGE + seed % ST_PAGE] != (char)(seed + i);
	return bad;
}

static unsigned int status_of(pid_t pid)
{
	int status = 0;

	if (pid < 0 || waitpid(pid, &status, __WALL) != pid)
		return 1;
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

/* A child has what was there, and what it writes is its own. */
static unsigned int try_fork(char *at, unsigned int seed)
{
	pid_t pid = fork();
	unsigned int bad;

	if (!pid) {
		bad = differ(at, seed);
		fill(at, seed + 1);
		_exit(bad + differ(at, seed + 1) ? 1 : 0);
	}
	bad = status_of(pid);
	return bad + differ(at, seed);
}

struct loan {
	char *at;
	unsigned int seed;
};

static int borrow(void *arg)
{
	const struct loan *l = arg;

	fill(l->at, l->seed);
	_exit(0);
}

/* A process with the same memory, which is no thread: what it writes is seen. */
static unsigned int try_loan(char *at, unsigned int seed)
{
	struct loan l = { at, seed };
	char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned int bad;

	if (stack == MAP_FAILED)
		return 1;
	bad = status_of(clone(borrow, stack + STACK, CLONE_VM | SIGCHLD, &l));
	bad += differ(at, seed);
	munmap(stack, STACK);
	return bad;
}

static void *fill_other(void *arg)
{
	const struct loan *l = arg;

	fill(l->at, l->seed);
	return NULL;
}

static unsigned int try_thread(char *at, unsigned int seed)
{
	struct loan l = { at, seed };
	pthread_t thread;

	if (pthread_create(&thread, NULL, fill_other, &l))
		return 1;
	pthread_join(thread, NULL);
	return differ(at, seed);
}

static unsigned int try_mapping(unsigned int seed)
{
	char *at = mmap(NULL, PAGES * ST_PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned int bad;

	if (at == MAP_FAILED)
		return 1;
	fill(at, seed);
	mprotect(at, PAGES * ST_PAGE, PROT_READ);
	bad = differ(at, seed);
	mprotect(at, PAGES * ST_PAGE, PROT_READ | PROT_WRITE);
	fill(at, seed + 1);
	bad += differ(at, seed + 1);
	madvise(at, PAGES * ST_PAGE, MADV_DONTNEED);
	bad += !!at[seed % PAGES * ST_PAGE + (seed + 1) % ST_PAGE];
	munmap(at, PAGES * ST_PAGE);
	return bad;
}

static void *live(void *number)
{
	unsigned int n = (uintptr_t)number, i, bad = 0;
	char *at = (char *)(uintptr_t)target->at + n * PAGES * ST_PAGE;

	for (i = n; i < n + ROUNDS; i++) {
		bad += try_mapping(i);
		fill(at, i);
		bad += differ(at, i);
		if (i % 4 == 0)
			bad += try_fork(at, i);
		else if (i % 4 == 1)
			bad += try_loan(at, i + 1);
		else
			bad += try_thread(at, i + 1);
	}
	__atomic_add_fetch(&target->result, bad, __ATOMIC_RELAXED);
	return NULL;
}

static void live_all(struct flt_target *t)
{
	pthread_t threads[THREADS];
	uintptr_t i;

	target = t;
	t->result = 0;
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, live, (void *)i))
			ktap_die("pthread_create");
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

/* Sessions on @t one behind the other, until it has done what it does. */
static unsigned int trace_till_done(struct flt_target *t)
{
	static const char *const options[] = {
		"every=10ms window=1", "every=10ms window=8 children=1", "every=1h window=2",
		"every=20ms window=1024 children=1", "every=1h window=4 children=1",
	};
	unsigned int i;
	char whole[16];

	snprintf(whole, sizeof(whole), "%d", t->pid);
	for (i = 0; !turns_are_done(&t->turns); i++) {
		struct flt_answer *a = flt_ask(whole, options[i % 5]);

		flt_read(a, 20 + 60 * (i % 3));
		flt_close(a);
	}
	return i;
}

int main(void)
{
	struct flt_target *t;

	flt_load();
	t = flt_start(make);
	t->act = live_all;
	turns_ask(&t->turns);
	ktap_note("%u sessions", trace_till_done(t));
	ktap_equal(t->result, 0, "threads read what they wrote while windows come and go");
	flt_end(t);
	ktap_equal(or_number(FAULTS "stats", "guards memories="), 0, "no memory is guarded any more");
	ktap_equal(module_unload(faults.name), 0, "the module goes behind that");
	flt_load();
	return ktap_end();
}
