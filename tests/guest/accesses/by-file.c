// SPDX-License-Identifier: GPL-2.0
/* tags: collection=accesses about=accesses,files needs=- disturbs=module,settings */
/*
 * by=file of task_index tells of each file that processes map which of its pages they have
 * touched, whoever of them it was: those that were touched, and no others, by the name that
 * /proc/PID/maps has for it.  Memory of no file isn't told of.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ask-accesses.h"
#include "ktap.h"
#include "states.h"

#define ONE "/dev/shm/one"
#define TWO "/dev/shm/two by two"
#define HALF (ACC_PAGES / 2)
/* What comes before the pages in the second file. */
#define BEFORE 64
#define UID 4242
/* More than an answer tells apart. */
#define MANY 4200
#define HUGE_PAGES 512

static char *reserve(void)
{
	return st_map(ACC_PAGES, MAP_PRIVATE | MAP_NORESERVE);
}

static void map_at(char *at, const char *path, unsigned int page, unsigned int nr, int flags)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0 || ftruncate(fd, (BEFORE + ACC_PAGES) * ST_PAGE) ||
	    mmap(at, nr * ST_PAGE, PROT_READ | PROT_WRITE, flags | MAP_FIXED, fd,
		 page * ST_PAGE) == MAP_FAILED)
		ktap_die("%s", path);
	st_touch(at, nr);
	close(fd);
}

/* The first half is of one file, the second of the other one. */
static char *two_halves(void)
{
	char *at = reserve();

	map_at(at, ONE, 0, HALF, MAP_SHARED);
	map_at(at + HALF * ST_PAGE, TWO, BEFORE, HALF, MAP_SHARED);
	return at;
}

static char *by_user(void)
{
	char *at = two_halves();

	if (setuid(UID))
		ktap_die("setuid");
	return at;
}

/* Page by page one, the other, and none; and behind that what was written to by one's own map. */
static char *in_turns(void)
{
	char *at = reserve();
	unsigned int i;

	for (i = 0; i < 600; i += 3) {
		map_at(at + i * ST_PAGE, ONE, i, 1, MAP_SHARED);
		map_at(at + (i + 1) * ST_PAGE, TWO, i, 1, MAP_SHARED);
	}
	map_at(at + HALF * ST_PAGE, ONE, HALF, HALF, MAP_PRIVATE);
	st_touch(at, ACC_PAGES);
	return at;
}

/* What was told of one file. */
static void take_file(const struct acc_round *r, const char *name)
{
	static char section[1 << 20];
	struct acc_round part = { .text = section };
	char words[120], *end;
	const char *at;

	snprintf(words, sizeof(words), " name=%s\n", name);
	acc_nr_heat = 0;
	at = strstr(r->text, words);
	if (!at)
		return;
	snprintf(section, sizeof(section), "%s", strchr(at, '\n'));
	end = strstr(section, "\nfile ");
	if (end)
		end[1] = '\0';
	acc_take_heat(&part, "index");
}

/* Pages of a file of which more or less is told than was touched. */
static unsigned int count_wrong(const unsigned int *touched, unsigned int first, unsigned int nr)
{
	unsigned int i, wrong = 0;

	for (i = 0; i < nr; i++) {
		const struct acc_heat *h = acc_heat_of(first + i);

		wrong += !h || h->accessed != !!touched[i];
	}
	return wrong;
}

static int ask(const struct acc_target *t, const char *options)
{
	const char *before;
	char target[64];

	snprintf(target, sizeof(target), "%d %#lx+%d", t->pid, (unsigned long)t->at / ST_PAGE,
		 ACC_PAGES);
	return acc_ask_together(ACCESSES_TASK, target, options, &before);
}

/* As stat() and /proc/PID/maps have it. */
static void says_file(const struct acc_round *r, const char *path, const char *name)
{
	struct stat st;
	char words[200];

	stat(path, &st);
	snprintf(words, sizeof(words), "\nfile  q=1 dev=%u:%u ino=%lu gen=", major(st.st_dev),
		 minor(st.st_dev), st.st_ino);
	ktap_ok(acc_says(r, words), "%s: device and inode", path);
	snprintf(words, sizeof(words), " state=live name=%s\n", name);
	ktap_ok(acc_says(r, words), "%s: its name", path);
}

static void test_two_files(void)
{
	struct acc_target *a = acc_start(by_user), *b = acc_start(by_user);
	unsigned int touched[ACC_PAGES] = { 0 };
	struct acc_round r;
	const char *before;
	int fd = acc_ask_together(ACCESSES_TASK, "uid:4242", "samples=1 by=file", &before);

	acc_touch_some(a, 5, touched);
	acc_touch_some(b, 5, touched);
	acc_rest(fd, a, &r);
	take_file(&r, ONE);
	ktap_equal(count_wrong(touched, 0, HALF), 0, "the first file, which two processes touch");
	ktap_equal(acc_count_told(), HALF, "no page of it is told of twice");
	take_file(&r, "/dev/shm/two\\040by\\040two");
	ktap_equal(count_wrong(touched + HALF, BEFORE, HALF), 0, "the second file");
	ktap_equal(acc_count_told(), HALF, "pages of the second file are those that are mapped");
	says_file(&r, ONE, ONE);
	says_file(&r, TWO, "/dev/shm/two\\040by\\040two");
	ktap_ok(acc_says(&r, "\nwss   q=1 pid=- n=1 of=1 pages=1024 ") &&
		acc_says(&r, " status=complete objects=2 "), "working sets, and a complete end");
	acc_end(a);
	acc_end(b);
}

/* VMAs of other files, and of none, side by side. */
static void test_turns(void)
{
	struct acc_target *t = acc_start(in_turns);
	unsigned int touched[ACC_PAGES] = { 0 }, i, wrong = 0, told;
	const struct acc_heat *h;
	struct acc_round r;
	int fd = ask(t, "samples=1 by=file");

	acc_touch_some(t, 5, touched);
	acc_rest(fd, t, &r);
	take_file(&r, ONE);
	told = acc_count_told();
	for (i = 0; i < 600; i += 3) {
		h = acc_heat_of(i);
		wrong += !h || h->accessed != touched[i];
	}
	ktap_equal(wrong, 0, "pages of one file between others");
	ktap_equal(told, 200, "what a private map was written to is no page of the file");
	take_file(&r, "/dev/shm/two\\040by\\040two");
	for (i = 0; i < 600; i += 3) {
		h = acc_heat_of(i);
		wrong += !h || h->accessed != touched[i + 1];
	}
	ktap_equal(wrong, 0, "pages of the other file between others");
	ktap_equal(acc_count_told(), 200, "as many of the other file");
	acc_end(t);
}

static void unmap_one(char *at)
{
	munmap(at, HALF * ST_PAGE);
	unlink(ONE);
}

static void map_three(char *at)
{
	map_at(at, "/dev/shm/three", 0, HALF, MAP_SHARED);
	unlink("/dev/shm/three");
}

static unsigned int count_files(const char *text, const char *name)
{
	unsigned int nr = 0;
	const char *at;

	for (at = text; (at = strstr(at, "\nfile ")); at++) {
		const char *n = strstr(at, " name=");

		nr += n && !strncmp(n + 6, name, strlen(name));
	}
	return nr;
}

/* Files come and go while an answer lasts. */
static void test_changes(void)
{
	struct acc_target *t = acc_start(two_halves);
	struct acc_round r;
	int fd = ask(t, "samples=4 by=file");

	acc_round(fd, t, 1, &r);
	ktap_equal(count_files(r.text, ONE), 1, "a file that is mapped is told of");
	t->act = unmap_one;
	acc_touch(t);
	acc_round(fd, t, 1, &r);
	ktap_equal(count_files(r.text, ONE), 0, "one that is not mapped any more is not told of");
	t->act = map_three;
	acc_touch(t);
	acc_round(fd, t, 1, &r);
	ktap_equal(count_files(r.text, "/dev/shm/three"), 1, "one that is mapped since is");
	acc_rest(fd, t, &r);
	ktap_equal(count_files(r.text, "/dev/shm/three"), 1, "a file that was deleted is told of on and on");
	ktap_ok(acc_says(&r, " status=complete "), "the answer is complete");
	acc_end(t);
}

static char *many_files(void)
{
	char path[40], *at = st_map(MANY, MAP_PRIVATE | MAP_NORESERVE);
	unsigned int i;

	for (i = 0; i < MANY; i++) {
		snprintf(path, sizeof(path), "/dev/shm/many-%u", i);
		map_at(at + i * ST_PAGE, path, 0, 1, MAP_SHARED);
		unlink(path);
	}
	return at;
}

/* An answer knows 4096 files: pages of the others are lost, and that is said. */
static void test_many(void)
{
	struct acc_target *t = acc_start(many_files);
	const char *before;
	struct acc_round r;
	char target[64];
	int fd;

	snprintf(target, sizeof(target), "%d %#lx+%d", t->pid, (unsigned long)t->at / ST_PAGE,
		 MANY);
	fd = acc_ask_together(ACCESSES_TASK, target, "samples=1 by=file", &before);
	acc_rest(fd, t, &r);
	ktap_equal(count_files(r.text, "/dev/shm/many-"), 4096, "as many files as there is room for");
	ktap_equal(r.sample_lost, MANY - 4096, "pages of the others are lost");
	ktap_ok(acc_says(&r, " status=partial "), "the answer is partial");
	acc_end(t);
}

static char *many_huge_files(void)
{
	unsigned int i;

	for (i = 0; i < MANY; i++) {
		int fd = memfd_create("huge", MFD_HUGETLB | MFD_CLOEXEC);

		if (fd < 0 || mmap(NULL, HUGE_PAGES * ST_PAGE, PROT_READ,
				   MAP_SHARED | MAP_NORESERVE, fd, 0) == MAP_FAILED)
			ktap_die("a file of huge pages");
		close(fd);
	}
	return two_halves();
}

/* What is passed over takes none of the room for files: those behind it are told of. */
static void test_passed(void)
{
	struct acc_target *t = acc_start(many_huge_files);
	const char *before;
	struct acc_round r;
	char target[20];
	int fd;

	snprintf(target, sizeof(target), "%d", t->pid);
	fd = acc_ask_together(ACCESSES_TASK, target, "samples=1 by=file", &before);
	acc_rest(fd, t, &r);
	ktap_ok(acc_says(&r, " why=hugetlb:"), "many files with hugetlb pages are passed over");
	ktap_equal(r.sample_lost, 0, "no page of another file is lost for want of room");
	acc_end(t);
}

/* Of /dev/zero, privately, and only read: with huge pages where there are some. */
static char *of_zeroes(void)
{
	char *at = st_map(ACC_PAGES + HUGE_PAGES, MAP_PRIVATE | MAP_NORESERVE);
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);
	unsigned int i;

	at += -(uintptr_t)at % (HUGE_PAGES * ST_PAGE);
	if (fd < 0 || mmap(at, ACC_PAGES * ST_PAGE, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) ==
			      MAP_FAILED)
		ktap_die("/dev/zero");
	close(fd);
	madvise(at, ACC_PAGES * ST_PAGE, MADV_HUGEPAGE);
	for (i = 0; i < ACC_PAGES; i++)
		(void)((volatile char *)at)[i * ST_PAGE];
	return at;
}

/* Such a map has a file, but its pages are nobody's. */
static void test_zeroes(void)
{
	struct acc_target *t = acc_start(of_zeroes);
	struct acc_round r;
	int fd = ask(t, "samples=1 by=file");

	acc_choose(t, 1, 1);
	acc_touch(t);
	acc_rest(fd, t, &r);
	ktap_equal(count_files(r.text, "/dev/zero"), 0, "/dev/zero, privately, is not told of");
	acc_end(t);
}

static void test_refused(void)
{
	acc_refuses(ACCESSES_TASK, "1 by=files\n", EINVAL);
	acc_refuses(ACCESSES_TASK, "1 by=file write=1\n", EINVAL);
	acc_refuses(ACCESSES_TASK, "1 by=file skip=1 unit=2M\n", EINVAL);
	acc_refuses(ACCESSES_PFN, "0- by=file\n", EINVAL);
}

int main(void)
{
	acc_load();
	test_refused();
	acc_in_time(test_two_files());
	acc_in_time(test_turns());
	acc_in_time(test_changes());
	test_many();
	test_passed();
	test_zeroes();
	return ktap_end();
}
