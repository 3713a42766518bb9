// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=memory,frames,tasks,files needs=poison disturbs=kernel */
/*
 * Pages of memory that has failed, as the kernel sees it: of anonymous memory,
 * of shmem, of a file on disk, and of a large folio.  They stay lost until the
 * guest ends.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#ifndef MADV_HWPOISON
#define MADV_HWPOISON 100
#endif

#define PAGES	8
#define BAD	3	/* of which this one fails */
#define SHMEM	"/dev/shm/poisoned"
#define FILE_PATH "/root/poisoned"

/* Frame of @page before it failed, 0 if it can't be made to. */
static uint64_t poison(char *page)
{
	uint64_t entry;

	or_pagemap(getpid(), (uint64_t)page / ST_PAGE, 1, &entry);
	if (!PM_PRESENT(entry))
		ktap_die("no page to poison");
	if (madvise(page, ST_PAGE, MADV_HWPOISON)) {
		ktap_note("MADV_HWPOISON: %m");
		return 0;
	}
	return PM_PFN(entry);
}

/* What its frame is. */
static void check_frame(const char *what, uint64_t pfn)
{
	struct ps_answer *a = ps_ask("pfn_index", "0x%llx+1", (unsigned long long)pfn);
	struct ps_answer *all = ps_ask("pfn_index", "0x%llx+1 flags=hwpoison group=total",
				       (unsigned long long)pfn);

	ktap_ok(or_kpage_one("kpageflags", pfn) & PS_HWPOISON, "%s: it has failed", what);
	ktap_ok(a->nr == 1 && !strcmp(a->items[0].kind, "hwpoison"), "%s: by frame: kind=hwpoison", what);
	ktap_ok(a->nr == 1 && a->items[0].flags & PS_HWPOISON, "%s: by frame: flags=hwpoison", what);
	ktap_equal(ps_sum_rec(ps_object(all, "total", 0)).pages, 1, "%s: and is asked for by that", what);
	ps_free(all);
	ps_free(a);
}

/* How many pages from @at on are there and good, the bad one not counted. */
static uint64_t good_pages(const struct ps_answer *a, size_t object, uint64_t at)
{
	uint64_t i, good = 0;

	for (i = 0; i < PAGES; i++) {
		const struct ps_item *item = i == BAD ? NULL : ps_find(a, object, at + i);

		good += item && item->what == PS_PAGE && strcmp(item->kind, "hwpoison") &&
			!(item->flags & PS_HWPOISON);
	}
	return good;
}

/* What maps it, if something still does: all pages but the bad one are as before. */
static void check_task(const char *what, char *at, uint64_t pfn)
{
	uint64_t vpn = (uint64_t)at / ST_PAGE;
	struct ps_answer *a = ps_ask("task_index", "%d 0x%llx+%d group=page", getpid(),
				     (unsigned long long)vpn, PAGES);
	size_t vma = ps_number(a, "vma", 0);
	const struct ps_item *bad = ps_find(a, vma, vpn + BAD);

	ktap_equal(good_pages(a, vma, vpn), PAGES - 1, "%s: by process: the others are good", what);
	ktap_ok(bad && bad->what == PS_SPECIAL && !strcmp(bad->why, "hwpoison"),
		"%s: by process: why=hwpoison", what);
	ktap_ok(bad && bad->pfn == pfn, "%s: by process: its frame", what);
	ps_free(a);
}

static void test_anon(void)
{
	char *at = st_map(PAGES, MAP_PRIVATE);
	uint64_t pfn;

	st_touch(at, PAGES);
	pfn = poison(at + BAD * ST_PAGE);
	if (!pfn) {
		ktap_skip("anonymous memory", "this kernel has no MADV_HWPOISON");
		return;
	}
	check_frame("anonymous", pfn);
	check_task("anonymous", at, pfn);
}

/* A huge page is split for it. */
static void test_thp(void)
{
	char *at = st_map(2 * ST_HUGE_PAGES, MAP_PRIVATE);
	uint64_t pfn;

	if (!st_thp(at, ST_HUGE_PAGES)) {
		ktap_skip("huge page", "there is none");
		return;
	}
	pfn = poison(at + BAD * ST_PAGE);
	if (!pfn) {
		ktap_skip("huge page", "it can't fail");
		return;
	}
	check_frame("huge page", pfn);
	check_task("huge page", at, pfn);
}

/* By file: the page is there and bad, or the kernel has let go of it, as mincore() says. */
static void check_file(const char *what, const char *path, int fd, uint64_t pfn)
{
	struct ps_answer *a = ps_ask("filename_index", "%s group=page", path);
	const struct ps_item *bad = ps_find(a, 0, BAD);
	unsigned char cached[PAGES];

	or_mincore(fd, PAGES, cached);
	ktap_equal(good_pages(a, 0, 0), PAGES - 1, "%s: by file: the others are good", what);
	if (cached[BAD])
		ktap_ok(bad && bad->what == PS_PAGE && bad->pfn == pfn &&
			bad->flags & PS_HWPOISON, "%s: by file: it is told as bad", what);
	else
		ktap_ok(!bad, "%s: by file: it is gone", what);
	ps_free(a);
}

/* By frame: a file that has the page still, as mincore() says, is its owner. */
static void check_owner(const char *what, const char *path, int fd, uint64_t pfn)
{
	struct ps_answer *a = ps_ask("pfn_index", "0x%llx+1", (unsigned long long)pfn);
	const struct ps_item *frame = a->nr == 1 ? a->items : NULL;
	unsigned char cached[PAGES];
	struct stat st;

	if (stat(path, &st))
		ktap_die("stat %s", path);
	or_mincore(fd, PAGES, cached);
	if (cached[BAD])
		ktap_ok(frame && frame->ino == st.st_ino && frame->index == BAD,
			"%s: by frame: its file has it still", what);
	else
		ktap_ok(frame && frame->ino == PS_NONE, "%s: by frame: it is no file's", what);
	ps_free(a);
}

static void test_file(const char *what, const char *path)
{
	int fd = st_file(path);
	uint64_t pfn;
	char *at;

	st_write(fd, 0, PAGES);
	fsync(fd);
	at = mmap(NULL, PAGES * ST_PAGE, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
	if (at == MAP_FAILED)
		ktap_die("mmap %s", path);
	pfn = poison(at + BAD * ST_PAGE);
	if (pfn) {
		check_frame(what, pfn);
		check_file(what, path, fd, pfn);
		check_owner(what, path, fd, pfn);
	} else {
		ktap_skip(what, "this kernel has no MADV_HWPOISON");
	}
	munmap(at, PAGES * ST_PAGE);
	close(fd);
}

/* Who maps what failed is told. */
static void on_bus(int number)
{
	(void)number;
}

int main(void)
{
	struct sigaction action = { .sa_handler = on_bus };

	sigaction(SIGBUS, &action, NULL);
	st_quiet();
	test_anon();
	test_thp();
	test_file("shmem", SHMEM);
	test_file("file", FILE_PATH);
	return ktap_end();
}
