// SPDX-License-Identifier: GPL-2.0
/*
 * keep-hot CGROUP KIND MEGABYTES [FILE]: in a control group, touches memory over and over, all
 * of it each 20 ms, until it is killed.  KIND is anon, which is written to, or file, which is
 * only read by way of a mapping of FILE.
 */
#include <stdbool.h>
#include <sys/mman.h>

#include "ops.h"

#define TURN_NS	20000000l

static volatile char *map(const char *kind, size_t bytes, const char *path)
{
	bool is_file = !strcmp(kind, "file");
	int fd = is_file ? bench_open(path, O_RDONLY) : -1;
	void *at;

	if (is_file)
		at = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);
	else
		at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (at == MAP_FAILED)
		err(1, "mmap()");
	if (!is_file) {
		madvise(at, bytes, MADV_NOHUGEPAGE);
		memset(at, 1, bytes);
	}
	return at;
}

int main(int argc, char **argv)
{
	const struct timespec pause = { 0, TURN_NS };
	volatile char *at;
	size_t bytes, i;

	if (argc < 4 || argc > 5)
		errx(2, "usage: keep-hot CGROUP anon|file MEGABYTES [FILE]");
	bench_join(argv[1]);
	bytes = strtoul(argv[3], NULL, 10) << 20;
	at = map(argv[2], bytes, argv[4]);
	for (i = 0; i < bytes; i += PAGE_BYTES)
		(void)at[i];
	puts("ready");
	fflush(stdout);
	for (;;) {
		for (i = 0; i < bytes; i += PAGE_BYTES)
			(void)at[i];
		nanosleep(&pause, NULL);
	}
}
