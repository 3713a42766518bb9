// SPDX-License-Identifier: GPL-2.0
/*
 * nftw-cachestat DIR: what is cached of each file below a folder, by the shortest
 * program that can tell: nftw() finds the files, and each is opened, asked by cachestat()
 * and closed.  Prints those of which something is cached.  Timed as commands are, from
 * its start: that is what it is compared with.
 */
#include <errno.h>
#include <ftw.h>
#include <sys/syscall.h>

#include "ops.h"

/* The same number on all architectures since it came (Linux 6.5). */
#define NR_CACHESTAT 451

#define OPEN_FOLDERS 64

static int look_at(const char *path, const struct stat *st, int type, struct FTW *where)
{
	const uint64_t all[2] = { 0, 0 };
	uint64_t stat[5];
	int fd;

	(void)where;
	if (type != FTW_F || !S_ISREG(st->st_mode))
		return 0;
	fd = bench_open(path, O_RDONLY);
	if (syscall(NR_CACHESTAT, fd, all, stat, 0))
		err(errno == ENOSYS ? 77 : 1, "cachestat()");
	close(fd);
	if (stat[0])
		printf("%llu %s\n", (unsigned long long)stat[0], path);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		errx(2, "usage: nftw-cachestat DIR");
	if (nftw(argv[1], look_at, OPEN_FOLDERS, FTW_PHYS | FTW_MOUNT))
		err(1, "%s", argv[1]);
	return 0;
}
