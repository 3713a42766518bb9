// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses needs=thp,cgroup disturbs=module,settings */
/*
 * Sessions that look at the same process: each is told of all that was touched since its own look
 * before, though others have cleared it, and of nothing else.
 */
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "accessed-memory.h"
#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"

#define CGROUP "/sys/fs/cgroup/accesses-shared"
#define SOON 200
#define LATER 350

static struct acc_target *t;

/* A session, and what it must be told of in its next sample, or the two that are due meanwhile. */
struct view {
	int fd;
	bool due[ACC_PAGES];
};

static void view(struct view *v, unsigned int every)
{
	memset(v->due, 0, sizeof(v->due));
	v->fd = acc_ask_every(t, every, "samples=99");
}

/* @b may be NULL. */
static void touch(unsigned int run, struct view *a, struct view *b)
{
	unsigned int i;

	acc_choose(t, run > 1 ? 2 : 9, run);
	acc_touch(t);
	for (i = 0; i < ACC_PAGES; i++) {
		a->due[i] |= t->touch[i];
		if (b)
			b->due[i] |= t->touch[i];
	}
}

static void look(struct view *v, const char *name)
{
	unsigned int i, missed = 0, extra = 0, due = 0, lost = 0;
	struct acc_round r;

	acc_round(v->fd, t, 1, &r);
	for (i = 0; i < ACC_PAGES; i++) {
		due += v->due[i];
		missed += v->due[i] && !r.accessed[i];
		extra += !v->due[i] && r.accessed[i];
		lost += r.seen[i] != r.samples;
	}
	memset(v->due, 0, sizeof(v->due));
	ktap_equal(missed, 0, "%s: of %u pages that were touched", name, due);
	ktap_equal(extra, 0, "%s: nothing else was accessed", name);
	ktap_equal(r.sample_accessed, due, "%s: samples count the same", name);
	ktap_ok(!lost && acc_says(&r, " lost=0 "), "%s: each page is told of", name);
}

/* One of them looks three times while the other looks once. */
static void test_two(char *(*make)(void), unsigned int run, const char *kind)
{
	static struct view often, seldom;
	unsigned int round, rounds = ktap_slowness() > 1 ? 1 : 2;

	t = acc_start(make);
	view(&often, SOON);
	view(&seldom, LATER);
	ktap_note("two sessions: %s", kind);
	for (round = 0; round < rounds; round++) {
		touch(run, &often, &seldom);
		look(&often, "two, the first after its own");
		touch(run, &often, &seldom);
		look(&often, "two, the first again");
		touch(run, &often, &seldom);
		look(&seldom, "two, the other after three");
		look(&often, "two, the first after the other");
		look(&seldom, "two, the other after nothing");
	}
	close(often.fd);
	close(seldom.fd);
	acc_end(t);
}

static void test_comes_and_goes(void)
{
	static struct view first, second, third;

	t = acc_start(acc_anon);
	view(&first, SOON);
	touch(1, &first, NULL);
	view(&second, SOON);
	look(&first, "the other has begun: the first");
	touch(1, &first, &second);
	look(&second, "the other has begun: it");
	close(second.fd);
	touch(1, &first, NULL);
	view(&third, SOON);
	look(&third, "one has ended, another begins: it");
	look(&first, "one was closed in the middle: the first");
	touch(1, &first, &third);
	close(first.fd);
	look(&third, "the first has ended: the other");
	close(third.fd);
	acc_end(t);
}

/* Of one huge page a part gets another protection: its entry becomes those of a table. */
static void split(char *at)
{
	if (mprotect(at + 3 * ST_PAGE, ST_PAGE, PROT_READ))
		ktap_die("mprotect");
}

static void test_split(void)
{
	static struct view one, other;

	t = acc_start(acc_thps);
	view(&one, SOON);
	view(&other, LATER);
	touch(ACC_PAGES, &one, &other);
	if (!one.due[0])
		touch(ACC_PAGES, &one, &other);
	look(&one, "split: one, before");
	t->act = split;
	acc_touch(t);
	look(&other, "split: the other, afterwards");
	look(&one, "split: one, afterwards");
	close(one.fd);
	close(other.fd);
	acc_end(t);
}

/* Another page comes to the place of one that was touched. */
#define PLACE 5
#define CAME_FROM 100

static void replace(char *at)
{
	if (mremap(at + CAME_FROM * ST_PAGE, ST_PAGE, ST_PAGE, MREMAP_MAYMOVE | MREMAP_FIXED,
		   at + PLACE * ST_PAGE) == MAP_FAILED)
		ktap_die("mremap");
}

static void test_replaced(void)
{
	static struct view one, other;
	struct acc_round r;
	int i;

	t = acc_start(acc_anon);
	view(&one, SOON);
	view(&other, LATER);
	memset((void *)t->touch, 0, sizeof(t->touch));
	for (i = PLACE; i < PLACE + 2; i++) {
		t->touch[i] = true;
		one.due[i] = true;
	}
	acc_touch(t);
	look(&one, "replaced: one, before");
	t->act = replace;
	acc_touch(t);
	acc_round(other.fd, t, 1, &r);
	ktap_ok(r.seen[PLACE] && !r.accessed[PLACE],
		"replaced: a page that came wasn't accessed");
	ktap_equal(r.accessed[PLACE + 1], 1, "replaced: the one beside it was");
	ktap_ok(r.sample_accessed == 1 && acc_says(&r, " lost=1 "),
		"replaced: the page that was there is lost, and counted");
	close(one.fd);
	close(other.fd);
	acc_end(t);
}

/* The pages of a whole table: the first that begins behind the first page. */
static char *whole_table(char *at)
{
	return (char *)(((uintptr_t)at + ST_HUGE) & ~(ST_HUGE - 1));
}

static void unmap_table(char *at)
{
	if (munmap(whole_table(at), ST_HUGE))
		ktap_die("munmap");
}

static void come_there(char *at)
{
	if (mremap(at, ST_PAGE, ST_PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, whole_table(at)) ==
	    MAP_FAILED)
		ktap_die("mremap");
}

/* What was touched goes with its table; later another page has its place. */
static void test_gone(void)
{
	static struct view one, other;
	struct acc_round r;
	unsigned int i;

	t = acc_start(acc_anon);
	i = (whole_table((char *)(uintptr_t)t->at) - (char *)(uintptr_t)t->at) / ST_PAGE;
	view(&one, SOON);
	view(&other, SOON);
	memset((void *)t->touch, 0, sizeof(t->touch));
	t->touch[i] = true;
	one.due[i] = true;
	acc_touch(t);
	look(&one, "gone: one, before");
	t->act = unmap_table;
	acc_touch(t);
	acc_round(other.fd, t, 1, &r);
	ktap_ok(!r.seen[i] && !r.sample_accessed && !r.sample_lost,
		"gone: the other has nothing to tell of");
	t->act = come_there;
	acc_touch(t);
	acc_round(other.fd, t, 1, &r);
	ktap_ok(r.seen[i] && !r.sample_accessed && !r.sample_lost,
		"gone: nothing is kept for who comes there");
	close(one.fd);
	close(other.fd);
	acc_end(t);
}

/* As many page tables, of each of which a page is touched. */
#define TABLES 256

static void touch_tables(char *at)
{
	unsigned int i;

	for (i = 0; i < TABLES; i++)
		*(volatile char *)(at + i * ST_HUGE) = 1;
}

static char *tables(void)
{
	char *at = mmap(NULL, TABLES * ST_HUGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		ktap_die("mmap");
	madvise(at, TABLES * ST_HUGE, MADV_NOHUGEPAGE);
	touch_tables(at);
	return at;
}

/*
 * The next sample of @fd finds no memory: neither to remember it, nor to tell others.  The test
 * itself must not ask for any there, be it to open a file: it would be killed.
 */
static void look_starved(int fd)
{
	struct acc_round r;
	int max, procs;

	st_set("/sys/fs/cgroup/cgroup.subtree_control", "+memory");
	mkdir(CGROUP, 0755);
	max = open(CGROUP "/memory.max", O_WRONLY | O_CLOEXEC);
	procs = open("/sys/fs/cgroup/cgroup.procs", O_WRONLY | O_CLOEXEC);
	mlockall(MCL_CURRENT);
	st_set(CGROUP "/cgroup.procs", "0");
	if (write(max, "512K", 4) != 4)
		ktap_die("memory.max");
	acc_read(fd, 1);
	if (write(max, "max", 3) != 3 || write(procs, "0", 1) != 1)
		ktap_die("the cgroup isn't left");
	munlockall();
	close(max);
	close(procs);
	acc_take(t, &r);
	ktap_ok(r.sample_lost > 0, "starved: one has no memory for all");
}

static void test_starved(void)
{
	char target[16];
	const char *before;
	struct acc_round r;
	int starved, other;

	t = acc_start(tables);
	snprintf(target, sizeof(target), "%d", t->pid);
	starved = acc_ask_for(target, "samples=9", &before);
	other = acc_ask_for(target, "samples=1", &before);
	t->act = touch_tables;
	acc_touch(t);
	look_starved(starved);
	close(starved);
	rmdir(CGROUP);
	acc_rest(other, t, &r);
	ktap_ok(r.sample_lost > 0, "starved: what could not be told is lost to the other");
	ktap_ok(r.sample_accessed + r.sample_lost >= TABLES,
		"starved: each page is told of or lost (%lu, %lu)", r.sample_accessed,
		r.sample_lost);
	ktap_ok(acc_says(&r, "\nend   q=1 status=partial "), "starved: its end says so");
	acc_end(t);
}

int main(void)
{
	st_quiet();
	acc_load();
	srandom(1);
	acc_in_time(test_two(acc_anon, 1, "small pages"));
	acc_in_time(test_two(acc_thps, ST_HUGE_PAGES, "huge pages"));
	acc_in_time(test_comes_and_goes());
	acc_in_time(test_split());
	test_replaced();
	test_gone();
	test_starved();
	return ktap_end();
}
