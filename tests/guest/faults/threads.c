// SPDX-License-Identifier: GPL-2.0
/* tags: collection=faults about=faults needs=- disturbs=module machine=turns */
/*
 * A window over a process with several threads: each tells what it touched, in its order; what they
 * write stays; an instruction that needs more pages than the window gets on; and a thread that
 * sleeps in a fault keeps nothing but the module.
 */
#include <errno.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ask-faults.h"
#include "ask-numbers.h"
#include "hostile.h"
#include "ktap.h"
#include "oracles.h"
#include "states.h"

#define THREADS 4
#define TOUCHES 8000
#define OWN (FLT_PAGES / THREADS)
/* More than the places for work that belong to two CPUs. */
#define SLEEPERS 40

static char *anon(void)
{
	char *at = st_map(FLT_PAGES, MAP_PRIVATE);

	madvise(at, FLT_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(at, FLT_PAGES);
	return at;
}

/* Touching ------------------------------------------------------------------------- */

static struct flt_target *target;
static pthread_barrier_t barrier;

/* Of the touches that the test chose, each thread does every fourth, in a quarter of its own. */
static unsigned int page_of(const struct flt_target *t, unsigned int i)
{
	return i % THREADS * OWN + t->page[i] % OWN;
}

static void *touch_own(void *thread)
{
	char *at = (char *)(uintptr_t)target->at;
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = (uintptr_t)thread; i < target->nr; i += THREADS)
		++*(volatile unsigned int *)(at + page_of(target, i) * ST_PAGE);
	return NULL;
}

/* All count in all pages. */
static void *touch_all(void *thread)
{
	char *at = (char *)(uintptr_t)target->at + (uintptr_t)thread * sizeof(int);
	unsigned int i;

	pthread_barrier_wait(&barrier);
	for (i = 0; i < target->nr; i++)
		++*(volatile unsigned int *)(at + target->page[i] % 64 * ST_PAGE);
	return NULL;
}

/* Each byte that is moved needs its two pages at once. */
static void *move(void *thread)
{
	char *from = (char *)(uintptr_t)target->at + 2 * (uintptr_t)thread * ST_PAGE;
	char *to = from + ST_PAGE;
	unsigned long nr = 2048;

	pthread_barrier_wait(&barrier);
	asm volatile("rep movsb" : "+S" (from), "+D" (to), "+c" (nr) : : "memory");
	return NULL;
}

static void run(struct flt_target *t, void *(*what)(void *))
{
	pthread_t threads[THREADS];
	uintptr_t i;

	target = t;
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, what, (void *)i))
			ktap_die("pthread_create");
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static void each_its_own(struct flt_target *t)
{
	run(t, touch_own);
}

static void all_alike(struct flt_target *t)
{
	const unsigned int *at = (const unsigned int *)(uintptr_t)t->at;
	unsigned int i, n;

	memset((char *)(uintptr_t)t->at, 0, 64 * ST_PAGE);
	run(t, touch_all);
	for (t->result = 0, i = 0; i < 64; i++)
		for (n = 0; n < THREADS; n++)
			t->result += at[i * ST_PAGE / sizeof(*at) + n];
}

static void two_pages_at_once(struct flt_target *t)
{
	run(t, move);
}

/* Looking -------------------------------------------------------------------------- */

/* What a thread touched that wasn't told, and what was told and not touched. */
struct difference {
	unsigned int touches;
	unsigned int missed;
	unsigned int extra;
};

/* The next touch of @thread of another page, from @i on, which moves behind it. */
static unsigned int next_touch(const struct flt_target *t, unsigned int *i, unsigned int before)
{
	unsigned int page = before;

	for (; *i < t->nr && page == before; *i += THREADS)
		page = page_of(t, *i);
	return page == before ? FLT_PAGES : page;
}

/* One fault of a thread after the other: touches that are passed over were missed. */
static void follow(const struct flt_answer *a, const struct flt_target *t, unsigned int thread,
		   struct difference *d)
{
	const struct pagesnap_rec *rec = NULL;
	unsigned int i = thread, at = FLT_PAGES, ahead, j, page, told;

	while ((rec = flt_next(a, rec, PAGESNAP_REC_FAULT))) {
		const struct pagesnap_faults_fault *f = (const void *)rec;

		told = flt_vpn(f) - t->at / ST_PAGE;
		if (told / OWN != thread || told == at)
			continue;
		for (j = i, page = at, ahead = 0; ahead < 64; ahead++) {
			page = next_touch(t, &j, page);
			if (page == told || page == FLT_PAGES)
				break;
		}
		if (page != told) {
			d->extra++;
			continue;
		}
		d->missed += ahead;
		d->touches += ahead + 1;
		at = told;
		i = j;
	}
	while ((page = next_touch(t, &i, at)) != FLT_PAGES) {
		at = page;
		d->touches++;
		d->missed++;
	}
}

/* All threads of a process touch, in a window of one page. */
static struct difference compare(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = flt_ask_pages(t, "every=1h window=1");
	struct difference d = { };
	unsigned int i;

	flt_choose(t, TOUCHES, FLT_PAGES, 0);
	flt_act(t, each_its_own);
	flt_read(a, 800);
	for (i = 0; i < THREADS; i++)
		follow(a, t, i, &d);
	ktap_note("%u touches, %u missed, %u extra", d.touches, d.missed, d.extra);
	flt_close(a);
	flt_end(t);
	return d;
}

static void test_order(void)
{
	struct difference d = compare();

	ktap_ok(d.touches > TOUCHES * 9 / 10, "the threads touch what the test chose");
	ktap_ok(d.missed * 100 <= d.touches, "99 of a hundred touches of four threads are told");
	ktap_equal(d.extra, 0, "no thread is told to touch out of its order");
}

static void test_content(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = flt_ask_pages(t, "every=20ms window=8");

	flt_choose(t, TOUCHES, FLT_PAGES, 0);
	flt_act(t, all_alike);
	ktap_equal(t->result, TOUCHES * THREADS, "all that four threads write in the same pages stays");
	flt_read(a, 300);
	ktap_ok(!!flt_next(a, NULL, PAGESNAP_REC_FAULT), "threads in the same pages fault");
	flt_close(a);
	flt_end(t);
}

static void test_progress(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = flt_ask_pages(t, "every=1h window=1");
	const struct pagesnap_faults_window *w;

	flt_act(t, two_pages_at_once);
	ktap_ok(true, "threads get past an instruction that needs more pages than their window");
	flt_read(a, 300);
	w = (const void *)flt_next(a, NULL, PAGESNAP_REC_WINDOW);
	ktap_ok(w && w->window > 1, "the larger window of threads is told");
	flt_close(a);
	flt_end(t);
}

/* Sleeping ------------------------------------------------------------------------- */

static int uffd = -1;
static char *missing;
static volatile pid_t sleeper;		/* the last */

/* First it touches pages of its own, so that something is above its window. */
static void *wait_for_page(void *page)
{
	unsigned int i, first = ((char *)page - missing) / ST_PAGE * (FLT_PAGES / SLEEPERS);

	sleeper = gettid();
	for (i = first; i < first + FLT_PAGES / SLEEPERS; i++)
		*(volatile char *)(uintptr_t)(target->at + i * ST_PAGE) = 2;
	*(volatile char *)page = 1;
	return NULL;
}

static void provide(char *at, unsigned int nr)
{
	struct uffdio_zeropage zero = { .range = { (uintptr_t)at, nr * ST_PAGE } };

	if (ioctl(uffd, UFFDIO_ZEROPAGE, &zero))
		ktap_die("UFFDIO_ZEROPAGE: errno %d", errno);
}

/* Threads fault, each on a page of its own, and are given them when the test says so. */
static void sleep_in_faults(struct flt_target *t, unsigned int nr)
{
	struct uffdio_api api = { .api = UFFD_API };
	char *at = st_map(nr, MAP_PRIVATE);
	struct uffdio_register reg = {
		.range = { (uintptr_t)at, nr * ST_PAGE }, .mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	pthread_t threads[SLEEPERS];
	unsigned int i;

	target = t;
	missing = at;
	uffd = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (uffd < 0 || ioctl(uffd, UFFDIO_API, &api) || ioctl(uffd, UFFDIO_REGISTER, &reg))
		ktap_die("userfaultfd: errno %d", errno);
	for (i = 0; i < nr; i++) {
		sleeper = 0;
		if (pthread_create(&threads[i], NULL, wait_for_page, at + i * ST_PAGE))
			ktap_die("pthread_create");
		/* one at a time: who doesn't get mmap_lock at once has no work */
		while (!sleeper)
			usleep(500);
		if (!ht_waits(sleeper, 20000))
			ktap_die("a thread doesn't sleep in its fault");
	}
	t->result = 1;
	while (t->result == 1)
		usleep(1000);
	provide(at, nr);
	for (i = 0; i < nr; i++)
		pthread_join(threads[i], NULL);
}

static void one_sleeps(struct flt_target *t)
{
	sleep_in_faults(t, 1);
}

static void many_sleep(struct flt_target *t)
{
	sleep_in_faults(t, SLEEPERS);
}

static void wait_for(volatile uint64_t *value, uint64_t wanted)
{
	while (*value != wanted)
		usleep(1000);
}

/* What the file stats says of work that threads have not done. */
static unsigned int works(void)
{
	char text[2048];
	const char *at;

	st_get(FAULTS "stats", text, sizeof(text));
	at = strstr(text, " works=");
	return at ? strtoul(at + 7, NULL, 10) : UINT32_MAX;
}

/* A session with a process whose threads sleep. */
static struct flt_answer *ask_sleepers(struct flt_target *t, void (*sleep)(struct flt_target *))
{
	char whole[16];
	struct flt_answer *a;

	snprintf(whole, sizeof(whole), "%d", t->pid);
	a = flt_ask(whole, "every=20ms window=8");
	t->act = sleep;
	turns_ask(&t->turns);
	wait_for(&t->result, 1);
	flt_read(a, 200);
	return a;
}

static void wake(struct flt_target *t)
{
	t->result = 2;
	while (!turns_are_done(&t->turns))
		usleep(1000);
}

static void test_sleepers(void)
{
	struct flt_target *t = flt_start(anon);
	struct flt_answer *a = ask_sleepers(t, many_sleep);
	struct difference d;

	flt_read(a, 1000);
	ktap_note("%u sleep", works());
	ktap_ok(works() > SLEEPERS / 2, "many threads have not come to their work");
	d = compare();
	ktap_ok(d.touches && d.missed * 100 <= d.touches,
		"threads of others keep their windows while many sleep");
	wake(t);
	flt_close(a);
	flt_end(t);
}

/* The longest of some sessions' ends, in seconds; they may lie where one before did. */
static double time_to_close(void)
{
	struct flt_target *t = flt_start(anon);
	double before, longest = 0;
	unsigned int i;

	for (i = 0; i < 4; i++) {
		struct flt_answer *a = flt_ask_pages(t, "every=1h");

		before = now();
		flt_close(a);
		if (now() - before > longest)
			longest = now() - before;
	}
	ktap_note("%.3f s to close", longest);
	flt_end(t);
	return longest;
}

static void test_sleeper(void)
{
	struct flt_target *t = flt_start(anon);
	double usual = time_to_close();
	bool is_quick = false;
	unsigned int i;

	flt_close(ask_sleepers(t, one_sleeps));
	ktap_ok(true, "a session ends although a thread of its target sleeps in a fault");
	ktap_equal(or_number(FAULTS "stats", "guards memories="), 0, "the sleeper's memory is let go of");
	ktap_equal(works(), 1, "one thread has not come to its work");
	ktap_equal(module_unload(faults.name), EWOULDBLOCK, "unloading is refused while it sleeps");
	/* a machine that stands still does so once, and who waits does each time */
	for (i = 0; i < 3 && !is_quick; i++)
		is_quick = time_to_close() < usual + 1.5;
	ktap_ok(is_quick, "sessions that end later don't wait for it again");
	wake(t);
	ktap_equal(works(), 0, "the thread has done its work when it goes on");
	flt_end(t);
	ktap_equal(module_unload(faults.name), 0, "unloading works when it goes on");
	flt_load();
}

int main(void)
{
	flt_load();
	srandom(5);
	test_order();
	test_content();
	test_progress();
	test_sleepers();
	test_sleeper();
	return ktap_end();
}
