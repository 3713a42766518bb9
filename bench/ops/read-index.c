// SPDX-License-Identifier: GPL-2.0
/*
 * read-index INDEX QUERY: asks a control file, one of pages or COLLECTION/FILE, and reads
 * the answer, in blocks of what a session holds at most, without looking at it.
 */
#include "ops.h"

/* PAGESNAP_OUT_SIZE: a larger one would only take longer to be freed, by this process. */
#define SESSION_BYTES (256ul << 10)
#define DIR "/sys/kernel/tracing/objects/mm/"

int main(int argc, char **argv)
{
	char path[256], *block = bench_block(SESSION_BYTES);
	struct bench_cost began;
	uint64_t total = 0;
	ssize_t n;
	int fd;

	if (argc != 3)
		errx(2, "usage: read-index INDEX QUERY");
	snprintf(path, sizeof(path), DIR "%s%s", strchr(argv[1], '/') ? "" : "pages/", argv[1]);
	fd = bench_open(path, O_RDWR);
	began = bench_begin();
	if (dprintf(fd, "%s\n", argv[2]) < 0)
		err(1, "%s: %s", argv[1], argv[2]);
	while ((n = read(fd, block, SESSION_BYTES)) > 0)
		total += (uint64_t)n;
	if (n < 0)
		err(1, "%s", path);
	bench_report(bench_since(began));
	fprintf(stderr, "%llu bytes\n", (unsigned long long)total);
	return 0;
}
