/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What operations share.  Each does one thing in the way that is fastest for a
 * program that wants all of it, and reports how long that took, without its
 * own start: see measure.c.
 */
#ifndef BENCH_OPS_H
#define BENCH_OPS_H

#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PAGE_BYTES	4096ul
#define BLOCK_BYTES	(1ul << 20)

static inline uint64_t bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* To measure, if it asks; else to a person. */
static inline void bench_report(uint64_t took)
{
	const char *fd = getenv("BENCH_FD");

	dprintf(fd ? atoi(fd) : STDOUT_FILENO, "%llu\n", (unsigned long long)took);
}

static inline int bench_open(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

static inline void *bench_block(size_t size)
{
	void *block = aligned_alloc(PAGE_BYTES, size);

	if (!block)
		err(1, "no memory");
	/* so that its faults are not part of the first read */
	memset(block, 1, size);
	return block;
}

/* Half of the time true: at random, but always the same. */
static inline int bench_toss(void)
{
	static uint64_t state = 1;

	/* Knuth's MMIX generator; its upper bits are good enough. */
	state = state * 6364136223846793005u + 1442695040888963407u;
	return state >> 63;
}

/* What is to be measured is there, until this process is killed. */
static inline void bench_hold(void)
{
	puts("ready");
	fflush(stdout);
	pause();
}

#endif /* BENCH_OPS_H */
