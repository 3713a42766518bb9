// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,files needs=- disturbs=module,disks,settings always=debug */
/*
 * filename_index tells of the pages of a file what processes have touched by mapping it, whoever
 * they are: those that they touched and no others, once a sample.  It goes on when the file is
 * deleted, follows those who come and go, and lets the file system be unmounted.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "accessed-memory.h"
#include "ask-accesses.h"
#include "hostile.h"
#include "ktap.h"
#include "states.h"
#include <linux/userfaultfd.h>

#define ROOT "/mnt/files"
#define PATH ROOT "/pages"
#define BYTES (ACC_PAGES * ST_PAGE)
/* What comes before the pages in the file. */
#define BEFORE 128
#define QUOTED "\"" PATH "\""
/* More than mm/mappers.h passes. */
#define MANY 20000

static int ask_every(unsigned int every, const char *options, const char **before)
{
	return acc_ask_together_every(ACCESSES_FILE, QUOTED, every, options, before);
}

static char *map_file(int prot, int flags)
{
	int fd = open(PATH, O_RDWR | O_CLOEXEC);
	char *at = mmap(NULL, BYTES, prot, flags, fd, BEFORE * ST_PAGE);
	unsigned int i;

	if (fd < 0 || at == MAP_FAILED)
		ktap_die(PATH);
	/* ext4 may have huge folios of it: mapped as one, their pages have one bit */
	madvise(at, BYTES, MADV_NOHUGEPAGE);
	for (i = 0; i < ACC_PAGES; i++)
		(void)*(volatile char *)(at + i * ST_PAGE);
	close(fd);
	return at;
}

static char *shared(void)
{
	return map_file(PROT_READ | PROT_WRITE, MAP_SHARED);
}

static char *private(void)
{
	return map_file(PROT_READ | PROT_WRITE, MAP_PRIVATE);
}

/* Pages of the file of which more or less is told than was @touched, in @of samples. */
static unsigned int count_wrong(const unsigned int *touched, unsigned int of)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < ACC_PAGES; i++) {
		const struct acc_heat *h = acc_heat_of(BEFORE + i);

		wrong += !h || h->accessed != touched[i] || h->of != of;
	}
	return wrong;
}

static void test_two(void)
{
	struct acc_target *a = acc_start(shared), *b = acc_start(private), *c = acc_start(acc_anon);
	unsigned int touched[ACC_PAGES] = { 0 }, by_a[ACC_PAGES] = { 0 }, by_b[ACC_PAGES] = { 0 };
	const char *before;
	struct acc_round r;
	char words[64];
	unsigned int i;
	int fd = acc_ask_together(ACCESSES_FILE, QUOTED, "samples=1", &before);

	snprintf(words, sizeof(words), " what=comes pid=%d ", c->pid);
	ktap_ok(!strstr(before, words), "who doesn't map the file isn't looked at");
	acc_touch_some(a, 3, by_a);
	acc_touch_some(b, 3, by_b);
	acc_touch_some(c, 3, touched);
	for (i = 0; i < ACC_PAGES; i++)
		touched[i] = by_a[i] || by_b[i];
	acc_rest(fd, a, &r);
	acc_take_heat(&r, "index");
	ktap_equal(count_wrong(touched, 1), 0, "pages that two processes touched, and no others");
	ktap_equal(acc_count_told(), ACC_PAGES, "nothing else is told of");
	ktap_ok(acc_says(&r, "\nspan  q=1 start=0 end=-\n"), "what is told of begins with the file");
	ktap_ok(acc_says(&r, " processes=2 ") && acc_says(&r, " kind=file\n"),
		"a sample is of the two that map it");
	ktap_ok(acc_says(&r, "\nwss   q=1 pid=- n=1 of=1 pages=2048 ") &&
		acc_says(&r, " status=complete objects=2 "), "one working set, and a complete end");
	acc_end(a);
	acc_end(b);
	acc_end(c);
}

/* The page that it has written to is its own. */
static void test_written(void)
{
	struct acc_target *t = acc_start(private);
	unsigned int touched[ACC_PAGES] = { 0 };
	const char *before;
	struct acc_round r;
	unsigned int i;
	int fd;

	t->write = true;
	for (i = 0; i < ACC_PAGES; i++)
		t->touch[i] = i % 2;
	acc_touch(t);
	t->write = false;
	fd = acc_ask_together(ACCESSES_FILE, QUOTED, "samples=1", &before);
	for (i = 0; i < ACC_PAGES; i++) {
		t->touch[i] = i < ACC_PAGES / 2;
		touched[i] = t->touch[i];
	}
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "index");
	for (i = 0; i < ACC_PAGES; i += 2)
		touched[i / 2] = !acc_heat_of(BEFORE + i) ||
				 acc_heat_of(BEFORE + i)->accessed != touched[i];
	for (i = 1; i < ACC_PAGES; i += 2)
		touched[ACC_PAGES / 2 + i / 2] = !!acc_heat_of(BEFORE + i);
	for (i = 1; i < ACC_PAGES; i++)
		touched[0] += touched[i];
	ktap_equal(touched[0], 0, "copies that a process wrote to are no pages of the file");
	acc_end(t);
}

static void test_range(void)
{
	struct acc_target *t = acc_start(shared);
	unsigned int i, wrong = 0;
	const char *before;
	struct acc_round r;
	int fd = acc_ask_together(ACCESSES_FILE, QUOTED " 600 1400", "samples=1", &before);

	acc_choose(t, 1, 1);
	acc_touch(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "index");
	for (i = 600; i < 1400; i++)
		wrong += !acc_heat_of(i) || !acc_heat_of(i)->accessed;
	ktap_equal(wrong, 0, "a range: all of it that was touched");
	ktap_equal(acc_count_told(), 800, "a range: nothing outside");
	ktap_ok(acc_says(&r, "\nspan  q=1 start=600 end=1400\n"), "a range: the record before says so");
	acc_end(t);
}

static void unmap(char *at)
{
	munmap(at, BYTES);
}

static void test_changes(void)
{
	struct acc_target *stays = acc_start(shared), *leaves = acc_start(shared), *comes;
	unsigned int touched[ACC_PAGES] = { 0 };
	char words[64], other[64];
	const char *before;
	struct acc_round r;
	int fd = acc_ask_together(ACCESSES_FILE, QUOTED, "samples=3 aggregate=3", &before);

	leaves->act = unmap;
	acc_touch(leaves);
	comes = acc_start(shared);
	acc_round(fd, stays, 1, &r);
	snprintf(words, sizeof(words), " what=left pid=%d ", leaves->pid);
	snprintf(other, sizeof(other), " what=comes pid=%d ", comes->pid);
	ktap_ok(acc_says(&r, words), "who unmaps the file is named");
	ktap_ok(acc_says(&r, other), "who maps it is named");
	unlink(PATH);
	acc_round(fd, stays, 1, &r);
	acc_touch_some(comes, 3, touched);
	acc_rest(fd, stays, &r);
	acc_take_heat(&r, "index");
	ktap_equal(count_wrong(touched, 3), 0, "a deleted file is told of, and who came to it");
	ktap_ok(acc_says(&r, " status=complete "), "the answer about a deleted file is complete");
	acc_end(stays);
	acc_end(leaves);
	acc_end(comes);
}

static void make_file(void)
{
	int fd = st_file(PATH);

	st_write(fd, 0, BEFORE + ACC_PAGES);
	fsync(fd);
	close(fd);
}

/* Samples so far apart that no lease lasts from one to the next. */
static void test_replaced(void)
{
	struct acc_target *t = acc_start(shared);
	unsigned int touched[ACC_PAGES] = { 0 };
	const char *before;
	struct acc_round r;
	int fd = ask_every(700, "samples=3 aggregate=3", &before);

	rename(PATH, ROOT "/old");
	make_file();
	acc_touch_some(t, 3, touched);
	acc_round(fd, t, 1, &r);
	acc_round(fd, t, 1, &r);
	acc_end(t);
	acc_rest(fd, t, &r);
	acc_take_heat(&r, "index");
	ktap_equal(count_wrong(touched, 2), 0, "a file with another name now is told of");
	ktap_ok(acc_says(&r, " status=partial ") && acc_says(&r, " truncated=cursor-lost "),
		"when nobody maps it any more, it can't be found again");
	unlink(ROOT "/old");
}

static void move(char *at)
{
	static char *now;
	char *to = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (mremap(now ?: at, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED)
		_exit(1);
	now = to;
}

static void test_moved(void)
{
	struct acc_target *t = acc_start(shared);
	const char *before;
	struct acc_round r;
	int fd = ask_every(700, "samples=2 aggregate=2", &before);

	t->act = move;
	unlink(PATH);
	usleep(200000);
	acc_touch(t);
	acc_rest(fd, t, &r);
	ktap_ok(acc_says(&r, " status=complete "),
		"a deleted file is found again where its mapping was moved to");
	acc_end(t);
	make_file();
}

/* userfaultfd puts the zero page there. */
static char *zeros(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	int fd = open("/dev/shm/zeros", O_RDWR | O_CLOEXEC);
	char *at = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
	struct uffdio_register all = {
		.range = { (unsigned long)at, BYTES }, .mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	struct uffdio_zeropage some = { .range = { (unsigned long)at, 16 * ST_PAGE } };
	int u = syscall(SYS_userfaultfd, O_CLOEXEC);

	if (u < 0 || ioctl(u, UFFDIO_API, &api) || ioctl(u, UFFDIO_REGISTER, &all) ||
	    ioctl(u, UFFDIO_ZEROPAGE, &some) || ioctl(u, UFFDIO_UNREGISTER, &all.range))
		ktap_die("userfaultfd()");
	close(u);
	return at;
}

static void read_zeros(char *at)
{
	for (int i = 0; i < 16; i++)
		(void)*(volatile char *)(at + i * ST_PAGE);
}

static void test_zeros(void)
{
	int fd = open("/dev/shm/zeros", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	struct acc_target *t;
	const char *before;
	struct acc_round r;

	if (fd < 0 || ftruncate(fd, BYTES))
		ktap_die("/dev/shm/zeros");
	close(fd);
	t = acc_start(zeros);
	t->act = read_zeros;
	fd = acc_ask_together(ACCESSES_FILE, "/dev/shm/zeros", "samples=1", &before);
	acc_touch(t);
	acc_rest(fd, t, &r);
	ktap_ok(acc_says(&r, " processes=1 ") && !strstr(r.text, "\nheat "),
		"the zero page is none of a file's");
	acc_end(t);
	unlink("/dev/shm/zeros");
}

static void test_unmount(void)
{
	const char *before;
	struct acc_round r;
	int fd;

	fd = ask_every(500, "samples=2", &before);
	usleep(50000);
	ktap_equal(umount(ROOT) ? errno : 0, 0, "a file that nobody maps is unmounted meanwhile");
	acc_read(fd, 9);
	close(fd);
	if (!st_mount("ext4", "/dev/scratch0", ROOT))
		ktap_die("no mkfs.ext4");
	make_file();
	fd = ask_every(500, "samples=1", &before);
	acc_read(fd, 9);
	r.text = (char *)before;
	ktap_ok(acc_says(&r, "sample q=1 n=") && acc_says(&r, " processes=0 ") &&
		acc_says(&r, " status=complete "), "a file that nobody maps has no heat");
	close(fd);
}

/* Each maps one page, and the kernel can't merge two. */
static char *many(void)
{
	int fd = open(PATH, O_RDWR | O_CLOEXEC), i;
	char *at = shared();

	for (i = 0; i < MANY; i++)
		if (mmap(NULL, ST_PAGE, i % 2 ? PROT_READ : PROT_NONE, MAP_SHARED, fd, 0) ==
		    MAP_FAILED)
			ktap_die("mmap() %d", i);
	close(fd);
	return at;
}

static void test_many(void)
{
	struct acc_target *a = acc_start(many), *b = acc_start(shared), *c = acc_start(acc_anon);
	unsigned int i, by_a[ACC_PAGES] = { 0 }, touched[ACC_PAGES] = { 0 };
	const char *before;
	struct acc_round r;
	char words[64];
	int fd = ask_every(1000, "samples=1", &before);

	ktap_ok(strstr(before, " more than 16384 mappings: "),
		"a file with too many mappings: the answer says so");
	snprintf(words, sizeof(words), " what=comes pid=%d ", c->pid);
	ktap_ok(strstr(before, words), "a file with too many mappings: all processes are asked");
	acc_touch_some(a, 3, by_a);
	acc_touch_some(b, 3, touched);
	for (i = 0; i < ACC_PAGES; i++)
		touched[i] |= by_a[i];
	acc_rest(fd, a, &r);
	acc_take_heat(&r, "index");
	ktap_equal(count_wrong(touched, 1), 0, "a file with too many mappings: what was touched");
	acc_end(a);
	acc_end(b);
	acc_end(c);
}

static void test_refused(void)
{
	static const struct {
		const char *line;
		int err;
	} bad[] = {
		{ QUOTED " write=1\n", EINVAL },
		{ QUOTED " children=1\n", EINVAL },
		{ ROOT "\n", EISDIR },
		{ ROOT "/missing\n", ENOENT },
		{ "/dev/null\n", EINVAL },
		{ "12\n", EINVAL },
	};
	unsigned int i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		acc_refuses(ACCESSES_FILE, bad[i].line, bad[i].err);
}

int main(void)
{
	st_quiet();
	acc_load();
	srandom(1);
	if (!st_mount("ext4", "/dev/scratch0", ROOT))
		ktap_die("no mkfs.ext4");
	make_file();
	acc_in_time(test_two());
	test_written();
	acc_in_time(test_range());
	test_many();
	test_refused();
	acc_in_time(test_changes());
	make_file();
	acc_in_time(test_replaced());
	test_moved();
	test_zeros();
	test_unmount();
	st_umount(ROOT);
	return ktap_end();
}
