// SPDX-License-Identifier: GPL-2.0
#include <sys/mman.h>
#include <unistd.h>

#include "accessed-memory.h"
#include "ask-accesses.h"
#include "ktap.h"
#include "states.h"

#define BYTES (ACC_PAGES * ST_PAGE)

char *acc_anon(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	st_touch(at, ACC_PAGES);
	return at;
}

static void read_all(const volatile char *at)
{
	unsigned int i;

	for (i = 0; i < ACC_PAGES; i++)
		(void)at[i * ST_PAGE];
}

static char *map_file(const char *path, int prot, int flags)
{
	int fd = st_file(path);
	char *at;

	st_write(fd, 0, ACC_PAGES);
	at = mmap(NULL, BYTES, prot, flags, fd, 0);
	if (at == MAP_FAILED)
		ktap_die("mmap");
	read_all(at);
	close(fd);
	unlink(path);
	return at;
}

char *acc_tmpfs(void)
{
	return map_file("/dev/shm/accessed", PROT_READ | PROT_WRITE, MAP_SHARED);
}

char *acc_private_file(void)
{
	return map_file("/var/tmp/accessed", PROT_READ, MAP_PRIVATE);
}

char *acc_to_copy(void)
{
	return map_file("/var/tmp/accessed", PROT_READ | PROT_WRITE, MAP_PRIVATE);
}

char *acc_zero(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	read_all(at);
	return at;
}

char *acc_thps(void)
{
	char *at = st_map(ACC_PAGES, MAP_PRIVATE);

	if (st_thp(at, ACC_PAGES) != ACC_PAGES / ST_HUGE_PAGES)
		ktap_die("no huge pages");
	return at;
}
