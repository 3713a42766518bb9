// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,files needs=- disturbs=module,disks,settings always=debug */
/*
 * With reads=1 filename_index tells of the pages that are read and written as well, by whatever
 * call: those that the calls returned, and no others.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "one-cpu.h"
#include "states.h"

#define ROOT "/mnt/reads"
#define DISK ROOT "/disk"
/* Of the file, more than ACC_PAGES, which a process maps. */
#define PAGES 2400
#define EVERY 400

static const struct acc_target nobody;
/* What calls have touched, as they said themselves. */
static unsigned int touched[PAGES + 64];
static char buf[64 * ST_PAGE];

static void did(off_t at, ssize_t bytes)
{
	off_t i;

	if (bytes <= 0)
		ktap_die("a call at page %ld: %m", (long)at / (long)ST_PAGE);
	for (i = at / ST_PAGE; i <= (at + bytes - 1) / (off_t)ST_PAGE; i++)
		touched[i]++;
}

static int open_file(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0)
		ktap_die(path);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	return fd;
}

static int ask(const char *path, const char *options)
{
	const char *before;
	char words[128];

	snprintf(words, sizeof(words), "reads=1 %s", options);
	memset(touched, 0, sizeof(touched));
	return acc_ask_together_every(ACCESSES_FILE, path, EVERY, words, &before);
}

/* Pages of which more or less is told than was touched, in as many samples. */
static unsigned int count_wrong(void)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < PAGES + 64; i++) {
		const struct acc_heat *h = acc_heat_of(i);
		unsigned int accessed = h ? h->accessed : 0;

		if (accessed != touched[i] && wrong++ < 8)
			ktap_note("page %u: %u, not %u", i, accessed, touched[i]);
	}
	return wrong;
}

static void rest(int fd, struct acc_round *r)
{
	acc_rest(fd, &nobody, r);
	acc_take_heat(r, "index");
}

/* Reading ----------------------------------------------------------------------------- */

static void read_some(int fd)
{
	struct iovec two[] = { { buf, 5000 }, { buf + 8192, 5000 } };
	struct stat s;

	fstat(fd, &s);
	lseek(fd, 3 * ST_PAGE, SEEK_SET);
	did(3 * ST_PAGE, read(fd, buf, ST_PAGE));
	did(11 * ST_PAGE - 6, pread(fd, buf, 100, 11 * ST_PAGE - 6));
	did(20 * ST_PAGE, pread(fd, buf, 5 * ST_PAGE, 20 * ST_PAGE));
	did(30 * ST_PAGE, preadv(fd, two, 2, 30 * ST_PAGE));
	/* what is behind the end isn't there */
	did(s.st_size - 5, pread(fd, buf, sizeof(buf), s.st_size - 5));
	if (pread(fd, buf, sizeof(buf), s.st_size + 3 * (off_t)ST_PAGE))
		ktap_die("pread() behind the end");
}

static void drain(const int *fds, ssize_t bytes)
{
	while (bytes > 0)
		bytes -= read(fds[0], buf, sizeof(buf));
}

/* Into a pipe with less room than is asked for, too. */
static void splice_some(int fd)
{
	int out = open("/dev/shm/out", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), fds[2];
	off_t at = 40 * ST_PAGE;
	loff_t from = 50 * ST_PAGE;
	ssize_t n;

	if (out < 0 || pipe2(fds, O_CLOEXEC | O_NONBLOCK))
		ktap_die("pipe2()");
	did(40 * ST_PAGE, sendfile(out, fd, &at, 3 * ST_PAGE));
	n = splice(fd, &from, fds[1], NULL, 2 * ST_PAGE, 0);
	did(50 * ST_PAGE, n);
	drain(fds, n);
	from = 60 * ST_PAGE + 100;
	n = splice(fd, &from, fds[1], NULL, 100 * ST_PAGE, 0);
	did(60 * ST_PAGE + 100, n);
	drain(fds, n);
	close(fds[0]);
	close(fds[1]);
	close(out);
	unlink("/dev/shm/out");
}

static void write_some(int fd, const char *path)
{
	int end = open_file(path, O_WRONLY | O_APPEND);
	struct stat s;

	did(100 * ST_PAGE + 7, pwrite(fd, "abc", 3, 100 * ST_PAGE + 7));
	did(110 * ST_PAGE + 50, pwrite(fd, buf, 2 * ST_PAGE, 110 * ST_PAGE + 50));
	did(300 * ST_PAGE, pwrite(fd, buf, 40 * ST_PAGE, 300 * ST_PAGE));
	fstat(fd, &s);
	did(s.st_size, write(end, buf, ST_PAGE));
	close(end);
}

static void test_calls(const char *fs, const char *path, const char *kind)
{
	int fd = open_file(path, O_RDWR), session = ask(path, "samples=1");
	struct acc_round r;

	read_some(fd);
	splice_some(fd);
	rest(session, &r);
	ktap_equal(count_wrong(), 0, "%s: pages that were read, and no others", fs);
	ktap_ok(acc_says(&r, kind) && acc_says(&r, " status=complete ") &&
		acc_says(&r, " lost=0 "), "%s: pages that were read are of that kind, none is lost", fs);
	session = ask(path, "samples=1");
	write_some(fd, path);
	rest(session, &r);
	ktap_equal(count_wrong(), 0, "%s: pages that were written, and no others", fs);
	close(fd);
}

/* Samples ------------------------------------------------------------------------------ */

static char *map_it(void)
{
	int fd = open_file(DISK "/pages", O_RDWR);
	char *at = mmap(NULL, ACC_PAGES * ST_PAGE, PROT_READ, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		ktap_die("mmap()");
	madvise(at, ACC_PAGES * ST_PAGE, MADV_NOHUGEPAGE);
	close(fd);
	return at;
}

static void test_mapped(void)
{
	struct acc_target *t = acc_start(map_it);
	int fd = open_file(DISK "/pages", O_RDONLY), session = ask(DISK "/pages", "samples=1");
	struct acc_round r;

	t->touch[1500] = t->touch[1501] = true;
	acc_touch(t);
	did(1501 * ST_PAGE, pread(fd, buf, 2 * ST_PAGE, 1501 * ST_PAGE));
	touched[1500] = touched[1501] = 1;
	rest(session, &r);
	ktap_ok(acc_heat_of(1500) && acc_heat_of(1501) && acc_heat_of(1502) &&
		acc_heat_of(1500)->accessed == 1 && acc_heat_of(1501)->accessed == 1 &&
		acc_heat_of(1502)->accessed == 1,
		"a page that is touched by a mapping and read counts once");
	ktap_ok(acc_says(&r, " processes=1 "), "those that map the file are looked at as well");
	acc_end(t);
	close(fd);
}

/* A page is there as long as it is cached, from when it was read. */
static void test_cached(void)
{
	int fd = open_file(DISK "/pages", O_RDWR);
	int session;
	struct acc_round r;

	fsync(fd);
	session = ask(DISK "/pages", "samples=3 aggregate=3");
	did(600 * ST_PAGE, pread(fd, buf, 1, 600 * ST_PAGE));
	did(700 * ST_PAGE, pread(fd, buf, 1, 700 * ST_PAGE));
	acc_round(session, &nobody, 1, &r);
	did(700 * ST_PAGE, pread(fd, buf, 1, 700 * ST_PAGE));
	acc_round(session, &nobody, 1, &r);
	st_evict(fd, 0, PAGES);
	rest(session, &r);
	ktap_equal(count_wrong(), 0, "samples in which a page was read are counted");
	ktap_ok(acc_heat_of(600) && acc_heat_of(600)->of == 2,
		"a page is there while it is cached, and when it is evicted it isn't");
	ktap_ok(acc_says(&r, " age=2 ") && acc_says(&r, " age=1 "), "an age is that of the last read");
	close(fd);
}

/* Nobody uses the inode, and the kernel forgets it: read in again it is the same file. */
static void test_forgotten(void)
{
	int session = ask(DISK "/pages", "samples=2 aggregate=2"), fd;
	struct acc_round r;

	usleep(200000);
	st_set("/proc/sys/vm/drop_caches", "3");
	fd = open_file(DISK "/pages", O_RDONLY);
	did(800 * ST_PAGE, pread(fd, buf, 1, 800 * ST_PAGE));
	rest(session, &r);
	ktap_equal(count_wrong(), 0, "an inode that was forgotten meanwhile is known again");
	close(fd);
}

static void test_two(void)
{
	int fd = open_file(DISK "/pages", O_RDONLY);
	int a = ask(DISK "/pages", "samples=1"), b = ask(DISK "/pages 1000 1010", "samples=1");
	struct acc_round r;

	did(1002 * ST_PAGE, pread(fd, buf, 2 * ST_PAGE, 1002 * ST_PAGE));
	did(1009 * ST_PAGE, pread(fd, buf, 2 * ST_PAGE, 1009 * ST_PAGE));
	rest(a, &r);
	ktap_equal(count_wrong(), 0, "two sessions: one is told of all");
	rest(b, &r);
	touched[1010] = 0;
	ktap_equal(count_wrong(), 0, "two sessions: the other one is told of its range");
	close(fd);
}

static void test_unit(void)
{
	int fd = open_file(DISK "/pages", O_RDONLY);
	int session = ask(DISK "/pages 3 200", "samples=1 unit=64K");
	struct acc_round r;

	did(5 * ST_PAGE, pread(fd, buf, 1, 5 * ST_PAGE));
	did(60 * ST_PAGE, pread(fd, buf, 5 * ST_PAGE, 60 * ST_PAGE));
	rest(session, &r);
	ktap_ok(acc_says(&r, " index=0 nr=16 accessed=1 ") &&
		acc_says(&r, " index=48 nr=32 accessed=1 "), "units of which a page was read");
	close(fd);
}

static void test_direct(void)
{
	int fd = open_file(DISK "/pages", O_RDONLY | O_DIRECT), session;
	struct acc_round r;
	void *at;

	if (posix_memalign(&at, ST_PAGE, ST_PAGE))
		ktap_die("posix_memalign()");
	session = ask(DISK "/pages", "samples=1");
	if (pread(fd, at, ST_PAGE, 900 * ST_PAGE) != (ssize_t)ST_PAGE)
		ktap_die("O_DIRECT: %m");
	rest(session, &r);
	ktap_equal(count_wrong(), 0, "direct I/O isn't seen");
	free(at);
	close(fd);
}

/* Another one with its name, and others beside it. */
static void test_others(void)
{
	struct acc_target *t = acc_start(map_it);
	int fd = open_file(DISK "/pages", O_RDONLY);
	int session = ask(DISK "/pages", "samples=2 aggregate=2"), other;
	struct acc_round r;

	rename(DISK "/pages", DISK "/old");
	other = st_file(DISK "/pages");
	st_write(other, 0, 20);
	if (pread(other, buf, ST_PAGE, 0) != (ssize_t)ST_PAGE)
		ktap_die("pread()");
	did(1200 * ST_PAGE, pread(fd, buf, ST_PAGE, 1200 * ST_PAGE));
	rest(session, &r);
	ktap_equal(count_wrong(), 0, "the file that was named is told of, not one that has its name");
	rename(DISK "/old", DISK "/pages");
	close(other);
	close(fd);
	acc_end(t);
}

static void make_file(const char *path)
{
	int fd = st_file(path);

	st_write(fd, 0, PAGES);
	fsync(fd);
	close(fd);
}

static void test_fs(const char *fs, const char *device)
{
	if (!st_mount(fs, device, ROOT "/fs")) {
		ktap_skip("another file system: pages that were read, and no others", "no mkfs.%s", fs);
		return;
	}
	make_file(ROOT "/fs/pages");
	test_calls(fs, ROOT "/fs/pages", strcmp(fs, "tmpfs") ? " kind=file\n" : " kind=shmem\n");
	st_umount(ROOT "/fs");
}

static void test_overlay(void)
{
	mkdir(DISK "/upper", 0700);
	mkdir(DISK "/work", 0700);
	mkdir(DISK "/lower", 0700);
	mkdir(ROOT "/overlay", 0700);
	if (mount("overlay", ROOT "/overlay", "overlay", 0,
		  "lowerdir=" DISK "/lower,upperdir=" DISK "/upper,workdir=" DISK "/work"))
		ktap_die("overlay: %m");
	make_file(ROOT "/overlay/pages");
	test_calls("overlay", ROOT "/overlay/pages", " kind=file\n");
	st_umount(ROOT "/overlay");
}

int main(void)
{
	st_quiet();
	st_run("modprobe -q -a overlay xfs");
	one_cpu();
	acc_load();
	mkdir(ROOT, 0700);
	if (!st_mount("ext4", "/dev/scratch0", DISK))
		ktap_die("no mkfs.ext4");
	make_file(DISK "/pages");
	test_calls("ext4", DISK "/pages", " kind=file\n");
	test_overlay();
	test_fs("tmpfs", "reads");
	test_fs("xfs", "/dev/scratch1");
	test_mapped();
	acc_in_time(test_cached());
	test_forgotten();
	test_two();
	test_unit();
	test_direct();
	test_others();
	st_umount(DISK);
	return ktap_end();
}
