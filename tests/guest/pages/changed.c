// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=files,records needs=thp disturbs=disks,mounts,memory,settings */
/*
 * A session that asks again and again with changed= has, put together, what another one is told
 * that asks for all: whatever happens to the files, their pages and their names meanwhile.
 */
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "states.h"

#define SB	"/sys/kernel/tracing/objects/mm/pages/sb_index"
#define DISK	"/mnt/changed"
#define OTHER	"/mnt/elsewhere"
#define FILES	300
#define MAX	4096
#define TEXT	(8 << 20)
/* The kernel counts some pages as active, or no more, in its own time: so more than one look. */
#define TRIES	5

/* Answers -------------------------------------------------------------------------- */

struct answer {
	char *text;
	char *line[MAX];	/* of files, in text */
	size_t nr;
	char end[1024];		/* words of the end, up to what differs each time */
	size_t told;		/* how many of the files had a record */
};

/* One session, and what was told in its answers, by number. */
static struct {
	int fd;
	char *line[1 << 16];
	size_t next;
	size_t first;		/* of the answer before */
} session;

static int open_index(void)
{
	int fd = open(SB, O_RDWR | O_CLOEXEC);

	if (fd < 0)
		ktap_die(SB);
	return fd;
}

static void ask(int fd, const char *line, struct answer *a)
{
	size_t len = 0;
	ssize_t n;

	if (write(fd, line, strlen(line)) != (ssize_t)strlen(line))
		ktap_die("can't ask: %s", line);
	while (len < TEXT && (n = read(fd, a->text + len, TEXT - len)) > 0)
		len += n;
	a->text[len] = '\0';
	a->nr = a->told = 0;
	a->end[0] = '\0';
}

/* The number of the query is no part of what a file is. */
static char *without_query(char *line)
{
	char *dev = strstr(line, " dev=");

	return dev ?: line;
}

static void take_end(struct answer *a, const char *line)
{
	const char *from = strstr(line, " status="), *to = strstr(line, " rescans=");

	if (from && to)
		snprintf(a->end, sizeof(a->end), "%.*s", (int)(to - from), from);
}

static void take_told(struct answer *a, char *line)
{
	if (session.next == sizeof(session.line) / sizeof(session.line[0]))
		ktap_die("too many files");
	session.line[session.next++] = strdup(without_query(line));
	a->line[a->nr++] = session.line[session.next - 1];
	a->told++;
}

static bool take_same(struct answer *a, const char *line)
{
	const char *from = strstr(line, " from="), *nr = strstr(line, " nr=");
	size_t first = from ? strtoul(from + 6, NULL, 10) : 0, n = nr ? strtoul(nr + 4, NULL, 10) : 0;

	if (!n || first < session.first || first + n > session.next)
		return false;
	for (; n--; first++) {
		session.line[session.next++] = session.line[first];
		a->line[a->nr++] = session.line[first];
	}
	return true;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Everything, from a session of its own. */
static void ask_all(const char *path, struct answer *a)
{
	char line[256], *at, *next;
	int fd = open_index();

	snprintf(line, sizeof(line), "%s group=object\n", path);
	ask(fd, line, a);
	close(fd);
	for (at = a->text; (next = strchr(at, '\n')); at = next + 1) {
		*next = '\0';
		if (!strncmp(at, "file ", 5))
			a->line[a->nr++] = without_query(at);
		if (!strncmp(at, "end ", 4))
			take_end(a, at);
	}
	qsort(a->line, a->nr, sizeof(a->line[0]), by_text);
}

/* What has changed; and the rest as it was told of before.  @number: of changed=. */
static bool ask_changed(const char *path, size_t number, struct answer *a)
{
	size_t first = session.next;
	char line[256], *at, *next;
	bool good = true;

	snprintf(line, sizeof(line), "%s group=object changed=%zu\n", path, number);
	ask(session.fd, line, a);
	for (at = a->text; (next = strchr(at, '\n')); at = next + 1) {
		*next = '\0';
		if (!strncmp(at, "file ", 5))
			take_told(a, at);
		else if (!strncmp(at, "same ", 5))
			good = take_same(a, at) && good;
		else if (!strncmp(at, "end ", 4))
			take_end(a, at);
	}
	session.first = first;
	qsort(a->line, a->nr, sizeof(a->line[0]), by_text);
	return good;
}

/* Comparing ------------------------------------------------------------------------ */

static struct answer changed, all;

static size_t differ(bool say)
{
	size_t i, j, n = 0;

	for (i = j = 0; i < changed.nr || j < all.nr; ) {
		int order = i == changed.nr ? 1 : j == all.nr ? -1 :
			    strcmp(changed.line[i], all.line[j]);

		n += !!order;
		if (order < 0 && say)
			ktap_note("told:%s", changed.line[i]);
		if (order > 0 && say)
			ktap_note("is:  %s", all.line[j]);
		i += order <= 0;
		j += order >= 0;
	}
	return n;
}

/* Asks both until they agree; so what is not told of once is found at once. */
static void compare(const char *path, const char *what, size_t most_told)
{
	size_t told = 0, differs = 1, tries;
	bool known = true;

	for (tries = 0; tries < TRIES && differs; tries++) {
		known = ask_changed(path, session.first, &changed) && known;
		told = tries ? told : changed.told;
		ask_all(path, &all);
		differs = differ(tries == TRIES - 1);
	}
	ktap_ok(!differs && known, "%s: what is told is what there is", what);
	ktap_ok(told <= most_told, "%s: %zu of %zu files are told of again", what, told, all.nr);
	if (told > most_told)
		ktap_note("%zu were to be", most_told);
	if (!ktap_ok(!strcmp(changed.end, all.end), "%s: ends agree", what))
		ktap_note("%s instead of %s", changed.end, all.end);
}

/* What happens --------------------------------------------------------------------- */

static int held, mapped;
static char *map;

static const char *name_of(const char *dir, unsigned int n)
{
	static char path[2][128];
	static int which;

	which = !which;
	snprintf(path[which], sizeof(path[0]), "%s/d%u/e/file-%u", dir, n % 10, n);
	return path[which];
}

static void make_files(const char *dir)
{
	unsigned int i;
	int fd;

	for (i = 0; i < 10; i++)
		st_run("mkdir -p %s/d%u/e", dir, i);
	for (i = 0; i < FILES; i++) {
		fd = st_file(name_of(dir, i));
		st_write(fd, 0, i == 7 ? 4000 : 1 + i % 5);
		if (i % 3)
			st_write(fd, 100, 1);
		close(fd);
	}
	sync();
}

static int open_nth(const char *dir, unsigned int n)
{
	int fd = open(name_of(dir, n), O_RDWR | O_CLOEXEC);

	if (fd < 0)
		ktap_die("%s", name_of(dir, n));
	return fd;
}

static void nothing(const char *dir) { (void)dir; }

static void dirty(const char *dir)
{
	int fd = open_nth(dir, 10);

	st_write(fd, 0, 1);
	close(fd);
}

static void write_back(const char *dir)
{
	int fd = open_nth(dir, 10);

	fsync(fd);
	close(fd);
}

static void grow(const char *dir)
{
	int fd = open_nth(dir, 11);

	st_write(fd, 200, 3);
	fsync(fd);
	close(fd);
}

static void evict_last(const char *dir)
{
	int fd = open_nth(dir, 7);

	posix_fadvise(fd, 3999 * ST_PAGE, ST_PAGE, POSIX_FADV_DONTNEED);
	close(fd);
}

static void truncate_bytes(const char *dir)
{
	if (truncate(name_of(dir, 12), 100 * ST_PAGE + 5))
		ktap_die("truncate");
}

static void map_one(const char *dir)
{
	mapped = open_nth(dir, 13);
	map = mmap(NULL, ST_PAGE, PROT_READ, MAP_SHARED, mapped, 0);
	if (map == MAP_FAILED)
		ktap_die("mmap");
	(void)*(volatile char *)map;
}

static void lock_it(const char *dir)
{
	(void)dir;
	if (mlock(map, ST_PAGE))
		ktap_die("mlock");
}

static void unmap_it(const char *dir)
{
	(void)dir;
	munmap(map, ST_PAGE);
	close(mapped);
}

static void read_twice(const char *dir)
{
	int fd = open_nth(dir, 14), i;
	char byte;

	for (i = 0; i < 3; i++)
		if (pread(fd, &byte, 1, 0) != 1)
			ktap_die("pread");
	close(fd);
}

static void rename_file(const char *dir)
{
	char to[160];

	snprintf(to, sizeof(to), "%s/d5/e/renamed", dir);
	if (rename(name_of(dir, 15), to))
		ktap_die("rename");
}

static void rename_folder(const char *dir)
{
	st_run("mv %s/d6 %s/other", dir, dir);
}

static void link_again(const char *dir)
{
	char to[160];

	snprintf(to, sizeof(to), "%s/link", dir);
	if (link(name_of(dir, 17), to))
		ktap_die("link");
}

static void unlink_first(const char *dir)
{
	unlink(name_of(dir, 17));
}

static void unlink_open(const char *dir)
{
	held = open_nth(dir, 18);
	unlink(name_of(dir, 18));
}

static void close_deleted(const char *dir)
{
	(void)dir;
	close(held);
}

static void replace(const char *dir)
{
	int fd;

	unlink(name_of(dir, 19));
	fd = st_file(name_of(dir, 19));
	st_write(fd, 0, 5);
	if (19 % 3)
		st_write(fd, 100, 1);
	fsync(fd);
	close(fd);
}

static void many_names(const char *dir)
{
	int i;

	for (i = 0; i < 12; i++)
		st_run("ln %s/d1/e/file-21 %s/name-%d", dir, dir, i);
}

static const struct {
	const char *what;
	void (*happens)(const char *dir);
	size_t told;	/* at most, of files and folders */
	bool disk;	/* not on tmpfs */
} cases[] = {
	{ "nothing", nothing, 0, false },
	{ "a dirty page", dirty, 1, true },
	{ "it is written back", write_back, 4, true },
	{ "three pages more", grow, 6, false },
	{ "a page of 4000 is evicted", evict_last, 1, true },
	{ "the size in bytes", truncate_bytes, 3, false },
	{ "a page is mapped", map_one, 1, false },
	{ "a page is locked in memory", lock_it, 4, false },
	{ "a page is mapped no more", unmap_it, 1, false },
	{ "a page is read again", read_twice, 1, false },
	{ "a file is renamed", rename_file, 5, false },
	{ "a folder above files is renamed", rename_folder, FILES / 10 + 5, false },
	{ "another name", link_again, 5, false },
	{ "the first name goes", unlink_first, 5, false },
	{ "a file is deleted that is open", unlink_open, 5, false },
	{ "a file is gone", close_deleted, 5, false },
	{ "another file with that name", replace, 9, false },
	{ "more names than are remembered", many_names, 9, false },
	{ "nothing, with a file of many names", nothing, 1, false },
};

static void test_changes(const char *fs, const char *dir, bool disk)
{
	char what[160];
	unsigned int i;

	make_files(dir);
	session.fd = open_index();
	session.next = session.first = 0;
	ktap_ok(ask_changed(dir, 0, &changed) && changed.told == changed.nr && changed.nr >= FILES,
		"%s: all are told of at first", fs);
	/* what writeback and the LRU do behind them */
	sleep(1);
	compare(dir, "at rest", SIZE_MAX);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (cases[i].disk && !disk)
			continue;
		cases[i].happens(dir);
		snprintf(what, sizeof(what), "%s: %s", fs, cases[i].what);
		compare(dir, what, cases[i].told);
	}
}

/* What has no print, or one that nothing of the file itself changes ------------------ */

static void test_large(const char *dir)
{
	char path[160];
	int fd;

	snprintf(path, sizeof(path), "%s/large", dir);
	fd = st_file(path);
	/* two indices each, so that no folio is large */
	for (unsigned int i = 0; i < 5000; i++)
		st_write(fd, 2 * i, 1);
	fsync(fd);
	sleep(1);
	compare(dir, "a file of 5000 pages", 5);
	compare(dir, "a file of 5000 pages, again", 2);
	ktap_ok(changed.told >= 1, "a file of 5000 pages is told of always");
	close(fd);
	unlink(path);
}

static void test_cgroup(const char *dir)
{
	static const char top[] = "/sys/fs/cgroup";

	if (st_run("grep -qw memory %s/cgroup.controllers", top)) {
		ktap_skip("a cgroup is removed", "no memory cgroups of version 2");
		return;
	}
	st_run("echo +memory >%s/cgroup.subtree_control; mkdir -p %s/outer; "
	       "echo +memory >%s/outer/cgroup.subtree_control; mkdir %s/outer/inner", top, top, top, top);
	if (st_run("sh -c 'echo $$ >%s/outer/inner/cgroup.procs; "
		   "for i in 1 2 3; do dd if=/dev/zero of=%s/charged-$i bs=4096 count=5 status=none; done; sync'",
		   top, dir))
		ktap_die("no charged files");
	compare(dir, "files of a cgroup", 9);
	ktap_ok(!st_run("rmdir %s/outer/inner", top), "the cgroup is removed");
	compare(dir, "a cgroup is removed that pages are charged to", 9);
	st_run("mkdir %s/outer/another; sleep 1", top);
	compare(dir, "another cgroup comes", 9);
	st_run("rmdir %s/outer/another %s/outer; rm %s/charged-*", top, top, dir);
}

static bool ignore_case(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_CLOEXEC), flags, err;

	err = fd < 0 || ioctl(fd, FS_IOC_GETFLAGS, &flags);
	flags |= FS_CASEFOLD_FL;
	err = err || ioctl(fd, FS_IOC_SETFLAGS, &flags);
	close(fd);
	return !err;
}

/* Names that differ in case alone have the same hash, and may have the same dentry. */
static void test_case(void)
{
	if (st_run("mkfs.ext4 -qF -O casefold /dev/scratch1 && mkdir -p " OTHER
		   " && mount /dev/scratch1 " OTHER " 2>/dev/null")) {
		ktap_skip("names that differ in case", "this kernel has no such ext4");
		return;
	}
	if (mkdir(OTHER "/any", 0700) || !ignore_case(OTHER "/any"))
		ktap_die("a folder whose names ignore case");
	st_run("echo 1 >" OTHER "/any/name; sync");
	session.fd = open_index();
	session.next = session.first = 0;
	compare(OTHER, "case: at first", SIZE_MAX);
	sleep(1);
	compare(OTHER, "case: at rest", SIZE_MAX);
	st_run("mv " OTHER "/any/name " OTHER "/any/other; mv " OTHER "/any/other " OTHER "/any/NAME");
	compare(OTHER, "case: another", SIZE_MAX);
	close(session.fd);
	st_umount(OTHER);
}

/* Ways to ask ----------------------------------------------------------------------- */

static void test_asking(const char *dir)
{
	size_t before, next;

	ask_changed(dir, session.next, &changed);
	ktap_ok(changed.told == changed.nr, "changed= of the next number: all are told of");
	compare(dir, "behind that", 1);
	before = session.first;
	ask_changed(dir, before, &changed);
	next = session.next;
	ktap_ok(ask_changed(dir, next - changed.nr / 2, &changed) && changed.told >= changed.nr / 2 - 1 &&
		changed.told < changed.nr, "changed= of a number in between: those below are told of");
	compare(dir, "behind that, too", 1);
}

static void test_moved_mount(void)
{
	st_run("mkdir -p " OTHER);
	if (mount(DISK, OTHER, NULL, MS_MOVE, NULL))
		ktap_die("mount --move");
	session.first = session.next;
	compare(OTHER, "mounted elsewhere, asked for all", SIZE_MAX);
	if (mount(OTHER, DISK, NULL, MS_MOVE, NULL))
		ktap_die("mount --move");
	compare(DISK, "mounted where it was: names differ", SIZE_MAX);
	ktap_ok(changed.nr && strstr(changed.line[changed.nr / 2], "name=" DISK "/"),
		"names are of where it is mounted");
}

/*
 * Some of them are the guest's own, which may change at any time, but not each time.
 *
 * Return: no more were told of than one, and all that was told before was right.
 */
static bool hardly_any_told(const char *path)
{
	for (size_t tries = 0; tries < TRIES; tries++) {
		if (!ask_changed(path, session.first, &changed))
			return false;
		if (changed.told <= 1)
			return true;
	}
	ktap_note("%zu of %zu are told of again, each time", changed.told, changed.nr);
	return false;
}

static void test_types(void)
{
	session.first = session.next;
	compare("type:ext4", "all of a type", SIZE_MAX);
	ktap_ok(hardly_any_told("type:ext4"), "all of a type: what stays is not told of again");
	compare("type:ext4", "all of a type, again", SIZE_MAX);
}

static void test_huge(const char *dir)
{
	char path[64];
	char *at;
	int fd;

	snprintf(path, sizeof(path), "%s/huge", dir);
	fd = st_file(path);
	if (ftruncate(fd, 2 * ST_HUGE))
		ktap_die("ftruncate");
	at = mmap(NULL, 2 * ST_HUGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		ktap_die("mmap");
	st_touch(at, 2 * ST_HUGE_PAGES);
	compare(dir, "huge pages", 4);
	compare(dir, "huge pages, again", 1);
	munmap(at + ST_PAGE, ST_PAGE);
	compare(dir, "a page of a huge one is unmapped", 2);
	if (fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, ST_PAGE, 3 * ST_PAGE))
		ktap_die("fallocate");
	compare(dir, "a hole in a huge page", 2);
	munmap(at, 2 * ST_HUGE);
	close(fd);
}

int main(void)
{
	st_quiet();
	changed.text = malloc(TEXT + 1);
	all.text = malloc(TEXT + 1);
	if (!st_mount("ext4", "/dev/scratch0", DISK))
		ktap_die("no mkfs.ext4");
	test_changes("ext4", DISK, true);
	test_large(DISK);
	test_cgroup(DISK);
	test_asking(DISK);
	test_types();
	test_moved_mount();
	close(session.fd);
	st_umount(DISK);
	test_case();
	st_run("mkdir -p " DISK "; mount -t tmpfs -o huge=within_size none " DISK);
	test_changes("tmpfs", DISK, false);
	test_huge(DISK);
	close(session.fd);
	st_run("umount " DISK);
	return ktap_end();
}
