// SPDX-License-Identifier: GPL-2.0
/* tags: collection=pages about=files,names needs=- disturbs=disks,mounts,memory */
/*
 * filename_index with a directory: every cached file below it, once, by a name
 * that leads through it; those whose names are forgotten apart; none of what
 * lies elsewhere.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"
#include "pagesnap-read.h"
#include "states.h"

#define INDEX	"/sys/kernel/tracing/objects/mm/pages/filename_index"
#define ROOT	"/mnt/below"
#define IN	ROOT "/in"
#define OUT	ROOT "/out"

struct put {
	const char *path;
	const char *state;	/* NULL: not below IN */
	uint64_t pages;
	int fd;
	uint64_t ino;
};

static struct put files[] = {
	{ IN "/a", "live", 5, -1, 0 },
	{ IN "/sub/deep/b", "live", 7, -1, 0 },
	{ OUT "/hard", "live", 9, -1, 0 },
	{ IN "/sub/far", "live", 2, -1, 0 },
	{ IN "/gone", "deleted", 13, -1, 0 },
	{ IN "/two words", "live", 3, -1, 0 },
	{ OUT "/x", NULL, 11, -1, 0 },
	{ ROOT "/in2", NULL, 4, -1, 0 },
	{ ROOT "/indeed", NULL, 6, -1, 0 },
};

#define PUTS (sizeof(files) / sizeof(files[0]))
/* Pages of those that are. */
#define BELOW (5 + 7 + 9 + 2 + 13 + 3)

static void make_tree(void)
{
	struct stat st;

	mkdir(IN, 0700);
	mkdir(IN "/sub", 0700);
	mkdir(IN "/sub/deep", 0700);
	mkdir(OUT, 0700);
	for (size_t i = 0; i < PUTS; i++) {
		files[i].fd = st_file(files[i].path);
		st_write(files[i].fd, 0, files[i].pages);
		st_clean(files[i].fd);
		if (fstat(files[i].fd, &st))
			ktap_die("fstat()");
		files[i].ino = st.st_ino;
	}
	if (link(OUT "/hard", IN "/hard") || unlink(IN "/gone"))
		ktap_die("link() or unlink()");
	/* Names are passed from the last one on: two that lead elsewhere come first. */
	if (link(IN "/sub/far", OUT "/far 1") || link(IN "/sub/far", OUT "/far 2"))
		ktap_die("link()");
}

static void close_tree(void)
{
	for (size_t i = 0; i < PUTS; i++)
		close(files[i].fd);
}

static const struct ps_rec *find(const struct ps_answer *a, uint64_t ino, size_t *times)
{
	const struct ps_rec *rec, *found = NULL;

	*times = 0;
	for (size_t i = 0; (rec = ps_object(a, "file", i)); i++) {
		if (ps_num(rec, "ino") != ino)
			continue;
		found = rec;
		++*times;
	}
	return found;
}

static void check_tree(const char *fs, const char *dir)
{
	struct ps_answer *a = ps_ask("filename_index", "%s group=object", dir);
	static unsigned char cached[64];
	const struct ps_rec *rec;
	size_t times, want = 0;

	ktap_ok(ps_complete(a), "%s %s: complete", fs, dir);
	for (size_t i = 0; i < PUTS; i++) {
		rec = find(a, files[i].ino, &times);
		want += !!files[i].state;
		ktap_equal(times, !!files[i].state, "%s %s: %s is there, or not", fs, dir,
			   files[i].path);
		if (!rec)
			continue;
		ktap_equal(ps_num(rec, "cached"), or_mincore(files[i].fd, files[i].pages, cached),
			   "%s: pages", files[i].path);
		ktap_ok(!strcmp(ps_str(rec, "state"), files[i].state), "%s: state=%s",
			files[i].path, ps_str(rec, "state"));
		ktap_ok(!strncmp(ps_str(rec, "name"), dir, strlen(dir)), "%s: name=%s",
			files[i].path, ps_str(rec, "name"));
	}
	ktap_equal(ps_count_objects(a, "file"), want, "%s %s: no others", fs, dir);
	ps_free(a);
}

/* As the bind mount shows it, and nothing of what it doesn't. */
static void check_bind(const char *fs)
{
	mkdir("/mnt/below-bind", 0700);
	if (mount(IN, "/mnt/below-bind", NULL, MS_BIND, NULL))
		ktap_die("bind mount");
	check_tree(fs, "/mnt/below-bind");
	st_umount("/mnt/below-bind");
}

/* Once nobody has it open, a file may be cached whose name is not. */
static void check_forgotten(const char *fs)
{
	struct ps_answer *a;
	const struct ps_rec *rec;
	size_t times, noname = 0;

	close_tree();
	st_set("/proc/sys/vm/drop_caches", "2");
	a = ps_ask("filename_index", IN " group=object");
	for (size_t i = 0; i < PUTS; i++) {
		rec = find(a, files[i].ino, &times);
		noname += rec && !strcmp(ps_str(rec, "state"), "noname") &&
			  !strcmp(ps_str(rec, "name"), "-");
	}
	/* "gone" is gone with its last user. */
	ktap_equal(noname, PUTS - 1, "%s: files whose names are forgotten are told as such", fs);
	ps_free(a);
}

static void check_limits(const char *fs)
{
	struct ps_answer *a = ps_ask("filename_index", IN " group=object min-pages=6");
	uint64_t in_parts = 0;
	size_t times;

	ktap_ok(ps_count_objects(a, "file") == 3 && find(a, files[1].ino, &times),
		"%s: min-pages=", fs);
	ps_free(a);
	a = ps_ask("filename_index", IN " group=total");
	ktap_equal(ps_sum_rec(ps_object(a, "total", 0)).pages, BELOW, "%s: total", fs);
	ps_free(a);
	for (size_t part = 1; part <= 3; part++) {
		char query[64];

		snprintf(query, sizeof(query), IN " part=%zu/3 group=total", part);
		a = ps_ask("filename_index", query);
		in_parts += ps_sum_rec(ps_object(a, "total", 0)).pages;
		ps_free(a);
	}
	ktap_equal(in_parts, BELOW, "%s: total of three parts", fs);
	a = ps_ask("filename_index", IN " 0 5");
	ktap_ok(a->error.rec.type && !strcmp(ps_str(&a->error.rec, "errno"), "EISDIR"),
		"%s: a directory has no range", fs);
	ps_free(a);
}

/* A session that has begun with a file of more pages than its buffer holds. */
static int begin_reading(void)
{
	int fd = open(INDEX, O_RDWR | O_CLOEXEC), big = st_file(IN "/big");
	char text[4096];

	st_write(big, 0, 4000);
	close(big);
	dprintf(fd, "%s group=page\n", IN);
	if (read(fd, text, sizeof(text)) <= 0)
		ktap_die("read()");
	return fd;
}

/* A reader that is away holds no mount, and finds the directory again, or not. */
static void check_pause(const char *fs, bool move)
{
	static char text[1 << 20];
	int fd = begin_reading();
	size_t len = 0;
	ssize_t n;

	if (move && rename(IN, ROOT "/moved"))
		ktap_die("rename()");
	usleep(300000);
	while ((n = read(fd, text + len, sizeof(text) / 2)) > 0) {
		memmove(text, text + (len + n > 4096 ? len + n - 4096 : 0), 4096);
		len = len + n > 4096 ? 4096 : len + n;
	}
	text[len] = '\0';
	if (move)
		ktap_ok(strstr(text, " truncated=cursor-lost "),
			"%s: a directory that was moved meanwhile is lost", fs);
	else
		ktap_ok(strstr(text, " status=complete "), "%s: the walk goes on after a pause", fs);
	close(fd);
	if (move && rename(ROOT "/moved", IN))
		ktap_die("rename()");
	unlink(IN "/big");
}

#define MANY	20000
#define KEPT	"/mnt/below-kept"

/* When a walk began and ended, in microseconds, and whether it was for the unmount. */
static struct {
	volatile uint64_t began, ended;
	bool unmounted;
} *walk;

static uint64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ULL + t.tv_nsec / 1000;
}

/* A walk that lasts, with nothing to tell before its end: no pause comes. */
static pid_t walk_in_child(void)
{
	struct ps_answer *a;
	pid_t pid;

	walk->began = 0;
	fflush(stdout);
	pid = fork();
	if (pid)
		return pid;
	walk->began = now_us();
	a = ps_ask("filename_index", IN " group=total");
	walk->ended = now_us();
	walk->unmounted = a->end.rec.type && !strcmp(ps_str(&a->end.rec, "truncated"), "unmounted");
	_exit(0);
}

static void wait_for(pid_t pid)
{
	if (waitpid(pid, NULL, 0) != pid)
		ktap_die("waitpid()");
}

static void make_many(void)
{
	char path[64];
	int i, fd;

	if (!st_mount("tmpfs", "none", ROOT))
		ktap_die("tmpfs");
	mkdir(IN, 0700);
	for (i = 0; i < MANY; i++) {
		snprintf(path, sizeof(path), IN "/%d", i);
		fd = st_file(path);
		st_write(fd, 0, 1);
		close(fd);
	}
}

/*
 * How long a walk takes that nobody disturbs, as of now: the first ones of an emulated machine
 * take more than twice as long as those behind them.
 */
static uint64_t usual_us(void)
{
	wait_for(walk_in_child());
	return walk->ended - walk->began;
}

enum outcome { REFUSED, MISSED, UNMOUNTED };

/* Unmount in the middle of a walk, and not at either end, where the path is looked up. */
static enum outcome unmount_within(void)
{
	uint64_t usual = usual_us(), at, margin;
	pid_t pid = walk_in_child();
	int tries = 600000;
	bool unmounted;

	while (!walk->began && --tries)
		usleep(100);
	if (!tries)
		ktap_die("nobody walks");
	usleep(usual / 2);
	unmounted = !umount(ROOT);
	at = now_us();
	wait_for(pid);
	margin = usual / 20;
	ktap_note("unmount after %llu us of %llu: %s", (unsigned long long)(at - walk->began),
		  (unsigned long long)(walk->ended - walk->began),
		  unmounted ? "yes" : strerror(errno));
	if (!unmounted)
		return REFUSED;
	return at > walk->began + margin && at + margin < walk->ended ? UNMOUNTED : MISSED;
}

/* Another mount keeps the files, so that it can be tried again. */
static void check_unmount_meanwhile(void)
{
	enum outcome outcome = MISSED;
	unsigned int tries;

	walk = mmap(NULL, sizeof(*walk), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (walk == MAP_FAILED)
		ktap_die("mmap()");
	make_many();
	mkdir(KEPT, 0700);
	if (mount(ROOT, KEPT, NULL, MS_BIND, NULL))
		ktap_die("bind mount");
	for (tries = 0; tries < 50 && outcome != UNMOUNTED; tries++) {
		outcome = unmount_within();
		if (outcome != REFUSED && mount(KEPT, ROOT, NULL, MS_BIND, NULL))
			ktap_die("bind mount");
	}
	ktap_ok(outcome == UNMOUNTED, "tmpfs: can be unmounted while a walk finds nothing to tell");
	st_umount(KEPT);
	outcome = unmount_within();
	if (outcome != REFUSED && !walk->unmounted)
		ktap_skip("tmpfs: a walk ends with its filesystem", "it was over before");
	else
		ktap_ok(walk->unmounted, "tmpfs: a walk ends with its filesystem");
	if (outcome == REFUSED)
		st_umount(ROOT);
	rmdir(KEPT);
	rmdir(ROOT);
}

static void check_unmount(const char *fs)
{
	int fd = begin_reading();

	ktap_ok(!umount(ROOT), "%s: can be unmounted under a reader", fs);
	close(fd);
}

static void test(const char *fs, const char *device)
{
	if (!st_mount(fs, device, ROOT)) {
		ktap_skip(fs, "no mkfs.%s", fs);
		return;
	}
	make_tree();
	check_tree(fs, IN);
	check_bind(fs);
	check_limits(fs);
	if (*device == '/')
		check_forgotten(fs);
	else
		close_tree();
	check_pause(fs, false);
	check_pause(fs, true);
	check_unmount(fs);
	rmdir(ROOT);
}

int main(void)
{
	st_quiet();
	test("ext4", "/dev/scratch0");
	test("xfs", "/dev/scratch0");
	test("btrfs", "/dev/scratch0");
	test("tmpfs", "none");
	check_unmount_meanwhile();
	return ktap_end();
}
