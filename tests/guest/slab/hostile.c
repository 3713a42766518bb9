// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab,tenants timeout=240 needs=userns disturbs=module,settings,memory machine=turns always=debug */
/*
 * Tenants do what they can to a session of root's: processes that come and go with odd names,
 * cgroups that do, and more objects, sums and events than there is room for; the reader is stopped
 * for long, killed, or has hardly any memory.  What an answer has stays bounded, what is missing is
 * counted, sessions end in time, and no address of the kernel is told.
 */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask-slab.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define CGROUPS "/sys/fs/cgroup/"
#define ENDS_MS 4500

static uint64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000ULL + ts.tv_nsec / 1000000;
}

/* What tenants do ------------------------------------------------------------------ */

static volatile unsigned int *turns;

static void open_many(void)
{
	int fds[64][2];
	unsigned int i;

	for (i = 0; i < 64; i++)
		if (pipe2(fds[i], O_CLOEXEC))
			break;
	while (i--) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
}

static void come_and_go(void *unused)
{
	pid_t pid;

	(void)unused;
	for (;;) {
		pid = fork();
		if (!pid) {
			prctl(PR_SET_NAME, "\n end q=1 \377\033x");
			open_many();
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		__sync_fetch_and_add(turns, 1);
	}
}

static void be_swarm(void *unused)
{
	(void)unused;
	ht_spawn(come_and_go, NULL);
	ht_spawn(come_and_go, NULL);
}

/* As root: no tenant may, but for below a cgroup that was given to it. */
static void make_cgroups(void *unused)
{
	char dir[64], procs[96], self[16];
	unsigned int i;
	pid_t pid;

	(void)unused;
	for (i = 0;; i++) {
		snprintf(dir, sizeof(dir), CGROUPS "slab-%u", i);
		snprintf(procs, sizeof(procs), "%s/cgroup.procs", dir);
		if (mkdir(dir, 0755))
			continue;
		pid = fork();
		if (!pid) {
			snprintf(self, sizeof(self), "%d", getpid());
			st_set(procs, self);
			open_many();
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		while (rmdir(dir) && errno == EBUSY)
			usleep(1000);
		__sync_fetch_and_add(turns, 1);
	}
}

/* What is told --------------------------------------------------------------------- */

/* Addresses of the kernel, in its half, are 16 digits that begin with ffff. */
static unsigned int addresses(const char *text)
{
	unsigned int nr = 0;
	const char *at = text;
	char *end;

	while ((at = strpbrk(at, "fF1"))) {
		uint64_t value = strtoull(at, &end, *at == '1' ? 10 : 16);

		if (end - at >= 16 && value >= 0xffff800000000000 && value < UINT64_MAX - 16)
			nr++;
		at = end > at ? end : at + 1;
	}
	return nr;
}

static bool is_whole(const char *text)
{
	static const char *const types[] = {
		"query ", "note ", "site ", "cache ", "stack ", "alloc ", "free ", "site-sum ",
		"cache-sum ", "object ", "round ", "lost ", "end ", "#",
	};
	unsigned int i;

	for (; text && *text; text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL) {
		for (i = 0; i < sizeof(types) / sizeof(*types); i++)
			if (!strncmp(text, types[i], strlen(types[i])))
				break;
		if (i == sizeof(types) / sizeof(*types)) {
			ktap_note("%.80s", text);
			return false;
		}
	}
	return true;
}

static void test_answer(const char *file, const char *options, const char *how)
{
	struct slab_answer *a = slab_ask(file, options);
	const char *text = slab_rest(a), *end = slab_line(text, "end");

	ktap_ok(end, "%s: the answer has an end", how);
	ktap_ok(is_whole(text), "%s: each line is one of ours", how);
	ktap_equal(addresses(text), 0, "%s: no address is told", how);
	ktap_note("%s: %.300s", how, end ? end : text);
	slab_close(a);
}

static void test_swarm(void)
{
	unsigned int before;
	struct ht_tenant t;

	*turns = 0;
	ht_start(&t, be_swarm, NULL);
	before = *turns;
	test_answer(SLAB_EVENTS, "for=2s buffer=64K stack=16", "a swarm, events");
	test_answer(SLAB_SITES, "every=200ms samples=8 by=pid objects=1024", "a swarm, by pid");
	test_answer(SLAB_CACHES, "every=10ms for=1s by=cgroup", "a swarm, by cgroup");
	test_answer(SLAB_OBJECTS, "every=500ms samples=3 stack=32", "a swarm, objects");
	ktap_ok(*turns > before, "a swarm: processes come and go");
	ktap_ok(ht_end(&t), "a swarm: the tenant goes");
}

static void test_cgroups(void)
{
	pid_t pid;
	int status;

	*turns = 0;
	pid = ht_spawn(make_cgroups, NULL);
	ht_reaches(turns, 2, 10000);
	test_answer(SLAB_SITES, "every=1s samples=3 by=cgroup", "cgroups that come and go");
	ktap_ok(*turns > 4, "cgroups come and go");
	kill(pid, SIGKILL);
	ktap_ok(ht_ended(pid, 10000, &status), "who makes cgroups ends");
}

/* More than there is room for ------------------------------------------------------ */

static void test_many_objects(void)
{
	struct slab_round r = { .file = SLAB_SITES, .ms = 4000, .options = "objects=1024" };
	const char *end;

	while (slab_round(&r)) {
		slab_alloc("kmalloc", 50000, 64);
		slab_free("kmalloc", 50000);
	}
	end = slab_line(slab_rest(r.answer), "end");
	ktap_ok(slab_why(end, "objects") > 40000, "objects that have no room are counted");
	ktap_ok(slab_number(end, "live") < 2048, "no more are followed than there is room for");
	ktap_ok(strstr(end, "status=partial"), "an answer without room is partial");
	slab_close(r.answer);
}

/* Return: lines of that type. */
static unsigned int count(const char *text, const char *type)
{
	const char *line;
	unsigned int nr = 0;

	for (line = slab_line(text, type); line; line = slab_next_line(line, type))
		nr++;
	return nr;
}

static uint64_t sum_of_lost(const char *text)
{
	const char *line;
	uint64_t sum = 0;

	for (line = slab_line(text, "lost"); line; line = slab_next_line(line, "lost"))
		sum += slab_number(line, "events");
	return sum;
}

/* A number of the first line of @text. */
static uint64_t number(const char *text, const char *key)
{
	const char *at = strstr(text, key), *end = strchr(text, '\n');

	return at && at < end ? strtoull(at + strlen(key), NULL, 10) : 0;
}

/* Do the events of each CPU count up, but for those that are said to be lost, in time? */
static bool in_order(const char *text)
{
	uint64_t seq[64] = { 0 }, time[64] = { 0 };
	bool good = true;

	for (; *text; text = strchr(text, '\n') + 1) {
		uint64_t cpu = number(text, " cpu=") % 64;

		if (!strncmp(text, "lost ", 5)) {
			seq[cpu] += number(text, " events=");
		} else if (!strncmp(text, "alloc ", 6) || !strncmp(text, "free ", 5)) {
			good = good && number(text, " seq=") == ++seq[cpu] &&
			       number(text, " time=") >= time[cpu];
			time[cpu] = number(text, " time=");
		}
	}
	return good;
}

/* A reader that is stopped for long: what it missed is lost, and said where. */
static void test_stopped(void)
{
	struct slab_round r = {
		.file = SLAB_EVENTS, .ms = 5000, .options = "buffer=64K site=pagesnap_test_kmalloc"
	};
	const char *text, *end;
	uint64_t told, lost;

	while (slab_round(&r)) {
		slab_alloc("kmalloc", 20000, 64);
		slab_free("kmalloc", 20000);
	}
	sleep(1);
	text = slab_rest(r.answer);
	end = slab_line(text, "end");
	told = count(text, "alloc") + count(text, "free");
	lost = slab_number(end, "lost");
	ktap_ok(lost > 1000, "events that a stopped reader misses are lost");
	ktap_equal(sum_of_lost(text), lost, "events that are lost are told where they were");
	ktap_equal(told + lost, 40000, "each event is told or lost");
	ktap_ok(in_order(text), "events of a CPU are numbered, those too that are lost, and in time");
	ktap_ok(strstr(end, "status=partial"), "an answer that lost events is partial");
	slab_close(r.answer);
}

static void read_on(void *file)
{
	struct slab_answer *a = slab_ask(file, "every=1h objects=64K");

	*turns = 1;
	slab_rest(a);
}

static void test_killed(const char *file, bool stop)
{
	uint64_t began;
	int status;
	pid_t pid;

	*turns = 0;
	pid = ht_spawn(read_on, (void *)(uintptr_t)file);
	ht_reaches(turns, 1, 20000);
	if (stop) {
		kill(pid, SIGSTOP);
		slab_alloc("kmalloc", 20000, 64);
		slab_free("kmalloc", 20000);
	}
	began = now_ms();
	kill(pid, SIGKILL);
	ktap_ok(ht_ended(pid, ENDS_MS, &status), "a reader %s ends when it is killed",
		stop ? "that is stopped" : "that waits");
	ktap_note("%llu ms", (unsigned long long)(now_ms() - began));
	ktap_equal(or_number(SLAB "stats", "slab watches="), 0,
		   "nothing watches behind a reader that is gone");
}

/* Somebody else's probe allocates, within ours. */
static void test_nested(void)
{
	struct slab_round r = {
		.file = SLAB_EVENTS, .ms = 2000, .options = "stack=4 site=pagesnap_test_kmalloc"
	};
	const char *end;

	while (slab_round(&r)) {
		if (slab_do("nest", "1")) {
			ktap_skip("allocations within a probe", "stack_trace_save() can't be probed");
			slab_close(r.answer);
			return;
		}
		slab_alloc("kmalloc", 1000, 64);
		slab_free("kmalloc", 1000);
	}
	end = slab_line(slab_rest(r.answer), "end");
	ktap_equal(slab_do("nest", "0"), 0, "who allocates within a probe leaves");
	ktap_equal(slab_number(end, "allocs"), 1000, "what is not nested is seen");
	ktap_ok(slab_why(end, "nested") >= 1000, "what is allocated within a probe is counted");
	ktap_ok(strstr(end, "status=partial"), "an answer that left nested ones out is partial");
	ktap_note("%.300s", end);
	slab_close(r.answer);
}

/* Hardly any memory ---------------------------------------------------------------- */

/* Whether the answer is an error, 1, or something else, 2. */
static void ask_poor(void *unused)
{
	static const char line[] = "every=1s samples=1 objects=16M\n";
	static char text[4096];
	ssize_t n = -1;
	char self[16];
	int fd;

	(void)unused;
	snprintf(self, sizeof(self), "%d", getpid());
	st_set(CGROUPS "slab-poor/cgroup.procs", self);
	fd = open(SLAB_SITES, O_RDWR | O_CLOEXEC);
	if (fd >= 0 && write(fd, line, strlen(line)) == (ssize_t)strlen(line))
		n = read(fd, text, sizeof(text) - 1);
	*turns = n > 0 && strstr(text, "ENOMEM") ? 1 : 2;
}

static void test_poor(void)
{
	int status;
	pid_t pid;

	st_set(CGROUPS "cgroup.subtree_control", "+memory");
	if (mkdir(CGROUPS "slab-poor", 0755) || access(CGROUPS "slab-poor/memory.max", F_OK)) {
		ktap_skip("a reader with hardly any memory", "no memory cgroups");
		return;
	}
	st_set(CGROUPS "slab-poor/memory.max", "32M");
	*turns = 0;
	pid = ht_spawn(ask_poor, NULL);
	ktap_ok(ht_reaches(turns, 1, 30000), "a reader with hardly any memory is answered");
	ktap_equal(*turns, 1, "a reader with hardly any memory is told so");
	kill(pid, SIGKILL);
	ht_ended(pid, ENDS_MS, &status);
	ktap_ok(or_number(CGROUPS "slab-poor/memory.events", "oom_kill ") == 0,
		"nobody is killed for a reader with hardly any memory");
	rmdir(CGROUPS "slab-poor");
}

int main(void)
{
	slab_load();
	ht_setup();
	ht_watch();
	turns = ht_shared(sizeof(*turns));
	test_swarm();
	test_cgroups();
	test_many_objects();
	test_stopped();
	test_killed(SLAB_EVENTS, false);
	test_killed(SLAB_OBJECTS, true);
	test_killed(SLAB_SITES, true);
	test_nested();
	test_poor();
	ktap_equal(module_unload("pagesnap_alloc"), 0, "the module that allocates goes");
	ktap_equal(module_unload(slab.name), 0, "the module goes");
	return ktap_end();
}
