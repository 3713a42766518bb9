// SPDX-License-Identifier: GPL-2.0
/*
 * frames-each LIST: flags, count and memory cgroup of each frame of a list, by
 * eight bytes of three files in /proc.  Whose they are nobody tells there.
 */
#include "ops.h"

int main(int argc, char **argv)
{
	static const char *const path[3] = {
		"/proc/kpageflags", "/proc/kpagecount", "/proc/kpagecgroup",
	};
	struct bench_cost began;
	uint64_t word, frame, sum = 0;
	char line[64];
	FILE *list;
	int fd[3], i;

	if (argc != 2)
		errx(2, "usage: frames-each LIST");
	list = fopen(argv[1], "re");
	if (!list)
		err(1, "%s", argv[1]);
	for (i = 0; i < 3; i++)
		fd[i] = bench_open(path[i], O_RDONLY);
	began = bench_begin();
	while (fgets(line, sizeof(line), list)) {
		frame = strtoull(line, NULL, 0);
		for (i = 0; i < 3; i++) {
			if (pread(fd[i], &word, sizeof(word), (off_t)(frame * 8)) != sizeof(word))
				err(1, "%s: frame %llu", path[i], (unsigned long long)frame);
			sum += word;
		}
	}
	bench_report(bench_since(began));
	fprintf(stderr, "%llu\n", (unsigned long long)sum);
	return 0;
}
