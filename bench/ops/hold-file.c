// SPDX-License-Identifier: GPL-2.0
/*
 * hold-file FILE: has all of it mapped, each page in its page tables, says "ready", and
 * waits until it is killed.
 */
#include <sys/mman.h>
#include <sys/stat.h>

#include "ops.h"

int main(int argc, char **argv)
{
	struct stat st;
	volatile char *at;
	off_t i;
	int fd;

	if (argc != 2)
		errx(2, "usage: hold-file FILE");
	fd = bench_open(argv[1], O_RDONLY);
	if (fstat(fd, &st))
		err(1, "%s", argv[1]);
	at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		err(1, "mmap()");
	for (i = 0; i < st.st_size; i += (off_t)PAGE_BYTES)
		(void)at[i];
	bench_hold();
	return 0;
}
