// SPDX-License-Identifier: GPL-2.0
/*
 * collapsed FROM TO: a process that has shared memory whose pages were on two nodes,
 * and charged to one cgroup, before they were collapsed into a huge page that is on
 * one node and charged to another cgroup; FROM and TO are their cgroup.procs.
 * Prints how many pages came from another node than the huge page's, 0 if
 * this kernel or machine does not do that, and sleeps.
 */
#include <fcntl.h>
#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ktap.h"

#define HUGE (2UL << 20)
#define FAR_PAGES 200

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

static int put_on(char *at, size_t size, unsigned long nodes)
{
	if (syscall(__NR_mbind, at, size, MPOL_BIND, &nodes, 8 * sizeof(nodes), 0))
		return -1;
	memset(at, 1, size);
	return 0;
}

/* Without cgroups there is none to move to. */
static void move_to(const char *procs)
{
	int fd = open(procs, O_WRONLY);

	if (fd < 0)
		return;
	if (write(fd, "0", 1) != 1)
		ktap_die(procs);
	close(fd);
}

static unsigned long collapse(const char *to)
{
	char *at = mmap((void *)(1UL << 40), HUGE, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (at == MAP_FAILED || put_on(at, HUGE - FAR_PAGES * 4096, 1) ||
	    put_on(at + HUGE - FAR_PAGES * 4096, FAR_PAGES * 4096, 2) ||
	    syscall(__NR_mbind, at, HUGE, MPOL_DEFAULT, NULL, 0, 0))
		return 0;
	move_to(to);
	return madvise(at, HUGE, MADV_COLLAPSE) ? 0 : FAR_PAGES;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		ktap_die("usage: collapsed FROM TO");
	move_to(argv[1]);
	printf("%lu\n", collapse(argv[2]));
	fflush(stdout);
	pause();
	return 0;
}
