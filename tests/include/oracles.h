/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel itself says about pages, by other ways than pagesnap.
 */
#ifndef TESTS_ORACLES_H
#define TESTS_ORACLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Entries of /proc/PID/pagemap. */
#define PM_PFN(e)		((e) & ((1ULL << 55) - 1))
#define PM_PRESENT(e)		((e) >> 63 & 1)
#define PM_SWAPPED(e)		((e) >> 62 & 1)
#define PM_SWP_TYPE(e)		((e) & 31)
#define PM_SWP_OFFSET(e)	((e) >> 5 & ((1ULL << 50) - 1))

struct or_cachestat {
	uint64_t cache;
	uint64_t dirty;
	uint64_t writeback;
	uint64_t evicted;
	uint64_t recently_evicted;
};

/* /proc/kpageflags, kpagecount or kpagecgroup from frame 0. Return: frames read. */
size_t or_kpage(const char *name, uint64_t *to, size_t max);
/* One frame of it. */
uint64_t or_kpage_one(const char *name, uint64_t pfn);

void or_pagemap(pid_t pid, uint64_t vpn, uint64_t nr, uint64_t *to);
/* A line of the VMA that begins at @start, in KiB; UINT64_MAX if it has none. */
uint64_t or_smaps(pid_t pid, uint64_t start, const char *key);

/* Which pages of a file are cached, one byte a page. Return: how many. */
size_t or_mincore(int fd, size_t nr, unsigned char *cached);
/* Return: false if this kernel has no cachestat(). */
bool or_cachestat(int fd, uint64_t first, uint64_t nr, struct or_cachestat *to);

struct or_zone {
	int node;
	uint64_t start;
	uint64_t spanned;
};

/* The zones of /proc/zoneinfo that span something. Return: how many, at most @max. */
size_t or_zones(struct or_zone *zones, size_t max);

uint64_t or_number(const char *path, const char *key);
bool or_kernel_before(int major, int minor);

#endif /* TESTS_ORACLES_H */
