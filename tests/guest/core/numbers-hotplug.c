// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=session needs=modules disturbs=all always=debug */
/*
 * Rings of events while a CPU goes offline and comes back: each event is read or counted as
 * lost, those too that happen in the last steps of a CPU, when it takes no interrupt any
 * more; who waits hears of them; and close() doesn't wait for a CPU that is gone.
 */
#include <poll.h>
#include <sys/wait.h>

#include "ask-numbers.h"
#include "ktap.h"
#include "stats.h"

#define ONLINE "/sys/devices/system/cpu/cpu1/online"
#define OUT_MAX (16 << 20)

static char out[OUT_MAX + 1];

static bool set_online(const char *value)
{
	int fd = open(ONLINE, O_WRONLY | O_CLOEXEC);
	double began = now();
	bool done = fd >= 0 && write(fd, value, 1) == 1;

	if (!done)
		ktap_note("CPU 1 can't be set %s: errno %d", value, errno);
	/* An emulator takes its time for it. */
	ktap_note("online=%s took %.1f s", value, now() - began);
	close(fd);
	return done;
}

static size_t read_at(int fd, size_t len)
{
	ssize_t n = read(fd, out + len, OUT_MAX - len);

	len += n > 0 ? n : 0;
	out[len] = '\0';
	return len;
}

/* Wait for something, @ms at the most, and read it to @out. */
static bool comes(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	out[0] = '\0';
	return poll(&p, 1, ms) == 1 && read_at(fd, 0);
}

static size_t drain(int fd, size_t len)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (!strstr(out + (len > 4096 ? len - 4096 : 0), "\nend ") && len < OUT_MAX &&
	       poll(&p, 1, 20000) == 1)
		len = read_at(fd, len);
	return len;
}

/* What @out says of the events of a CPU. */
struct books {
	unsigned long read;
	unsigned long lost;
	unsigned long produced;
	unsigned long next;
	unsigned long gaps;
};

static struct books books[2];

static void one_line(const char *text)
{
	char line[128];
	unsigned long n;
	unsigned int cpu;

	/* sscanf() looks for the end of the whole text first. */
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n"), text);
	if (sscanf(line, "event q=1 cpu=%u value=%lu", &cpu, &n) == 2 && cpu < 2) {
		books[cpu].gaps += n != books[cpu].next;
		books[cpu].next = n + 1;
		books[cpu].read++;
	}
	if (sscanf(line, "lost  q=1 cpu=%u events=%lu", &cpu, &n) == 2 && cpu < 2) {
		books[cpu].next += n;
		books[cpu].lost += n;
	}
	if (sscanf(line, "produced q=1 cpu=%u events=%lu", &cpu, &n) == 2 && cpu < 2)
		books[cpu].produced = n;
}

/* Is each event in @out, or among the lost where it is missing? */
static bool balance(void)
{
	const char *line;
	bool good = true;

	memset(books, 0, sizeof(books));
	for (line = out; *line; line = strchr(line, '\n') + 1)
		one_line(line);
	for (int cpu = 0; cpu < 2; cpu++) {
		const struct books *b = &books[cpu];

		ktap_note("CPU %d: %lu produced, %lu read, %lu lost, %lu gaps", cpu, b->produced,
			  b->read, b->lost, b->gaps);
		good = good && b->read + b->lost == b->produced && !b->gaps;
	}
	return good && strstr(out, "\nend   q=1 status=complete ");
}

static void test_timers(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=2ms burst=5 buffer=1048576 for=2500ms\n",
			     O_NONBLOCK);
	size_t len = read_at(fd, 0);

	usleep(400 * 1000);
	ktap_ok(set_online("0"), "a CPU goes offline while it makes events");
	usleep(600 * 1000);
	ktap_ok(set_online("1"), "a CPU comes back while its events are asked for");
	drain(fd, len);
	ktap_ok(balance() && !books[1].lost && books[1].read > 20,
		"events of a CPU that goes and comes back are read, none is lost");
	close(fd);
}

/* Nobody reads until it is gone. */
static void test_left_behind(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=5ms burst=100 buffer=8192 for=1s\n",
			     O_NONBLOCK);
	size_t len = read_at(fd, 0);

	usleep(400 * 1000);
	set_online("0");
	drain(fd, len);
	ktap_ok(balance() && books[1].lost && books[1].read > 50,
		"what a CPU left behind is read, and what it had overwritten is counted");
	set_online("1");
	close(fd);
}

static void test_last_steps(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=1h hotplug=1\n", O_NONBLOCK);
	double began;

	comes(fd, 0);
	set_online("0");
	ktap_ok(comes(fd, 3000) && strstr(out, "event q=1 cpu=1 "),
		"an event in the last steps of a CPU wakes who waits");
	set_online("1");
	ktap_ok(comes(fd, 3000) && strstr(out, "event q=1 cpu=1 "),
		"an event in the first steps of a CPU wakes who waits");
	set_online("0");
	usleep(100 * 1000);
	began = now();
	close(fd);
	ktap_ok(now() - began < 2, "close() doesn't wait until a CPU is back");
	ktap_ok(!module_unload(numbers.name) && !module_load(&numbers, ""),
		"rmmod doesn't wait until a CPU is back");
	set_online("1");
}

static void test_not_there_yet(void)
{
	static char stats[STATS_MAX];
	const char *first;
	int fd;

	set_online("0");
	fd = numbers_ask(NUMBERS_EVENTS, "every=1h cpu=1 hotplug=1\n", O_NONBLOCK);
	comes(fd, 0);
	set_online("1");
	ktap_ok(comes(fd, 3000) && strstr(out, "event q=1 cpu=1 value=0 "),
		"a CPU that comes online has a place in a ring that was there before");
	stats_read(NUMBERS_STATS, stats);
	first = strstr(stats, "cpu=1 size=");
	ktap_ok(first && strtoul(first + strlen("cpu=1 size="), NULL, 10) ==
		stats_value(stats, "ring ", "size"), "as large as the others'");
	close(fd);
}

/* Again and again, beside a reader. */
static void test_often(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=10ms burst=20 buffer=65536 hotplug=1 for=5s\n",
			     O_NONBLOCK);
	size_t len = read_at(fd, 0);
	int status = 1, i;
	pid_t pid;

	pid = fork();
	if (!pid) {
		for (i = 0; i < 4; i++)
			if (!set_online(i & 1 ? "1" : "0"))
				_exit(1);
		_exit(0);
	}
	drain(fd, len);
	waitpid(pid, &status, 0);
	ktap_ok(!status && balance() && books[1].read, "however often it goes, the books balance");
	close(fd);
}

int main(void)
{
	if (access(numbers.file, F_OK) || access(ONLINE, W_OK)) {
		ktap_skip("rings while CPUs go", "no %s: the tests' modules were not built, or there is one CPU",
			  access(numbers.file, F_OK) ? numbers.file : ONLINE);
		return ktap_end();
	}
	ktap_equal(module_load(&numbers, ""), 0, "numbers loads");
	test_timers();
	test_left_behind();
	test_not_there_yet();
	test_last_steps();
	test_often();
	ktap_equal(module_unload(numbers.name), 0, "at the end it unloads");
	return ktap_end();
}
