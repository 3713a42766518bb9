// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=files needs=swap,thp disturbs=disks,mounts,memory always=flavours,debug */
/*
 * filename_index against mincore(), cachestat(), pagemap, kpageflags and
 * stat(), on every file system that holds pages in its own way.
 */
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define PAGES	2048UL
#define SWAP	"/dev/scratch0"
#define DISK	"/dev/scratch1"

/* One file under test. */
struct subject {
	const char *fs;
	bool no_tags;		/* cachestat() does not see what is dirty */
	bool no_stat;		/* cachestat() does not see any page */
	char path[256];
	char real[256];		/* where stat() tells the inode that has the pages */
	int fd;
};

static unsigned char cached[PAGES], shown[PAGES];

/* Pages of an answer ------------------------------------------------------ */

/* Marks what @a shows. Return: pages, or SIZE_MAX if they don't ascend. */
static size_t mark(const struct ps_answer *a, unsigned char *to)
{
	uint64_t next = 0, at;
	size_t i, n = 0;

	memset(to, 0, PAGES);
	for (i = 0; i < a->nr; i++) {
		const struct ps_item *item = &a->items[i];

		if (item->at < next || item->at + item->nr > PAGES)
			return SIZE_MAX;
		next = item->at + item->nr;
		if (item->what != PS_PAGE && item->what != PS_RUN)
			continue;
		for (at = item->at; at < next; at++)
			to[at] = 1;
		n += item->nr;
	}
	return n;
}

/* How many pages differ in [first, end), and how many are shown elsewhere. */
static size_t differ(uint64_t first, uint64_t end)
{
	size_t i, n = 0;

	for (i = 0; i < PAGES; i++)
		n += shown[i] != (i >= first && i < end ? cached[i] : 0);
	return n;
}

static size_t count(uint64_t first, uint64_t end)
{
	size_t n = 0;

	for (; first < end && first < PAGES; first++)
		n += cached[first];
	return n;
}

/* Whole files ------------------------------------------------------------- */

static void check_cached(struct subject *s)
{
	static const char *const groups[] = { "page", "run" };
	size_t want = or_mincore(s->fd, PAGES, cached), i;
	struct ps_answer *a;

	for (i = 0; i < 2; i++) {
		a = ps_ask("filename_index", "%s group=%s", ps_quote(s->path), groups[i]);
		ktap_ok(ps_complete(a), "%s group=%s: complete", s->fs, groups[i]);
		ktap_equal(mark(a, shown), want, "%s group=%s: pages as by mincore", s->fs,
			   groups[i]);
		ktap_equal(differ(0, PAGES), 0, "%s group=%s: the very pages", s->fs, groups[i]);
		ktap_equal(ps_num(&a->end.rec, "pages"), want, "%s group=%s: end counts them",
			   s->fs, groups[i]);
		ktap_equal(ps_num(&a->end.rec, "records"), a->nr, "%s group=%s: end counts records",
			   s->fs, groups[i]);
		if (want)
			ktap_equal(ps_num(ps_object(a, "file", 0), "cached"), want,
				   "%s group=%s: cached=", s->fs, groups[i]);
		ps_free(a);
	}
}

/* Sums by the flags that /proc has for the heads of the folios shown. */
static struct ps_sums sums_by_proc(const struct ps_answer *pages)
{
	struct ps_sums s = { 0 };
	size_t i;

	for (i = 0; i < pages->nr; i++) {
		const struct ps_item *item = &pages->items[i];
		uint64_t flags;

		if (item->what != PS_PAGE)
			continue;
		flags = or_kpage_one("kpageflags", item->pfn & ~((1ULL << item->order) - 1));
		s.pages++;
		s.dirty += !!(flags & PS_DIRTY);
		s.writeback += !!(flags & PS_WRITEBACK);
		s.active += !!(flags & PS_ACTIVE);
		s.referenced += !!(flags & PS_REFERENCED);
		s.mapped += !!or_kpage_one("kpagecount", item->pfn);
		s.orders[item->order]++;
	}
	return s;
}

static bool same_pages(const struct ps_answer *a, const struct ps_answer *b)
{
	size_t i;

	if (a->nr != b->nr)
		return false;
	for (i = 0; i < a->nr; i++)
		if (a->items[i].what != b->items[i].what || a->items[i].pfn != b->items[i].pfn ||
		    a->items[i].order != b->items[i].order)
			return false;
	return true;
}

/* Did the pages stay where they were, with the flags that /proc had for them? */
static bool settled(const struct ps_answer *pages, const struct ps_sums *want, const char *query)
{
	struct ps_answer *again = ps_ask("filename_index", "%s group=page", query);
	struct ps_sums after = sums_by_proc(pages);
	bool same = !memcmp(&after, want, sizeof(after)) && same_pages(pages, again);

	ps_free(again);
	return same;
}

/*
 * Pages of the file, and its sums by /proc, @want, and by us.  Until writeback is over, and
 * while khugepaged or compaction moves the pages, /proc doesn't say the same twice, or
 * says it of frames that the file has left.
 */
static struct ps_answer *ask_sums(struct subject *s, uint64_t first, uint64_t nr,
				  struct ps_answer **pages, struct ps_sums *want)
{
	struct ps_answer *object;
	char query[512];
	int tries;

	snprintf(query, sizeof(query), "%s %llu+%llu", ps_quote(s->path),
		 (unsigned long long)first, (unsigned long long)nr);
	for (tries = 0; ; tries++) {
		*pages = ps_ask("filename_index", "%s group=page", query);
		*want = sums_by_proc(*pages);
		object = ps_ask("filename_index", "%s group=object", query);
		if (settled(*pages, want, query) || tries == 20)
			return object;
		ps_free(object);
		ps_free(*pages);
		usleep(100000);
	}
}

static void check_sums(struct subject *s, const char *state, uint64_t first, uint64_t nr)
{
	struct ps_answer *pages, *object;
	struct ps_sums want, got = { 0 };
	struct or_cachestat stat;

	object = ask_sums(s, first, nr, &pages, &want);

	if (ps_object(object, "file", 0))
		got = ps_sum_rec(ps_object(object, "file", 0));
	ktap_equal(got.pages, want.pages, "%s %s: sum of pages", s->fs, state);
	ktap_equal(got.dirty, want.dirty, "%s %s: dirty as by kpageflags", s->fs, state);
	ktap_equal(got.writeback, want.writeback, "%s %s: writeback as by kpageflags", s->fs,
		   state);
	ktap_equal(got.active, want.active, "%s %s: active as by kpageflags", s->fs, state);
	ktap_equal(got.referenced, want.referenced, "%s %s: referenced as by kpageflags", s->fs,
		   state);
	ktap_equal(got.mapped, want.mapped, "%s %s: mapped as by kpagecount", s->fs, state);
	ktap_ok(!memcmp(got.orders, want.orders, sizeof(got.orders)), "%s %s: orders", s->fs,
		state);
	if (!or_cachestat(s->fd, first, nr, &stat)) {
		ktap_skip("cachestat", "this kernel has none");
	} else if (s->no_stat) {
		ktap_skip("cachestat", "on %s it looks at the upper inode alone", s->fs);
	} else {
		ktap_equal(got.pages, stat.cache, "%s %s: cached as by cachestat", s->fs, state);
		if (!s->no_tags)
			ktap_equal(got.dirty, stat.dirty, "%s %s: dirty as by cachestat", s->fs,
				   state);
		ktap_equal(got.writeback, stat.writeback, "%s %s: writeback as by cachestat", s->fs,
			   state);
		ktap_equal(got.evicted + got.swapped, stat.evicted,
			   "%s %s: evicted as by cachestat", s->fs, state);
	}
	ps_free(pages);
	ps_free(object);
}

/* Ranges ------------------------------------------------------------------ */

static void check_range(struct subject *s, const char *range, uint64_t first, uint64_t end)
{
	struct ps_answer *a = ps_ask("filename_index", "%s %s", ps_quote(s->path), range);
	size_t pages;

	or_mincore(s->fd, PAGES, cached);
	pages = mark(a, shown);
	if (!ktap_ok(ps_complete(a) && !differ(first, end), "%s range \"%s\"", s->fs, range))
		ktap_note("%zu pages, %zu differ, %zu wanted", pages, differ(first, end),
			  count(first, end));
	ktap_equal(pages, count(first, end), "%s range \"%s\": pages", s->fs, range);
	ps_free(a);
}

static void check_bad_range(struct subject *s, const char *range)
{
	struct ps_answer *a = ps_ask("filename_index", "%s %s", ps_quote(s->path), range);

	ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), "EINVAL"),
		"%s range \"%s\" is EINVAL", s->fs, range);
	ktap_ok(a->end.rec.type && !strcmp(ps_str(&a->end.rec, "status"), "error"),
		"%s range \"%s\" ends with status=error", s->fs, range);
	ps_free(a);
}

static void check_ranges(struct subject *s)
{
	check_range(s, "0 10", 0, 10);
	check_range(s, "101 119", 101, 119);
	check_range(s, "0x65 0x77", 101, 119);
	check_range(s, "101+18", 101, 119);
	check_range(s, "115", 115, 116);
	check_range(s, "117-", 117, PAGES);
	check_range(s, "0-", 0, PAGES);
	check_range(s, "200 200", 0, 0);
	check_range(s, "200+0", 0, 0);
	check_range(s, "100 18446744073709551615", 100, PAGES);
	check_range(s, "18446744073709551614", 0, 0);
	check_range(s, "5000 6000", 0, 0);
	check_bad_range(s, "10 9");
	check_bad_range(s, "10+18446744073709551615");
	check_bad_range(s, "10 99999999999999999999999");
}

/* What stat() says -------------------------------------------------------- */

static void check_identity(struct subject *s, const char *ask, const char *state)
{
	struct ps_answer *a = ps_ask("filename_index", "%s", ps_quote(ask));
	const struct ps_rec *file = ps_object(a, "file", 0);
	struct stat st;
	char dev[32];
	int gen;

	if (!ktap_ok(file && ps_count_objects(a, "file") == 1, "%s: one file record", s->fs))
		return;
	if (*s->real ? stat(s->real, &st) : fstat(s->fd, &st))
		ktap_die("stat()");
	snprintf(dev, sizeof(dev), "%u:%u", major(st.st_dev), minor(st.st_dev));
	ktap_ok(!strcmp(ps_str(file, "dev"), dev), "%s %s: dev is stat's", s->fs, state);
	ktap_equal(ps_num(file, "ino"), st.st_ino, "%s %s: ino is stat's", s->fs, state);
	ktap_equal(ps_num(file, "size"), st.st_size, "%s %s: size is stat's", s->fs, state);
	ktap_equal(ps_num(file, "nlink"), st.st_nlink, "%s %s: nlink is stat's", s->fs, state);
	ktap_ok(!strcmp(ps_str(file, "type"), "reg"), "%s %s: type=reg", s->fs, state);
	ktap_ok(!strcmp(ps_str(file, "state"), state), "%s: state=%s", s->fs, state);
	ktap_ok(!strcmp(ps_unescape(ps_str(file, "name")), s->path), "%s %s: name", s->fs, state);
	if (ioctl(s->fd, FS_IOC_GETVERSION, &gen))
		ktap_skip("gen", "%s has no FS_IOC_GETVERSION", s->fs);
	else
		ktap_equal(ps_num(file, "gen"), (uint32_t)gen, "%s %s: gen is the ioctl's", s->fs,
			   state);
	ps_free(a);
}

/* Frames: pagemap of a mapping of the same file. */
static void check_frames(struct subject *s)
{
	static uint64_t entry[PAGES];
	char *map = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED, s->fd, 0);
	size_t i, wrong = 0, compared = 0, counts = 0;
	struct ps_answer *a;

	if (map == MAP_FAILED)
		ktap_die("mmap()");
	or_mincore(s->fd, PAGES, cached);
	for (i = 0; i < PAGES; i++)
		if (cached[i])
			*(volatile char *)(map + i * ST_PAGE);
	a = ps_ask("filename_index", "%s group=page", ps_quote(s->path));
	or_pagemap(getpid(), (uintptr_t)map / ST_PAGE, PAGES, entry);
	for (i = 0; i < a->nr; i++) {
		const struct ps_item *item = &a->items[i];

		if (item->what != PS_PAGE || item->at >= PAGES || !PM_PRESENT(entry[item->at]))
			continue;
		compared++;
		wrong += PM_PFN(entry[item->at]) != item->pfn;
		counts += or_kpage_one("kpagecount", item->pfn) != item->map[0];
	}
	ktap_equal(wrong, 0, "%s: frames are pagemap's", s->fs);
	ktap_equal(compared, count(0, PAGES), "%s: all cached pages could be compared", s->fs);
	ktap_equal(counts, 0, "%s: map counts are kpagecount's", s->fs);
	check_sums(s, "mapped", 0, PAGES);
	ps_free(a);
	munmap(map, PAGES * ST_PAGE);
}

/* Evicted by reclaim: what was there is gone, and may have left its shadow. */
static void check_gone(struct subject *s)
{
	size_t had = or_mincore(s->fd, PAGES, cached), i, left, never = 0, both = 0;
	char *map = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED, s->fd, 0);
	static unsigned char before[PAGES];
	struct ps_answer *a;
	struct ps_sums sums;
	uint64_t at;

	memcpy(before, cached, PAGES);
	if (map == MAP_FAILED)
		ktap_die("mmap()");
	for (i = 0; i < PAGES; i++)
		if (cached[i])
			*(volatile char *)(map + i * ST_PAGE);
	madvise(map, PAGES * ST_PAGE, 21 /* MADV_PAGEOUT */);
	munmap(map, PAGES * ST_PAGE);
	left = or_mincore(s->fd, PAGES, cached);
	a = ps_ask("filename_index", "%s", ps_quote(s->path));
	sums = ps_sum_items(a, SIZE_MAX);
	for (i = 0; i < a->nr; i++)
		for (at = a->items[i].at; at < a->items[i].at + a->items[i].nr; at++) {
			never += a->items[i].what == PS_GONE && (at >= PAGES || !before[at]);
			both += a->items[i].what == PS_GONE && at < PAGES && cached[at];
		}
	ktap_note("%s: %zu pages were cached, %zu are, %llu left a shadow", s->fs, had, left,
		  (unsigned long long)sums.evicted);
	ktap_ok(left < had, "%s gone: reclaim took pages", s->fs);
	ktap_equal(sums.pages, left, "%s gone: what is left", s->fs);
	ktap_equal(never, 0, "%s gone: only what had been cached", s->fs);
	ktap_equal(both, 0, "%s gone: nothing that still is", s->fs);
	ktap_ok(sums.evicted <= had - left, "%s gone: no more than was evicted", s->fs);
	ktap_equal(ps_num(&a->end.rec, "gone"), sums.evicted, "%s gone: end counts them", s->fs);
	check_sums(s, "after reclaim", 0, PAGES);
	check_sums(s, "after reclaim, in part", 3, 113);
	ps_free(a);
}

/* A file's life ------------------------------------------------------------ */

static void begin(struct subject *s, const char *fs, const char *dir)
{
	memset(s, 0, sizeof(*s));
	s->fs = fs;
	/* Only what can be written back has tags. */
	s->no_tags = !strncmp(fs, "tmpfs", 5);
	s->no_stat = !strcmp(fs, "overlay");
	snprintf(s->path, sizeof(s->path), "%s/oracle file", dir);
	s->fd = st_file(s->path);
}

/* Islands, some at borders of nodes of the page cache's tree. */
static void islands(struct subject *s, void (*make)(int, uint64_t, uint64_t))
{
	static const uint64_t island[][2] = {
		{ 0, 10 }, { 60, 9 }, { 100, 20 }, { 200, 1 }, { 511, 2 }, { 1000, 64 },
		{ PAGES - 1, 1 },
	};
	size_t i;

	for (i = 0; i < sizeof(island) / sizeof(*island); i++)
		make(s->fd, island[i][0], island[i][1]);
}

static void check_deleted(struct subject *s)
{
	char fd[64];

	snprintf(fd, sizeof(fd), "/proc/self/fd/%d", s->fd);
	if (unlink(s->path))
		ktap_die("unlink()");
	s->real[0] = '\0';
	check_identity(s, fd, "deleted");
}

/* With a disk behind it: what is in the cache is up to us. */
static void check_disk(struct subject *s)
{
	st_write(s->fd, 0, PAGES);
	check_cached(s);
	check_sums(s, "all dirty", 0, PAGES);
	st_evict(s->fd, 0, 0);
	ktap_equal(or_mincore(s->fd, PAGES, cached), 0, "%s: evicted for a start", s->fs);
	check_cached(s);
	islands(s, st_cache);
	check_cached(s);
	check_sums(s, "clean islands", 0, PAGES);
	check_ranges(s);
	st_write(s->fd, 103, 5);
	check_sums(s, "dirty in part", 0, PAGES);
	check_sums(s, "dirty, a part of it", 105, 4);
	check_identity(s, s->path, "live");
	check_frames(s);
	st_clean(s->fd);
	check_sums(s, "clean again", 0, PAGES);
	check_gone(s);
	islands(s, st_cache);
	check_cached(s);
}

static void test_ext4(void)
{
	struct subject s;

	begin(&s, "ext4", "/root");
	check_disk(&s);
	check_deleted(&s);
	close(s.fd);
}

/*
 * One write of several pages makes one folio, where the filesystem and the kernel have large
 * ones: neighbours that differ in nothing but their order.
 */
static void check_orders(struct subject *s)
{
	static const uint64_t order[] = { 2, 3, 2, 4, 4, 3, 0, 2, 4 };
	char *bytes = calloc(16, ST_PAGE);
	uint64_t at = 0;
	size_t i;

	if (!bytes)
		ktap_die("no memory");
	st_evict(s->fd, 0, 0);
	for (i = 0; i < sizeof(order) / sizeof(*order); i++, at += 16)
		if (pwrite(s->fd, bytes, ST_PAGE << order[i], at * ST_PAGE) !=
		    (ssize_t)ST_PAGE << order[i])
			ktap_die("pages at %llu can't be written", (unsigned long long)at);
	check_cached(s);
	check_sums(s, "folios of several orders", 0, PAGES);
	check_sums(s, "parts of them", 3, 113);
	free(bytes);
}

static void test_xfs(void)
{
	struct subject s;

	if (!st_mount("xfs", DISK, "/mnt/xfs")) {
		ktap_skip("xfs", "no mkfs.xfs");
		return;
	}
	begin(&s, "xfs", "/mnt/xfs");
	check_disk(&s);
	check_orders(&s);
	check_deleted(&s);
	close(s.fd);
	st_umount("/mnt/xfs");
}

static void test_tmpfs(void)
{
	struct subject s;

	begin(&s, "tmpfs", "/dev/shm");
	if (ftruncate(s.fd, PAGES * ST_PAGE))
		ktap_die("ftruncate()");
	check_cached(&s);
	islands(&s, st_write);
	check_cached(&s);
	check_sums(&s, "islands", 0, PAGES);
	check_ranges(&s);
	check_identity(&s, s.path, "live");
	check_frames(&s);
	check_deleted(&s);
	close(s.fd);
}

/* The pages are those of the file below; the name is the one asked for. */
static void test_overlay(void)
{
	struct subject s;

	st_run("mkdir -p /root/low /root/up /root/work /mnt/over; echo >/root/low/other");
	if (mount("overlay", "/mnt/over", "overlay", 0,
		  "lowerdir=/root/low,upperdir=/root/up,workdir=/root/work")) {
		ktap_skip("overlay", "can't be mounted: %s", strerror(errno));
		return;
	}
	begin(&s, "overlay", "/mnt/over");
	snprintf(s.real, sizeof(s.real), "/root/up/oracle file");
	st_write(s.fd, 0, PAGES);
	st_evict(s.fd, 0, 0);
	islands(&s, st_cache);
	check_cached(&s);
	check_ranges(&s);
	check_identity(&s, s.path, "live");
	st_write(s.fd, 103, 5);
	check_sums(&s, "dirty in part", 0, PAGES);
	unlink(s.path);
	close(s.fd);
	st_umount("/mnt/over");
}

/* Swap -------------------------------------------------------------------- */

/* What test_swapped() writes; a large folio has zeros beside it. */
static bool is_written(uint64_t at)
{
	return at < 1024 || (at >= 1500 && at < 1530);
}

static void check_swap_items(const struct ps_answer *a)
{
	size_t i, wrong = 0, double_use = 0, j;

	for (i = 0; i < a->nr; i++) {
		const struct ps_item *item = &a->items[i];

		if (item->what != PS_SWAP)
			continue;
		wrong += item->swp_type != 0 || !item->swp_offset;
		for (j = 0; j < i; j++)
			double_use += a->items[j].what == PS_SWAP &&
				      item->swp_offset < a->items[j].swp_offset + a->items[j].nr &&
				      a->items[j].swp_offset < item->swp_offset + item->nr;
	}
	ktap_equal(wrong, 0, "tmpfs swap: type and offset are possible");
	ktap_equal(double_use, 0, "tmpfs swap: no slot is used twice");
	ktap_equal(ps_num(&a->end.rec, "swap"), ps_sum_items(a, SIZE_MAX).swapped,
		   "tmpfs swap: end counts them");
}

/* By content: slots are read back from the disk itself. */
static size_t wrong_slots(const struct ps_answer *a)
{
	int disk = open(SWAP, O_RDONLY | O_DIRECT | O_CLOEXEC);
	char *page = aligned_alloc(ST_PAGE, ST_PAGE);
	size_t i, wrong = 0;
	uint64_t n;

	if (disk < 0 || !page)
		ktap_die("%s can't be opened", SWAP);
	for (i = 0; i < a->nr; i++)
		for (n = 0; a->items[i].what == PS_SWAP && n < a->items[i].nr; n++) {
			if (pread(disk, page, ST_PAGE, (a->items[i].swp_offset + n) * ST_PAGE) !=
			    (ssize_t)ST_PAGE)
				ktap_die("slot can't be read");
			if (is_written(a->items[i].at + n))
				wrong += *page != (char)('a' + (a->items[i].at + n) % 26);
		}
	free(page);
	close(disk);
	return wrong;
}

/* Every page of the file that had one is shown, as a page or as a slot. */
static void check_all_shown(const char *fs, const struct ps_answer *a)
{
	size_t i, lost = 0, extra = 0;
	uint64_t at;

	memset(shown, 0, sizeof(shown));
	for (i = 0; i < a->nr; i++)
		for (at = a->items[i].at; at < a->items[i].at + a->items[i].nr && at < PAGES; at++)
			shown[at]++;
	for (i = 0; i < PAGES; i++) {
		lost += cached[i] && !shown[i];
		extra += shown[i] > cached[i];
	}
	ktap_equal(lost, 0, "%s swap: every page is shown", fs);
	ktap_equal(extra, 0, "%s swap: and only once", fs);
}

/* All but the first pages. */
static char *swap_file_out(const struct subject *s)
{
	char *map = mmap(NULL, PAGES * ST_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
	size_t i;

	if (map == MAP_FAILED)
		ktap_die("mmap()");
	for (i = 0; i < PAGES; i++)
		if (cached[i])
			*(volatile char *)(map + i * ST_PAGE);
	for (i = 0; i < 10; i++) {
		madvise(map + 8 * ST_PAGE, (PAGES - 8) * ST_PAGE, 21 /* MADV_PAGEOUT */);
		usleep(50000);
	}
	return map;
}

/*
 * mincore() says that what is in the swap cache is cached; smaps and
 * cachestat() tell what the file itself has.
 */
static void test_swapped(const char *fs, const char *dir)
{
	struct ps_sums sums;
	struct ps_answer *a;
	struct subject s;
	size_t written;
	uint64_t smaps;
	char *map;

	begin(&s, fs, dir);
	if (ftruncate(s.fd, PAGES * ST_PAGE))
		ktap_die("ftruncate()");
	st_write(s.fd, 0, 1024);
	st_write(s.fd, 1500, 30);
	written = or_mincore(s.fd, PAGES, cached);
	st_swapon(SWAP);
	map = swap_file_out(&s);
	smaps = or_smaps(getpid(), (uintptr_t)map, "Swap");
	a = ps_ask("filename_index", "%s", ps_quote(s.path));
	sums = ps_sum_items(a, SIZE_MAX);
	ktap_note("%s: %zu pages written, smaps has %llu KiB of swap", fs, written,
		  (unsigned long long)smaps);
	ktap_ok(smaps > 0, "%s swap: something was swapped out", fs);
	ktap_ok(ps_complete(a), "%s swap: complete", fs);
	ktap_equal(sums.swapped * 4, smaps, "%s swap: as much as in smaps", fs);
	ktap_equal(sums.pages, written - smaps / 4, "%s swap: pages are the rest", fs);
	check_all_shown(fs, a);
	check_swap_items(a);
	ktap_equal(wrong_slots(a), 0, "%s swap: the slots hold these pages", fs);
	check_sums(&s, "swapped", 0, PAGES);
	ps_free(a);
	a = ps_ask("filename_index", "%s 600+37", ps_quote(s.path));
	sums = ps_sum_items(a, SIZE_MAX);
	ktap_equal(sums.swapped + sums.pages, 37, "%s swap: a range inside", fs);
	ktap_equal(wrong_slots(a), 0, "%s swap: the slots of the range", fs);
	ps_free(a);
	/* What is no page is no half of a compound page, and not none of them either. */
	a = ps_ask("filename_index", "%s group=page flags=-compound_tail", ps_quote(s.path));
	ktap_equal(ps_num(&a->end.rec, "swap"), 0, "%s swap: flags= wants pages only", fs);
	ps_free(a);
	munmap(map, PAGES * ST_PAGE);
	unlink(s.path);
	close(s.fd);
	st_swapoff(SWAP);
}

/* Large folios ------------------------------------------------------------ */

static void test_clipped(void)
{
	static uint64_t entry[ST_HUGE_PAGES];
	const struct ps_item *item;
	struct ps_answer *a;
	struct subject s;
	char *map;

	mkdir("/mnt/huge", 0700);
	if (mount("huge", "/mnt/huge", "tmpfs", 0, "huge=always")) {
		ktap_skip("large folios", "no huge=always: %s", strerror(errno));
		return;
	}
	begin(&s, "tmpfs huge=always", "/mnt/huge");
	if (ftruncate(s.fd, PAGES * ST_PAGE))
		ktap_die("ftruncate()");
	map = mmap(NULL, ST_HUGE, PROT_READ | PROT_WRITE, MAP_SHARED, s.fd, 0);
	st_touch(map, ST_HUGE_PAGES);
	or_pagemap(getpid(), (uintptr_t)map / ST_PAGE, ST_HUGE_PAGES, entry);
	a = ps_ask("filename_index", "%s 100 200", ps_quote(s.path));
	item = a->nr ? &a->items[0] : NULL;
	if (item && item->order == 9) {
		ktap_equal(a->nr, 1, "clipped: one run");
		ktap_equal(item->at, 100, "clipped: begins where the range does");
		ktap_equal(item->nr, 100, "clipped: ends where the range does");
		ktap_equal(item->pfn, PM_PFN(entry[100]), "clipped: frame is pagemap's");
		ktap_equal(ps_num(&a->end.rec, "pages"), 100, "clipped: end counts the range");
	} else {
		ktap_skip("clipped", "no folio of order 9 could be had");
	}
	check_cached(&s);
	check_ranges(&s);
	check_sums(&s, "clipped", 100, 100);
	munmap(map, ST_HUGE);
	ps_free(a);
	unlink(s.path);
	close(s.fd);
	test_swapped("tmpfs huge=always", "/mnt/huge");
	st_umount("/mnt/huge");
}

static void check_hugetlb(struct subject *s, const char *map, uint64_t first, uint64_t end)
{
	static uint64_t entry[2 * ST_HUGE_PAGES];
	struct ps_answer *a = ps_ask("filename_index", "%s %llu %llu group=page", ps_quote(s->path),
				     (unsigned long long)first, (unsigned long long)end);
	size_t i, wrong = 0;

	or_pagemap(getpid(), (uintptr_t)map / ST_PAGE, 2 * ST_HUGE_PAGES, entry);
	for (i = 0; i < a->nr; i++)
		wrong += a->items[i].at != first + i || a->items[i].order != 9 ||
			 !(a->items[i].flags & PS_HUGE) ||
			 a->items[i].pfn != PM_PFN(entry[a->items[i].at % (2 * ST_HUGE_PAGES)]);
	ktap_equal(a->nr, end - first, "hugetlbfs %llu-%llu: pages", (unsigned long long)first,
		   (unsigned long long)end);
	ktap_equal(wrong, 0, "hugetlbfs %llu-%llu: frames are pagemap's", (unsigned long long)first,
		   (unsigned long long)end);
	ktap_equal(ps_num(ps_object(a, "file", 0), "cached"), 2 * ST_HUGE_PAGES,
		   "hugetlbfs: cached= is in pages of 4 KiB");
	ps_free(a);
}

static void test_hugetlbfs(void)
{
	struct subject s;
	char *map;

	mkdir("/mnt/tlb", 0700);
	if (st_hugetlb(2) < 2 || mount("tlb", "/mnt/tlb", "hugetlbfs", 0, NULL)) {
		ktap_skip("hugetlbfs", "no two huge pages");
		return;
	}
	begin(&s, "hugetlbfs", "/mnt/tlb");
	map = mmap(NULL, 2 * ST_HUGE, PROT_READ | PROT_WRITE, MAP_SHARED, s.fd, 0);
	if (map == MAP_FAILED)
		ktap_die("mmap() of hugetlbfs");
	st_touch(map, 2 * ST_HUGE_PAGES);
	check_hugetlb(&s, map, 0, 2 * ST_HUGE_PAGES);
	check_hugetlb(&s, map, 500, 524);
	check_hugetlb(&s, map, 512, 513);
	check_identity(&s, s.path, "live");
	munmap(map, 2 * ST_HUGE);
	unlink(s.path);
	close(s.fd);
	st_umount("/mnt/tlb");
	st_hugetlb(0);
}

/* Things that are no cached file ------------------------------------------- */

static void check_error(const char *query, const char *err)
{
	struct ps_answer *a = ps_ask("filename_index", "%s", query);

	if (!ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), err),
		     "\"%s\" is %s", query, err))
		ktap_note("it is %s", a->error.rec.type ? ps_str(&a->error.rec, "errno") : "none");
	ps_free(a);
}

static void test_errors(void)
{
	check_error("/no/such/file", "ENOENT");
	check_error("/etc/passwd/x", "ENOTDIR");
	check_error("/etc 0 10", "EISDIR");
	check_error("/dev/null", "EINVAL");
	check_error("etc/passwd", "EINVAL");
	check_error("/etc/passwd 0 10 nosuch=1", "EINVAL");
}

int main(void)
{
	st_quiet();
	test_ext4();
	test_xfs();
	test_tmpfs();
	test_overlay();
	test_swapped("tmpfs", "/dev/shm");
	test_clipped();
	test_hugetlbfs();
	test_errors();
	return ktap_end();
}
