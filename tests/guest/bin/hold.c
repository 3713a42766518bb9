// SPDX-License-Identifier: GPL-2.0
/*
 * hold FILE: a process of known memory that shares nothing with others: maps
 * FILE whole and locked, fills 100 anonymous pages, prints its PID, sleeps.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ktap.h"

#define PAGES 100

int main(int argc, char **argv)
{
	struct stat st;
	char *anon;
	int fd;

	fd = argc == 2 ? open(argv[1], O_RDONLY | O_CLOEXEC) : -1;
	if (fd < 0 || fstat(fd, &st) || !st.st_size)
		ktap_die("usage: hold FILE");
	anon = mmap(NULL, PAGES * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (anon == MAP_FAILED)
		ktap_die("mmap");
	memset(anon, 1, PAGES * 4096);
	if (mlock(anon, PAGES * 4096))
		ktap_die("mlock");
	anon = mmap(NULL, st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (anon == MAP_FAILED || mlock(anon, st.st_size))
		ktap_die("mmap of %s", argv[1]);
	printf("%d\n", getpid());
	fflush(stdout);
	pause();
	return 0;
}
