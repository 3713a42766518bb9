// SPDX-License-Identifier: GPL-2.0
/*
 * cache-file FILE [ORDER]: reads a file so that it is cached, page by page and
 * without read-ahead, which gives folios of one page; with ORDER in steps of as
 * many pages and with it, which gives what the filesystem makes of it.
 */
#include <sys/stat.h>

#include "ops.h"

int main(int argc, char **argv)
{
	size_t step = PAGE_BYTES << (argc > 2 ? atoi(argv[2]) : 0);
	char *block = bench_block(step);
	struct stat st;
	off_t at;
	int fd;

	if (argc < 2 || argc > 3)
		errx(2, "usage: cache-file FILE [ORDER]");
	fd = bench_open(argv[1], O_RDONLY);
	if (fstat(fd, &st))
		err(1, "%s", argv[1]);
	posix_fadvise(fd, 0, 0, argc > 2 ? POSIX_FADV_SEQUENTIAL : POSIX_FADV_RANDOM);
	for (at = 0; at < st.st_size; at += (off_t)step)
		if (pread(fd, block, step, at) < 0)
			err(1, "%s", argv[1]);
	return 0;
}
