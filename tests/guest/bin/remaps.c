// SPDX-License-Identifier: GPL-2.0
/*
 * remaps FILE OTHER: a process in which one file covers a part of another: maps ten pages of FILE,
 * prints its PID, and from then on reads all of them a hundred times a second, while three pages of
 * OTHER come in their middle, come over their end, and go again.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ktap.h"
#include "states.h"

#define PAGES 10
#define OTHERS 3
/* Reads between two changes. */
#define TURNS 10

static void map(int fd, char *at, size_t pages)
{
	if (mmap(at, pages * ST_PAGE, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED)
		ktap_die("mmap");
}

static void read_all(const volatile char *at)
{
	unsigned int i, turn;

	for (turn = 0; turn < TURNS; turn++) {
		for (i = 0; i < PAGES; i++)
			(void)at[i * ST_PAGE];
		usleep(10000);
	}
}

int main(int argc, char **argv)
{
	int fd = argc == 3 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	int other = argc == 3 ? open(argv[2], O_RDONLY | O_CLOEXEC) : -1;
	char *at;

	if (fd < 0 || other < 0)
		ktap_die("usage: remaps FILE OTHER");
	at = st_map(PAGES, MAP_PRIVATE);
	map(fd, at, PAGES);
	printf("%d\n", getpid());
	fflush(stdout);
	for (;;) {
		read_all(at);
		map(other, at + 4 * ST_PAGE, OTHERS);
		read_all(at);
		map(other, at + (PAGES - OTHERS + 1) * ST_PAGE, OTHERS - 1);
		read_all(at);
		map(fd, at, PAGES);
	}
}
