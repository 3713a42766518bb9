// SPDX-License-Identifier: GPL-2.0
/*
 * mix-memory FOLDER FILES MEGABYTES [CGROUP...]: memory as a machine has it that does
 * many things at once.  Pages of so many files in FOLDER, MEGABYTES together, are read in
 * turns, so that hardly a frame has the file of its neighbour; one page in eight is
 * anonymous; every 64 pages another of the CGROUPs (folders) is charged; and half of the
 * pages, chosen at random but always the same, are read once more.  Says "ready", and
 * waits until it is killed.
 */
#include <sys/mman.h>

#include "ops.h"

#define CHARGED_TOGETHER 64

static int open_file(const char *folder, size_t nth, size_t pages)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/%zu", folder, nth);
	fd = bench_open(path, O_RDWR | O_CREAT);
	if (ftruncate(fd, (off_t)(pages * PAGE_BYTES)))
		err(1, "%s", path);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	return fd;
}

static void read_page(int fd, size_t page)
{
	static char bytes[PAGE_BYTES];

	if (pread(fd, bytes, sizeof(bytes), (off_t)(page * PAGE_BYTES)) < 0)
		err(1, "pread()");
}

int main(int argc, char **argv)
{
	size_t files, pages, i, j, n = 0;
	char *anon;
	int *fd;

	if (argc < 4)
		errx(2, "usage: mix-memory FOLDER FILES MEGABYTES [CGROUP...]");
	files = strtoul(argv[2], NULL, 10);
	pages = (strtoul(argv[3], NULL, 10) << 20) / PAGE_BYTES / files;
	fd = calloc(files, sizeof(*fd));
	anon = mmap(NULL, files * pages / 8 * PAGE_BYTES + PAGE_BYTES, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (!fd || anon == MAP_FAILED)
		err(1, "no memory");
	madvise(anon, files * pages / 8 * PAGE_BYTES + PAGE_BYTES, MADV_NOHUGEPAGE);
	for (j = 0; j < files; j++)
		fd[j] = open_file(argv[1], j, pages);
	for (i = 0; i < pages; i++) {
		for (j = 0; j < files; j++, n++) {
			if (argc > 4 && n % CHARGED_TOGETHER == 0)
				bench_join(argv[4 + n / CHARGED_TOGETHER % (size_t)(argc - 4)]);
			read_page(fd[j], i);
			if (n % 8 == 0)
				anon[n / 8 * PAGE_BYTES] = 1;
		}
	}
	for (i = 0; i < pages; i++)
		for (j = 0; j < files; j++)
			if (bench_toss())
				read_page(fd[j], i);
	bench_hold();
	return 0;
}
