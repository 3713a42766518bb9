// SPDX-License-Identifier: GPL-2.0
/*
 * hold-vmas MEGABYTES VMAS: has so much memory resident in so many VMAs, says
 * "ready", and waits until it is killed.
 */
#include <sys/mman.h>

#include "ops.h"

int main(int argc, char **argv)
{
	size_t size, nr, i;
	char *at;

	if (argc != 3)
		errx(2, "usage: hold-vmas MEGABYTES VMAS");
	nr = strtoul(argv[2], NULL, 10);
	size = (strtoul(argv[1], NULL, 10) << 20) / nr / PAGE_BYTES * PAGE_BYTES;
	for (i = 0; i < nr; i++) {
		/* neighbours that may do the same would become one VMA */
		at = mmap(NULL, size, PROT_READ | PROT_WRITE | (i & 1 ? PROT_EXEC : 0),
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (at == MAP_FAILED)
			err(1, "mmap()");
		madvise(at, size, MADV_NOHUGEPAGE);
		memset(at, 1, size);
	}
	bench_hold();
	return 0;
}
