// SPDX-License-Identifier: GPL-2.0
/*
 * read-slowly INDEX QUERY KIB MS: asks a control file and reads the answer in blocks of
 * KIB, MS apart.  Reports the time on the CPU only, since it sleeps in between.
 */
#include "ops.h"

#define DIR "/sys/kernel/tracing/objects/mm/pages/"

int main(int argc, char **argv)
{
	char path[256], *block = bench_block(BLOCK_BYTES);
	unsigned long reads = 0, size, pause_ms;
	uint64_t began, took;
	ssize_t n;
	int fd;

	if (argc != 5)
		errx(2, "usage: read-slowly INDEX QUERY KIB MS");
	size = strtoul(argv[3], NULL, 10) << 10;
	pause_ms = strtoul(argv[4], NULL, 10);
	if (!size || size > BLOCK_BYTES)
		errx(2, "1 to %lu KiB", BLOCK_BYTES >> 10);
	snprintf(path, sizeof(path), DIR "%s", argv[1]);
	fd = bench_open(path, O_RDWR);
	began = bench_cpu();
	if (dprintf(fd, "%s\n", argv[2]) < 0)
		err(1, "%s: %s", argv[1], argv[2]);
	while ((n = read(fd, block, size)) > 0) {
		reads++;
		usleep(pause_ms * 1000);
	}
	if (n < 0)
		err(1, "%s", path);
	took = bench_cpu() - began;
	bench_report((struct bench_cost){ .wall = took, .cpu = took });
	fprintf(stderr, "%lu reads\n", reads);
	return 0;
}
