// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "action.h"
#include "complain.h"
#include "known.h"
#include "mutate.h"
#include "shared.h"

/* Inputs between two looks at whether all is still well. */
#define CHECK_EVERY 512

struct shared *shared;
struct worker *self;

uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

void complain(const char *format, ...)
{
	uint32_t nr = __atomic_fetch_add(&shared->nr_findings, 1, __ATOMIC_RELAXED);
	struct finding *f = &shared->findings[nr];
	va_list args;

	if (nr >= FINDINGS_MAX)
		return;
	va_start(args, format);
	vsnprintf(f->what, sizeof(f->what), format, args);
	va_end(args);
	if (self)
		f->in = *worker_now(self);
}

/* Is all still well? --------------------------------------------------------- */

/* Whole answer in @buf. */
static bool ask(const char *query, char *buf, size_t size)
{
	int fd = open(CONTROL_DIR "/filename_index", O_RDWR | O_CLOEXEC);
	size_t len = 0;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	if (write(fd, query, strlen(query)) == (ssize_t)strlen(query))
		while (len < size - 1 && (n = read(fd, buf + len, size - 1 - len)) > 0)
			len += n;
	buf[len] = '\0';
	close(fd);
	return !n;
}

bool known_answer(void)
{
	char buf[16384], want[64];

	if (!ask(KNOWN_QUERY "\n", buf, sizeof(buf)))
		return false;
	snprintf(want, sizeof(want), " pages=%d ", KNOWN_PAGES);
	return strstr(buf, "tag=known status=complete objects=1 ") && strstr(buf, want);
}

static unsigned int count_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

static void look_around(struct world *w)
{
	static unsigned int before;
	unsigned int now;

	world_close(w);
	now = count_descriptors();
	if (before && now > before) {
		complain("%u descriptors are open, not %u", now, before);
		__atomic_add_fetch(&shared->leaks, 1, __ATOMIC_RELAXED);
	}
	before = now;
	__atomic_add_fetch(&shared->checks, 1, __ATOMIC_RELAXED);
	if (!known_answer()) {
		complain("the known query has no right answer");
		__atomic_add_fetch(&shared->wrong_checks, 1, __ATOMIC_RELAXED);
	}
}

/* Inputs ------------------------------------------------------------------- */

static void next_input(struct rng *r, struct input *in)
{
	const struct input *from = NULL, *other;

	if (!rng_one_in(r, 4))
		from = corpus_pick(&shared->corpus, r);
	if (!from) {
		input_generate(r, in);
		return;
	}
	other = corpus_pick(&shared->corpus, r);
	input_mutate(r, in, from, other ?: from);
}

/* Return: what of it was new, as kcov_end(). */
static int run(struct worker *w, struct world *world, struct kcov *k, struct cover *c)
{
	const struct input *now = worker_now(w);
	int new;

	kcov_begin(k);
	__atomic_store_n(&w->began, now_ns(), __ATOMIC_RELAXED);
	world_run(world, now);
	new = kcov_end(k, c);
	__atomic_add_fetch(&shared->actions, now->nr, __ATOMIC_RELAXED);
	return new;
}

static void on_alarm(int number)
{
	(void)number;
}

/* Signals end calls that wait, and nothing else. */
static void settle(void)
{
	struct sigaction action = { .sa_handler = on_alarm };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigaction(SIGALRM, &action, NULL);
	signal(SIGIO, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGURG, SIG_IGN);
}

void worker_run(struct worker *w, uint64_t seed, bool guided)
{
	struct rng r = { seed };
	struct kcov k = { };
	struct world world;
	uint64_t n, us;

	self = w;
	settle();
	world_make(&world);
	if (guided && !kcov_open(&k))
		complain("KCOV is there, but can't be had");
	for (n = 0; !__atomic_load_n(&shared->stop, __ATOMIC_RELAXED); n++) {
		if (n % CHECK_EVERY == 0)
			look_around(&world);
		if (__atomic_fetch_add(&shared->inputs, 1, __ATOMIC_RELAXED) >= shared->limit)
			break;
		w->inputs++;
		next_input(&r, worker_now(w));
		if (run(w, &world, &k, &shared->cover)) {
			us = (now_ns() - w->began) / 1000;
			corpus_add(&shared->corpus, worker_now(w), us);
		}
		__atomic_store_n(&w->began, 0, __ATOMIC_RELAXED);
	}
	look_around(&world);
	_exit(0);
}

void worker_replay(struct worker *w, const struct corpus *c)
{
	struct kcov k = { };
	struct world world;

	self = w;
	settle();
	world_make(&world);
	look_around(&world);
	for (uint32_t i = 0; i < c->nr; i++) {
		w->inputs++;
		shared->inputs++;
		*worker_now(w) = c->entries[i].in;
		run(w, &world, &k, &shared->cover);
		world_close(&world);
	}
	look_around(&world);
	_exit(0);
}
