// SPDX-License-Identifier: GPL-2.0
/* tags: collection=slab about=slab timeout=240 needs=- disturbs=module machine=turns */
/*
 * A module that forgets one in a hundred frees, while it handles requests: by the way that
 * docs/slab.md shows it is found among all that the machine allocates meanwhile, and nothing else
 * of that module is.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-slab.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define ROUNDS 4
#define REQUESTS 20000
#define FORGOTTEN (REQUESTS / 100)
#define SITES_MAX 8192

static const struct module leaky = { "pagesnap_leak", "/payload/modules/pagesnap_leak.ko" };

static void unload(void)
{
	module_unload(leaky.name);
}

static void handle(unsigned int nr)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", nr);
	st_set("/sys/module/pagesnap_leak/parameters/requests", text);
}

/* Requests come all the time, beside what else a machine does. */
static pid_t keep_busy(void)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		handle(500);
		st_get("/proc/self/status", (char[4096]){ 0 }, 4096);
		usleep(20000);
	}
}

/* What a site had alive in each round so far: it grew in each, and some of it was freed. */
struct history {
	uint64_t live, frees, first;
	unsigned int grew;
	bool unseen;
};

static struct history histories[SITES_MAX];

static void see_sum(const char *line, unsigned int round)
{
	uint64_t id = slab_number(line, "id"), live = slab_number(line, "live");
	struct history *h = &histories[id < SITES_MAX ? id : 0];

	if (round == 1)
		h->first = live;
	if (live > h->live)
		h->grew++;
	h->live = live;
	h->frees = slab_number(line, "frees");
	h->unseen = slab_number(line, "unseen");
}

static void see_rounds(const char *text)
{
	unsigned int round = 1;
	const char *line;

	for (line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, "site-sum ", 9))
			see_sum(line, round);
		if (!strncmp(line, "round ", 6))
			round++;
	}
}

/* Return: which site leaks most since the first round, of those that free, too. */
static unsigned int worst(void)
{
	unsigned int i, is = 0;
	uint64_t most = 0;

	for (i = 0; i < SITES_MAX; i++) {
		const struct history *h = &histories[i];

		if (h->grew != ROUNDS || !h->frees || h->unseen || h->live - h->first <= most)
			continue;
		most = h->live - h->first;
		is = i;
	}
	return is;
}

static void test_rounds(void)
{
	struct slab_answer *a = slab_ask(SLAB_SITES, "every=2s samples=4");
	pid_t busy = keep_busy();
	const char *text;
	uint64_t leaks, remembers;

	text = slab_rest(a);
	kill(busy, SIGKILL);
	waitpid(busy, NULL, 0);
	leaks = slab_id(text, "site", "pagesnap_leak_begin+");
	remembers = slab_id(text, "site", "pagesnap_leak_remember+");
	see_rounds(text);
	ktap_equal(worst(), leaks, "live bytes of the site that leaks grow most from round to round");
	ktap_equal(histories[leaks].grew, ROUNDS, "live bytes of the site that leaks grow in each round");
	ktap_ok(histories[remembers].grew < ROUNDS,
		"live bytes of a site that keeps its last thousand objects stop growing");
	if (worst() != leaks)
		ktap_note("%.8000s", text);
	slab_close(a);
}

static unsigned int count_objects(const char *text, const char *site, bool *is_of_module)
{
	uint64_t id = slab_id(text, "site", site);
	unsigned int n = 0;
	const char *line;

	for (line = slab_line(text, "object"); line; line = slab_next_line(line, "object")) {
		n += slab_number(line, "site") == id;
		*is_of_module &= slab_number(line, "requested") == 184;
	}
	return n;
}

/* What is old and alive when all requests are over. */
static void test_objects(void)
{
	struct slab_round r = {
		.file = SLAB_OBJECTS, .ms = 6000, .spare_ms = 3000,
		.options = "min-age=3s site=pagesnap_leak_begin"
	};
	bool alike = true;
	const char *text;

	while (slab_round(&r))
		handle(REQUESTS);
	text = slab_rest(r.answer);
	ktap_equal(count_objects(text, "pagesnap_leak_begin+", &alike), FORGOTTEN,
		   "each object that was forgotten is alive, and no other of its site");
	ktap_ok(alike, "what is told of a leak is what was asked for there");
	slab_close(r.answer);
}

/* What is kept, but not forgotten, is young while requests go on. */
static void test_age(void)
{
	struct slab_answer *a = slab_ask(SLAB_OBJECTS,
					 "every=8s samples=1 min-age=4s site=pagesnap_leak_remember");
	pid_t busy = keep_busy();
	bool alike = true;

	ktap_equal(count_objects(slab_rest(a), "pagesnap_leak_remember+", &alike), 0,
		   "nothing is old of a site that keeps its last thousand objects");
	kill(busy, SIGKILL);
	waitpid(busy, NULL, 0);
	slab_close(a);
}

int main(void)
{
	int err;

	slab_load();
	err = module_load(&leaky, "");
	if (err)
		ktap_die("%s can't be loaded: errno %d", leaky.file, err);
	ht_at_exit(unload);
	test_rounds();
	test_objects();
	test_age();
	return ktap_end();
}
