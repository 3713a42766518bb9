// SPDX-License-Identifier: GPL-2.0
/*
 * read-files FILE...: reads files to their ends, block by block in turn, as a
 * program does that joins them: /proc/kpageflags, kpagecount and kpagecgroup.
 */
#include "ops.h"

#define FILES_MAX 8

int main(int argc, char **argv)
{
	char *block = bench_block(BLOCK_BYTES);
	int fd[FILES_MAX], i, open_files = argc - 1;
	struct bench_cost began;
	uint64_t total = 0;
	ssize_t n;

	if (argc < 2 || argc > FILES_MAX + 1)
		errx(2, "usage: read-files FILE...");
	for (i = 0; i < argc - 1; i++)
		fd[i] = bench_open(argv[i + 1], O_RDONLY);
	began = bench_begin();
	while (open_files)
		for (i = 0; i < argc - 1; i++) {
			if (fd[i] < 0)
				continue;
			n = read(fd[i], block, BLOCK_BYTES);
			if (n < 0)
				err(1, "%s", argv[i + 1]);
			total += (uint64_t)n;
			if (n)
				continue;
			close(fd[i]);
			fd[i] = -1;
			open_files--;
		}
	bench_report(bench_since(began));
	fprintf(stderr, "%llu bytes\n", (unsigned long long)total);
	return 0;
}
