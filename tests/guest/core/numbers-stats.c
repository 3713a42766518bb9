// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=session,registry needs=modules disturbs=module always=debug */
/*
 * The file stats of a collection with rings, tests/modules/numbers: what it says of events is
 * compared with what the timers say that they have made, and with what was read.
 */
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "ask-numbers.h"
#include "ktap.h"
#include "stats.h"

#define OUT_MAX (16 << 20)
#define CPUS 64

static char out[OUT_MAX + 1];
static char stats[STATS_MAX];

static unsigned long value(const char *line, const char *key)
{
	stats_read(NUMBERS_STATS, stats);
	return stats_value(stats, line, key);
}

static size_t read_some(int fd)
{
	ssize_t n = read(fd, out, OUT_MAX);

	out[n > 0 ? n : 0] = '\0';
	return n > 0 ? n : 0;
}

/* Sum of a key in all lines of @text that begin with @line. */
static unsigned long sum(const char *text, const char *line, const char *key)
{
	unsigned long n = 0, one;

	for (; text; text = strchr(text, '\n'), text = text ? text + 1 : NULL) {
		one = strncmp(text, line, strlen(line)) ? ~0UL : stats_value(text, line, key);
		n += one == ~0UL ? 0 : one;
	}
	return n;
}

/* The lines of each CPU add up, and say what the timers and the reader do. */
static void test_books(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=10ms burst=100 buffer=8192 for=6s\n", 0);
	unsigned long events, lost, produced = 0, got = 0, counted = 0;
	unsigned int cpu, wrong = 0;
	char line[64], key[64];

	read_some(fd);
	/* Longer than a machine stands still, as events are made and lost meanwhile. */
	usleep(6300 * 1000);
	/* Nobody has stopped the timers yet: it is read when they have. */
	do {
		got += text_count(out, "event q=1 ");
		counted += sum(out, "lost ", "events");
		produced += sum(out, "produced ", "events");
		if (strstr(out, "\nend "))
			break;
	} while (read_some(fd));
	/* The ring is gone with the end. */
	stats_read(NUMBERS_STATS, stats);
	events = stats_value(stats, "stats ", "events");
	lost = stats_value(stats, "stats ", "lost");
	ktap_note("%lu produced, %lu read, %lu lost; stats: %lu events, %lu lost", produced, got,
		  counted, events, lost);
	ktap_ok(produced > 1000 && counted, "events were made, and some lost");
	ktap_equal(events, produced, "stats has all events");
	ktap_equal(lost, counted, "stats has all events that were lost");
	ktap_ok(!strstr(stats, "ring "), "a ring that is gone has no line");
	close(fd);

	fd = numbers_ask(NUMBERS_EVENTS, "every=1h burst=500 buffer=8192\n", 0);
	got = 0;
	read_some(fd);
	got += text_count(out, "event q=1 ");
	stats_read(NUMBERS_STATS, stats);
	ktap_equal(text_count(stats, "ring  session="), sysconf(_SC_NPROCESSORS_ONLN),
		   "a ring has a line for each CPU");
	for (cpu = 0; cpu < CPUS; cpu++) {
		snprintf(line, sizeof(line), " cpu=%u ", cpu);
		snprintf(key, sizeof(key), " file=events_index cpu=%u size=", cpu);
		wrong += !!strstr(stats, line) != !!strstr(stats, key);
	}
	ktap_ok(!wrong, "which says what it is");
	ktap_ok(sum(stats, "ring ", "size") >= 8192UL * sysconf(_SC_NPROCESSORS_ONLN) - 4096,
		"the bytes of all buffers are at least those that were asked for");
	ktap_equal(sum(stats, "ring ", "events"), 500,
		   "lines of rings have the events of all CPUs");
	ktap_equal(sum(stats, "ring ", "events"),
		   got + sum(stats, "ring ", "lost") + sum(stats, "ring ", "unread"),
		   "each event of a ring was read, is lost or waits");
	ktap_equal(stats_value(stats, "stats ", "events"), events + 500, "the first line adds them up");
	close(fd);
	ktap_equal(value("stats ", "events"), events + 500, "what is gone still counts");
	ktap_equal(value("stats ", "rings"), 0, "a ring that is gone is not counted as a ring");
}

static void test_unread(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=50ms burst=10 buffer=1048576\n", 0);
	int naps;

	read_some(fd);
	/* However long its timers take: a machine may stand still. */
	for (naps = 0; naps < 400; naps++) {
		usleep(50 * 1000);
		stats_read(NUMBERS_STATS, stats);
		if (sum(stats, "ring ", "unread") >= 60)
			break;
	}
	ktap_ok(sum(stats, "ring ", "unread") >= 60 && !sum(stats, "ring ", "lost"),
		"events that nobody read wait, and aren't lost");
	close(fd);
}

static void test_own_lines(void)
{
	int fd[2];

	ktap_equal(value("timers ", "answers"), 0, "the collection has a line of its own");
	fd[0] = numbers_ask(NUMBERS_EVENTS, "every=1h\n", 0);
	fd[1] = numbers_ask(NUMBERS_EVENTS, "every=1h\n", 0);
	read_some(fd[0]);
	read_some(fd[1]);
	ktap_equal(value("timers ", "answers"), 2, "which says what it knows");
	ktap_ok(!strncmp(stats, "stats ", 6) && strstr(stats, "\ntimers ") < strstr(stats, "\nring "),
		"behind the first");
	ktap_equal(value("stats ", "rings"), 2, "two sessions have a ring each");
	ktap_equal(value("stats ", "sessions"), 2,
		   "open sessions are counted, readers of format and stats are not");
	close(fd[0]);
	ktap_equal(value("stats ", "rings"), 1, "one is left");
	close(fd[1]);
}

static bool well_formed(const char *text)
{
	for (; *text; text = strchr(text, '\n') + 1)
		if ((strncmp(text, "stats ", 6) && strncmp(text, "ring  ", 6) && strncmp(text, "timers ", 7)) ||
		    !strchr(text, '\n'))
			return false;
	return true;
}

/* Rings are made and freed as fast as can be while others read of them. */
static void test_beside(void)
{
	struct shared { volatile bool over; volatile long rings; } *shared;
	unsigned long reads = 0, wrong = 0, lines = 0;
	pid_t pids[2];
	time_t end;

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < 2; i++) {
		pids[i] = fork();
		if (pids[i])
			continue;
		while (!shared->over) {
			int fd = numbers_ask(NUMBERS_EVENTS, "every=1ms burst=50 buffer=8192\n", 0);

			read_some(fd);
			close(fd);
			__sync_fetch_and_add(&shared->rings, 1);
		}
		_exit(0);
	}
	/* Longer, up to half a minute, where little was done in that time. */
	for (end = time(NULL) + 3;
	     time(NULL) < end || (time(NULL) < end + 27 &&
				  !(reads > 10 && lines && shared->rings > 10)); reads++) {
		wrong += !stats_read(NUMBERS_STATS, stats) || !well_formed(stats);
		lines += text_count(stats, "ring ");
	}
	shared->over = true;
	for (int i = 0; i < 2; i++)
		waitpid(pids[i], NULL, 0);
	ktap_note("%lu times read, %lu lines of rings, %ld rings", reads, lines, shared->rings);
	ktap_ok(reads > 10 && lines && shared->rings > 10, "stats is read while rings come and go");
	ktap_ok(!wrong, "stats is whole whenever it is read");
	ktap_equal(value("stats ", "rings"), 0, "no ring is left when all readers are gone");
	ktap_equal(value("timers ", "answers"), 0, "no timer is left when all readers are gone");
}

static void test_unload(void)
{
	int fd = open(NUMBERS_STATS, O_RDONLY);

	ktap_equal(module_unload(numbers.name), EWOULDBLOCK, "an open stats holds the module");
	close(fd);
	ktap_ok(!module_unload(numbers.name) && !module_load(&numbers, ""), "closed, it unloads");
	stats_read(NUMBERS_STATS, stats);
	ktap_ok(strstr(stats, " sessions=0 opened=0 answers=0 errors=0 records=0 bytes=0 rings=0 events=0 lost=0\n"),
		"loaded again it counts from 0");
	ktap_equal(module_unload(numbers.name), 0, "the module unloads after its stats were read");
}

int main(void)
{
	if (access(numbers.file, F_OK)) {
		ktap_skip("stats of rings", "no %s: the tests' modules were not built", numbers.file);
		return ktap_end();
	}
	ktap_equal(module_load(&numbers, ""), 0, "numbers loads");
	test_books();
	test_unread();
	test_own_lines();
	test_beside();
	test_unload();
	return ktap_end();
}
