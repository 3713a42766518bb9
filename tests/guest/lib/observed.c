// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "observed.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define DEVICE	"/dev/scratch0"
#define DIRS	20
#define FILES	(OBS_FILES / DIRS)		/* in each */
#define PAGES	4				/* of each */
#define CACHED	(OBS_CACHED / PAGES / DIRS)	/* files of each folder that are cached */
#define FRAMES	(1UL << 20)
/* What a command's shell, its further programs and files in /proc may change. */
#define OWN	256

/**
 * struct seen - the machine at one time
 * @number: by enum obs_number
 * @flags: of all frames
 * @counts: their map counts
 * @nr: frames
 */
struct seen {
	uint64_t number[OBS_NUMBERS];
	uint64_t *flags;
	uint64_t *counts;
	size_t nr;
};

/* The tree ------------------------------------------------------------------- */

static void path_of(char path[64], int dir, int nr)
{
	snprintf(path, 64, OBS_TREE "/%d/%d", dir, nr);
}

/* Calls @fn for each file of the tree. */
static void each_file(void (*fn)(const char *path, int nr, void *ctx), void *ctx)
{
	char path[64];
	int dir, nr;

	for (dir = 0; dir < DIRS; dir++)
		for (nr = 0; nr < FILES; nr++) {
			path_of(path, dir, nr);
			fn(path, nr, ctx);
		}
}

static void make_file(const char *path, int nr, void *ctx)
{
	int fd;

	(void)ctx;
	if (!nr) {
		char dir[64];

		snprintf(dir, sizeof(dir), "%.*s", (int)(strrchr(path, '/') - path), path);
		if (mkdir(dir, 0755))
			ktap_die("mkdir %s", dir);
	}
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0)
		ktap_die("%s", path);
	st_write(fd, 0, PAGES);
	close(fd);
}

void obs_begin(void)
{
	st_quiet();
	if (st_run("mkfs.ext4 -qF " DEVICE) || mkdir(OBS_TREE, 0755) ||
	    st_run("mount -o strictatime " DEVICE " " OBS_TREE))
		ktap_die("no tree");
	each_file(make_file, NULL);
	sync();
	ktap_note("| observer | names | inodes | KiB read | pages cached | page tables | flags |"
		  " map counts | atimes |");
}

void obs_end(void)
{
	st_umount(OBS_TREE);
}

/* Reads one of ten files, in the way that changes no atime. */
static void cache_file(const char *path, int nr, void *ctx)
{
	char buf[PAGES * ST_PAGE];
	int fd;

	(void)ctx;
	if (nr % (FILES / CACHED))
		return;
	fd = open(path, O_RDONLY | O_NOATIME | O_CLOEXEC);
	if (fd < 0 || read(fd, buf, sizeof(buf)) != sizeof(buf))
		ktap_die("%s", path);
	close(fd);
}

struct atimes {
	struct timespec at[DIRS * FILES];
	size_t nr;
	size_t changed;
};

static void take_atime(const char *path, int nr, void *ctx)
{
	struct atimes *a = ctx;
	struct stat st;

	(void)nr;
	if (stat(path, &st))
		ktap_die("%s", path);
	a->at[a->nr++] = st.st_atim;
}

static void compare_atime(const char *path, int nr, void *ctx)
{
	struct atimes *a = ctx;
	struct stat st;

	(void)nr;
	if (stat(path, &st))
		ktap_die("%s", path);
	a->changed += a->at[a->nr].tv_sec != st.st_atim.tv_sec ||
		      a->at[a->nr].tv_nsec != st.st_atim.tv_nsec;
	a->nr++;
}

/* The machine ---------------------------------------------------------------- */

static uint64_t nth_number(const char *path, int nth)
{
	FILE *f = fopen(path, "re");
	unsigned long long n = 0;
	int i;

	for (i = 0; f && i <= nth; i++)
		if (fscanf(f, "%llu", &n) != 1)
			ktap_die("%s", path);
	if (!f)
		ktap_die("%s", path);
	fclose(f);
	return n;
}

static void take(struct seen *s)
{
	st_set("/proc/sys/vm/stat_refresh", "1");
	s->number[OBS_DENTRIES] = nth_number("/proc/sys/fs/dentry-state", 0);
	s->number[OBS_INODES] = nth_number("/proc/sys/fs/inode-nr", 0);
	s->number[OBS_READ_KIB] = or_number("/proc/vmstat", "pgpgin");
	s->number[OBS_PAGE_CACHE] = or_number("/proc/vmstat", "nr_file_pages");
	s->number[OBS_PAGE_TABLES] = or_number("/proc/vmstat", "nr_page_table_pages");
	s->nr = or_kpage("kpageflags", s->flags, FRAMES);
	or_kpage("kpagecount", s->counts, FRAMES);
}

static struct seen seen_new(void)
{
	struct seen s = {
		.flags = calloc(FRAMES, sizeof(uint64_t)), .counts = calloc(FRAMES, sizeof(uint64_t)),
	};

	if (!s.flags || !s.counts)
		ktap_die("no memory");
	return s;
}

/* Marks the frames of a file's pages, which are read if they weren't cached. */
static void mark_file(const char *path, bool *own)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	uint64_t *entries;
	size_t pages, i;
	char *at;

	if (fd < 0 || fstat(fd, &st))
		ktap_die("%s", path);
	pages = (st.st_size + ST_PAGE - 1) / ST_PAGE;
	entries = calloc(pages, sizeof(*entries));
	at = mmap(NULL, pages * ST_PAGE, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
	close(fd);
	if (!entries || at == MAP_FAILED)
		ktap_die("%s can't be mapped", path);
	or_pagemap(getpid(), (uintptr_t)at / ST_PAGE, pages, entries);
	for (i = 0; i < pages; i++)
		if (PM_PRESENT(entries[i]) && PM_PFN(entries[i]) < FRAMES)
			own[PM_PFN(entries[i])] = true;
	munmap(at, pages * ST_PAGE);
	free(entries);
}

/*
 * Marks the frames of the first program of a command, and of its libraries.  Who runs a program
 * accesses its pages: that says how large it is, not what it looks at.
 */
static void mark_program(const char *command, bool *own)
{
	char line[4096];
	FILE *files;

	snprintf(line, sizeof(line), "p=$(command -v %.*s) && { echo $p; ldd $p; } | grep -o '/[^ ]*'",
		 (int)strcspn(command, " "), command);
	files = popen(line, "re");
	memset(own, 0, FRAMES * sizeof(*own));
	while (files && fgets(line, sizeof(line), files)) {
		line[strcspn(line, "\n")] = '\0';
		mark_file(line, own);
	}
	if (!files || pclose(files))
		ktap_die("no program of: %s", command);
}

/* On a list of the page cache's, then as now. */
static bool is_cache(uint64_t flags)
{
	return flags & PS_LRU && !(flags & (PS_ANON | PS_BUDDY | PS_SLAB));
}

static void compare(const struct seen *before, const struct seen *after, const bool *own,
		    struct obs_change *c)
{
	size_t i;

	for (i = 0; i < OBS_NUMBERS; i++)
		c->number[i] = (int64_t)(after->number[i] - before->number[i]);
	c->flags = c->counts = 0;
	for (i = 0; i < before->nr; i++) {
		if (!is_cache(before->flags[i]) || own[i])
			continue;
		c->flags += (before->flags[i] ^ after->flags[i]) & ~PS_LOCKED ? 1 : 0;
		c->counts += before->counts[i] != after->counts[i];
	}
}

static void show(const char *command, const struct obs_change *c)
{
	ktap_note("| %s | %lld | %lld | %lld | %lld | %lld | %zu | %zu | %zu |", command,
		  (long long)c->number[OBS_DENTRIES], (long long)c->number[OBS_INODES],
		  (long long)c->number[OBS_READ_KIB], (long long)c->number[OBS_PAGE_CACHE],
		  (long long)c->number[OBS_PAGE_TABLES], c->flags, c->counts, c->atimes);
}

void obs_observe(const char *command, struct obs_change *c)
{
	static struct atimes atimes;
	static struct seen before, after;
	static bool own[FRAMES];

	if (!before.flags) {
		before = seen_new();
		after = seen_new();
	}
	/* its program and libraries, and what it finds in /proc, are there before */
	st_run("%s >/dev/null 2>&1", command);
	memset(&atimes, 0, sizeof(atimes));
	each_file(take_atime, &atimes);
	sync();
	st_set("/proc/sys/vm/drop_caches", "3");
	st_run("%.*s --help >/dev/null 2>&1", (int)strcspn(command, " "), command);
	st_run("sh -c 'find /proc/self /sys/kernel/tracing/objects -maxdepth 3' >/dev/null 2>&1");
	each_file(cache_file, NULL);
	st_set("/proc/sys/vm/compact_memory", "1");
	take(&before);
	c->status = st_run("%s >/dev/null 2>&1", command);
	take(&after);
	mark_program(command, own);
	compare(&before, &after, own, c);
	atimes.nr = 0;
	each_file(compare_atime, &atimes);
	c->atimes = atimes.changed;
	show(command, c);
}

/* What it says ---------------------------------------------------------------- */

static bool is_within(int64_t mine, int64_t control)
{
	return mine - control < OWN && control - mine < OWN;
}

void obs_judge(const char *who, const struct obs_change *mine, const struct obs_change *control)
{
	ktap_equal(mine->status, 0, "%s succeeds", who);
	ktap_ok(is_within(mine->number[OBS_DENTRIES], control->number[OBS_DENTRIES]),
		"%s has no names cached", who);
	ktap_ok(is_within(mine->number[OBS_INODES], control->number[OBS_INODES]),
		"%s has no inodes read", who);
	ktap_ok(is_within(mine->number[OBS_PAGE_CACHE], control->number[OBS_PAGE_CACHE]),
		"%s has no pages cached", who);
	ktap_ok(is_within(mine->number[OBS_PAGE_TABLES], control->number[OBS_PAGE_TABLES]),
		"%s fills no page tables", who);
	/* as many as without, or fewer: the kernel may be busy meanwhile, and then no more */
	ktap_ok(mine->flags < control->flags + OWN, "%s changes no flags of cached pages", who);
	ktap_ok(mine->counts < control->counts + OWN, "%s changes no map counts", who);
	ktap_equal(mine->atimes, 0, "%s changes no atimes", who);
}
