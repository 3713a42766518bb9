// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=files,tasks,frames needs=swap disturbs=disks,memory,settings */
/*
 * Looking changes nothing: flags, counts, references, page tables and what is
 * cached are the same after many walks, and no walk keeps a page from being
 * evicted.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define PATH	"/root/oracle-looking"
#define SWAP	"/dev/scratch0"
#define PAGES	256UL
/* Where all takes longer they are fewer. */
#define WALKS	(48U / ktap_slowness())
#define ROUNDS	(100U / ktap_slowness())
#define PRIVATE	PS_BIT(35)

struct made {
	char *small;
	char *thp;
	char *swapped;
	char *file;
};

#define REGIONS 4
static const uint64_t region_pages[REGIONS] = { PAGES, ST_HUGE_PAGES, PAGES, PAGES };

struct region_state {
	uint64_t entry[ST_HUGE_PAGES];
	uint64_t flags[ST_HUGE_PAGES];
	uint64_t count[ST_HUGE_PAGES];
	uint64_t referenced;
	uint64_t rss;
	uint64_t swap;
};

struct state {
	struct region_state region[REGIONS];
	unsigned char cached[PAGES];
	size_t nr_cached;
	uint64_t ref[PAGES];
	unsigned long minflt, majflt;
	uint64_t pswpin;
	struct timespec atime;
};

static struct made *made;
static struct state before, after;
static pid_t child;
static int file;

/* The child's memory --------------------------------------------------------- */

static void make_states(void *ctx)
{
	char *map = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED, file, 0);
	uint64_t i;

	(void)ctx;
	if (map == MAP_FAILED)
		ktap_die("mmap()");
	for (i = 0; i < PAGES / 2; i++)
		*(volatile char *)(map + i * ST_PAGE);
	made->file = map;
	made->small = st_map(PAGES, MAP_PRIVATE);
	st_touch(made->small, PAGES / 2);
	made->thp = st_map(ST_HUGE_PAGES, MAP_PRIVATE);
	/* PREEMPT_RT has no THP: then this is as much of small pages. */
	if (!st_thp(made->thp, ST_HUGE_PAGES))
		st_touch(made->thp, ST_HUGE_PAGES);
	made->swapped = st_map(PAGES, MAP_PRIVATE);
	st_touch(made->swapped, PAGES);
	st_swap_out(made->swapped, PAGES);
}

static char *region_at(int i)
{
	return i == 0 ? made->small : i == 1 ? made->thp : i == 2 ? made->swapped : made->file;
}

/* Taking its state ------------------------------------------------------------ */

static void take_region(struct region_state *s, const char *at, uint64_t pages)
{
	uint64_t i;

	or_pagemap(child, (uintptr_t)at / ST_PAGE, pages, s->entry);
	for (i = 0; i < pages; i++) {
		if (!PM_PRESENT(s->entry[i]))
			continue;
		s->flags[i] = or_kpage_one("kpageflags", PM_PFN(s->entry[i]));
		s->count[i] = or_kpage_one("kpagecount", PM_PFN(s->entry[i]));
	}
	s->referenced = or_smaps(child, (uintptr_t)at, "Referenced");
	s->rss = or_smaps(child, (uintptr_t)at, "Rss");
	s->swap = or_smaps(child, (uintptr_t)at, "Swap");
}

static void take_faults(struct state *s)
{
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", child);
	f = fopen(path, "re");
	if (!f || fscanf(f, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %lu %*u %lu", &s->minflt,
			 &s->majflt) != 2)
		ktap_die("%s can't be read", path);
	fclose(f);
}

static void take_refs(uint64_t *ref)
{
	struct ps_answer *a = ps_ask("filename_index", PATH " group=page");
	size_t i;

	memset(ref, 0, PAGES * sizeof(*ref));
	for (i = 0; i < a->nr; i++)
		if (a->items[i].what == PS_PAGE && a->items[i].at < PAGES)
			ref[a->items[i].at] = a->items[i].ref[1];
	ps_free(a);
}

static void take(struct state *s)
{
	struct stat st;
	int i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < REGIONS; i++)
		take_region(&s->region[i], region_at(i), region_pages[i]);
	s->nr_cached = or_mincore(file, PAGES, s->cached);
	take_refs(s->ref);
	take_faults(s);
	s->pswpin = or_number("/proc/vmstat", "pswpin");
	if (stat(PATH, &st))
		ktap_die("stat()");
	s->atime = st.st_atim;
}

/* Pages with other references than the kernel's own users of a folio in the page cache. */
static size_t odd_refs(bool tell)
{
	struct ps_answer *a = ps_ask("filename_index", PATH " group=page");
	size_t i, wrong = 0;

	for (i = 0; i < a->nr; i++) {
		const struct ps_item *item = &a->items[i];
		uint64_t want = (1ULL << item->order) + !!(item->flags & PRIVATE);

		/* Of large folios only some pages may be mapped. */
		if (item->order && (item->flags & PS_MMAP))
			continue;
		want += or_kpage_one("kpagecount", item->pfn);
		if (item->what != PS_PAGE || item->ref[0] == want)
			continue;
		if (wrong++ < 4 && tell)
			ktap_note("page %llu: ref %llu, its users are %llu",
				  (unsigned long long)item->at, (unsigned long long)item->ref[0],
				  (unsigned long long)want);
	}
	ps_free(a);
	return wrong;
}

static void check_refs(const char *when)
{
	ktap_equal(odd_refs(true), 0, "%s: references are those of cache, buffers and mappings",
		   when);
}

/* Pages of this region that aren't on a list of the LRU yet. */
static size_t waiting(int region)
{
	uint64_t entry[PAGES], i;
	size_t nr = 0;

	if (!child)
		return 0;
	or_pagemap(child, (uintptr_t)region_at(region) / ST_PAGE, PAGES, entry);
	for (i = 0; i < PAGES; i++)
		nr += PM_PRESENT(entry[i]) &&
		      !(or_kpage_one("kpageflags", PM_PFN(entry[i])) & PS_LRU);
	return nr;
}

/* mbind() that may move pages empties the batches of all CPUs, whatever there is to move. */
static void drain_only(void)
{
	static char page[ST_PAGE] __attribute__((aligned(ST_PAGE)));

	/* kernels without NUMA have no mbind() */
	syscall(SYS_mbind, page, sizeof(page), 0 /* MPOL_DEFAULT */, NULL, 0, 2 /* MPOL_MF_MOVE */);
}

/*
 * Nothing that waits, with a reference, to be put on a list.  Compaction empties
 * the per-CPU batches before it begins, but fills them again with what it moves:
 * later rounds find nothing to move, mostly.
 */
static void drain_batches(void)
{
	int i;

	for (i = 0; i < 20; i++) {
		st_set("/proc/sys/vm/compact_memory", "1");
		drain_only();
		if (i > 2 && !waiting(0) && !waiting(3) && !odd_refs(false))
			return;
	}
	ktap_note("%zu and %zu pages aren't on a list yet", waiting(0), waiting(3));
}

/* No accessed bits, and no batches. */
static void settle(void)
{
	char path[64];

	drain_batches();
	snprintf(path, sizeof(path), "/proc/%d/clear_refs", child);
	st_set(path, "1");
}

/* 1: walks leave everything as it was ------------------------------------------- */

static void ignore(void *ctx, struct ps_rec *rec)
{
	if (ps_is(rec, "end"))
		++*(unsigned int *)ctx;
}

static void look_at_everything(unsigned int walks)
{
	static const char *const groups[] = { "run", "page", "object", "total" };
	unsigned int i, ends = 0;

	for (i = 0; i < walks; i++) {
		const char *group = groups[i % 4];

		/* Frames as text take long: only some of them. */
		ps_stream("pfn_index", ignore, &ends, "%s group=%s",
			  i % 4 < 2 ? "0x4000+0x2000" : "", group);
		ps_stream("filename_index", ignore, &ends, PATH " group=%s", group);
		ps_stream("sb_index", ignore, &ends, "/root group=%s", group);
		ps_stream("task_index", ignore, &ends, "%d group=%s", child, group);
	}
	ktap_equal(ends, 4 * walks, "%u walks of each kind came to their ends", walks);
}

static const char *const region_names[REGIONS] = { "small", "thp", "swapped", "mapped file" };

static void compare_region(int i)
{
	const struct region_state *a = &before.region[i], *b = &after.region[i];
	const char *name = region_names[i];
	uint64_t n, moved = 0, there = 0;

	for (n = 0; n < region_pages[i]; n++) {
		if (a->flags[n] != b->flags[n] && moved++ < 4)
			ktap_note("%s: page %llu: flags %#llx, then %#llx", name,
				  (unsigned long long)n, (unsigned long long)a->flags[n],
				  (unsigned long long)b->flags[n]);
		there += PM_PRESENT(a->entry[n]) || PM_SWAPPED(a->entry[n]);
	}
	ktap_ok(there > 0, "%s: there is something to be changed", name);
	ktap_ok(!memcmp(a->entry, b->entry, sizeof(a->entry)), "%s: page tables are the same",
		name);
	ktap_equal(moved, 0, "%s: page flags are the same", name);
	ktap_ok(!memcmp(a->count, b->count, sizeof(a->count)), "%s: map counts are the same", name);
	ktap_equal(a->referenced, 0, "%s: no accessed bits before", name);
	ktap_equal(b->referenced, 0, "%s: no accessed bits after", name);
	ktap_equal(b->rss, a->rss, "%s: Rss is the same", name);
	ktap_equal(b->swap, a->swap, "%s: Swap is the same", name);
}

static void test_unchanged(void)
{
	int i;

	settle();
	take(&before);
	check_refs("before");
	look_at_everything(WALKS);
	take(&after);
	check_refs("after");
	for (i = 0; i < REGIONS; i++)
		compare_region(i);
	ktap_equal(after.nr_cached, before.nr_cached, "file: as much is cached");
	ktap_ok(!memcmp(after.cached, before.cached, PAGES), "file: the same is cached");
	ktap_ok(!memcmp(after.ref, before.ref, sizeof(before.ref)),
		"file: references are the same");
	ktap_ok(!memcmp(&after.atime, &before.atime, sizeof(before.atime)),
		"file: atime is the same");
	ktap_equal(after.minflt, before.minflt, "child: no minor faults");
	ktap_equal(after.majflt, before.majflt, "child: no major faults");
	ktap_equal(after.pswpin, before.pswpin, "nothing was swapped in");
}

/* 2: while others walk ------------------------------------------------------------ */

static volatile unsigned long *walks;

static void walk_forever(void)
{
	unsigned int ends = 0;
	int fd = ps_open("filename_index"), sb = ps_open("sb_index");

	for (;;) {
		ps_on(fd, ignore, &ends, PATH " group=page");
		ps_on(sb, ignore, &ends, "/root group=total");
		++*walks;
	}
}

static pid_t start_walker(void)
{
	int tries = 60000;
	pid_t pid;

	walks = mmap(NULL, ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		walk_forever();
		_exit(1);
	}
	while (!*walks && --tries)
		usleep(1000);
	if (!tries)
		ktap_die("nobody walks");
	return pid;
}

static size_t evict_rounds(unsigned int rounds)
{
	static unsigned char cached[PAGES];
	size_t left = 0;
	unsigned int i;

	for (i = 0; i < rounds; i++) {
		st_cache(file, 0, PAGES);
		if (posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED))
			ktap_die("posix_fadvise()");
		left += or_mincore(file, PAGES, cached);
	}
	return left;
}

static void test_evicts(void)
{
	unsigned long first;
	pid_t walker;
	size_t left;

	ktap_equal(evict_rounds(10), 0, "control: fadvise() evicts every clean page");
	walker = start_walker();
	first = *walks;
	left = evict_rounds(ROUNDS);
	first = *walks - first;
	ktap_note("%lu walks during %u rounds", first, ROUNDS);
	ktap_equal(left, 0, "fadvise() evicts every clean page while others walk");
	ktap_ok(first > ROUNDS / 10, "walks go on while fadvise() evicts");
	st_end_child(walker);
}

static void test_refs_while_walking(void)
{
	static uint64_t control[PAGES], now[PAGES];
	size_t i, above = 0;
	unsigned int n;
	pid_t walker;

	st_cache(file, 0, PAGES);
	drain_batches();
	take_refs(control);
	check_refs("control");
	walker = start_walker();
	for (n = 0; n < ROUNDS; n++) {
		take_refs(now);
		for (i = 0; i < PAGES; i++)
			above += now[i] != control[i];
	}
	ktap_equal(above, 0, "references are those of the control while others walk");
	st_end_child(walker);
}

int main(void)
{
	st_quiet();
	file = st_file(PATH);
	st_write(file, 0, PAGES);
	st_evict(file, 0, 0);
	st_cache(file, 0, PAGES);
	made = mmap(NULL, sizeof(*made), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (made == MAP_FAILED)
		ktap_die("mmap()");
	st_swapon(SWAP);
	child = st_child(make_states, NULL);
	test_unchanged();
	st_end_child(child);
	child = 0;
	test_evicts();
	test_refs_while_walking();
	st_swapoff(SWAP);
	return ktap_end();
}
