// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tenants,tasks needs=userns disturbs=memory */
/*
 * As many VMAs as the kernel allows, in a process that changes them, forks, and
 * ends while it is asked about.
 */
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

#define VMAS	65000U
/* Processes that end while they are asked about. */
#define ENDS	6

struct scene {
	volatile pid_t pid;
	volatile unsigned int ready;
	volatile unsigned int nr;
};

static void have_many(void *ctx)
{
	struct scene *s = ctx;

	s->nr = ht_vmas(VMAS / ktap_slowness());
	s->pid = ht_pid();
	s->ready++;
}

/* Never the same for long: whoever walks it meets other VMAs. */
static void change_them(void *ctx)
{
	unsigned int i;
	char *at;

	have_many(ctx);
	for (i = 0;; i++) {
		at = mmap(NULL, 64 * ST_PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			continue;
		at[i % 64 * ST_PAGE] = 1;
		munmap(at, 64 * ST_PAGE);
	}
}

static void be_hostile(void *ctx)
{
	ht_spawn(change_them, ctx);
}

/* It is killed while readers are somewhere in it, and comes again. */
static void end_while_asked(struct scene *s)
{
	struct ht_tenant t;
	struct ht_reader r[4];
	unsigned int i, j, stuck = 0;

	for (i = 0; i < ENDS; i++) {
		s->ready = 0;
		ht_start(&t, be_hostile, s);
		if (!ht_reaches(&s->ready, 1, 20000))
			ktap_die("no VMAs");
		for (j = 0; j < 4; j++)
			ht_ask(&r[j], "task_index", "%d group=%s", s->pid, j % 2 ? "page" : "run");
		usleep(20000 * i);
		kill(s->pid, SIGKILL);
		for (j = 0; j < 4; j++)
			stuck += ht_outcome(&r[j], 2000) == HT_STUCK;
		if (!ht_end(&t))
			ktap_die("the tenant doesn't go");
	}
	ktap_equal(stuck, 0, "readers outlive processes that end meanwhile");
}

int main(void)
{
	struct scene *s = ht_shared(sizeof(*s));
	struct ht_about about = { };
	struct ht_tenant t;

	ht_setup();
	ht_watch();
	ht_start(&t, be_hostile, s);
	if (!ht_reaches(&s->ready, 1, 20000))
		ktap_die("no VMAs");
	ktap_ok(s->nr >= VMAS / ktap_slowness() * 9 / 10, "a process has %u VMAs", s->nr);
	about.pid = s->pid;
	ht_ask_all(&about, 3000, "many VMAs");
	ktap_ok(ht_end(&t), "the tenant goes");
	end_while_asked(s);
	ht_nothing_is_left();
	return ktap_end();
}
