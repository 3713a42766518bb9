// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=tasks needs=swap,thp disturbs=disks,memory always=flavours,debug addresses=random */
/*
 * task_index against /proc/PID/pagemap, smaps and kpagecount, for a child in
 * known states.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define SWAP	"/dev/scratch0"
#define FILE_PAGES	64UL
#define SPARSE_PAGES	(1UL << 28)	/* 1 TiB */
#define MAX	2048UL

enum { SMALL, LOCKED, SHARED, THP, SPLIT, SWAPPED, ZERO, FILE_RO, COW, TLB, TLB_SHARED, REGIONS };

struct region {
	const char *name;
	char *at;
	uint64_t pages;
	bool made;
};

/* Shared with the child, which fills it. */
static struct region *region;
static char *sparse;
static uint64_t *tlb_pages;
static pid_t child;

/* States ------------------------------------------------------------------ */

static void set_region(int which, const char *name, char *at, uint64_t pages)
{
	region[which] = (struct region) { name, at, pages, at != NULL };
}

static char *map_file(const char *path, int prot, int flags)
{
	int fd = st_file(path);
	char *map;

	st_write(fd, 0, FILE_PAGES);
	st_clean(fd);
	map = mmap(NULL, FILE_PAGES * ST_PAGE, prot, flags, fd, 0);
	if (map == MAP_FAILED)
		ktap_die("mmap() of a file");
	close(fd);
	return map;
}

static void make_file_regions(void)
{
	char *ro = map_file("/root/oracle-task-1", PROT_READ, MAP_SHARED), *cow;
	uint64_t i;

	/* Every second page, some of whose neighbours come with them. */
	for (i = 0; i < FILE_PAGES; i += 2)
		*(volatile char *)(ro + i * ST_PAGE);
	set_region(FILE_RO, "file", ro, FILE_PAGES);
	cow = map_file("/root/oracle-task-2", PROT_READ | PROT_WRITE, MAP_PRIVATE);
	for (i = 0; i < FILE_PAGES; i++)
		*(volatile char *)(cow + i * ST_PAGE);
	st_touch(cow + 10 * ST_PAGE, 7);
	set_region(COW, "private file", cow, FILE_PAGES);
}

static void make_huge_regions(void)
{
	char *thp = st_map(3 * ST_HUGE_PAGES, MAP_PRIVATE);
	char *split = st_map(ST_HUGE_PAGES, MAP_PRIVATE);

	if (st_thp(thp, 3 * ST_HUGE_PAGES) == 3)
		set_region(THP, "thp", thp, 3 * ST_HUGE_PAGES);
	if (st_thp(split, ST_HUGE_PAGES) == 1) {
		/* One folio, mapped by PTEs, with a hole that khugepaged is not to fill. */
		madvise(split + 100 * ST_PAGE, 8 * ST_PAGE, MADV_DONTNEED);
		madvise(split, ST_HUGE_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
		set_region(SPLIT, "split thp", split, ST_HUGE_PAGES);
	}
	if (*tlb_pages >= 4) {
		char *tlb = st_map(ST_HUGE_PAGES, MAP_PRIVATE | MAP_HUGETLB);
		char *shared = st_map(2 * ST_HUGE_PAGES, MAP_SHARED | MAP_HUGETLB);

		st_touch(tlb, ST_HUGE_PAGES);
		st_touch(shared, ST_HUGE_PAGES);
		set_region(TLB, "hugetlb", tlb, ST_HUGE_PAGES);
		set_region(TLB_SHARED, "shared hugetlb", shared, 2 * ST_HUGE_PAGES);
	}
}

static void make_states(void *ctx)
{
	char *small = st_map(200, MAP_PRIVATE), *locked = st_map(32, MAP_PRIVATE);
	char *swapped = st_map(512, MAP_PRIVATE), *zero = st_map(128, MAP_PRIVATE);
	uint64_t i;

	(void)ctx;
	for (i = 0; i < 200; i += 3)
		st_touch(small + i * ST_PAGE, 1);
	set_region(SMALL, "small", small, 200);
	st_touch(locked, 32);
	if (mlock(locked, 32 * ST_PAGE))
		ktap_die("mlock()");
	set_region(LOCKED, "locked", locked, 32);
	for (i = 0; i < 128; i += 2)
		*(volatile char *)(zero + i * ST_PAGE);
	st_touch(zero + ST_PAGE, 1);
	set_region(ZERO, "zero", zero, 128);
	st_touch(swapped, 512);
	st_swap_out(swapped, 512);
	/* Some come back, and stand in the swap cache for a while. */
	for (i = 100; i < 110; i++)
		*(volatile char *)(swapped + i * ST_PAGE);
	set_region(SWAPPED, "swapped", swapped, 512);
	make_file_regions();
	make_huge_regions();
	sparse = st_map(SPARSE_PAGES, MAP_PRIVATE | MAP_NORESERVE);
	st_touch(sparse, 1);
	st_touch(sparse + SPARSE_PAGES / 2 * ST_PAGE, 2);
	st_touch(sparse + (SPARSE_PAGES - 1) * ST_PAGE, 1);
	*(char **)ctx = sparse;
}

/* One region against pagemap ------------------------------------------------ */

struct tally {
	uint64_t present, missing, wrong_frame, swapped, no_slot, wrong_slot, extra, wrong_count,
		 zero, huge, tlb;
};

static const struct ps_item *item_at(const struct ps_answer *a, uint64_t vpn)
{
	size_t lo = 0, hi = a->nr;

	/* They ascend. */
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (a->items[mid].at + a->items[mid].nr <= vpn)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < a->nr && a->items[lo].at <= vpn ? &a->items[lo] : NULL;
}

static void compare_present(struct tally *t, const struct ps_item *i, uint64_t entry, uint64_t nth)
{
	uint64_t count;

	t->present++;
	if (!i || (i->what != PS_PAGE && i->what != PS_RUN)) {
		t->missing++;
		return;
	}
	if (i->what == PS_PAGE || i->frames == 1)
		t->wrong_frame += i->pfn + nth != PM_PFN(entry);
	count = or_kpage_one("kpagecount", PM_PFN(entry));
	t->wrong_count += count < i->map[0] || count > i->map[1];
	t->zero += !strcmp(i->kind, "zero");
	t->huge += i->map_order == 9 && !strcmp(i->kind, "anon");
	t->tlb += i->map_order == 9 && !strcmp(i->kind, "hugetlb");
}

static void compare_swapped(struct tally *t, const struct ps_item *i, uint64_t entry, uint64_t nth)
{
	t->swapped++;
	if (!i || i->what != PS_SWAP)
		t->no_slot++;
	else
		t->wrong_slot += i->swp_type != PM_SWP_TYPE(entry) ||
				 i->swp_offset + nth != PM_SWP_OFFSET(entry);
}

static struct tally compare(const struct ps_answer *a, uint64_t vpn, uint64_t pages)
{
	static uint64_t entry[MAX];
	struct tally t = { 0 };
	uint64_t i;

	or_pagemap(child, vpn, pages, entry);
	for (i = 0; i < pages; i++) {
		const struct ps_item *item = item_at(a, vpn + i);
		uint64_t nth = item ? vpn + i - item->at : 0;

		if (PM_PRESENT(entry[i]))
			compare_present(&t, item, entry[i], nth);
		else if (PM_SWAPPED(entry[i]))
			compare_swapped(&t, item, entry[i], nth);
		else
			t.extra += item != NULL;
	}
	return t;
}

static struct tally check_region(const struct region *r, const char *group)
{
	uint64_t vpn = (uintptr_t)r->at / ST_PAGE;
	struct ps_answer *a = ps_ask("task_index", "%d 0x%llx+%llu group=%s", child,
				     (unsigned long long)vpn, (unsigned long long)r->pages, group);
	struct tally t = compare(a, vpn, r->pages);
	struct ps_sums s = ps_sum_items(a, SIZE_MAX);

	ktap_note("%s: %llu pages present, %llu swapped", r->name, (unsigned long long)t.present,
		  (unsigned long long)t.swapped);
	ktap_ok(ps_complete(a), "%s %s: complete", r->name, group);
	ktap_ok(t.present + t.swapped > 0, "%s %s: there is something", r->name, group);
	ktap_equal(s.pages, t.present, "%s %s: as many pages as in pagemap", r->name, group);
	ktap_equal(s.swapped, t.swapped, "%s %s: as many slots as in pagemap", r->name, group);
	ktap_equal(t.missing, 0, "%s %s: every present page is shown", r->name, group);
	ktap_equal(t.wrong_frame, 0, "%s %s: frames are pagemap's", r->name, group);
	ktap_equal(t.no_slot, 0, "%s %s: every slot is shown", r->name, group);
	ktap_equal(t.wrong_slot, 0, "%s %s: slots are pagemap's", r->name, group);
	ktap_equal(t.extra, 0, "%s %s: nothing where there is nothing", r->name, group);
	ktap_equal(t.wrong_count, 0, "%s %s: map counts are kpagecount's", r->name, group);
	ktap_equal(ps_num(&a->end.rec, "pages"), s.pages, "%s %s: end counts pages", r->name,
		   group);
	ktap_equal(ps_num(&a->end.rec, "swap"), s.swapped, "%s %s: end counts slots", r->name,
		   group);
	ps_free(a);
	return t;
}

static void check_smaps(const struct region *r, const struct tally *t)
{
	uint64_t start = (uintptr_t)r->at, tlb;

	/* The zero page and hugetlb are not in Rss. */
	ktap_equal((t->present - t->zero - t->tlb) * 4, or_smaps(child, start, "Rss"),
		   "%s: Rss of smaps", r->name);
	ktap_equal(t->swapped * 4, or_smaps(child, start, "Swap"), "%s: Swap of smaps", r->name);
	ktap_equal(t->huge * 4, or_smaps(child, start, "AnonHugePages"),
		   "%s: AnonHugePages of smaps", r->name);
	tlb = or_smaps(child, start, "Shared_Hugetlb") + or_smaps(child, start, "Private_Hugetlb");
	ktap_equal(t->tlb * 4, tlb, "%s: hugetlb of smaps", r->name);
}

static void check_regions(void)
{
	struct tally t;
	int i;

	for (i = 0; i < REGIONS; i++) {
		if (!region[i].made) {
			ktap_skip("region", "number %d could not be made", i);
			continue;
		}
		t = check_region(&region[i], "page");
		check_smaps(&region[i], &t);
		t = check_region(&region[i], "run");
		check_smaps(&region[i], &t);
	}
}

/* What is special about some of them ---------------------------------------- */

static struct ps_answer *ask_region(int which, const char *options)
{
	return ps_ask("task_index", "%d 0x%llx+%llu %s", child,
		      (unsigned long long)(uintptr_t)region[which].at / ST_PAGE,
		      (unsigned long long)region[which].pages, options);
}

static void check_locked(void)
{
	struct ps_answer *a = ask_region(LOCKED, "flags=mlocked");
	uint64_t start = (uintptr_t)region[LOCKED].at;

	ktap_equal(ps_sum_items(a, SIZE_MAX).pages * 4, or_smaps(child, start, "Locked"),
		   "locked: Locked of smaps");
	ktap_equal(ps_sum_items(a, SIZE_MAX).unevictable, 32, "locked: unevictable");
	ps_free(a);
}

static void check_zero(void)
{
	struct ps_answer *a = ask_region(ZERO, "group=page");
	size_t i, zero = 0, anon = 0;

	for (i = 0; i < a->nr; i++) {
		zero += !strcmp(a->items[i].kind, "zero") && (a->items[i].flags & PS_ZERO_PAGE);
		anon += !strcmp(a->items[i].kind, "anon");
	}
	ktap_equal(zero, 64, "zero: pages that were only read");
	ktap_equal(anon, 1, "zero: the page that was written");
	ps_free(a);
}

static void check_shared(void)
{
	struct ps_answer *a = ask_region(SHARED, "group=page");
	size_t i, two = 0;

	for (i = 0; i < a->nr; i++)
		two += a->items[i].map[0] == 2 && !strcmp(a->items[i].kind, "shmem");
	ktap_equal(two, region[SHARED].pages, "shared: shmem, mapped by both of us");
	ktap_equal(a->nr, two, "shared: no other pages");
	ps_free(a);
}

static void check_cow(void)
{
	struct ps_answer *a = ask_region(COW, "group=page");
	size_t i, anon = 0, file = 0;

	for (i = 0; i < a->nr; i++) {
		anon += !strcmp(a->items[i].kind, "anon");
		file += !strcmp(a->items[i].kind, "file");
	}
	ktap_equal(anon, 7, "private file: pages that were written");
	ktap_equal(file, FILE_PAGES - 7, "private file: pages of the file");
	ps_free(a);
}

static void check_clipped(int which)
{
	const struct region *r = &region[which];
	uint64_t vpn = (uintptr_t)r->at / ST_PAGE + 100, entry[50];
	struct ps_answer *a;

	if (!r->made) {
		ktap_skip("clipped", "no huge page");
		return;
	}
	a = ps_ask("task_index", "%d %llu+50", child, (unsigned long long)vpn);
	or_pagemap(child, vpn, 50, entry);
	if (ktap_equal(a->nr, 1, "%s clipped: one run", r->name)) {
		ktap_equal(a->items[0].at, vpn, "%s clipped: begins where the range does", r->name);
		ktap_equal(a->items[0].nr, 50, "%s clipped: ends where the range does", r->name);
		ktap_equal(a->items[0].pfn, PM_PFN(entry[0]), "%s clipped: frame is pagemap's",
			   r->name);
		ktap_equal(a->items[0].map_order, 9, "%s clipped: map_order=9", r->name);
		ktap_equal(a->items[0].order, 9, "%s clipped: order=9", r->name);
	}
	ps_free(a);
}

static bool same_items(const struct ps_answer *a, const struct ps_answer *b)
{
	return a->nr == b->nr && !memcmp(a->items, b->items, a->nr * sizeof(*a->items));
}

static void check_addr(void)
{
	unsigned long from = (uintptr_t)region[SMALL].at, to = from + 100 * ST_PAGE;
	struct ps_answer *a = ps_ask("task_index", "%d addr=%lx-%lx", child, from, to);
	struct ps_answer *b = ps_ask("task_index", "%d 0x%lx 0x%lx", child, from / ST_PAGE,
				     to / ST_PAGE);
	struct ps_answer *c = ps_ask("task_index", "%d addr=0x%lx-0x%lx", child, from + 1, to - 1);
	struct ps_answer *d = ps_ask("task_index", "%d %lu+100", child, from / ST_PAGE);

	ktap_ok(a->nr > 0 && same_items(a, b), "addr=FROM-TO is START END");
	ktap_ok(same_items(a, c), "addr= takes whole pages");
	ktap_ok(same_items(a, d), "START+COUNT is START END");
	ps_free(a);
	ps_free(b);
	ps_free(c);
	ps_free(d);
}

/* The whole process ----------------------------------------------------------- */

/* The kernel counts a page that compaction is moving just then as resident. */
static bool in_rss(const struct ps_item *item)
{
	if (item->what == PS_SPECIAL)
		return !strcmp(item->why, "migration");
	return item->what == PS_RUN && strcmp(item->kind, "zero") && strcmp(item->kind, "hugetlb");
}

static uint64_t counted_by_rss(const struct ps_answer *a, size_t object)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (a->items[i].object == object && in_rss(&a->items[i]))
			n += a->items[i].nr;
	return n;
}

static void show_items(const struct ps_answer *a, size_t object)
{
	size_t i;

	for (i = 0; i < a->nr; i++)
		if (a->items[i].object == object)
			ktap_note("%#llx+%llu kind %s why %s",
				  (unsigned long long)a->items[i].at,
				  (unsigned long long)a->items[i].nr, a->items[i].kind,
				  a->items[i].why);
}

static void check_vma(const struct ps_answer *a, size_t at)
{
	const struct ps_rec *vma = &a->objects[at].rec;
	uint64_t start = ps_num(vma, "start") * ST_PAGE, rss = or_smaps(child, start, "Rss");
	const char *name = ps_str(vma, "name");

	if (!ktap_equal(counted_by_rss(a, at) * 4, rss, "whole: %s at %#llx: Rss of smaps", name,
			(unsigned long long)start))
		show_items(a, at);
	ktap_equal(ps_sum_items(a, at).swapped * 4, or_smaps(child, start, "Swap"),
		   "whole: %s at %#llx: Swap of smaps", name, (unsigned long long)start);
	ktap_equal((ps_num(vma, "end") - ps_num(vma, "start")) * 4, or_smaps(child, start, "Size"),
		   "whole: %s at %#llx: Size of smaps", name, (unsigned long long)start);
}

/* Every VMA with a page is shown: sums of smaps are those of the answer. */
static void check_whole(void)
{
	struct ps_answer *a = ps_ask("task_index", "%d", child);
	struct ps_answer *o = ps_ask("task_index", "%d group=object", child);
	struct ps_answer *t = ps_ask("task_index", "%d group=total", child);
	const struct ps_rec *task = ps_object(a, "task", 0);
	struct ps_sums all = ps_sum_items(a, SIZE_MAX), sum = { 0 }, got;
	uint64_t rss = 0, swapped = 0;
	size_t n, at;
	char path[64];

	ktap_ok(ps_complete(a), "whole: complete");
	ktap_ok(task && ps_num(task, "pid") == (uint64_t)child, "whole: the task's record");
	for (n = 0; (at = ps_number(a, "vma", n)) != SIZE_MAX; n++) {
		check_vma(a, at);
		rss += counted_by_rss(a, at) * 4;
		swapped += ps_sum_items(a, at).swapped * 4;
	}
	snprintf(path, sizeof(path), "/proc/%d/smaps_rollup", child);
	ktap_equal(rss, or_number(path, "Rss"), "whole: Rss of smaps_rollup");
	ktap_equal(swapped, or_number(path, "Swap"), "whole: Swap of smaps_rollup");
	ktap_equal(ps_count_objects(o, "vma"), n, "whole: group=object has the same VMAs");
	for (n = 0; (at = ps_number(o, "vma", n)) != SIZE_MAX; n++) {
		got = ps_sum_rec(&o->objects[at].rec);
		sum.pages += got.pages;
		sum.swapped += got.swapped;
		sum.dirty += got.dirty;
	}
	ktap_equal(sum.pages, all.pages, "whole: pages of group=object");
	ktap_equal(sum.swapped, all.swapped, "whole: slots of group=object");
	ktap_equal(sum.dirty, all.dirty, "whole: dirty of group=object");
	got = ps_sum_rec(ps_object(t, "total", 0));
	ktap_equal(got.pages, all.pages, "whole: pages of group=total");
	ktap_equal(got.swapped, all.swapped, "whole: slots of group=total");
	ktap_equal(got.dirty, all.dirty, "whole: dirty of group=total");
	ps_free(a);
	ps_free(o);
	ps_free(t);
}

static void check_sparse(void)
{
	uint64_t vpn = (uintptr_t)sparse / ST_PAGE;
	struct ps_answer *a = ps_ask("task_index", "%d %llu+%llu", child, (unsigned long long)vpn,
				     (unsigned long long)SPARSE_PAGES);

	ktap_ok(ps_complete(a), "sparse: a walk of 1 TiB comes to its end");
	ktap_equal(ps_sum_items(a, SIZE_MAX).pages, 4, "sparse: its four pages");
	ktap_ok(a->nr == 3 && a->items[0].at == vpn && a->items[1].at == vpn + SPARSE_PAGES / 2 &&
		a->items[1].nr == 2 && a->items[2].at == vpn + SPARSE_PAGES - 1,
		"sparse: where they are");
	ps_free(a);
}

/* Tasks without memory ---------------------------------------------------------- */

static void check_no_task(const char *what, int pid)
{
	struct ps_answer *a = ps_ask("task_index", "%d", pid);

	ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), "ESRCH"),
		"%s: an error record with ESRCH", what);
	ktap_ok(a->end.rec.type && !strcmp(ps_str(&a->end.rec, "status"), "error"),
		"%s: status=error", what);
	ps_free(a);
}

static void check_write_fails(int pid)
{
	const char *dir = getenv("PAGESNAP_DIR");
	char path[256], text[32];
	int fd;

	snprintf(path, sizeof(path), "%s/task_index",
		 dir ? dir : "/sys/kernel/tracing/objects/mm/pages");
	snprintf(text, sizeof(text), "%d\n", pid);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ktap_ok(fd >= 0 && write(fd, text, strlen(text)) == -1 && errno == ESRCH,
		"no such task: echo fails with ESRCH");
	close(fd);
}

static void make_many(void *ctx)
{
	char *map = st_map(16384, MAP_PRIVATE);

	(void)ctx;
	st_touch(map, 16384);
}

/* The rest of an answer. Return: its last line. */
static const char *read_to_end(int fd)
{
	static char tail[65536 + 4096];
	size_t have = 0;
	ssize_t got;

	while ((got = read(fd, tail + have, 65536)) > 0) {
		have += got;
		if (have > 4096) {
			memmove(tail, tail + have - 4096, 4096);
			have = 4096;
		}
	}
	if (got < 0 || !have || tail[have - 1] != '\n')
		return "cut short";
	tail[have - 1] = '\0';
	return strrchr(tail, '\n') ? strrchr(tail, '\n') + 1 : tail;
}

static void check_exit(void)
{
	pid_t pid = st_child(make_many, NULL);
	int fd = ps_open("task_index");
	char text[64], piece[4096];
	const char *last;

	snprintf(text, sizeof(text), "%d group=page\n", pid);
	if (write(fd, text, strlen(text)) < 0 || read(fd, piece, sizeof(piece)) <= 0)
		ktap_die("task_index");
	st_end_child(pid);
	last = read_to_end(fd);
	if (!ktap_ok(!strncmp(last, "end ", 4) && strstr(last, "status=partial") &&
		     strstr(last, "truncated=exited"), "exit during a walk: truncated=exited"))
		ktap_note("%s", last);
	close(fd);
}

static void share(void)
{
	size_t bytes = REGIONS * sizeof(*region) + sizeof(*tlb_pages);

	region = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (region == MAP_FAILED)
		ktap_die("mmap()");
	tlb_pages = (uint64_t *)(region + REGIONS);
	set_region(SHARED, "shared", st_map(64, MAP_SHARED), 64);
	st_touch(region[SHARED].at, 64);
}

static void touch_shared_and_make(void *ctx)
{
	uint64_t i;

	for (i = 0; i < region[SHARED].pages; i++)
		*(volatile char *)(region[SHARED].at + i * ST_PAGE);
	make_states(ctx);
}

int main(void)
{
	char **where;

	st_quiet();
	share();
	where = mmap(NULL, ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	*tlb_pages = st_hugetlb(4);
	st_swapon(SWAP);
	child = st_child(touch_shared_and_make, where);
	sparse = *where;
	/* What is still under way to the disk is done. */
	sync();
	check_regions();
	check_locked();
	check_zero();
	check_shared();
	check_cow();
	check_clipped(THP);
	check_clipped(TLB);
	check_addr();
	check_whole();
	check_sparse();
	check_no_task("kernel thread", 2);
	check_no_task("no such task", 4000000);
	check_write_fails(4000000);
	st_end_child(child);
	check_no_task("ended task", child);
	check_exit();
	st_swapoff(SWAP);
	st_hugetlb(0);
	return ktap_end();
}
