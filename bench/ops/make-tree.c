// SPDX-License-Identifier: GPL-2.0
/*
 * make-tree DIR FILES: FILES files of four pages, without blocks on disk, a
 * hundred in a folder.
 * make-tree DIR FILES NTH: reads every NTH of them, so that it is cached.
 * make-tree DIR FILES NTH CGROUP...: does so page by page in turns, charging another
 * cgroup every 64 pages, with anonymous pages between that go away; a random half of the
 * pages, always the same, is read once more.
 */
#include <sys/mman.h>
#include <sys/stat.h>

#include "ops.h"

#define IN_A_FOLDER	100
#define FILE_PAGES	4
#define FILE_BYTES	(FILE_PAGES * PAGE_BYTES)
#define CHARGED_TOGETHER 64

static void make(const char *dir, unsigned long nth)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%lu", dir, nth / IN_A_FOLDER);
	if (nth % IN_A_FOLDER == 0)
		mkdir(path, 0700);
	snprintf(path, sizeof(path), "%s/%lu/%lu", dir, nth / IN_A_FOLDER, nth);
	fd = bench_open(path, O_CREAT | O_WRONLY);
	if (ftruncate(fd, FILE_BYTES))
		err(1, "%s", path);
	close(fd);
}

static int open_nth(const char *dir, unsigned long nth)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%lu/%lu", dir, nth / IN_A_FOLDER, nth);
	return bench_open(path, O_RDONLY);
}

static void cache(const char *dir, unsigned long nth, char *block)
{
	int fd = open_nth(dir, nth);

	if (read(fd, block, FILE_BYTES) != FILE_BYTES)
		err(1, "%s: %lu", dir, nth);
	close(fd);
}

static void read_page(const char *dir, unsigned long nth, unsigned long page)
{
	static char bytes[PAGE_BYTES];
	int fd = open_nth(dir, nth);

	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	if (pread(fd, bytes, sizeof(bytes), (off_t)(page * PAGE_BYTES)) != sizeof(bytes))
		err(1, "%s: %lu", dir, nth);
	close(fd);
}

/* Every NTH of NR files, in turns. */
static void mix(const char *dir, unsigned long nr, unsigned long nth, char **cgroup, size_t groups)
{
	size_t room = (nr / nth + 1) * FILE_PAGES / 8 * PAGE_BYTES + PAGE_BYTES, n = 0;
	unsigned long i, page;
	char *anon = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (anon == MAP_FAILED)
		err(1, "no memory");
	madvise(anon, room, MADV_NOHUGEPAGE);
	for (page = 0; page < FILE_PAGES; page++) {
		for (i = 0; i < nr; i += nth, n++) {
			if (n % CHARGED_TOGETHER == 0)
				bench_join(cgroup[n / CHARGED_TOGETHER % groups]);
			read_page(dir, i, page);
			if (n % 8 == 0)
				anon[n / 8 * PAGE_BYTES] = 1;
		}
	}
	for (page = 0; page < FILE_PAGES; page++)
		for (i = 0; i < nr; i += nth)
			if (bench_toss())
				read_page(dir, i, page);
}

int main(int argc, char **argv)
{
	char *block = bench_block(FILE_BYTES);
	unsigned long i, nr, nth;

	if (argc < 3)
		errx(2, "usage: make-tree DIR FILES [NTH [CGROUP...]]");
	nr = strtoul(argv[2], NULL, 10);
	nth = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
	if (argc > 4) {
		mix(argv[1], nr, nth, argv + 4, (size_t)argc - 4);
		return 0;
	}
	for (i = 0; i < nr; i += nth) {
		if (argc > 3)
			cache(argv[1], i, block);
		else
			make(argv[1], i);
	}
	return 0;
}
