// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module,settings machine=turns always=debug */
/*
 * rmmod of pagesnap_faults is safe at any moment: while sessions begin and end, their readers are
 * killed amid a sweep, and those whom they trace fork, run other programs, and end.  What would go
 * wrong shows in the kernel's log, which the runner scans; and a process that was traced all the
 * while has what it wrote, and no entry of ours.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"
#include "unload-race.h"

#define PAGES 256
#define THREADS 3

/**
 * struct shared - what all processes of the test have
 * @steady: who touches its pages all the time
 * @threaded: the same, with several threads
 * @mortal: the last of those that come and go
 * @sweeps: that readers have seen
 * @killed: readers that were killed
 * @mortals: processes that came and went
 * @wrong: pages that hadn't what was written to them
 * @surprises: errors that no unload explains
 * @stop: who touches looks whether anything is left, and says so
 * @faults: that it took to touch all pages then
 * @over: it has done so
 */
struct shared {
	volatile pid_t steady;
	volatile pid_t threaded;
	volatile pid_t mortal;
	volatile unsigned int sweeps;
	volatile unsigned int killed;
	volatile unsigned int mortals;
	volatile unsigned int wrong;
	volatile unsigned int surprises;
	volatile bool stop;
	volatile unsigned int faults[2];
	volatile unsigned int over;
};

static struct shared *shared;

/* Who is traced ------------------------------------------------------------------ */

static void touch_once(char *at, uint64_t round)
{
	unsigned int i;

	for (i = 0; i < PAGES; i++) {
		uint64_t *word = (uint64_t *)(at + i * ST_PAGE);

		if (*word != round + i)
			__sync_fetch_and_add(&shared->wrong, 1);
		*word = round + 1 + i;
	}
}

static void *touch_until_stopped(void *unused)
{
	char *at = st_map(PAGES, MAP_PRIVATE);
	uint64_t round;
	unsigned int i;

	(void)unused;
	for (i = 0; i < PAGES; i++)
		*(uint64_t *)(at + i * ST_PAGE) = i;
	for (round = 0; !shared->stop; round++)
		touch_once(at, round);
	return at;
}

/* Minor faults of pages that are all there. */
static unsigned int faults_of(const char *at)
{
	struct rusage before, after;
	unsigned int i;

	getrusage(RUSAGE_SELF, &before);
	for (i = 0; i < PAGES; i++)
		(void)*(volatile const char *)(at + i * ST_PAGE);
	getrusage(RUSAGE_SELF, &after);
	return after.ru_minflt - before.ru_minflt;
}

static void be_traced(unsigned int threads)
{
	pthread_t thread[THREADS];
	unsigned int i;
	char *at;

	for (i = 0; i < threads; i++)
		pthread_create(&thread[i], NULL, touch_until_stopped, NULL);
	at = touch_until_stopped(NULL);
	for (i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	shared->faults[threads > 0] = faults_of(at);
	__sync_fetch_and_add(&shared->over, 1);
	pause();
}

static pid_t start_traced(unsigned int threads)
{
	pid_t pid = fork();

	if (pid < 0)
		ktap_die("fork");
	if (!pid) {
		/* The race unloads on a CPU that is left to it. */
		setpriority(PRIO_PROCESS, 0, 5);
		be_traced(threads);
	}
	return pid;
}

/* In a process of its own: ends in some way, a little later. */
static void live_a_little(unsigned int way)
{
	char *at = st_map(PAGES, MAP_PRIVATE);
	unsigned int us = rand() % 20000;

	st_touch(at, PAGES);
	if (way == 0 && !fork()) {
		st_touch(at, PAGES);
		_exit(0);
	}
	usleep(us);
	st_touch(at, PAGES);
	if (way == 1)
		execl("/bin/true", "true", NULL);
	if (way == 2)
		raise(SIGKILL);
	_exit(0);
}

static void mortals(void)
{
	unsigned int i;

	setpriority(PRIO_PROCESS, 0, 5);
	for (i = 0; race_goes_on(); i++) {
		pid_t pid = fork();

		if (!pid) {
			srand(i);
			live_a_little(i % 4);
		}
		shared->mortal = pid;
		waitpid(pid, NULL, 0);
		shared->mortals++;
	}
}

/* Who traces --------------------------------------------------------------------- */

static pid_t any_target(void)
{
	switch (rand() % 3) {
	case 0:
		return shared->steady;
	case 1:
		return shared->threaded;
	default:
		return shared->mortal;
	}
}

/* Sessions last so much longer than the gaps between them that there would hardly ever be none. */
static void stay_out(void)
{
	do
		usleep(rand() % 2000);
	while (race_goes_on() && race_waits());
}

/* Return: a session that was asked something; -1: there is none now. */
static int ask(void)
{
	static const char *const options[] = {
		"every=10ms", "every=10ms window=4", "every=20ms window=1 children=1",
		"every=10ms samples=2", "every=1h children=1",
	};
	int fd = open(FAULTS_TASK, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	char line[128];
	int len;

	if (!race_is_expected(fd))
		__sync_fetch_and_add(&shared->surprises, 1);
	if (fd < 0)
		return -1;
	len = snprintf(line, sizeof(line), "%d %s format=binary\n", any_target(),
		       options[rand() % 5]);
	/* A process that has ended meanwhile is refused. */
	if (write(fd, line, len) == len)
		return fd;
	close(fd);
	return -1;
}

static void read_for_a_while(int fd, unsigned int reads)
{
	static char buf[1 << 17];
	struct pollfd p = { .fd = fd, .events = POLLIN };
	const struct pagesnap_rec *rec;
	ssize_t got, at;

	for (; reads; reads--) {
		got = read(fd, buf, sizeof(buf));
		if (got < 0)
			poll(&p, 1, 10);
		for (at = 0; at < got; at += rec->len) {
			rec = (const void *)(buf + at);
			if (rec->type == PAGESNAP_REC_SWEEP)
				__sync_fetch_and_add(&shared->sweeps, 1);
		}
	}
}

static const struct race_sessions sessions = {
	.ask = ask, .read = read_for_a_while, .stay_out = stay_out, .reads = 16, .lives_us = 60000,
};

static void closer(void)
{
	race_close(&sessions);
}

static void killer(void)
{
	race_kill(&sessions, &shared->killed);
}

static bool is_used(void)
{
	return shared->sweeps > 5 && shared->killed > 5 && shared->mortals > 5;
}

/* What is left ------------------------------------------------------------------- */

static void nothing_is_left(void)
{
	uint64_t hints = or_number("/proc/vmstat", "numa_hint_faults ");

	shared->stop = true;
	if (!ht_reaches(&shared->over, 2, 20000))
		ktap_die("those who were traced don't come to an end");
	ktap_equal(shared->wrong, 0, "who is traced has what it wrote, all the while");
	ktap_ok(shared->faults[0] < 4, "no entry is left that faults");
	ktap_ok(shared->faults[1] < 4, "no entry is left that faults, in one with threads");
	hints = or_number("/proc/vmstat", "numa_hint_faults ") - hints;
	ktap_ok(hints < 4, "the kernel finds no hints");
	ktap_note("%u and %u faults, %llu hints", shared->faults[0], shared->faults[1],
		  (unsigned long long)hints);
	kill(shared->steady, SIGKILL);
	kill(shared->threaded, SIGKILL);
}

int main(void)
{
	static void (*const children[])(void) = { closer, killer, mortals, closer };
	struct race race = RACE(&faults, "", children, is_used);

	flt_load();
	/* NUMA balancing has hints of its own in processes that run for long, but not in these. */
	st_quiet();
	module_unload(faults.name);
	shared = ht_shared(sizeof(*shared));
	shared->steady = start_traced(0);
	shared->threaded = start_traced(THREADS);
	shared->mortal = shared->steady;
	race_run(&race);
	ktap_note("%u sweeps, %u readers killed, %u processes came and went", shared->sweeps,
		  shared->killed, shared->mortals);
	race_report(&race, "rmmod gets through between sessions");
	ktap_equal(shared->surprises, 0, "sessions open, or there is no module");
	ktap_ok(is_used(), "sessions sweep, readers are killed, and processes end meanwhile");
	nothing_is_left();
	flt_load();
	ktap_equal(or_number(FAULTS "stats", "guards memories="), 0,
		   "loaded again, it guards nothing");
	return ktap_end();
}
