// SPDX-License-Identifier: GPL-2.0
/*
 * pick-pages FILE half|other: of a cached file, reads half of the pages again, chosen at
 * random but always the same, so that neighbours have other flags; or caches every other
 * page of one that isn't, and nothing else.
 */
#include <sys/stat.h>

#include "ops.h"

int main(int argc, char **argv)
{
	static char bytes[PAGE_BYTES];
	struct stat st;
	off_t i;
	int fd, half;

	if (argc != 3)
		errx(2, "usage: pick-pages FILE half|other");
	half = !strcmp(argv[2], "half");
	fd = bench_open(argv[1], O_RDONLY);
	if (fstat(fd, &st))
		err(1, "%s", argv[1]);
	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	for (i = 0; i < st.st_size / (off_t)PAGE_BYTES; i++) {
		if (half ? bench_toss() : i % 2 == 0)
			if (pread(fd, bytes, sizeof(bytes), i * (off_t)PAGE_BYTES) < 0)
				err(1, "%s", argv[1]);
	}
	return 0;
}
