// SPDX-License-Identifier: GPL-2.0
/*
 * map-much GIGABYTES: has so much memory mapped, in entries of single pages that are all there,
 * touches 64 MiB of it ten times a second, and says "ready" first.  What is mapped is a file of
 * 64 MiB, over and over: looks at page tables cost the same, and it fits into a small machine.
 */
#include <sys/mman.h>
#include <time.h>

#include "ops.h"

#define FILE_BYTES (64UL << 20)

int main(int argc, char **argv)
{
	const struct timespec nap = { .tv_nsec = 100000000 };
	volatile char *at = NULL;
	size_t nr, i;
	int fd;

	if (argc != 2)
		errx(2, "usage: map-much GIGABYTES");
	nr = (strtoul(argv[1], NULL, 10) << 30) / FILE_BYTES;
	fd = memfd_create("much", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, FILE_BYTES))
		err(1, "memfd");
	for (i = 0; i < nr; i++) {
		at = mmap(NULL, FILE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0);
		if (at == MAP_FAILED)
			err(1, "mmap");
	}
	puts("ready");
	fflush(stdout);
	for (;;) {
		for (i = 0; i < FILE_BYTES; i += PAGE_BYTES)
			(void)at[i];
		nanosleep(&nap, NULL);
	}
}
