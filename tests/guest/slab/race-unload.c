// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab needs=- disturbs=module machine=turns always=debug */
/*
 * rmmod of pagesnap_slab is safe at any moment: while sessions begin and end, their readers are
 * killed, and all the time objects are allocated and freed in all ways that are probed.  What would
 * go wrong shows in the kernel's log, which the runner scans.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask-slab.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "unload-race.h"

/**
 * struct shared - what all processes of the test have
 * @ended: answers that came to their end
 * @killed: readers that were killed
 * @rounds: of allocations
 * @surprises: errors that no unload explains
 */
struct shared {
	volatile unsigned int ended;
	volatile unsigned int killed;
	volatile unsigned int rounds;
	volatile unsigned int surprises;
};

static struct shared *shared;

/*
 * Sessions last longer than the gaps between them: all stay out for the same part of the time, and
 * on a machine that is slower than that while the unload waits.
 */
static void stay_out(void)
{
	struct timespec ts;

	do {
		usleep(rand() % 2000);
		clock_gettime(CLOCK_MONOTONIC, &ts);
	} while (race_goes_on() && (race_waits() || ts.tv_nsec / 1000000 % 500 < 300));
}

/* Return: a session that was asked something; -1: there is none now. */
static int ask(void)
{
	static const char *const files[] = { SLAB_EVENTS, SLAB_SITES, SLAB_CACHES, SLAB_OBJECTS };
	static const char *const lines[] = {
		"for=20ms objects=1024 stack=8\n", "every=10ms samples=2 objects=1024 by=pid\n",
		"every=10ms samples=2 objects=4096\n", "every=1h objects=1024\n",
	};
	unsigned int which = rand() % 4;
	int fd = open(files[which], O_RDWR | O_CLOEXEC | O_NONBLOCK);

	if (!race_is_expected(fd))
		__sync_fetch_and_add(&shared->surprises, 1);
	if (fd < 0)
		return -1;
	if (write(fd, lines[which], strlen(lines[which])) == (ssize_t)strlen(lines[which]))
		return fd;
	close(fd);
	return -1;
}

static void read_for_a_while(int fd, unsigned int reads)
{
	static char buf[1 << 17];
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t got;

	for (; reads; reads--) {
		got = read(fd, buf, sizeof(buf) - 1);
		if (got < 0)
			poll(&p, 1, 10);
		buf[got < 0 ? 0 : got] = '\0';
		if (strstr(buf, "\nend "))
			__sync_fetch_and_add(&shared->ended, 1);
	}
}

static const struct race_sessions sessions = {
	.ask = ask, .read = read_for_a_while, .stay_out = stay_out, .reads = 12, .lives_us = 30000,
};

static void closer(void)
{
	race_close(&sessions);
}

static void killer(void)
{
	race_kill(&sessions, &shared->killed);
}

/* The race unloads on a CPU that is left to it. */
static void allocator(void)
{
	static const char *const hows[] = { "kmalloc", "kvmalloc", "cache", "bulk", "rcu", "irq" };
	unsigned int i;

	setpriority(PRIO_PROCESS, 0, 5);
	for (i = 0; race_goes_on(); i++) {
		slab_alloc(hows[i % 6], 64, 200);
		slab_free(hows[i % 6], 64);
		shared->rounds++;
		usleep(500);
	}
}

static bool is_used(void)
{
	return shared->ended > 5 && shared->killed > 5 && shared->rounds > 20;
}

int main(void)
{
	static void (*const children[])(void) = { closer, killer, allocator, closer };
	struct race race = RACE(&slab, "", children, is_used);

	slab_load();
	module_unload(slab.name);
	shared = ht_shared(sizeof(*shared));
	race_run(&race);
	ktap_note("%u answers ended, %u readers were killed, %u rounds of allocations",
		  shared->ended, shared->killed, shared->rounds);
	race_report(&race, "rmmod gets through between sessions");
	ktap_equal(shared->surprises, 0, "sessions open, or there is no module");
	ktap_ok(is_used(), "answers end, readers are killed, and objects come and go meanwhile");
	ktap_equal(module_load(&slab, ""), 0, "the module loads again");
	ktap_equal(or_number(SLAB "stats", "slab watches="), 0, "loaded again, nothing watches");
	return ktap_end();
}
