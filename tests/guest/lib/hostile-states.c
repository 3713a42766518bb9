// SPDX-License-Identifier: GPL-2.0
/* States that are much of something. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hostile.h"
#include "ktap.h"
#include "states.h"

int ht_deep(int at, const char *name, unsigned int depth)
{
	int fd, next;

	fd = dup(at);
	for (; depth; depth--) {
		if (mkdirat(fd, name, 0700) && errno != EEXIST)
			ktap_die("%u folders are missing", depth);
		next = openat(fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (next < 0)
			ktap_die("a folder can't be opened");
		close(fd);
		fd = next;
	}
	return fd;
}

void ht_link_in_turns(int at, const char *name, const int *dirs, unsigned int nr_dirs,
		      unsigned int nr)
{
	char link[16];
	unsigned int i;

	for (i = 0; i < nr; i++) {
		snprintf(link, sizeof(link), "%u", i);
		if (linkat(at, name, dirs[i % nr_dirs], link, 0))
			ktap_die("link %u of %u", i, nr);
	}
}

/* Every second page may be written. */
unsigned int ht_vmas(unsigned int nr)
{
	char *at = mmap(NULL, nr * ST_PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned int i;

	if (at == MAP_FAILED)
		ktap_die("mmap()");
	for (i = 0; i < nr; i += 2) {
		/* vm.max_map_count is reached */
		if (mprotect(at + i * ST_PAGE, ST_PAGE, PROT_READ | PROT_WRITE))
			break;
		at[i * ST_PAGE] = 1;
	}
	return i;
}
