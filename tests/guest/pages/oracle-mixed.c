// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=frames,files,tasks needs=cgroup disturbs=disks,memory,settings always=flavours,debug */
/*
 * Memory where each page differs from its neighbours: pages of several files, read in
 * turns by two cgroups, some of them read twice, some dirty, some mapped by one process or
 * two.  Each page is as /proc has it, and sums are those of the pages.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define ROOT	"/mnt/mixed"
#define CGROUPS	"/sys/fs/cgroup"
#define FAULT_AROUND "/sys/kernel/debug/fault_around_bytes"
#define FILES	7
#define PAGES	600	/* each */
#define STRIPES	2048

/* What says nothing about a page that is not moving, see docs/query.md. */
#define COMPARED (PS_REFERENCED | PS_UPTODATE | PS_DIRTY | PS_LRU | PS_ACTIVE | PS_WRITEBACK | \
		  PS_MMAP | PS_ANON | PS_SWAPBACKED | PS_UNEVICTABLE)

static int files[FILES];
static char *maps[FILES];

static const char *path_of(int file)
{
	static char path[64];

	snprintf(path, sizeof(path), ROOT "/%d", file);
	return path;
}

/* Each combination of the following comes up. */
static bool is_read_twice(int page) { return page * 7 % 5 < 2; }
static bool is_dirty(int page) { return page * 11 % 13 < 3; }
static bool is_mapped(int page) { return page * 5 % 7 < 3; }
static bool is_mapped_again(int page) { return page * 3 % 11 < 4; }

static void join_cgroup(int which)
{
	st_set(which ? CGROUPS "/mixed-1/cgroup.procs" : CGROUPS "/mixed-0/cgroup.procs", "0");
}

static void read_page(int file, int page)
{
	char bytes[ST_PAGE];

	if (pread(files[file], bytes, sizeof(bytes), page * ST_PAGE) < 0)
		ktap_die("pread()");
}

static void make_files(void)
{
	int i, page;

	for (i = 0; i < FILES; i++) {
		files[i] = open(path_of(i), O_RDWR | O_CREAT, 0600);
		if (files[i] < 0 || ftruncate(files[i], PAGES * ST_PAGE))
			ktap_die("%s", path_of(i));
		posix_fadvise(files[i], 0, 0, POSIX_FADV_RANDOM);
		maps[i] = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED, files[i], 0);
		if (maps[i] == MAP_FAILED)
			ktap_die("mmap()");
		madvise(maps[i], PAGES * ST_PAGE, MADV_RANDOM);
	}
	for (page = 0; page < PAGES; page++) {
		if (page % 10 == 0)
			join_cgroup(page / 10 % 2);
		for (i = 0; i < FILES; i++)
			read_page(i, page);
	}
	/* with a filesystem's marks, all of them: clean and dirty ones differ by flags alone */
	for (i = 0; i < FILES; i++) {
		st_write(files[i], 0, PAGES);
		st_clean(files[i]);
	}
	for (page = 0; page < PAGES; page++) {
		for (i = 0; i < FILES; i++) {
			if (is_read_twice(page + i))
				read_page(i, page);
			if (is_dirty(page + i))
				st_write(files[i], page, 1);
			if (is_mapped(page + i))
				(void)*(volatile char *)(maps[i] + page * ST_PAGE);
		}
	}
}

static void map_again(void *ctx)
{
	int i, page;

	(void)ctx;
	for (i = 0; i < FILES; i++)
		for (page = 0; page < PAGES; page++)
			if (is_mapped_again(page + i))
				(void)*(volatile char *)(maps[i] + page * ST_PAGE);
}

/* Pages that are to be on a list of the LRU wait for it in batches of each CPU. */
static void drain(void)
{
	unsigned long node = 1;

	/* Moves nothing, and drains first (do_migrate_pages() in mm/mempolicy.c). */
	if (syscall(SYS_migrate_pages, 0, 8 * sizeof(node), &node, &node) < 0)
		ktap_die("migrate_pages()");
}

/* Pages -------------------------------------------------------------------- */

static bool is_as_in_proc(const struct ps_item *i)
{
	uint64_t flags = or_kpage_one("kpageflags", i->pfn);
	uint64_t maps = or_kpage_one("kpagecount", i->pfn);
	uint64_t cgroup = or_kpage_one("kpagecgroup", i->pfn);

	if (!((i->flags ^ flags) & COMPARED) && i->map[0] == maps && i->map[1] == maps &&
	    i->cgroup == cgroup)
		return true;
	ktap_note("frame %llx: flags %llx map %llu cgroup %llu, not %llx %llu %llu",
		  (unsigned long long)i->pfn, (unsigned long long)i->flags,
		  (unsigned long long)i->map[0], (unsigned long long)i->cgroup,
		  (unsigned long long)flags, (unsigned long long)maps, (unsigned long long)cgroup);
	return false;
}

static void check_pages(const char *who, const struct ps_answer *a, size_t want)
{
	size_t i, pages = 0, wrong = 0;

	for (i = 0; i < a->nr && wrong < 5; i++) {
		if (a->items[i].what != PS_PAGE)
			continue;
		pages++;
		wrong += !is_as_in_proc(&a->items[i]);
	}
	ktap_equal(wrong, 0, "%s: each page is as /proc has it", who);
	if (want)
		ktap_equal(pages, want, "%s: all pages are there", who);
}

/* Owners ------------------------------------------------------------------- */

static int by_pfn(const void *a, const void *b)
{
	const struct ps_item *x = a, *y = b;

	return x->pfn < y->pfn ? -1 : x->pfn > y->pfn;
}

/* Pages of a file that this process has mapped are in frames that name the file. */
static void check_owners(const struct ps_answer *frames, int file, size_t *mapped, size_t *wrong)
{
	static uint64_t entries[PAGES];
	uint64_t ino = st_inode(path_of(file));
	const struct ps_item *found;
	struct ps_item key;
	int i;

	or_pagemap(getpid(), (uintptr_t)maps[file] / ST_PAGE, PAGES, entries);
	for (i = 0; i < PAGES; i++) {
		if (!PM_PRESENT(entries[i]))
			continue;
		key.pfn = PM_PFN(entries[i]);
		found = bsearch(&key, frames->items, frames->nr, sizeof(key), by_pfn);
		++*mapped;
		*wrong += !found || found->ino != ino || found->index != (uint64_t)i;
	}
}

static void check_all_owners(void)
{
	struct ps_answer *frames = ps_ask("pfn_index", "0- flags=lru,-anon group=page");
	size_t mapped = 0, wrong = 0;
	int i;

	for (i = 0; i < FILES; i++)
		check_owners(frames, i, &mapped, &wrong);
	ktap_ok(mapped > FILES * PAGES / 3, "%zu pages are mapped", mapped);
	ktap_equal(wrong, 0, "frames of mapped pages name their file, and the page");
	ps_free(frames);
}

/* Sums --------------------------------------------------------------------- */

static void check_sums(const char *who, const char *group, const struct ps_rec *rec,
		       const struct ps_answer *pages)
{
	const struct ps_sums want = ps_sum_items(pages, SIZE_MAX);
	struct ps_sums got = { 0 };

	if (rec)
		got = ps_sum_rec(rec);
	ktap_equal(got.pages, pages->nr, "%s %s: pages", who, group);
	ktap_equal(got.referenced, want.referenced, "%s %s: referenced", who, group);
	ktap_equal(got.active, want.active, "%s %s: active", who, group);
	ktap_equal(got.dirty, want.dirty, "%s %s: dirty", who, group);
	ktap_equal(got.mapped, want.mapped, "%s %s: mapped", who, group);
	ktap_ok(!memcmp(got.orders, want.orders, sizeof(got.orders)), "%s %s: orders", who, group);
}

/* Answers to one query. */
struct answers {
	struct ps_answer *pages;
	struct ps_answer *runs;
	struct ps_answer *object;
	struct ps_answer *total;
};

static bool same_frames(const struct ps_answer *a, const struct ps_answer *b)
{
	size_t i;

	for (i = 0; i < a->nr && i < b->nr; i++)
		if (a->items[i].pfn != b->items[i].pfn)
			return false;
	return a->nr == b->nr;
}

/* Return: pages came, went or moved meanwhile. */
static bool ask(struct answers *a, const char *index, const char *query)
{
	struct ps_answer *again;
	bool same;

	/* or a batch that fills in between takes pages off the LRU in one answer, not in another */
	drain();
	a->pages = ps_ask(index, "%s group=page", query);
	a->runs = ps_ask(index, "%s group=run", query);
	a->object = ps_ask(index, "%s group=object", query);
	a->total = ps_ask(index, "%s group=total", query);
	again = ps_ask(index, "%s group=page", query);
	same = same_frames(a->pages, again);
	ps_free(again);
	return !same;
}

static void free_answers(struct answers *a)
{
	ps_free(a->pages);
	ps_free(a->runs);
	ps_free(a->object);
	ps_free(a->total);
}

/*
 * The kernel may take pages away, or move them, between two answers, however quiet it is: then
 * the answers are of different states.  @map: what brings its @want pages back; may be NULL.
 */
static struct answers ask_until_same(const char *who, const char *index, const char *query,
				     const char *map, size_t want)
{
	struct answers a;
	size_t page;
	int tries;

	for (tries = 0; ask(&a, index, query) && tries < 5; tries++) {
		ktap_note("%s: pages moved, once more", who);
		free_answers(&a);
		for (page = 0; map && page < want; page++)
			(void)*(const volatile char *)(map + page * ST_PAGE);
	}
	return a;
}

static void check_mapped(const char *who, const char *index, const char *query,
			 const char *record, const char *map, size_t want)
{
	struct answers a = ask_until_same(who, index, query, map, want);
	uint64_t in_runs = 0;
	size_t i;

	check_pages(who, a.pages, want);
	for (i = 0; i < a.runs->nr; i++)
		in_runs += a.runs->items[i].nr;
	ktap_equal(in_runs, a.pages->nr, "%s: pages of all runs", who);
	if (ps_count_objects(a.object, record) == 1)
		check_sums(who, "object", ps_object(a.object, record, 0), a.pages);
	check_sums(who, "total", ps_object(a.total, "total", 0), a.pages);
	free_answers(&a);
}

static void check(const char *who, const char *index, const char *query, const char *record,
		  size_t want)
{
	check_mapped(who, index, query, record, NULL, want);
}

/* Pages of the process in one of its files, against smaps, too. */
static void check_task(int file)
{
	uint64_t start = (uintptr_t)maps[file];
	char query[128], who[32];
	struct ps_answer *a;
	const struct ps_rec *vma;

	snprintf(query, sizeof(query), "%d addr=%llx-%llx", getpid(), (unsigned long long)start,
		 (unsigned long long)(start + PAGES * ST_PAGE));
	snprintf(who, sizeof(who), "task, file %d", file);
	check(who, "task_index", query, "vma", 0);
	a = ps_ask("task_index", "%s group=object", query);
	vma = ps_object(a, "vma", 0);
	ktap_equal(vma ? ps_num(vma, "pages") * 4 : 0, or_smaps(getpid(), start, "Rss"),
		   "%s: pages as smaps has them", who);
	ktap_equal(vma ? ps_num(vma, "pss") / 1024 : 0, or_smaps(getpid(), start, "Pss"),
		   "%s: Pss as smaps has it", who);
	ps_free(a);
}

/*
 * Every other page is dirty, and all are mapped: wherever a walk takes a break, the page
 * before it is unlike the page after it, which is like the one before that.
 */
static void check_stripes(void)
{
	const char *path = ROOT "/stripes";
	int fd = open(path, O_RDWR | O_CREAT, 0600), page;
	char *map, query[64];

	if (fd < 0)
		ktap_die("%s", path);
	st_write(fd, 0, STRIPES);
	st_clean(fd);
	map = mmap(NULL, STRIPES * ST_PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		ktap_die("mmap()");
	for (page = 0; page < STRIPES; page++) {
		if (page % 2)
			st_write(fd, page, 1);
		(void)*(volatile char *)(map + page * ST_PAGE);
	}
	check_mapped("stripes", "filename_index", path, "file", map, STRIPES);
	snprintf(query, sizeof(query), "%d addr=%lx-%lx", getpid(), (unsigned long)map,
		 (unsigned long)map + STRIPES * ST_PAGE);
	check_mapped("stripes in a process", "task_index", query, "vma", map, STRIPES);
	munmap(map, STRIPES * ST_PAGE);
	close(fd);
}

static void check_all(void)
{
	char query[128];
	int i;

	for (i = 0; i < FILES; i += 3) {
		snprintf(query, sizeof(query), "file %d", i);
		check(query, "filename_index", path_of(i), "file", PAGES);
	}
	for (i = 0; i < 2; i++) {
		/* not memory of this process, which changes */
		snprintf(query, sizeof(query), "0- flags=lru,-anon cgroup=%llu",
			 (unsigned long long)st_inode(i ? CGROUPS "/mixed-1" : CGROUPS "/mixed-0"));
		check(i ? "frames of a cgroup" : "frames of another cgroup", "pfn_index", query,
		      "span", 0);
	}
	check_all_owners();
	for (i = 0; i < FILES; i++)
		check_task(i);
}

int main(void)
{
	char around[32];
	pid_t child;
	int i;

	st_quiet();
	if (!st_mount("ext4", "/dev/scratch0", ROOT))
		ktap_die("no mkfs.ext4");
	mkdir(CGROUPS "/mixed-0", 0755);
	mkdir(CGROUPS "/mixed-1", 0755);
	/* a fault maps its page alone */
	snprintf(around, sizeof(around), "%llu",
		 (unsigned long long)or_number(FAULT_AROUND, ""));
	st_set(FAULT_AROUND, "4096");
	make_files();
	child = st_child(map_again, NULL);
	st_set(CGROUPS "/cgroup.procs", "0");
	check_all();
	st_end_child(child);
	check_stripes();
	for (i = 0; i < FILES; i++) {
		munmap(maps[i], PAGES * ST_PAGE);
		close(files[i]);
	}
	st_set(FAULT_AROUND, around);
	st_umount(ROOT);
	rmdir(CGROUPS "/mixed-0");
	rmdir(CGROUPS "/mixed-1");
	return ktap_end();
}
