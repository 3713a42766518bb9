// SPDX-License-Identifier: GPL-2.0
/*
 * hold-vmas MEGABYTES VMAS [FILE]: has so much memory resident in so many VMAs, says
 * "ready", and waits until it is killed.  With FILE as a program has it that does many
 * things: one VMA in three is anonymous, one is the file's, one the file's with pages of
 * its own; pages are touched, and written to, at random.
 */
#include <sys/mman.h>
#include <sys/stat.h>

#include "ops.h"

static char *map(size_t size, int prot, int flags, int fd, size_t at)
{
	char *mapped = mmap(NULL, size, PROT_READ | prot, flags, fd, (off_t)at);

	if (mapped == MAP_FAILED)
		err(1, "mmap()");
	madvise(mapped, size, MADV_NOHUGEPAGE);
	return mapped;
}

/* A quarter of the pages is left out. */
static void touch(volatile char *at, size_t size, int writable)
{
	size_t i;

	for (i = 0; i < size; i += PAGE_BYTES) {
		if (!bench_random(4))
			continue;
		if (writable && bench_toss())
			at[i] = 1;
		else
			(void)at[i];
	}
}

static void mix(const char *file, size_t size, size_t nr)
{
	int fd = bench_open(file, O_RDONLY);
	size_t i, room;
	struct stat st;
	char *at;

	if (fstat(fd, &st) || (size_t)st.st_size < size)
		errx(1, "%s is too small", file);
	room = ((size_t)st.st_size - size) / PAGE_BYTES + 1;
	for (i = 0; i < nr; i++) {
		size_t from = bench_random(room) * PAGE_BYTES;

		if (i % 3 == 0)
			at = map(size, PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		else if (i % 3 == 1)
			at = map(size, 0, MAP_SHARED, fd, from);
		else
			at = map(size, PROT_WRITE, MAP_PRIVATE, fd, from);
		touch(at, size, i % 3 != 1);
	}
}

int main(int argc, char **argv)
{
	size_t size, nr, i;
	char *at;

	if (argc < 3 || argc > 4)
		errx(2, "usage: hold-vmas MEGABYTES VMAS [FILE]");
	nr = strtoul(argv[2], NULL, 10);
	size = (strtoul(argv[1], NULL, 10) << 20) / nr / PAGE_BYTES * PAGE_BYTES;
	if (argc > 3) {
		mix(argv[3], size, nr);
		bench_hold();
		return 0;
	}
	for (i = 0; i < nr; i++) {
		/* neighbours that may do the same would become one VMA */
		at = map(size, PROT_WRITE | (i & 1 ? PROT_EXEC : 0), MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);
		memset(at, 1, size);
	}
	bench_hold();
	return 0;
}
