// SPDX-License-Identifier: GPL-2.0
/*
 * collapsed: a process that has shared memory whose pages were on two nodes before
 * they were collapsed into a huge page on one.  Prints how many of them came from
 * another node than the huge page's, 0 if this kernel or machine does not do that,
 * and sleeps.
 */
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

static unsigned long collapse(void)
{
	char *at = mmap((void *)(1UL << 40), HUGE, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (at == MAP_FAILED || put_on(at, HUGE - FAR_PAGES * 4096, 1) ||
	    put_on(at + HUGE - FAR_PAGES * 4096, FAR_PAGES * 4096, 2) ||
	    syscall(__NR_mbind, at, HUGE, MPOL_DEFAULT, NULL, 0, 0))
		return 0;
	return madvise(at, HUGE, MADV_COLLAPSE) ? 0 : FAR_PAGES;
}

int main(void)
{
	printf("%lu\n", collapse());
	fflush(stdout);
	pause();
	return 0;
}
