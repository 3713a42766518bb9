// SPDX-License-Identifier: GPL-2.0
/*
 * offlist aio|secret: a process that has page cache of an inode that is on no
 * filesystem's list: a ring of asynchronous I/O, or secret memory.  Prints how
 * many pages, 0 if this kernel has no such thing, and sleeps.
 */
#include <linux/aio_abi.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ktap.h"

#define SECRET_PAGES 16

#ifndef __NR_memfd_secret
#define __NR_memfd_secret 447
#endif

/* As many as are mapped: the kernel maps the ring for whoever it is. */
static unsigned long ring_pages(void)
{
	FILE *f = fopen("/proc/self/maps", "re");
	unsigned long start, end, pages = 0;
	char line[512];

	if (!f)
		ktap_die("/proc/self/maps");
	while (fgets(line, sizeof(line), f))
		if (strstr(line, "[aio]") && sscanf(line, "%lx-%lx", &start, &end) == 2)
			pages += (end - start) / 4096;
	fclose(f);
	return pages;
}

static unsigned long aio(void)
{
	aio_context_t context = 0;

	return syscall(__NR_io_setup, 1000, &context) ? 0 : ring_pages();
}

static unsigned long secret(void)
{
	int fd = syscall(__NR_memfd_secret, 0);
	char *at;

	if (fd < 0 || ftruncate(fd, SECRET_PAGES * 4096))
		return 0;
	at = mmap(NULL, SECRET_PAGES * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		return 0;
	memset(at, 1, SECRET_PAGES * 4096);
	return SECRET_PAGES;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		ktap_die("usage: offlist aio|secret");
	printf("%lu\n", strcmp(argv[1], "aio") ? secret() : aio());
	fflush(stdout);
	pause();
	return 0;
}
