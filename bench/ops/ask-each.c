// SPDX-License-Identifier: GPL-2.0
/*
 * ask-each cachestat|mincore LIST: opens each file of a list, asks how much of
 * it is cached, and closes it: what a program without the module has to do.
 */
#include <errno.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "ops.h"

/* The same number on all architectures since it came (Linux 6.5). */
#define NR_CACHESTAT 451

static uint64_t total;

static void by_cachestat(int fd)
{
	const uint64_t all[2] = { 0, 0 };
	uint64_t stat[5];

	if (syscall(NR_CACHESTAT, fd, all, stat, 0))
		err(errno == ENOSYS ? 77 : 1, "cachestat()");
	total += stat[0];
}

static void by_mincore(int fd)
{
	static unsigned char *cached;
	static size_t room;
	struct stat st;
	size_t nr, i;
	void *map;

	if (fstat(fd, &st))
		err(1, "fstat()");
	nr = ((size_t)st.st_size + PAGE_BYTES - 1) / PAGE_BYTES;
	if (!nr)
		return;
	if (nr > room) {
		free(cached);
		cached = bench_block((nr + PAGE_BYTES - 1) & ~(PAGE_BYTES - 1));
		room = nr;
	}
	map = mmap(NULL, nr * PAGE_BYTES, PROT_READ, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED || mincore(map, nr * PAGE_BYTES, cached))
		err(1, "mincore()");
	munmap(map, nr * PAGE_BYTES);
	for (i = 0; i < nr; i++)
		total += cached[i] & 1;
}

int main(int argc, char **argv)
{
	char *line = NULL;
	struct bench_cost began;
	size_t room = 0;
	FILE *list;
	ssize_t n;
	int fd;

	if (argc != 3)
		errx(2, "usage: ask-each cachestat|mincore LIST");
	list = fopen(argv[2], "re");
	if (!list)
		err(1, "%s", argv[2]);
	began = bench_begin();
	while ((n = getline(&line, &room, list)) > 0) {
		line[n - 1] = '\0';
		fd = bench_open(line, O_RDONLY);
		if (*argv[1] == 'c')
			by_cachestat(fd);
		else
			by_mincore(fd);
		close(fd);
	}
	bench_report(bench_since(began));
	fprintf(stderr, "%llu pages\n", (unsigned long long)total);
	return 0;
}
