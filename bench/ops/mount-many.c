// SPDX-License-Identifier: GPL-2.0
/*
 * mount-many DIR N: N filesystems of type tmpfs below DIR, with a file of one page each.
 * mount-many DIR 0: unmounts them.
 */
#include <errno.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "ops.h"

static void make(const char *dir, unsigned long i)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%lu", dir, i);
	if ((mkdir(path, 0700) && errno != EEXIST) || mount("bench", path, "tmpfs", 0, NULL))
		err(1, "%s", path);
	snprintf(path, sizeof(path), "%s/%lu/file", dir, i);
	fd = bench_open(path, O_CREAT | O_WRONLY);
	if (write(fd, "x", 1) != 1)
		err(1, "%s", path);
	close(fd);
}

int main(int argc, char **argv)
{
	unsigned long i, nr;
	char path[256];

	if (argc != 3)
		errx(2, "usage: mount-many DIR N");
	nr = strtoul(argv[2], NULL, 10);
	for (i = 0; i < nr; i++)
		make(argv[1], i);
	for (i = 0; !nr; i++) {
		snprintf(path, sizeof(path), "%s/%lu", argv[1], i);
		if (umount2(path, 0) || rmdir(path))
			break;
	}
	return 0;
}
