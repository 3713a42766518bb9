// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ask-numbers.h"
#include "ktap.h"
#include "unload-race.h"

#define CHILDREN_MAX 8
#define GAP_US 6000
#define REFUSED_US 1000
#define PATIENCE_S 0.2

/* Shared with the children. */
static volatile struct {
	bool over;
	bool waits;
} *state;

bool race_goes_on(void)
{
	return !state->over;
}

bool race_waits(void)
{
	return state->waits;
}

void race_gap(void)
{
	usleep(rand() % GAP_US);
}

bool race_is_expected(int fd)
{
	bool expected;

	if (fd >= 0)
		return true;
	expected = errno == ENOENT || errno == ENXIO || errno == EBUSY;
	/* Who spins here keeps the CPU from the one who loads. */
	usleep(rand() % REFUSED_US);
	return expected;
}

void race_close(const struct race_sessions *s)
{
	int fd;

	while (race_goes_on()) {
		s->stay_out();
		fd = s->ask();
		if (fd < 0)
			continue;
		s->read(fd, rand() % s->reads);
		close(fd);
	}
}

static void read_until_killed(const struct race_sessions *s)
{
	int fd = s->ask();

	for (;;)
		if (fd < 0)
			pause();
		else
			s->read(fd, 1);
}

void race_kill(const struct race_sessions *s, volatile unsigned int *killed)
{
	pid_t pid;

	while (race_goes_on()) {
		s->stay_out();
		pid = fork();
		if (!pid)
			read_until_killed(s);
		usleep(rand() % s->lives_us);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		(*killed)++;
	}
}

static void start(const struct race *race, pid_t *pids)
{
	unsigned int i;

	for (i = 0; i < race->nr_children; i++) {
		pids[i] = fork();
		if (pids[i])
			continue;
		/* What a child notes is no result. */
		if (!freopen("/dev/null", "w", stdout))
			_exit(1);
		srand(i);
		race->children[i]();
		_exit(0);
	}
}

static void unload(struct race *race)
{
	double began = now();
	int err;

	while ((err = module_unload(race->module->name)) == EWOULDBLOCK || err == EBUSY) {
		race->busy++;
		state->waits = now() - began > PATIENCE_S;
		usleep(50);
	}
	state->waits = false;
	race->odd += err != 0;
	race->unloads += !err;
}

/* Have all got through, or has it been long enough for that? */
static bool is_used(const struct race *race, time_t took)
{
	return !race->used || race->used() ||
	       (took >= RACE_SECONDS * ktap_slowness() && took >= RACE_PATIENCE);
}

static bool enough(const struct race *race, time_t took)
{
	const char *seconds = getenv("PAGESNAP_RACE_TIME");

	if (seconds)
		return took >= atoi(seconds);
	if (race->unloads < RACE_WANTED / ktap_slowness() && took < RACE_SECONDS)
		return false;
	/* A busy machine needs longer for as much. */
	if (race->unloads * ktap_slowness() < RACE_NEEDED && took < RACE_PATIENCE)
		return false;
	return is_used(race, took);
}

static bool stayed_enough(const struct race *race, time_t took)
{
	const char *seconds = getenv("PAGESNAP_RACE_TIME");

	if (race->unloads)
		return true;
	if (seconds)
		return took >= atoi(seconds);
	return took >= RACE_SECONDS && is_used(race, took);
}

static void begin(const struct race *race, pid_t *pids)
{
	if (race->nr_children > CHILDREN_MAX)
		ktap_die("too many children");
	state = mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	start(race, pids);
	/* It needs the CPU as soon as a gap is there, and the children never sleep for long. */
	setpriority(PRIO_PROCESS, 0, -10);
}

static void end(const struct race *race, const pid_t *pids, time_t began)
{
	unsigned int i;

	setpriority(PRIO_PROCESS, 0, 0);
	state->over = true;
	for (i = 0; i < race->nr_children; i++)
		waitpid(pids[i], NULL, 0);
	ktap_note("%ld unloads in %ld s, %ld busy", race->unloads, (long)(time(NULL) - began),
		  race->busy);
}

void race_run(struct race *race)
{
	time_t began = time(NULL);
	pid_t pids[CHILDREN_MAX];

	begin(race, pids);
	do {
		race->odd += module_load(race->module, race->parameters) != 0;
		unload(race);
	} while (!enough(race, time(NULL) - began));
	end(race, pids, began);
}

static void try_to_unload(struct race *race, const char *name)
{
	int err = module_unload(name);

	race->unloads += !err;
	if (err == EWOULDBLOCK || err == EBUSY)
		race->busy++;
	else
		race->odd += err != 0;
}

void race_stay(struct race *race, const char *below)
{
	time_t began = time(NULL);
	pid_t pids[CHILDREN_MAX];

	begin(race, pids);
	do {
		try_to_unload(race, race->module->name);
		try_to_unload(race, below);
		usleep(rand() % REFUSED_US);
	} while (!stayed_enough(race, time(NULL) - began));
	end(race, pids, began);
}

void race_report(const struct race *race, const char *what)
{
	ktap_ok(race->unloads * ktap_slowness() >= RACE_NEEDED, "%s", what);
	ktap_ok(!race->odd, "load and unload fail in no other way");
}
