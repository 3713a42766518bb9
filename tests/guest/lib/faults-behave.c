// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ask-faults.h"
#include "faults-behave.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"

/* Of who acts and who traces. */
static struct talk {
	volatile bool go;
	volatile bool traced;
	volatile unsigned int wanted;	/* sweeps: raised by who acts */
	volatile unsigned int had;	/* follows */
	volatile uint64_t result;
	volatile unsigned int expected;	/* how often something was to take place */
	const char *volatile lacking;	/* the first that didn't; a string of the program's own */
	volatile bool over;
} *talk;

void behave_expect(bool took_place, const char *what)
{
	talk->expected++;
	if (!took_place && !talk->lacking)
		talk->lacking = what;
}

void behave_protect(void)
{
	unsigned int wanted = ++talk->wanted;

	while (talk->had != wanted)
		usleep(500);
}

char *behave_make(unsigned int pages)
{
	char *at = mmap(NULL, pages * ST_PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		abort();
	madvise(at, pages * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at, pages);
	return at;
}

unsigned int behave_good(const char *at, unsigned int pages)
{
	unsigned int i, good = 0;

	for (i = 0; i < pages; i++)
		good += *(volatile uint64_t *)(at + i * ST_PAGE) == (uintptr_t)at + i + 1;
	return good;
}

static pid_t start(uint64_t (*act)(void))
{
	pid_t pid;

	memset(talk, 0, sizeof(*talk));
	fflush(stdout);
	pid = fork();
	if (pid)
		return pid;
	while (!talk->go)
		usleep(500);
	talk->result = act();
	talk->over = true;
	_exit(0);
}

/* Two sweeps that began later than this was asked for: the first may be past some of it. */
static void attend(struct flt_answer *a)
{
	unsigned int sweeps;

	if (talk->had == talk->wanted)
		return;
	sweeps = a ? a->sweeps + 2 : 0;
	while (a && a->sweeps < sweeps && !a->has_end)
		flt_read(a, 5);
	talk->had = talk->wanted;
}

static uint64_t run(uint64_t (*act)(void), const char *options, struct flt_answer **answer)
{
	pid_t pid = start(act);
	struct flt_answer *a = NULL;
	char target[16];
	int status = 0;
	unsigned int naps = 0;

	snprintf(target, sizeof(target), "%d", pid);
	if (options)
		a = flt_ask(target, options);
	talk->traced = options;
	talk->go = true;
	while (waitpid(pid, &status, WNOHANG) == 0 && naps++ < 8000U * ktap_slowness()) {
		attend(a);
		if (a)
			flt_read(a, 2);
		else
			usleep(2000);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	if (!talk->over)
		ktap_note("it ended with status %#x", status);
	*answer = a;
	return talk->over ? talk->result : UINT64_MAX;
}

static unsigned int ours(const struct flt_answer *a)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int n = 0;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_FAULT)))
		n += flt_was((const void *)rec) == PAGESNAP_FAULT_WAS_OURS;
	return n;
}

bool behave_is_traced(void)
{
	return talk->traced;
}

static void took_place(const struct behave *b, const char *how)
{
	ktap_ok(talk->expected && !talk->lacking, "%s: %s, what it is about takes place", b->what, how);
	if (talk->lacking)
		ktap_note("it doesn't: %s", talk->lacking);
}

static void compare(const struct behave *b, uint64_t expected, const char *options)
{
	struct flt_answer *a;
	uint64_t got = run(b->act, options, &a);

	took_place(b, options);
	ktap_equal(got, expected, "%s, with %s as without a tracer", b->what, options);
	ktap_ok(ours(a) > 0, "%s: with %s pages were made to fault", b->what, options);
	flt_close(a);
}

void behave_compare(const struct behave *all, unsigned int nr)
{
	struct flt_answer *none;
	uint64_t expected;
	unsigned int i;

	talk = ht_shared(sizeof(*talk));
	for (i = 0; i < nr; i++) {
		expected = run(all[i].act, NULL, &none);
		if (expected == UINT64_MAX)
			ktap_die("%s: untraced it fails", all[i].what);
		took_place(&all[i], "untraced");
		ktap_note("%s: %llu untraced", all[i].what, (unsigned long long)expected);
		compare(&all[i], expected, "every=20ms");
		compare(&all[i], expected, "every=20ms window=8 children=1");
	}
}
