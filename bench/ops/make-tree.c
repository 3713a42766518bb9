// SPDX-License-Identifier: GPL-2.0
/*
 * make-tree DIR FILES: FILES files of four pages, without blocks on disk, a
 * hundred in a folder.
 * make-tree DIR FILES NTH: reads every NTH of them, so that it is cached.
 */
#include <sys/stat.h>

#include "ops.h"

#define IN_A_FOLDER	100
#define FILE_BYTES	(4 * PAGE_BYTES)

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

static void cache(const char *dir, unsigned long nth, char *block)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%lu/%lu", dir, nth / IN_A_FOLDER, nth);
	fd = bench_open(path, O_RDONLY);
	if (read(fd, block, FILE_BYTES) != FILE_BYTES)
		err(1, "%s", path);
	close(fd);
}

int main(int argc, char **argv)
{
	char *block = bench_block(FILE_BYTES);
	unsigned long i, nr, nth;

	if (argc < 3 || argc > 4)
		errx(2, "usage: make-tree DIR FILES [NTH]");
	nr = strtoul(argv[2], NULL, 10);
	nth = argc > 3 ? strtoul(argv[3], NULL, 10) : 1;
	for (i = 0; i < nr; i += nth) {
		if (argc > 3)
			cache(argv[1], i, block);
		else
			make(argv[1], i);
	}
	return 0;
}
