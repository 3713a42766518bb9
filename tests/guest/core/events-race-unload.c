// SPDX-License-Identifier: GPL-2.0
/* tags: collection=core about=events,load needs=- disturbs=kernel machine=turns always=debug */
/*
 * rmmod of pagesnap_events is safe at any moment: while its events are enabled and disabled, have
 * filters and triggers, are made and read, and while files of theirs stay open.  Where the kernel
 * reads such a file when the module is gone the module stays, whoever asks it to go.  What would go
 * wrong shows in the kernel's log, which the runner scans.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"
#include "unload-race.h"

#define TRACING "/sys/kernel/tracing/"
#define EVENTS TRACING "events/pagesnap/"
#define INSTANCE TRACING "instances/pagesnap-race/"
#define IN_INSTANCE INSTANCE "events/pagesnap/"
#define FILENAMES TRACING "objects/mm/pages/filename_index"
#define HIST "hist:keys=node:vals=nr"
#define PATH "/tmp/events-race"
/* As text these are more than the buffer of a session has room for. */
#define PAGES 2000
#define KEPT 5

/**
 * struct shared - what all processes of the test have
 * @uses: times that events were enabled, by a trigger or without
 * @told: events that were read
 * @ended: answers that came to their end
 * @refused: queries, since there was no module
 * @killed: readers that were killed
 * @reads: of files of events
 * @outlived: reads of such files whose event was gone
 * @surprises: errors that no unload explains
 * @err: the last of these
 * @what: file that it is of
 */
struct shared {
	volatile unsigned int uses;
	volatile unsigned int told;
	volatile unsigned int ended;
	volatile unsigned int refused;
	volatile unsigned int killed;
	volatile unsigned int reads;
	volatile unsigned int outlived;
	volatile unsigned int surprises;
	volatile int err;
	const char *volatile what;
};

static struct shared *shared;
static const struct module events = { "pagesnap_events", "/payload/pagesnap_events.ko" };
static bool has_histograms;
static bool stays;

static void count(volatile unsigned int *what)
{
	__sync_fetch_and_add(what, 1);
}

static void surprise(const char *what, int err)
{
	shared->what = what;
	shared->err = err;
	count(&shared->surprises);
}

/* The module isn't there, or goes.  Who spins here keeps the CPU from the one who loads. */
static void no_module(const char *what, int err)
{
	if (err != ENOENT && err != ENODEV && err != EBUSY && err != EIO && err != ENXIO)
		surprise(what, err);
	usleep(rand() % 1000);
}

/* Who uses events ---------------------------------------------------------------- */

/* Return: 0 or errno. */
static int set(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), err = 0;

	if (fd < 0)
		return errno;
	if (write(fd, value, strlen(value)) < 0)
		err = errno;
	close(fd);
	return err;
}

/* What is on holds the module, so that there is nothing to keep it from being switched off. */
static void use(const char *path, const char *on, const char *off)
{
	int err = set(path, on);

	/* Whatever keeps its event from being enabled, that is what a histogram says. */
	if (err == EPERM && !strcmp(on, HIST))
		err = ENODEV;
	/* All events of a folder that has none any more, or not yet. */
	if (err == EINVAL && strstr(path, "pagesnap/enable"))
		err = ENODEV;
	if (err) {
		no_module(path, err);
		return;
	}
	count(&shared->uses);
	race_gap();
	err = set(path, off);
	if (err)
		surprise(path, err);
}

/* All of these hold it at nearly any moment, and there would hardly ever be a gap. */
static void stay_out(void)
{
	do
		race_gap();
	while (race_goes_on() && race_waits());
}

/* All events take so long that this is done now and then. */
static void enabler(void)
{
	while (race_goes_on()) {
		stay_out();
		use(rand() % 8 ? EVENTS "page/enable" : EVENTS "enable", "1", "0");
	}
}

/* Comes at the wrong moment, too: when it is being unloaded. */
static void enabler_of_instance(void)
{
	while (race_goes_on()) {
		use(IN_INSTANCE "run/enable", "1", "0");
		stay_out();
		use(rand() % 8 ? IN_INSTANCE "page/enable" : IN_INSTANCE "enable", "1", "0");
		race_gap();
	}
}

/* A filter holds nothing. */
static void filter(const char *path, const char *what)
{
	int err = set(path, what);

	if (err)
		no_module(path, err);
	race_gap();
}

static void trigger_and_filter(void)
{
	while (race_goes_on()) {
		stay_out();
		if (has_histograms)
			use(EVENTS "run/trigger", HIST, "!" HIST);
		filter(EVENTS "page/filter", "nr > 0");
		filter(IN_INSTANCE "page/filter", "index < 1000000 && kind != \"none\"");
		filter(EVENTS "page/filter", "0");
		filter(IN_INSTANCE "page/filter", "0");
	}
}

/* Who reads ---------------------------------------------------------------------- */

static void read_kept(const char *path, int *fd)
{
	char text[8192];
	ssize_t got;

	if (*fd < 0)
		*fd = open(path, O_RDONLY | O_CLOEXEC);
	if (*fd < 0) {
		no_module(path, errno);
		return;
	}
	got = pread(*fd, text, sizeof(text), 0);
	if (got < 0) {
		no_module(path, errno);
		count(&shared->outlived);
	} else {
		count(&shared->reads);
	}
}

/* Keeps files open over unloads, and reads them when their event is gone, and back. */
static void keeper(void)
{
	static const char *const paths[KEPT] = {
		EVENTS "file/format", EVENTS "file/id", EVENTS "file/filter", EVENTS "file/hist",
		IN_INSTANCE "page/format",
	};
	int fds[KEPT] = { -1, -1, -1, -1, -1 };
	unsigned int i;

	while (race_goes_on()) {
		i = rand() % KEPT;
		read_kept(paths[i], &fds[i]);
		usleep(rand() % 500);
		if (rand() % 64)
			continue;
		close(fds[i]);
		fds[i] = -1;
	}
}

static unsigned int times(const char *text, const char *what)
{
	unsigned int n = 0;

	for (text = strstr(text, what); text; text = strstr(text + 1, what))
		n++;
	return n;
}

/* All events are taken out of the buffers, as text. */
static void taker(void)
{
	static const char *const paths[] = { TRACING "trace_pipe", INSTANCE "trace_pipe" };
	static char text[1 << 16];
	unsigned int i;
	int fds[2];
	ssize_t got;

	for (i = 0; i < 2; i++)
		fds[i] = open(paths[i], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	while (race_goes_on()) {
		i = (i + 1) % 2;
		got = read(fds[i], text, sizeof(text) - 1);
		if (got < 0 && errno != EAGAIN)
			surprise(paths[i], errno);
		text[got < 0 ? 0 : got] = '\0';
		__sync_fetch_and_add(&shared->told, times(text, " tag=race "));
		if (got <= 0)
			usleep(rand() % 2000);
	}
}

/* Who asks ----------------------------------------------------------------------- */

static const char *const queries[] = {
	PATH " 0 300 to=trace group=page tag=race\n", PATH " to=trace tag=race\n",
	PATH " to=both group=page tag=race\n", PATH " 0 300 to=both group=page tag=race\n",
};

static void query(int fd)
{
	const char *line = queries[rand() % 4];

	if (write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		surprise(FILENAMES, errno);
}

/* This module stays. */
static int ask(void)
{
	int fd = open(FILENAMES, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		surprise(FILENAMES, errno);
	else
		query(fd);
	return fd;
}

static void read_for_a_while(int fd, unsigned int reads)
{
	char text[4096];
	ssize_t got;

	for (; reads; reads--) {
		got = read(fd, text, sizeof(text) - 1);
		if (got < 0)
			surprise(FILENAMES, errno);
		if (got <= 0) {
			query(fd);
			continue;
		}
		text[got] = '\0';
		if (strstr(text, " errno=EOPNOTSUPP ")) {
			count(&shared->refused);
			usleep(rand() % 1000);
		} else if (strstr(text, " errno=")) {
			surprise("an answer", 0);
		} else if (strstr(text, "\nend ")) {
			count(&shared->ended);
		}
	}
}

static const struct race_sessions sessions = {
	.ask = ask, .read = read_for_a_while, .stay_out = stay_out, .reads = 100, .lives_us = 30000,
};

static void closer(void)
{
	race_close(&sessions);
}

static void killer(void)
{
	race_kill(&sessions, &shared->killed);
}

/* -------------------------------------------------------------------------------- */

static bool is_used(void)
{
	return shared->uses > 5 && shared->told > 100 && shared->ended > 5 && shared->killed > 5 &&
	       shared->reads > 5 && (stays || shared->outlived > 5);
}

static bool is_refused(const char *name)
{
	int err = module_unload(name);

	return err == EWOULDBLOCK || err == EBUSY;
}

static void test_held(void)
{
	char c;
	int fd;

	ktap_equal(set(EVENTS "file/enable", "1"), 0, "an event is enabled");
	ktap_ok(is_refused(events.name), "rmmod is refused while an event is enabled");
	ktap_equal(set(EVENTS "file/enable", "0"), 0, "an event is disabled when rmmod failed");
	fd = open(FILENAMES, O_RDWR | O_CLOEXEC);
	dprintf(fd, PATH " to=both group=page\n");
	ktap_ok(read(fd, &c, 1) == 1, "an answer begins of which no event is enabled");
	ktap_ok(is_refused(events.name), "rmmod is refused while an answer makes events");
	ktap_ok(is_refused("pagesnap"), "rmmod of pagesnap is refused while events use it");
	close(fd);
}

static void report(void)
{
	ktap_note("%u uses, %u events, %u answers ended, %u refused, %u readers killed",
		  shared->uses, shared->told, shared->ended, shared->refused, shared->killed);
	ktap_note("%u files read, %u of events that were gone", shared->reads, shared->outlived);
	/* Who enables them as the module goes. */
	st_run("echo \"# $(dmesg | grep -c 'Could not enable event') events enabled too late\"");
	if (!ktap_equal(shared->surprises, 0, "nothing fails that an unload does not explain"))
		ktap_note("the last: %s: %s", shared->what, strerror(shared->err));
	ktap_ok(is_used(), "events are made and read, and readers end or are killed meanwhile");
}

static void test_race(struct race *race)
{
	ktap_equal(module_unload(events.name), 0, "the module goes when nobody uses it");
	race_run(race);
	race_report(race, "rmmod gets through between uses of events");
	report();
	ktap_equal(module_load(&events, ""), 0, "the module loads after unloads raced with users");
	ktap_equal(set(EVENTS "enable", "1"), 0, "loaded again, all of its events can be enabled");
	ktap_equal(set(EVENTS "enable", "0"), 0, "loaded again, all of its events can be disabled");
	ktap_equal(module_unload(events.name), 0, "unloaded again, nothing is left that holds it");
}

static void test_stay(struct race *race)
{
	race_stay(race, "pagesnap");
	ktap_equal(race->unloads, 0, "rmmod of a module that stays never gets through");
	ktap_equal(race->odd, 0, "rmmod of a module that stays fails in no other way");
	ktap_ok(race->busy > 0, "a module that stays is asked to go");
	report();
	ktap_equal(shared->outlived, 0, "files of events can be read while the module stays");
	ktap_equal(shared->refused, 0, "no query lacks a module that stays");
	ktap_equal(or_number("/sys/module/pagesnap_events/refcnt", ""), 1,
		   "nothing is left that holds a module that stays but itself");
}

/* A module that stays may be there from a test before this one. */
static void begin(void)
{
	int err = module_load(&events, ""), fd = st_file(PATH);
	char value[4];

	st_get("/sys/module/pagesnap_events/parameters/stays", value, sizeof(value));
	stays = value[0] == 'Y';
	if (err && !(stays && err == EEXIST))
		ktap_die("%s can't be loaded: errno %d", events.file, err);
	has_histograms = !access(EVENTS "run/hist", F_OK);
	st_write(fd, 0, PAGES);
	close(fd);
	if (mkdir(INSTANCE, 0700))
		ktap_die("no instance");
	shared = ht_shared(sizeof(*shared));
}

static void end(void)
{
	set(EVENTS "enable", "0");
	rmdir(INSTANCE);
	unlink(PATH);
	module_unload(events.name);
}

int main(void)
{
	static void (*const children[])(void) = {
		enabler, enabler_of_instance, trigger_and_filter, keeper, taker, closer, killer,
	};
	struct race race = RACE(&events, "", children, is_used);

	ktap_needs_turns();
	ht_at_exit(end);
	begin();
	test_held();
	if (stays)
		test_stay(&race);
	else
		test_race(&race);
	return ktap_end();
}
