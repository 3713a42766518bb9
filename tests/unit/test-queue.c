// SPDX-License-Identifier: GPL-2.0
/*
 * The queues of window=: what is above a window, and whether all get on.  In the model threads take
 * turns at each fault, which is what keeps them from getting on for longest.
 */
#include "unit.h"
#include "faults/queue.h"

#define ROOM 72
#define QUEUES 24
#define THREADS_MAX 16
#define PAGES_MAX 64
/* Beside those that an instruction needs. */
#define OTHERS 8
#define MANY 100000

static u64 places[QUEUES][ROOM];
static struct pagesnap_window windows[QUEUES];
static struct pagesnap_windows all;
static bool present[PAGES_MAX + OTHERS];

static void begin(u32 size)
{
	u32 i;

	memset(windows, 0, sizeof(windows));
	memset(present, 0, sizeof(present));
	for (i = 0; i < QUEUES; i++)
		windows[i].pages = places[i];
	all = (struct pagesnap_windows){
		.size = size, .room = ROOM, .nr = QUEUES, .windows = windows,
	};
}

/* As window.c does. */
static bool fault(u32 owner, u64 vpn, u64 place)
{
	struct pagesnap_window *w = pagesnap_queue_own(&all, owner, owner);
	bool stuck = false;
	u64 vpns[4];
	u32 nr = 0, i;

	present[vpn] = true;
	if (pagesnap_queue_pass(&all, w, vpn, place, &stuck))
		nr = pagesnap_queue_take(&all, w, vpns, 4);
	if (stuck)
		all.size = pagesnap_queue_larger(&all);
	for (i = 0; i < nr; i++)
		present[vpns[i]] = false;
	return stuck;
}

/* Of the pages of an instruction. */
static u32 first_absent(u32 pages)
{
	u32 i;

	for (i = 0; i < pages && present[i]; i++)
		;
	return i;
}

/* Until @threads are through one instruction that needs the same @pages of all. */
static u32 faults_of(u32 threads, u32 pages, u32 size)
{
	bool through[THREADS_MAX] = { };
	u32 nr = 0, left = threads, t, page;

	begin(size);
	for (t = 0; t < threads; t++)
		for (page = 0; page < OTHERS; page++)
			fault(t + 1, PAGES_MAX + page, page);
	for (t = 0; left && nr < MANY; t = (t + 1) % threads) {
		page = first_absent(pages);
		if (page < pages) {
			fault(t + 1, page, OTHERS);
			nr++;
		} else {
			left -= !through[t];
			through[t] = true;
		}
	}
	return nr;
}

static void gets_on(u32 threads, u32 pages, u32 most)
{
	u32 nr = faults_of(threads, pages, 1);

	ktap_ok(nr <= most, "%u threads that need the same %u pages get on within %u faults: %u",
		threads, pages, most, nr);
}

static void test_progress(void)
{
	static const u32 threads[] = { 2, 3, 4, 8, 16 };
	static const u32 pages[] = { 2, 3, 5, 8, 12, 34, 64 };
	u32 i, j;

	for (j = 0; j < ARRAY_SIZE(pages); j++) {
		gets_on(1, pages[j], 20 * pages[j]);
		for (i = 0; i < ARRAY_SIZE(threads); i++)
			gets_on(threads[i], pages[j], 2000 * threads[i]);
	}
}

/* Others protect it each time. */
static void test_waiting(void)
{
	bool stuck = false;
	u32 i;

	begin(1);
	fault(1, 5, 1);
	for (i = 0; i < 1000; i++)
		stuck |= fault(1, 3, 2);
	ktap_ok(!stuck && all.size == 1, "who waits for one page to change keeps its window");
	for (i = 0; i < 1000; i++)
		stuck |= fault(1, 3 + i % 2, i);
	ktap_ok(!stuck, "who goes from page to page and gets on keeps its window");
}

/* An instruction needs pages that are the oldest, and one more: each of them faults once. */
static void test_enough(void)
{
	bool stuck;
	u32 page;

	begin(8);
	for (page = 0; page < 8; page++)
		fault(1, page, page);
	stuck = fault(1, 8, 99);
	while ((page = first_absent(4)) < 4)
		stuck |= fault(1, page, 99);
	ktap_ok(!stuck && all.size == 8, "an instruction that a window is enough for keeps it");
}

static void test_above(void)
{
	struct pagesnap_window *w;
	u64 vpns[4];

	begin(2);
	w = pagesnap_queue_own(&all, 7, 7);
	pagesnap_queue_add(&all, w, 10);
	pagesnap_queue_add(&all, w, 11);
	ktap_equal(pagesnap_queue_take(&all, w, vpns, 4), 0, "nothing is above a window that is full");
	pagesnap_queue_add(&all, w, 12);
	pagesnap_queue_add(&all, w, 13);
	ktap_ok(pagesnap_queue_take(&all, w, vpns, 4) == 2 && vpns[0] == 10 && vpns[1] == 11,
		"what came first is above a window first");
	pagesnap_queue_give_back(&all, w, 11);
	pagesnap_queue_give_back(&all, w, 10);
	ktap_ok(pagesnap_queue_take(&all, w, vpns, 1) == 1 && vpns[0] == 10,
		"what was given back is above first");
	ktap_ok(pagesnap_queue_pass(&all, w, 13, 1, NULL) && w->nr == 3,
		"what was given back is not what was used last");
	pagesnap_queue_take(&all, w, vpns, 4);
	pagesnap_queue_add(&all, w, 12);
	ktap_equal(pagesnap_queue_take(&all, w, vpns, 4), 0, "the page that is needed now stays");
	all.size = 0;
	ktap_equal(pagesnap_queue_take(&all, w, vpns, 4), 0,
		   "nothing is above a window that was given up");
}

static void test_owners(void)
{
	struct pagesnap_window *w;
	u32 i;

	begin(4);
	w = pagesnap_queue_own(&all, 1, 0);
	pagesnap_queue_add(&all, w, 10);
	ktap_ok(pagesnap_queue_own(&all, 1, 0) == w && w->nr == 1, "a thread finds its queue again");
	for (i = 2; i < 9; i++)
		ktap_ok(pagesnap_queue_own(&all, i, 0) != w, "thread %u takes a queue of nobody", i);
	ktap_ok(pagesnap_queue_own(&all, 9, 0) == w && !w->nr && w->owner == 9,
		"who finds none takes that which was used least of late, empty");
}

int main(void)
{
	test_progress();
	test_waiting();
	test_enough();
	test_above();
	test_owners();
	return ktap_end();
}
