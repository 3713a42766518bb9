// SPDX-License-Identifier: GPL-2.0
/*
 * evicted FILE: pages of the file that were evicted, and those recently, as
 * cachestat() has it; "?" if this kernel has none.
 */
#include <fcntl.h>

#include "ktap.h"
#include "oracles.h"

int main(int argc, char **argv)
{
	int fd = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	struct or_cachestat stat;

	if (fd < 0)
		ktap_die("usage: evicted FILE");
	if (or_cachestat(fd, 0, 1UL << 40, &stat))
		printf("%llu %llu\n", (unsigned long long)stat.evicted,
		       (unsigned long long)stat.recently_evicted);
	else
		printf("?\n");
	return 0;
}
