// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=load,session timeout=240 needs=modules disturbs=module always=debug */
/*
 * Sessions that wait: ticks_index of tests/modules/numbers answers a number every so often,
 * events_index what interrupts counted on all CPUs.  A read sleeps until there is one, without
 * spinning, can be interrupted and killed, and agrees with poll(2); of events those that are
 * lost are reported, each where it is missing; the module unloads at any moment when nobody has
 * its files open.
 */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../modules/numbers/numbers.h"
#include "ask-numbers.h"
#include "hostile.h"
#include "ktap.h"
#include "unload-race.h"

#define OUT_MAX (16 << 20)
#define CPUS 64
/* Of what a machine that stands still meanwhile makes meaningless. */
#define TRIES 5

static char out[OUT_MAX + 1];
static volatile int signals;

/* One read to @out. */
static ssize_t read_out(int fd)
{
	ssize_t n = read(fd, out, OUT_MAX);

	out[n > 0 ? n : 0] = '\0';
	return n;
}

/* All of it to @out, whatever signals arrive. */
static size_t drain(int fd)
{
	size_t len = 0;
	ssize_t n;

	while ((n = read(fd, out + len, OUT_MAX - len)) > 0 || (n < 0 && errno == EINTR))
		len += n > 0 ? n : 0;
	out[len] = '\0';
	return len;
}

static bool has(const char *needle)
{
	if (strstr(out, needle))
		return true;
	ktap_note("not seen: %s in %.600s", needle, out);
	return false;
}

/* Sum of all values of a key in @out. */
static unsigned long sum(const char *key)
{
	const char *at = out;
	unsigned long n = 0;

	while ((at = strstr(at, key))) {
		at += strlen(key);
		n += strtoul(at, NULL, 10);
	}
	return n;
}

static short polled(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	poll(&p, 1, ms);
	return p.revents;
}

/* Blocking ------------------------------------------------------------------ */

/* Numbers that were due, and that nobody took, as @out has it. */
static unsigned long missed_in_out(void)
{
	return sum(" missed=") + sum(" numbers=");
}

/* Reads three numbers. Return: the one behind the last that came; @missed gets how many didn't. */
static int read_numbers(int fd, unsigned long *missed)
{
	double before;
	int i;

	for (i = 71, *missed = 0; i < 74; i++) {
		before = now();
		read_out(fd);
		ktap_note("value %d after %.3f s", i, now() - before);
		*missed += missed_in_out();
		if (text_count(out, "tick ") + text_count(out, "missed q") < 1)
			break;
	}
	return i;
}

/* Who missed a number, as the machine stood still, did not wait for it: that is done again. */
static void test_blocking(void)
{
	unsigned long missed = 1;
	bool first = false;
	double began = 0;
	int fd = -1, i, tries;

	for (tries = i = 0; missed && tries < TRIES; tries++) {
		close(fd);
		fd = numbers_ask(NUMBERS_TICKS, "70- every=200ms samples=4 tag=slow\n", 0);
		began = now();
		first = read_out(fd) > 0 && has("\nquery q=1 line=1 tag=slow ") &&
			has("tick  q=1 value=70 late=");
		i = read_numbers(fd, &missed);
	}
	ktap_ok(first, "the first number is due at once");
	ktap_equal(i, 74, "a read sleeps until the next number, and has only that");
	ktap_ok(now() - began >= 0.59, "which takes its time");
	ktap_ok(has("status=complete objects=0 records=4 "), "the last one comes with the end");
	ktap_equal(read_out(fd), 0, "a read after the end does not wait");
	ktap_ok(write(fd, "5 every=1h samples=1\n", 21) == 21 && read_out(fd) > 0 &&
		has("tick  q=2 value=5 "), "the next line is answered on the same descriptor");
	close(fd);
}

static double cpu_time(const struct rusage *r)
{
	return r->ru_utime.tv_sec + r->ru_stime.tv_sec +
	       (r->ru_utime.tv_usec + r->ru_stime.tv_usec) / 1e6;
}

/* What a process needed to read all of an answer. */
struct need {
	double took;	/* s */
	double cpu;	/* s */
	long switches;
};

/* Return: how often @needle was there. */
static unsigned int measure(int fd, const char *needle, struct need *need)
{
	struct rusage before, after;
	double began = now();
	unsigned int n;

	getrusage(RUSAGE_SELF, &before);
	drain(fd);
	getrusage(RUSAGE_SELF, &after);
	need->took = now() - began;
	need->cpu = cpu_time(&after) - cpu_time(&before);
	need->switches = after.ru_nvcsw - before.ru_nvcsw;
	n = text_count(out, needle);
	ktap_note("%u numbers in %.3f s, of the CPU %.3f s, slept %ld times", n, need->took,
		  need->cpu, need->switches);
	return n;
}

/*
 * A slow CPU has much time for each number: who spins needs it all.  Where numbers are missed the
 * machine stood still, and the time of that may count as the reader's.
 */
static void test_no_spin(void)
{
	unsigned int taken = 0, tries;
	struct need need = { };

	for (tries = 0; taken < 6 && tries < TRIES; tries++) {
		int fd = numbers_ask(NUMBERS_TICKS, "0- every=1s samples=6\n", 0);

		taken = measure(fd, "tick ", &need);
		close(fd);
	}
	ktap_ok(need.took >= 4.9 && need.cpu < need.took / 10, "who waits needs no CPU");
	ktap_ok(need.switches >= 3 && need.switches <= 24, "who waits sleeps once a number");
}

/* Leaves numbers until some are late, but not until for= is over. */
static int come_late(unsigned long *taken)
{
	int fd, tries;
	double began;

	for (tries = 1;; tries++) {
		fd = numbers_ask(NUMBERS_TICKS, "0- every=50ms for=1s\n", 0);
		began = now();
		read_out(fd);
		*taken = text_count(out, "tick ");
		usleep(400 * 1000);
		read_out(fd);
		if (now() - began < 0.9 || tries == TRIES)
			return fd;
		close(fd);
	}
}

static void test_late(void)
{
	unsigned long taken, missed;
	int fd = come_late(&taken);

	ktap_ok(sum(" missed=") >= 5 && sum(" late=") < 50 * 1000 * 1000,
		"who comes late gets one number, is told how many were missed and how late this one is");
	taken += text_count(out, "tick ");
	missed = sum(" missed=");
	drain(fd);
	taken += text_count(out, "tick ");
	missed += sum(" missed=");
	ktap_ok(taken == sum(" records=") && has("missed q=1 numbers="), "the end counts both");
	ktap_equal(taken + sum(" numbers="), 20, "for= ends it: nothing is made up, nothing forgotten");
	ktap_ok(missed <= sum(" numbers="), "numbers missed at the end count");
	close(fd);
	fd = numbers_ask(NUMBERS_TICKS, "0 4 every=20ms\n", 0);
	usleep(300 * 1000);
	drain(fd);
	ktap_ok(has("status=complete ") && text_count(out, "tick ") + sum(" numbers=") == 4,
		"END ends it as well, however late one comes");
	close(fd);
}

static void test_endless(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=1h\n1 2 every=1ms\n", 0);

	drain(fd);
	ktap_ok(has("\nerror q=1 line=1 errno=EINVAL col=1 ") && has("never\\040ends"),
		"what never ends must be the last line of a batch");
	ktap_ok(has("tick  q=2 value=1 "), "the line behind it is answered");
	close(fd);
	fd = numbers_ask(NUMBERS_TICKS, "1 2 every=1ms\n7- every=1h\n", 0);
	while (read_out(fd) > 0 && !strstr(out, "value=7 "))
		;
	ktap_ok(has("value=7 "), "as the last one it is good");
	close(fd);
}

static void test_binary(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "9 12 every=10ms format=binary\n", 0);
	size_t len = drain(fd), pos;
	unsigned int ticks = 0, ends = 0, odd = 0;
	const struct pagesnap_rec *rec;

	for (pos = 0; pos + sizeof(*rec) <= len; pos += rec->len) {
		rec = (void *)(out + pos);
		if (rec->len < sizeof(*rec) || pos + rec->len > len) {
			odd++;
			break;
		}
		ticks += rec->type == NUMBERS_REC_TICK;
		ends += rec->type == PAGESNAP_REC_END;
	}
	ktap_ok(ticks && ends == 1 && !odd && pos == len, "binary records come as they are made");
	close(fd);
}

/* poll() -------------------------------------------------------------------- */

/* Between two numbers: time to find that the second is not there yet. */
#define LONG "every=3s samples=2\n"
#define LONG_S 3

/**
 * struct early - what there is before the second number is due
 * @began: before the first was
 * @readable: poll(), before the answer begins
 * @first: the first number is read
 * @again: there is no second: EAGAIN
 * @at_once: poll() then
 * @later: poll() that waits
 */
struct early {
	double began;
	short readable;
	bool first;
	bool again;
	short at_once;
	short later;
};

/* Again, if that took so long that the second number was due. */
static int look_early(int (*ask)(void), struct early *e)
{
	int fd, tries;

	for (tries = 1;; tries++) {
		fd = ask();
		e->began = now();
		e->readable = polled(fd, 0);
		e->first = read_out(fd) > 0 && has("value=3 ");
		e->at_once = polled(fd, 0);
		e->again = read_out(fd) < 0 && errno == EAGAIN && now() - e->began < LONG_S;
		e->at_once |= polled(fd, 0);
		e->later = polled(fd, 30);
		if (now() - e->began < LONG_S || tries == TRIES)
			return fd;
		close(fd);
	}
}

static int ask_nonblock(void)
{
	return numbers_ask(NUMBERS_TICKS, "3- " LONG, O_NONBLOCK);
}

static void test_nonblock(void)
{
	struct early e;
	int fd = look_early(ask_nonblock, &e);

	ktap_equal(e.readable, POLLIN, "a line that was not begun is readable");
	ktap_ok(e.first, "a line that was not begun is read");
	ktap_ok(e.again, "O_NONBLOCK: EAGAIN at once while there is nothing yet");
	ktap_equal(e.at_once, 0, "poll() finds nothing while there is nothing yet");
	ktap_equal(e.later, 0, "poll() with a timeout finds nothing while there is nothing yet");
	ktap_ok(polled(fd, -1) == POLLIN && now() - e.began < 10 * LONG_S,
		"poll() without a timeout sleeps until there is something");
	ktap_ok(now() - e.began > LONG_S - 0.1,
		"poll() without a timeout sleeps no less than it must");
	ktap_ok(read_out(fd) > 0 && has("value=4 ") && has("\nend "),
		"a read has what poll() waited for");
	ktap_ok(polled(fd, 0) == 0 && read_out(fd) == 0, "after the end nothing more comes");
	close(fd);
}

static void test_epoll(int trigger, const char *name)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=60ms samples=5\n", O_NONBLOCK);
	int ep = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN | trigger };
	unsigned int ticks = 0, wakeups = 0, empty = 0;

	epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e);
	while (ticks < 5 && wakeups++ < 100 && epoll_wait(ep, &e, 1, 5000) == 1) {
		ssize_t n = read_out(fd);

		ticks += text_count(out, "tick ") + sum(" missed=");
		empty += n <= 0;
		while (n > 0 && trigger)
			n = read_out(fd), ticks += text_count(out, "tick ") + sum(" missed=");
	}
	ktap_note("%u wakeups, %u of them for nothing", wakeups, empty);
	ktap_ok(ticks >= 5 && wakeups <= 12, "epoll, %s: each number wakes once", name);
	close(ep);
	close(fd);
}

static int ask_standing(void)
{
	return open(NUMBERS_TICKS, O_RDONLY | O_NONBLOCK);
}

/* What never waits is always readable, as it has ever been. */
static void test_never_waits(void)
{
	struct early e;
	int fd = numbers_ask(NUMBERS_COUNT, "0-\n", O_NONBLOCK), set, i;
	bool always = true;

	for (i = 0; i < 200; i++)
		always = always && polled(fd, 0) == POLLIN && read(fd, out, 5000) > 0;
	ktap_ok(always, "a walk that never waits is readable whenever one looks");
	close(fd);
	set = open(NUMBERS_TICKS, O_WRONLY | O_TRUNC);
	ktap_ok(set >= 0 && write(set, "3- " LONG, strlen("3- " LONG)) > 0,
		"a standing set can wait");
	close(set);
	fd = look_early(ask_standing, &e);
	ktap_ok(e.readable == POLLIN && e.first, "a reader of a standing set that waits begins");
	ktap_ok(!e.at_once && e.again, "a reader of a standing set waits");
	ktap_ok(polled(fd, 10000 * LONG_S) == POLLIN && read_out(fd) > 0 && has("\nend "),
		"a reader of a standing set gets the end");
	ktap_equal(polled(fd, 0), POLLIN | POLLHUP, "poll says that a standing set is over");
	ktap_equal(read_out(fd), 0, "a read says that a standing set is over");
	close(fd);
	close(open(NUMBERS_TICKS, O_WRONLY | O_TRUNC));
}

static void test_splice(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=1h\n", 0), pipes[2];
	double began = now();
	ssize_t n;

	if (pipe(pipes))
		exit(1);
	n = splice(fd, NULL, pipes[1], NULL, 4096, 0);
	ktap_ok(n > 0, "splice takes what is there");
	n = splice(fd, NULL, pipes[1], NULL, 4096, 0);
	ktap_ok(n < 0 && errno == EAGAIN && now() - began < 60,
		"splice never sleeps, for it has the pipe locked");
	close(pipes[0]);
	close(pipes[1]);
	close(fd);
}

/* Signals ------------------------------------------------------------------- */

static void on_signal(int sig)
{
	(void)sig;
	signals++;
}

static void handle(int sig, int flags)
{
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = flags };

	sigaction(sig, &act, NULL);
}

/* To the caller, once it sleeps. */
static pid_t signal_asleep(int sig)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	ht_waits(getppid(), 10000);
	kill(getppid(), sig);
	_exit(0);
}

static void alarm_after(int us, int again_us)
{
	struct itimerval timer = { { 0, again_us }, { 0, us } };

	setitimer(ITIMER_REAL, &timer, NULL);
}

/* A number that comes before the signal says nothing: another one then. */
static bool goes_on_by_itself(void)
{
	bool reads = false, came = false;
	int tries;

	handle(SIGALRM, SA_RESTART);
	for (tries = 0; !came && tries < TRIES; tries++) {
		int fd = numbers_ask(NUMBERS_TICKS, "0- " LONG, 0);
		pid_t pid;

		read_out(fd);
		signals = 0;
		pid = signal_asleep(SIGALRM);
		reads = read_out(fd) > 0 && has("value=1 ");
		came = signals == 1;
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		close(fd);
	}
	return reads && came;
}

static void test_interrupted(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=1h\n", 0);
	pid_t pid;

	read_out(fd);
	handle(SIGALRM, 0);
	pid = signal_asleep(SIGALRM);
	ktap_ok(read_out(fd) < 0 && errno == EINTR && signals == 1,
		"a handler interrupts a read: EINTR");
	waitpid(pid, NULL, 0);
	close(fd);
	ktap_ok(goes_on_by_itself(), "with SA_RESTART the read goes on by itself");
}

static void test_signals(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=20ms for=5s\n", 0);
	unsigned int taken;

	signals = 0;
	handle(SIGALRM, 0);
	alarm_after(1000, 7000);
	drain(fd);
	alarm_after(0, 0);
	taken = text_count(out, "tick ");
	ktap_note("%d signals, %u numbers", signals, taken);
	ktap_ok(signals > 20 && taken && taken + sum(" numbers=") == 250 &&
		text_count(out, "query ") == 1 && text_count(out, "\nend ") == 1,
		"among many signals nothing is lost or doubled");
	handle(SIGALRM, SA_RESTART);
	close(fd);
}

static volatile pid_t reader;

static void *blocked_reader(void *fd)
{
	static char buf[1024];

	reader = gettid();
	return (void *)(long)read((int)(long)fd, buf, sizeof(buf));
}

static void wait_for_ever(int fd)
{
	pthread_t other;

	pthread_create(&other, NULL, blocked_reader, (void *)(long)fd);
	read_out(fd);
	pthread_join(other, NULL);
}

/* A process of two threads that wait for @fd. */
static pid_t fork_waiting(int fd)
{
	pid_t pid = fork();

	if (!pid) {
		wait_for_ever(fd);
		_exit(0);
	}
	ht_waits(pid, 10000);
	return pid;
}

/* Of SIGKILL, within @ms of naps. */
static bool is_killed(pid_t pid, long ms)
{
	int status = 0;

	kill(pid, SIGKILL);
	return ht_ended(pid, ms, &status) && WIFSIGNALED(status);
}

static void test_killed(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=1h\n", 0), status = 0;
	pid_t pid;

	read_out(fd);
	pid = fork_waiting(fd);
	usleep(300 * 1000);
	ktap_equal(waitpid(pid, &status, WNOHANG), 0, "two threads wait");
	ktap_ok(is_killed(pid, 2000), "SIGKILL ends them at once");
	fcntl(fd, F_SETFL, O_NONBLOCK);
	ktap_ok(read_out(fd) < 0 && errno == EAGAIN, "the session is as before");
	close(fd);
}

/* Several readers ----------------------------------------------------------- */

static pthread_t start_reader(int fd)
{
	pthread_t thread;

	reader = 0;
	pthread_create(&thread, NULL, blocked_reader, (void *)(long)fd);
	while (!reader)
		usleep(1000);
	/* on a machine that stood still it may have its number by now */
	ht_waits(reader, 500);
	return thread;
}

/* Return: what unloading says while another thread reads; again, if its number was due by then. */
static int unload_beside_reader(void **n)
{
	pthread_t thread;
	int err, tries;
	double began;

	for (tries = 0; tries < TRIES; tries++) {
		int fd = numbers_ask(NUMBERS_TICKS, "0- " LONG, 0);

		began = now();
		read_out(fd);
		thread = start_reader(fd);
		close(fd);
		err = module_unload(numbers.name);
		began = now() - began;
		pthread_join(thread, n);
		if (err == EWOULDBLOCK || began < LONG_S)
			break;
		module_load(&numbers, "");
	}
	return err;
}

static void test_close(void)
{
	void *n = NULL;

	ktap_equal(unload_beside_reader(&n), EWOULDBLOCK,
		   "closed while another thread reads, a session still holds the module");
	ktap_ok((long)n > 0, "the read gets its number");
	usleep(20 * 1000);
	ktap_ok(!module_unload(numbers.name) && !module_load(&numbers, ""),
		"the module unloads once a closed session's read is over");
}

static void *drainer(void *fd)
{
	long ticks = 0;
	char buf[4096];
	ssize_t n;
	char *at;

	while ((n = read((int)(long)fd, buf, sizeof(buf) - 1)) > 0) {
		buf[n] = '\0';
		for (at = buf; (at = strstr(at, "tick ")); at++)
			ticks++;
		for (at = buf; (at = strstr(at, "numbers=")); at++)
			ticks += strtol(at + strlen("numbers="), NULL, 10);
	}
	return (void *)(n < 0 ? -1000 : ticks);
}

static void test_many_readers(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=20ms samples=30\n", 0), copies[3], i;
	long total = 0;
	pthread_t threads[3];
	void *ticks;

	for (i = 0; i < 3; i++) {
		copies[i] = dup(fd);
		pthread_create(&threads[i], NULL, drainer, (void *)(long)copies[i]);
	}
	close(fd);
	for (i = 0; i < 3; i++) {
		pthread_join(threads[i], &ticks);
		total += (long)ticks;
		close(copies[i]);
	}
	ktap_ok(total >= 30, "readers of duplicates share one answer, and all see its end");
	ktap_note("%ld numbers", total);
}

static void test_fork(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=50ms samples=12\n", 0), status = 0;
	long mine;
	pid_t pid;

	pid = fork();
	if (!pid)
		_exit((long)drainer((void *)(long)fd) & 0x7f);
	mine = (long)drainer((void *)(long)fd);
	waitpid(pid, &status, 0);
	ktap_note("%ld numbers here, %d in the child", mine, WEXITSTATUS(status));
	ktap_ok(WIFEXITED(status) && mine + WEXITSTATUS(status) >= 12,
		"a child shares the session, and both see its end");
	close(fd);
}

/* Two who wait on one session, by sleeping and by polling, both hear of what comes. */
static void test_poll_beside_read(void)
{
	int fd = numbers_ask(NUMBERS_TICKS, "0- every=300ms\n", 0);
	pthread_t thread;
	void *n = NULL;
	short events;

	read_out(fd);
	thread = start_reader(fd);
	events = polled(fd, 20000);
	pthread_join(thread, &n);
	ktap_ok((long)n > 0 && events == POLLIN, "poll beside a reader that sleeps hears of it, too");
	close(fd);
}

/* Events -------------------------------------------------------------------- */

/* What @out says of the events of each CPU. */
static struct events {
	unsigned long read[CPUS];
	unsigned long lost[CPUS];
	unsigned long produced[CPUS];
	unsigned long next[CPUS];	/* number that comes next */
	unsigned long gaps;		/* numbers that are missing without a word */
	unsigned long backwards;	/* times before the one before it: of this CPU */
	unsigned long unordered;	/* and of any */
	unsigned long all_read;
	unsigned long all_lost;
	unsigned long all_produced;
	unsigned int cpus;
} events;

static void one_event(unsigned int cpu, unsigned long value, unsigned long long time)
{
	static unsigned long long last[CPUS], last_of_all;

	if (!events.all_read++) {
		memset(last, 0, sizeof(last));
		last_of_all = 0;
	}
	events.cpus += !events.read[cpu]++;
	events.gaps += value != events.next[cpu];
	events.next[cpu] = value + 1;
	events.backwards += time < last[cpu];
	events.unordered += time < last_of_all;
	last[cpu] = last_of_all = time;
}

static void one_line(const char *text)
{
	char line[128];
	unsigned long long time;
	unsigned long n;
	unsigned int cpu;

	/* sscanf() looks for the end of the whole text first. */
	snprintf(line, sizeof(line), "%.*s", (int)strcspn(text, "\n"), text);
	if (sscanf(line, "event q=1 cpu=%u value=%lu time=%llu", &cpu, &n, &time) == 3 && cpu < CPUS)
		one_event(cpu, n, time);
	if (sscanf(line, "lost  q=1 cpu=%u events=%lu", &cpu, &n) == 2 && cpu < CPUS) {
		events.lost[cpu] += n;
		events.next[cpu] += n;
		events.all_lost += n;
	}
	if (sscanf(line, "produced q=1 cpu=%u events=%lu", &cpu, &n) == 2 && cpu < CPUS) {
		events.produced[cpu] = n;
		events.all_produced += n;
	}
}

static void parse_events(void)
{
	const char *line;

	memset(&events, 0, sizeof(events));
	for (line = out; *line; line = strchr(line, '\n') + 1)
		one_line(line);
	ktap_note("%lu produced on %u CPUs, %lu read, %lu lost, %lu not in order",
		  events.all_produced, events.cpus, events.all_read, events.all_lost, events.unordered);
}

static bool books_balance(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < CPUS; cpu++)
		if (events.read[cpu] + events.lost[cpu] != events.produced[cpu]) {
			ktap_note("CPU %u: %lu read, %lu lost, %lu produced", cpu, events.read[cpu],
				  events.lost[cpu], events.produced[cpu]);
			return false;
		}
	return true;
}

/*
 * While a machine stands still no timer expires, and what was to be read, or to be lost, was never
 * there.  @ask makes an answer in @out, until enough was produced on @cpu.
 */
static void until_produced(void (*ask)(void), unsigned int cpu, unsigned long enough)
{
	int tries;

	for (tries = 0; tries < TRIES; tries++) {
		ask();
		parse_events();
		if (events.produced[cpu] >= enough)
			break;
	}
}

static void ask_events(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=5ms burst=3 buffer=1048576 for=700ms\n", 0);

	drain(fd);
	close(fd);
}

static void test_events(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	/* more than at the beginning: timers of all CPUs expire at one time */
	until_produced(ask_events, cpus - 1, 60);
	ktap_ok(has("\nend   q=1 status=complete ") && events.cpus == cpus,
		"events of all %ld CPUs arrive", cpus);
	ktap_ok(events.all_read > 50 && !events.all_lost && books_balance(),
		"a buffer that is large enough loses none");
	ktap_ok(!events.gaps && !events.backwards, "each CPU's come in order");
	ktap_ok(events.unordered <= events.all_read / 50, "events of all CPUs come by time");
}

static void read_slowly(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=10ms burst=100 buffer=8192 for=800ms\n", 0);
	int i;
	size_t len = 0;
	ssize_t n = 1;

	for (i = 0; n > 0; i++) {
		if (i < 3)
			usleep(200 * 1000);
		n = read(fd, out + len, OUT_MAX - len);
		len += n > 0 ? n : 0;
	}
	out[len] = '\0';
	close(fd);
}

static void test_lost(void)
{
	/* as many as in 500 of the 800 ms: of these it sleeps at least 300 */
	until_produced(read_slowly, 0, 5000);
	ktap_ok(events.all_lost > 1000, "who reads too slowly loses some");
	ktap_ok(books_balance(), "on each CPU lost = produced - read");
	ktap_ok(!events.gaps, "\"lost\" stands where events are missing");
	ktap_ok(text_count(out, "lost  ") >= 2 && !events.backwards,
		"the newest are kept, in order");
}

static void ask_one_cpu(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=2ms for=200ms cpu=1\n", 0);

	drain(fd);
	close(fd);
}

static void test_one_cpu(void)
{
	if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
		ktap_skip("cpu= gives one CPU's events", "there is only one");
	} else {
		until_produced(ask_one_cpu, 1, 2);
		ktap_ok(events.all_read && events.read[1] == events.all_read && !events.all_lost,
			"cpu= gives one CPU's events, and counts no others as lost");
	}
}

/**
 * struct binary_books - what records say
 * @taken: events
 * @lost: events that weren't
 * @produced: events in all
 * @is_odd: there is something that is no record
 */
struct binary_books {
	unsigned long taken;
	unsigned long lost;
	unsigned long produced;
	bool is_odd;
};

static size_t read_binary_late(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS,
			     "every=10ms burst=100 buffer=8192 for=300ms format=binary\n", 0);
	size_t len;
	ssize_t n;

	/* The query begins with the first read, which takes what fits before that. */
	len = read(fd, out, 4096);
	usleep(250 * 1000);
	while ((n = read(fd, out + len, OUT_MAX - len)) > 0)
		len += n;
	close(fd);
	return len;
}

static struct binary_books count_binary(size_t len)
{
	struct binary_books b = { };
	const struct pagesnap_rec *rec;
	size_t pos;

	for (pos = 0; pos + sizeof(*rec) <= len; pos += rec->len) {
		rec = (void *)(out + pos);
		if (rec->len < sizeof(*rec) || pos + rec->len > len) {
			b.is_odd = true;
			break;
		}
		b.taken += rec->type == NUMBERS_REC_EVENT;
		if (rec->type == PAGESNAP_REC_LOST)
			b.lost += ((struct pagesnap_lost *)rec)->events;
		if (rec->type == NUMBERS_REC_PRODUCED)
			b.produced += ((struct numbers_produced *)rec)->events;
	}
	return b;
}

static void test_lost_binary(void)
{
	struct binary_books b;
	int tries;

	/* Too few to lose any, where the machine stood still. */
	for (tries = 0; tries < TRIES; tries++) {
		b = count_binary(read_binary_late());
		if (b.produced > 3000)
			break;
	}
	ktap_ok(!b.is_odd && b.lost && b.taken + b.lost == b.produced,
		"binary: lost is a record of the stream");
}

static void test_events_wake(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=250ms cpu=0\n", O_NONBLOCK);
	bool again;
	short events;

	/* An event that comes between the two is read, and then they say it anew. */
	do {
		while (read_out(fd) > 0)
			;
		again = errno == EAGAIN;
		events = polled(fd, 0);
	} while (again && events && read_out(fd) > 0);
	ktap_ok(again && !events, "no event: EAGAIN, and poll agrees");
	ktap_ok(polled(fd, 20000) == POLLIN && read_out(fd) > 0 && has("event q=1 cpu=0 "),
		"an interrupt wakes poll");
	fcntl(fd, F_SETFL, 0);
	ktap_ok(read_out(fd) > 0 && has("event q=1 cpu=0 "),
		"an interrupt wakes a read that sleeps");
	close(fd);
}

/* As with numbers: where a machine stands still timers expire less often. */
static void test_events_no_spin(void)
{
	unsigned int cpus = sysconf(_SC_NPROCESSORS_ONLN), taken = 0, tries;
	struct need need = { };

	for (tries = 0; taken < 5 * cpus && tries < TRIES; tries++) {
		int fd = numbers_ask(NUMBERS_EVENTS, "every=1s for=5500ms\n", 0);

		taken = measure(fd, "event q=1 ", &need);
		close(fd);
	}
	ktap_ok(need.cpu < need.took / 10 && need.switches < 17 * (long)cpus,
		"who waits for events needs no CPU, either");
}

static void test_events_killed(void)
{
	int fd = numbers_ask(NUMBERS_EVENTS, "every=1h\n", 0);
	pid_t pid;

	read_out(fd);
	pid = fork_waiting(fd);
	close(fd);
	usleep(200 * 1000);
	ktap_ok(is_killed(pid, 2000), "SIGKILL ends who waits for events");
	ktap_ok(!module_unload(numbers.name) && !module_load(&numbers, ""),
		"the module unloads, as timers go with the last descriptor");
}

/* Unloading ----------------------------------------------------------------- */

static struct shared {
	volatile long opens;
	volatile long numbers;
	volatile long surprises;
} *shared;

/* Wait for a few numbers, by read or by poll; leave at any moment. */
static void wait_a_little(int fd, unsigned int i)
{
	char buf[4096];
	int reads = i % 5;

	if (i % 3 == 0)
		fcntl(fd, F_SETFL, O_NONBLOCK);
	while (reads--) {
		if (i % 3 == 0 && polled(fd, 3) < 0)
			break;
		if (read(fd, buf, sizeof(buf)) > 0)
			__sync_fetch_and_add(&shared->numbers, 1);
	}
}

static void comes_and_goes(void)
{
	unsigned int i;
	int fd;

	for (i = getpid(); race_goes_on(); i++) {
		fd = open(i & 1 ? NUMBERS_TICKS : NUMBERS_EVENTS, O_RDWR | O_CLOEXEC);
		if (!race_is_expected(fd))
			__sync_fetch_and_add(&shared->surprises, 1);
		if (fd < 0)
			continue;
		__sync_fetch_and_add(&shared->opens, 1);
		if (write(fd, "every=1ms\n", 10) != 10)
			__sync_fetch_and_add(&shared->surprises, 1);
		wait_a_little(fd, i);
		close(fd);
		race_gap();
	}
}

/* Of rings that come and go. */
static void reads_stats(void)
{
	char buf[4096];
	int fd;

	while (race_goes_on()) {
		fd = open(NUMBERS_STATS, O_RDONLY | O_CLOEXEC);
		if (!race_is_expected(fd) || (fd >= 0 && read(fd, buf, sizeof(buf)) <= 0))
			__sync_fetch_and_add(&shared->surprises, 1);
		close(fd);
		race_gap();
	}
}

/* Its children are killed while they sleep. */
static void kills(void)
{
	pid_t pid;
	int fd;

	while (race_goes_on()) {
		pid = fork();
		if (!pid) {
			fd = numbers_ask(getpid() & 1 ? NUMBERS_TICKS : NUMBERS_EVENTS,
					 "every=1h\n", 0);
			while (read(fd, out, 4096) > 0)
				;
			_exit(0);
		}
		usleep(3000);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		usleep(3000);
	}
}

static bool got_through(void)
{
	return shared->opens && shared->numbers;
}

static void test_unload(void)
{
	static void (*const children[])(void) = { comes_and_goes, comes_and_goes, kills, reads_stats };
	struct race race = RACE(&numbers, "", children, got_through);

	race_run(&race);
	ktap_note("%ld opens, %ld reads", shared->opens, shared->numbers);
	race_report(&race, "unloads race with readers that wait");
	ktap_ok(got_through(), "opens and reads get through");
	ktap_ok(!shared->surprises, "nothing fails in another way");
}

int main(void)
{
	if (access(numbers.file, F_OK)) {
		ktap_skip("sessions that wait", "no %s: the tests' modules were not built", numbers.file);
		return ktap_end();
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ktap_equal(module_load(&numbers, ""), 0, "numbers loads");
	test_blocking();
	test_no_spin();
	test_late();
	test_endless();
	test_binary();
	test_nonblock();
	test_epoll(0, "level-triggered");
	test_epoll(EPOLLET, "edge-triggered");
	test_never_waits();
	test_splice();
	test_interrupted();
	test_signals();
	test_killed();
	test_close();
	test_many_readers();
	test_fork();
	test_poll_beside_read();
	test_events();
	test_lost();
	test_one_cpu();
	test_lost_binary();
	test_events_wake();
	test_events_no_spin();
	test_events_killed();
	ktap_equal(module_unload(numbers.name), 0, "with nothing open it unloads");
	test_unload();
	return ktap_end();
}
