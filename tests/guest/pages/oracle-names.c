// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=names,frames needs=swap disturbs=disks,mounts,memory,settings */
/*
 * names=1 in pfn_index: frames whose numbers /proc/self/pagemap tells lead back
 * to the file, page and name that they were mapped from, in one batch; and the
 * whole memory can be named while files come and go.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define DIR	"/sys/kernel/tracing/objects/mm/pages/"
#define SWAP	"/dev/scratch1"
#define PAGES	8
#define PFN(entry) ((entry) & ((1ULL << 55) - 1))

/**
 * struct place - something that is mapped
 * @what: for results
 * @fd: of the file, -1 for anonymous memory
 * @name: as the record is to say it
 * @state: likewise
 * @at: where it is mapped
 * @pfn: frames of its pages
 */
struct place {
	const char *what;
	int fd;
	const char *name;
	const char *state;
	char *at;
	uint64_t pfn[PAGES];
};

static void map(struct place *p)
{
	uint64_t entries[PAGES];

	p->at = mmap(NULL, PAGES * ST_PAGE, PROT_READ | PROT_WRITE,
		     p->fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, p->fd, 0);
	if (p->at == MAP_FAILED || mlock(p->at, PAGES * ST_PAGE))
		ktap_die("%s: mmap()", p->what);
	memset(p->at, 1, PAGES * ST_PAGE);
	or_pagemap(getpid(), (uintptr_t)p->at / ST_PAGE, PAGES, entries);
	for (size_t i = 0; i < PAGES; i++)
		p->pfn[i] = PFN(entries[i]);
}

/* Answers to lines of one page each, in their order. */
struct lines {
	size_t nr;
	struct ps_rec rec[256];
	char *text[256];
};

/* One session, one batch: a line for each frame. */
static void ask_all(struct lines *l, const struct place *places, size_t nr)
{
	char *text = malloc(1 << 20), *line, *end;
	int fd = open(DIR "pfn_index", O_RDWR);
	size_t len = 0;
	ssize_t n;

	for (size_t page = 0; page < PAGES; page++)
		for (size_t i = 0; i < nr; i++)
			dprintf(fd, "%#llx names=1 group=page\n",
				(unsigned long long)places[i].pfn[page]);
	while ((n = read(fd, text + len, (1 << 20) - 1 - len)) > 0)
		len += n;
	text[len] = '\0';
	close(fd);
	for (line = text; *line; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		if (strncmp(line, "page ", 5) || l->nr == 256)
			continue;
		l->text[l->nr] = line;
		ps_cut(strdup(line), &l->rec[l->nr++]);
	}
}

static bool is_right(const struct ps_rec *rec, const struct place *p, size_t page)
{
	struct stat st;
	char dev[32];

	if (ps_num(rec, "pfn") != p->pfn[page] || strcmp(ps_str(rec, "name"), p->name) ||
	    strcmp(ps_str(rec, "state"), p->state))
		return false;
	if (p->fd < 0)
		return true;
	fstat(p->fd, &st);
	if (S_ISBLK(st.st_mode))
		return ps_num(rec, "index") == page;
	snprintf(dev, sizeof(dev), "%u:%u", major(st.st_dev), minor(st.st_dev));
	return ps_num(rec, "ino") == st.st_ino && ps_num(rec, "index") == page &&
	       !strcmp(ps_str(rec, "dev"), dev);
}

static void check_places(const struct place *places, size_t nr)
{
	static struct lines l;

	l.nr = 0;
	ask_all(&l, places, nr);
	if (!ktap_ok(l.nr == nr * PAGES, "a batch of %zu frames: %zu answers", nr * PAGES, l.nr))
		return;
	for (size_t i = 0; i < nr; i++) {
		size_t right = 0, wrong = 0;

		for (size_t page = 0; page < PAGES; page++) {
			bool ok = is_right(&l.rec[page * nr + i], &places[i], page);

			right += ok;
			wrong = ok ? wrong : page * nr + i;
		}
		if (!ktap_equal(right, PAGES, "%s: frames lead back to it", places[i].what))
			ktap_note("%s", l.text[wrong]);
	}
}

static void test_places(void)
{
	struct stat st;
	struct place places[] = {
		{ "ext4", st_file("/mnt/names/a b"), "/a\\040b", "live", NULL, { 0 } },
		{ "deleted", st_file("/mnt/names/gone"), "/gone", "deleted", NULL, { 0 } },
		{ "O_TMPFILE", open("/mnt/names", O_TMPFILE | O_RDWR, 0600), NULL, "deleted", NULL,
		  { 0 } },
		{ "xfs", st_file("/mnt/xfs/f"), "/f", "live", NULL, { 0 } },
		{ "memfd", memfd_create("a name", 0), "memfd:a\\040name", "deleted", NULL, { 0 } },
		{ "anonymous", -1, "-", "-", NULL, { 0 } },
	};
	const size_t nr = sizeof(places) / sizeof(places[0]);
	char tmpname[64];

	unlink("/mnt/names/gone");
	fstat(places[2].fd, &st);
	snprintf(tmpname, sizeof(tmpname), "/#%llu", (unsigned long long)st.st_ino);
	places[2].name = tmpname;
	for (size_t i = 0; i < nr; i++) {
		if (places[i].fd >= 0 && ftruncate(places[i].fd, PAGES * ST_PAGE))
			ktap_die("ftruncate()");
		map(&places[i]);
	}
	check_places(places, nr);
	for (size_t i = 0; i < nr; i++) {
		munmap(places[i].at, PAGES * ST_PAGE);
		close(places[i].fd);
	}
}

static void test_bdev(void)
{
	char name[32];
	struct stat st;
	struct place bdev = { "block device", open("/dev/scratch0", O_RDWR), name, "live", NULL, { 0 } };

	if (bdev.fd < 0 || fstat(bdev.fd, &st))
		ktap_die("/dev/scratch0");
	snprintf(name, sizeof(name), "%u:%u", major(st.st_rdev), minor(st.st_rdev));
	map(&bdev);
	check_places(&bdev, 1);
	munmap(bdev.at, PAGES * ST_PAGE);
	close(bdev.fd);
}

/* Runs take the name once, and only what is shown is looked up. */
static void test_runs(void)
{
	struct place locked = { "locked", st_file("/mnt/names/locked"), "/locked", "live", NULL, { 0 } };
	struct ps_answer *a, *b, *c;

	if (ftruncate(locked.fd, PAGES * ST_PAGE))
		ktap_die("ftruncate()");
	map(&locked);
	a = ps_ask("pfn_index", "names=1 flags=mlocked");
	b = ps_ask("pfn_index", "flags=mlocked");
	c = ps_ask("pfn_index", "0 64 names=1 group=object");
	ktap_ok(ps_complete(a) && a->nr, "group=run takes names");
	ktap_equal(a->nr, b->nr, "names split no run");
	ktap_ok(c->error.rec.type && !strcmp(ps_str(&c->error.rec, "errno"), "EINVAL"),
		"group=object refuses them");
	ps_free(a);
	ps_free(b);
	ps_free(c);
	munmap(locked.at, PAGES * ST_PAGE);
	close(locked.fd);
}

/*
 * Pages that were swapped out and read back stay in the swap cache, where
 * pagemap said that they were.
 */
static void test_swapcache(void)
{
	uint64_t out[PAGES], in[PAGES], cached = 0, right = 0;
	char *at = st_map(PAGES, MAP_PRIVATE);

	st_swapon(SWAP);
	st_touch(at, PAGES);
	if (st_swap_out(at, PAGES) < PAGES) {
		ktap_skip("swap cache", "pages don't swap out");
		st_swapoff(SWAP);
		return;
	}
	or_pagemap(getpid(), (uintptr_t)at / ST_PAGE, PAGES, out);
	for (size_t i = 0; i < PAGES; i++)
		(void)*(volatile char *)(at + i * ST_PAGE);
	or_pagemap(getpid(), (uintptr_t)at / ST_PAGE, PAGES, in);
	for (size_t i = 0; i < PAGES; i++) {
		struct ps_answer *a = ps_ask("pfn_index", "%#llx group=page",
					     (unsigned long long)PFN(in[i]));

		if (a->nr == 1 && a->items[0].flags & ps_flags("swapcache")) {
			cached++;
			/* pagemap: five bits of area, then the page in it */
			right += a->items[0].swp_type == (out[i] & 31) &&
				 a->items[0].swp_offset == PFN(out[i]) >> 5;
		}
		ps_free(a);
	}
	if (cached)
		ktap_equal(right, cached, "swap cache: frames say where in the swap area (%llu)",
			   (unsigned long long)cached);
	else
		ktap_skip("swap cache", "no page stays in it");
	munmap(at, PAGES * ST_PAGE);
	st_swapoff(SWAP);
}

static void churn(void)
{
	char path[64];

	for (unsigned int i = 0;; i++) {
		int fd;

		snprintf(path, sizeof(path), "/mnt/%s/churn-%u", i % 2 ? "xfs" : "names", i % 64);
		fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
		st_write(fd, 0, 8);
		close(fd);
		snprintf(path, sizeof(path), "/mnt/%s/churn-%u", i % 2 ? "xfs" : "names",
			 (i + 31) % 64);
		unlink(path);
		if (i % 64 == 0)
			st_set("/proc/sys/vm/drop_caches", "3");
	}
}

static void count_named(void *ctx, struct ps_rec *rec)
{
	uint64_t *n = ctx;

	if (!ps_is(rec, "run") || !strcmp(ps_str(rec, "state"), "-"))
		return;
	n[0]++;
	n[1] += !strcmp(ps_str(rec, "name"), "?");
}

/* All of memory, again and again, while its owners come and go. */
static void test_churn(void)
{
	uint64_t n[2] = { 0 };
	pid_t pid = fork();

	if (!pid) {
		churn();
		_exit(1);
	}
	for (unsigned int i = 0; i < 10; i++)
		ps_stream("pfn_index", count_named, n, "names=1");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	ktap_ok(n[0] > 1000, "under churn: %llu runs of files, of which %llu had no owner any more",
		(unsigned long long)n[0], (unsigned long long)n[1]);
}

/* A name is held for no longer than it is looked at. */
static void test_umount(void)
{
	char text[4096];
	int fd = open(DIR "pfn_index", O_RDWR);

	dprintf(fd, "names=1 group=page\n");
	if (read(fd, text, sizeof(text)) <= 0)
		ktap_die("read()");
	ktap_ok(!umount("/mnt/names") && !umount("/mnt/xfs"), "filesystems can be unmounted meanwhile");
	close(fd);
}

int main(void)
{
	st_quiet();
	if (!st_mount("ext4", "/dev/scratch0", "/mnt/names") ||
	    !st_mount("xfs", "/dev/scratch1", "/mnt/xfs")) {
		ktap_skip("names of frames", "no ext4 or xfs");
		return ktap_end();
	}
	test_places();
	test_runs();
	test_churn();
	test_umount();
	test_bdev();
	test_swapcache();
	return ktap_end();
}
