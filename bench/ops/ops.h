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
#include <sys/resource.h>
#include <sys/time.h>
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

/* Of this process and of those that it has waited for: by getrusage(). */
static inline uint64_t bench_cpu(void)
{
	struct rusage u[2];
	struct timeval all = { 0, 0 };
	int i;

	getrusage(RUSAGE_SELF, &u[0]);
	getrusage(RUSAGE_CHILDREN, &u[1]);
	for (i = 0; i < 2; i++) {
		timeradd(&all, &u[i].ru_utime, &all);
		timeradd(&all, &u[i].ru_stime, &all);
	}
	return ((uint64_t)all.tv_sec * 1000000u + (uint64_t)all.tv_usec) * 1000u;
}

struct bench_cost {
	uint64_t wall, cpu;
};

static inline struct bench_cost bench_begin(void)
{
	return (struct bench_cost){ .cpu = bench_cpu(), .wall = bench_now() };
}

static inline struct bench_cost bench_since(struct bench_cost began)
{
	uint64_t now = bench_now();

	return (struct bench_cost){ .wall = now - began.wall, .cpu = bench_cpu() - began.cpu };
}

/* To measure, if it asks; else to a person. */
static inline void bench_report(struct bench_cost took)
{
	const char *fd = getenv("BENCH_FD");

	dprintf(fd ? atoi(fd) : STDOUT_FILENO, "%llu %llu\n", (unsigned long long)took.wall,
		(unsigned long long)took.cpu);
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

/* Below @limit, at random, but always the same. */
static inline size_t bench_random(size_t limit)
{
	static uint64_t state = 1;

	/* Knuth's MMIX generator; its upper bits are good enough. */
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (size_t)((state >> 32) * limit >> 32);
}

/* Half of the time true. */
static inline int bench_toss(void)
{
	return (int)bench_random(2);
}

/* From now on this process is charged there, in a folder of cgroup2. */
static inline void bench_join(const char *cgroup)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", cgroup);
	fd = bench_open(path, O_WRONLY);
	if (write(fd, "0", 1) != 1)
		err(1, "%s", path);
	close(fd);
}

/* What is to be measured is there, until this process is killed. */
static inline void bench_hold(void)
{
	puts("ready");
	fflush(stdout);
	pause();
}

#endif /* BENCH_OPS_H */
