// SPDX-License-Identifier: GPL-2.0
/*
 * touches FILE PAGES HOT: a process whose accesses are known: maps PAGES of FILE, fills twice as
 * many anonymous pages, prints its PID, and from then on reads the first HOT pages of both, a
 * hundred times a second.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "states.h"

static void touch(const volatile char *at, size_t pages)
{
	size_t i;

	for (i = 0; i < pages; i++)
		(void)at[i * ST_PAGE];
}

int main(int argc, char **argv)
{
	int fd = argc == 4 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	size_t pages, hot;
	char *file, *anon;

	if (fd < 0)
		ktap_die("usage: touches FILE PAGES HOT");
	pages = strtoul(argv[2], NULL, 0);
	hot = strtoul(argv[3], NULL, 0);
	file = mmap(NULL, pages * ST_PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	anon = st_map(2 * pages, MAP_PRIVATE);
	if (file == MAP_FAILED)
		ktap_die("mmap of %s", argv[1]);
	madvise(anon, 2 * pages * ST_PAGE, MADV_NOHUGEPAGE);
	st_touch(anon, 2 * pages);
	touch(file, pages);
	printf("%d\n", getpid());
	fflush(stdout);
	for (;;) {
		touch(file, hot);
		touch(anon, hot);
		usleep(10000);
	}
}
