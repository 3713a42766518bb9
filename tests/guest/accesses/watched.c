// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses needs=watch,thp disturbs=module,settings machine=watched */
/*
 * What the emulator saw a process touch between two looks is what task_index tells of the second.
 * The process doesn't know which pages these are: it moves, sorts and searches, and has the
 * kernel read and write, at random places and across the edges of pages.  Mostly it waits while
 * there is a look, so that both mean the same time.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "accessed-memory.h"
#include "hostile.h"
#include "ktap.h"
#include "pagesnap-read.h"
#include "states.h"
#include "watched.h"

#define ROUNDS 12
#define BYTES (ACC_PAGES * ST_PAGE)
/* A phase keeps to some of these, so that there are huge pages that it doesn't touch. */
#define PART ST_HUGE
#define PARTS (BYTES / PART)
/* Of an operation, at most. */
#define LENGTH (3 * ST_PAGE)

/* What touches ----------------------------------------------------------------------- */

static unsigned int parts;
static int scratch = -1;
/* So that what looks for it isn't left out. */
static char *volatile found;

static char *somewhere(char *at)
{
	unsigned int part;

	do {
		part = random() % PARTS;
	} while (!(parts >> part & 1));
	return at + part * PART + random() % (PART - LENGTH);
}

static size_t some_length(void)
{
	return 1 + random() % (LENGTH - 1);
}

static void search(char *at)
{
	found = memchr(somewhere(at), (int)random(), some_length());
}

static void compare(char *at)
{
	found = memcmp(somewhere(at), somewhere(at), some_length()) ? at : NULL;
}

static void load_across(char *at)
{
	const char *from = somewhere(at);
	uint64_t value;

	from += ST_PAGE - (uintptr_t)from % ST_PAGE;
	asm volatile("movq %1, %0" : "=r" (value) : "m" (from[-3]));
}

static void load_string(char *at)
{
	const char *from = somewhere(at);
	size_t count = some_length();

	asm volatile("rep lodsb" : "+S" (from), "+c" (count) : : "rax", "memory");
}

/* copy_from_user() */
static void kernel_loads(char *at)
{
	if (pwrite(scratch, somewhere(at), some_length(), 0) < 0)
		ktap_die("pwrite");
}

static void move(char *at)
{
	memmove(somewhere(at), somewhere(at), some_length());
}

static void fill(char *at)
{
	memset(somewhere(at), (int)random(), some_length());
}

static int by_value(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(int));
}

static void sort(char *at)
{
	qsort(somewhere(at), some_length() / 64, sizeof(int), by_value);
}

static void add_locked(char *at)
{
	char *to = somewhere(at);

	to -= (uintptr_t)to % sizeof(uint64_t);
	__atomic_fetch_add((uint64_t *)to, 1, __ATOMIC_SEQ_CST);
}

static void store_string(char *at)
{
	char *to = somewhere(at);
	size_t count = some_length();

	asm volatile("rep stosb" : "+D" (to), "+c" (count) : "a" (7) : "memory");
}

/* copy_to_user(), clear_user() */
static void kernel_stores(char *at)
{
	static int zeros = -1;

	if (zeros < 0)
		zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	if (uname((struct utsname *)somewhere(at)) ||
	    pread(scratch, somewhere(at), some_length(), 0) < 0 ||
	    read(zeros, somewhere(at), some_length()) < 0)
		ktap_die("read");
}

static void (*const loading[])(char *at) = {
	search, compare, load_across, load_string, kernel_loads,
};

static void (*const storing[])(char *at) = {
	move, fill, sort, add_locked, store_string, kernel_stores,
};

#define SOME_OF(them, at) ((them)[random() % (sizeof(them) / sizeof(*(them)))](at))

static void load_some(char *at)
{
	unsigned int i;

	parts = 1 + random() % ((1 << PARTS) - 1);
	for (i = 0; i < 30; i++)
		SOME_OF(loading, at);
}

static void load_and_store(char *at)
{
	unsigned int i;

	load_some(at);
	for (i = 0; i < 20; i++)
		SOME_OF(storing, at);
}

/* Until the test says so, slowly enough that a sample doesn't find everything accessed. */
static volatile bool *enough;

static void wander(char *at)
{
	while (!*enough) {
		parts = (1 << PARTS) - 1;
		SOME_OF(loading, at);
		SOME_OF(storing, at);
		usleep(1000);
	}
}

/* Comparing -------------------------------------------------------------------------- */

struct kind {
	const char *name;
	char *(*make)(void);
	bool stores;
	bool clean;		/* no entry is dirty before it is stored to */
	unsigned int run;	/* pages of an entry */
};

struct sums {
	uint64_t loads;
	uint64_t stores;
	uint64_t touched;	/* pages, in each phase */
	uint64_t missed;
	uint64_t extra;
	uint64_t dirtied_wrong;
	uint64_t lost;		/* pages not told of at all, or twice */
	bool stored[ACC_PAGES];	/* in any phase so far */
};

static const struct kind *kind;
static unsigned int seed;

/* In the process that touches. */
static char *in_range(void)
{
	char *at = mremap(kind->make(), BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED,
			  WATCHED_MEMORY);

	if (at == MAP_FAILED)
		ktap_die("mremap");
	srandom(seed);
	return at;
}

static bool is_touched(const struct watched *w, unsigned int page)
{
	return w->loads[page] || w->stores[page];
}

static void compare_entry(const struct watched *w, const struct acc_round *r, unsigned int first,
			  struct sums *sums)
{
	bool touched = false;
	unsigned int i;

	for (i = first; i < first + kind->run; i++) {
		sums->loads += w->loads[i];
		sums->stores += w->stores[i];
		touched |= is_touched(w, i);
	}
	for (i = first; i < first + kind->run; i++) {
		sums->touched += touched;
		sums->missed += touched && !r->accessed[i];
		sums->extra += !touched && r->accessed[i];
		sums->lost += r->seen[i] != 1;
	}
}

/* D is never cleared: it tells of the first store alone. */
static void compare_dirtied(const struct watched *w, const struct acc_round *r, struct sums *sums)
{
	uint64_t want;
	unsigned int i;

	for (i = 0; i < ACC_PAGES; i++) {
		want = sums->stored[i] ? PS_UNKNOWN : !!w->stores[i];
		sums->dirtied_wrong += r->dirtied[i] != want;
		sums->stored[i] |= w->stores[i];
	}
}

static void one_round(int fd, struct acc_target *t, struct sums *sums)
{
	static struct watched w;
	static struct acc_round r;
	unsigned int i;

	watched_phase(&w);
	acc_touch(t);
	acc_round(fd, t, 1, &r);
	watched_phase(&w);
	for (i = 0; i < ACC_PAGES; i += kind->run)
		compare_entry(&w, &r, i, sums);
	if (kind->clean)
		compare_dirtied(&w, &r, sums);
}

static void tell(const struct sums *sums)
{
	const char *name = kind->name;

	ktap_note("%s: %lu loads and %lu stores, %lu pages touched, %lu missed, %lu extra", name,
		  sums->loads, sums->stores, sums->touched, sums->missed, sums->extra);
	ktap_ok(sums->loads > 1000, "%s: the emulator saw loads", name);
	if (kind->stores)
		ktap_ok(sums->stores > 1000, "%s: the emulator saw stores", name);
	else
		ktap_equal(sums->stores, 0, "%s: the emulator saw no stores", name);
	ktap_equal(sums->missed, 0, "%s: what the emulator saw touched was accessed", name);
	ktap_equal(sums->extra, 0, "%s: what was accessed the emulator saw touched", name);
	ktap_equal(sums->lost, 0, "%s: each page is told of once a sample", name);
	if (kind->clean)
		ktap_equal(sums->dirtied_wrong, 0,
			   "%s: dirtied is what the emulator saw stored to, for the first time", name);
}

static void test_kind(const struct kind *k)
{
	struct sums sums = { 0 };
	struct acc_target *t;
	unsigned int i;
	int fd;

	kind = k;
	seed++;
	t = acc_start(in_range);
	t->act = k->stores ? load_and_store : load_some;
	fd = acc_ask(t, k->clean ? "samples=12 write=1" : "samples=12");
	for (i = 0; i < ROUNDS; i++)
		one_round(fd, t, &sums);
	tell(&sums);
	close(fd);
	acc_end(t);
}

/* Without waiting -------------------------------------------------------------------- */

/*
 * A phase ends some time behind a look: what was touched in it the sample of this look tells of,
 * or the next one; and nothing else than what was touched in this phase or the one before.
 */
static void compare_late(const struct watched w[3], const struct acc_round r[3], struct sums *sums)
{
	unsigned int i;

	for (i = 0; i < ACC_PAGES; i++) {
		sums->touched += is_touched(&w[1], i);
		sums->missed += is_touched(&w[1], i) && !r[1].accessed[i] && !r[2].accessed[i];
		sums->extra += r[1].accessed[i] && !is_touched(&w[0], i) && !is_touched(&w[1], i);
	}
}

static void wander_rounds(int fd, const struct acc_target *t, struct sums *sums)
{
	static struct watched w[3];
	static struct acc_round r[3];
	unsigned int i;

	for (i = 0; i < ROUNDS; i++) {
		memmove(&w[0], &w[1], 2 * sizeof(w[0]));
		memmove(&r[0], &r[1], 2 * sizeof(r[0]));
		acc_round(fd, t, 1, &r[2]);
		watched_phase(&w[2]);
		if (i >= 2)
			compare_late(w, r, sums);
	}
}

static void test_wandering(void)
{
	static const struct kind anon = { "wandering", acc_anon, true, false, 1 };
	struct sums sums = { 0 };
	struct acc_target *t;
	int fd;

	kind = &anon;
	seed++;
	enough = ht_shared(sizeof(*enough));
	t = acc_start(in_range);
	t->act = wander;
	fd = acc_ask(t, "samples=999");
	turns_ask(&t->turns);
	wander_rounds(fd, t, &sums);
	*enough = true;
	ktap_note("wandering: %lu pages touched, %lu missed, %lu extra", sums.touched, sums.missed,
		  sums.extra);
	ktap_ok(sums.touched > ACC_PAGES / 4 && sums.touched < ACC_PAGES * (ROUNDS - 2) * 3 / 4,
		"wandering: a sample finds some pages accessed, and not all");
	ktap_equal(sums.missed, 0, "wandering: a sample tells of what is touched, or the next one");
	ktap_equal(sums.extra, 0, "wandering: samples tell of what was touched, and of nothing else");
	close(fd);
	acc_end(t);
}

static const struct kind kinds[] = {
	{ "anon", acc_anon, true, false, 1 },
	{ "tmpfs", acc_tmpfs, true, false, 1 },
	{ "private file", acc_private_file, false, false, 1 },
	{ "copies of a file", acc_to_copy, true, true, 1 },
	{ "zero page", acc_zero, true, true, 1 },
	{ "huge", acc_thps, true, false, ST_HUGE_PAGES },
};

int main(void)
{
	size_t i;

	watched_begin();
	st_quiet();
	acc_load();
	scratch = st_file("/dev/shm/watched");
	for (i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		acc_in_time(test_kind(&kinds[i]));
	test_wandering();
	return ktap_end();
}
