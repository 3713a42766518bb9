// SPDX-License-Identifier: GPL-2.0
/*
 * resident FILE...: which pages of each file are cached, as mincore() has it:
 * a line "FIRST NUMBER" for each range.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"

static void print_ranges(const unsigned char *cached, size_t nr)
{
	size_t i, first = 0;

	for (i = 0; i <= nr; i++) {
		if (i < nr && cached[i])
			continue;
		if (i > first)
			printf("%zu %zu\n", first, i - first);
		first = i + 1;
	}
}

static void print_file(const char *path)
{
	unsigned char *cached;
	struct stat st;
	size_t nr;
	int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &st))
		ktap_die("%s", path);
	nr = (st.st_size + 4095) / 4096;
	cached = malloc(nr + 1);
	if (!cached)
		ktap_die("malloc");
	if (nr)
		or_mincore(fd, nr, cached);
	print_ranges(cached, nr);
	free(cached);
	close(fd);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		print_file(argv[i]);
	return 0;
}
