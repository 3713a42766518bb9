// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * Windows of which much is asked: by threads that get into each other's way, and by sweeps that
 * find many pages in them; and what the kernel itself touches for their sake.
 */
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "ask-faults.h"
#include "ktap.h"
#include "states.h"

#define THREADS 8

static struct flt_target *target;
static pthread_barrier_t barrier;

static char *anon(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	madvise(at, FLT_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at, FLT_PAGES);
	return at;
}

static void run(struct flt_target *t, unsigned int nr, void *(*what)(void *))
{
	pthread_t threads[64];
	uintptr_t i;

	target = t;
	pthread_barrier_init(&barrier, NULL, nr);
	for (i = 0; i < nr; i++)
		if (pthread_create(&threads[i], NULL, what, (void *)i))
			ktap_die("pthread_create");
	for (i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
}

static struct flt_answer *ask_whole(const struct flt_target *t, const char *options)
{
	char whole[16];

	snprintf(whole, sizeof(whole), "%d", t->pid);
	return flt_ask(whole, options);
}

/* Getting on ----------------------------------------------------------------------- */

/* All move between the same pages, over their borders: with the code at least five at once. */
static void *move_shared(void *thread)
{
	char *base = (char *)(uintptr_t)target->at;
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = 0; i < 50; i++) {
		char *from = base + ST_PAGE - 100, *to = base + 4 * ST_PAGE - 101;
		unsigned long nr = 25;

		asm volatile("rep movsq" : "+S" (from), "+D" (to), "+c" (nr) : : "memory");
	}
	(void)thread;
	return NULL;
}

static void many_move_shared(struct flt_target *t)
{
	run(t, THREADS, move_shared);
}

static void swarm(struct flt_target *t)
{
	run(t, 64, move_shared);
}

static void test_shared(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = ask_whole(t, "every=1h window=1");

	flt_act(t, many_move_shared);
	ktap_ok(true, "threads get past an instruction that needs the same pages of all");
	flt_act(t, swarm);
	ktap_ok(true, "64 threads do, with fewer windows");
	flt_read(a, 300);
	ktap_ok(!!flt_next(a, NULL, PAGESNAP_REC_WINDOW), "their larger window is told");
	flt_close(a);
	flt_end(t);
}

/* The kernel's own touches --------------------------------------------------------- */

static void *touch(void *thread)
{
	char *at = (char *)(uintptr_t)target->at;
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = 0; !thread && i < target->nr; i++)
		++*(volatile char *)(at + target->page[i] * ST_PAGE);
	pthread_barrier_wait(&barrier);
	return NULL;
}

static void one_of_two(struct flt_target *t)
{
	run(t, 2, touch);
}

static void test_kernel(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = ask_whole(t, "every=1h window=8");
	const struct pagesnap_rec *rec = NULL;
	unsigned int all = 0, kernels = 0, healed = 0;

	flt_choose(t, 8000, FLT_PAGES, 0);
	flt_act(t, one_of_two);
	flt_read(a, 500);
	while ((rec = flt_next(a, rec, PAGESNAP_REC_FAULT))) {
		all++;
		kernels += !!(rec->flags & PAGESNAP_RF_BY_KERNEL);
		healed += !!(rec->flags & PAGESNAP_RF_HEALED);
	}
	ktap_note("%u faults, %u by the kernel, %u healed", all, kernels, healed);
	ktap_ok(kernels * 50 < all, "the kernel touches next to nothing when a thread does its work");
	flt_close(a);
	flt_end(t);
}

/* Sweeps --------------------------------------------------------------------------- */

static void *touch_many(void *thread)
{
	char *at = (char *)(uintptr_t)target->at;
	unsigned int i;

	(void)thread;
	for (i = 0; i < FLT_PAGES; i++)
		++*(volatile char *)(at + i * ST_PAGE);
	return NULL;
}

static void four_touch(struct flt_target *t)
{
	run(t, 4, touch_many);
}

/* The shortest of some, in ns, of those that left as many pages alone. */
static uint64_t time_of_sweep(const char *options, uint64_t in_windows)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = flt_ask_pages(t, options);
	unsigned int before, n;
	uint64_t best = UINT64_MAX;

	for (n = 0; n < 6; n++) {
		flt_act(t, four_touch);
		for (before = a->sweeps; a->sweeps == before;)
			flt_read(a, 100);
		if (a->sweep.entries - a->sweep.guarded - a->sweep.still >= in_windows &&
		    a->sweep.took_ns < best)
			best = a->sweep.took_ns;
	}
	ktap_note("%s: %llu us", options, (unsigned long long)best / 1000);
	flt_close(a);
	flt_end(t);
	return best;
}

static void test_sweep(void)
{
	uint64_t without = time_of_sweep("every=1s", 0);
	uint64_t with = time_of_sweep("every=1s window=1024", FLT_PAGES / 2);

	ktap_ok(with < 8 * without, "a sweep takes not much longer with full windows");
}

int main(void)
{
	flt_load();
	srandom(5);
	test_kernel();
	test_sweep();
	test_shared();
	return ktap_end();
}
