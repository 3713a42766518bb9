// SPDX-License-Identifier: GPL-2.0
/*
 * The kernel's own views of pages.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "ktap.h"
#include "oracles.h"

#ifndef __NR_cachestat
#define __NR_cachestat 451
#endif

static int open_kpage(const char *name)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		ktap_die("%s can't be opened", path);
	return fd;
}

size_t or_kpage(const char *name, uint64_t *to, size_t max)
{
	int fd = open_kpage(name);
	size_t nr = 0;
	ssize_t got;

	while (nr < max && (got = read(fd, to + nr, (max - nr) * sizeof(*to))) > 0)
		nr += got / sizeof(*to);
	close(fd);
	return nr;
}

uint64_t or_kpage_one(const char *name, uint64_t pfn)
{
	int fd = open_kpage(name);
	uint64_t v = 0;

	if (pread(fd, &v, sizeof(v), pfn * sizeof(v)) != sizeof(v))
		ktap_die("/proc/%s has no frame %#llx", name, (unsigned long long)pfn);
	close(fd);
	return v;
}

void or_pagemap(pid_t pid, uint64_t vpn, uint64_t nr, uint64_t *to)
{
	char path[64];
	size_t have = 0, want = nr * sizeof(*to);
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/pagemap", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		ktap_die("%s can't be opened", path);
	for (; have < want; have += got) {
		got = pread(fd, (char *)to + have, want - have, vpn * sizeof(*to) + have);
		if (got <= 0)
			ktap_die("%s can't be read", path);
	}
	close(fd);
}

uint64_t or_smaps(pid_t pid, uint64_t start, const char *key)
{
	char path[64], line[512];
	unsigned long long from, value, found = UINT64_MAX;
	size_t len = strlen(key);
	bool inside = false;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/smaps", pid);
	f = fopen(path, "re");
	if (!f)
		ktap_die("%s can't be opened", path);
	while (fgets(line, sizeof(line), f)) {
		/* Only heads begin with a small letter or a digit. */
		if (line[0] >= 'a' || (line[0] >= '0' && line[0] <= '9'))
			inside = sscanf(line, "%llx-", &from) == 1 && from == start;
		else if (inside && !strncmp(line, key, len) && line[len] == ':' &&
			 sscanf(line + len + 1, "%llu", &value) == 1)
			found = value;
	}
	fclose(f);
	return found;
}

size_t or_mincore(int fd, size_t nr, unsigned char *cached)
{
	size_t bytes = nr * 4096, i, sum = 0;
	void *map = mmap(NULL, bytes, PROT_READ, MAP_SHARED, fd, 0);

	if (map == MAP_FAILED || mincore(map, bytes, cached))
		ktap_die("mincore() of %zu pages", nr);
	munmap(map, bytes);
	for (i = 0; i < nr; i++) {
		cached[i] &= 1;
		sum += cached[i];
	}
	return sum;
}

bool or_cachestat(int fd, uint64_t first, uint64_t nr, struct or_cachestat *to)
{
	struct {
		uint64_t off, len;
	} range = { first * 4096, nr * 4096 };

	if (!syscall(__NR_cachestat, fd, &range, to, 0))
		return true;
	if (errno != ENOSYS && errno != EOPNOTSUPP)
		ktap_die("cachestat()");
	return false;
}

/* Each zone says its span, then where it starts. */
size_t or_zones(struct or_zone *zones, size_t max)
{
	FILE *f = fopen("/proc/zoneinfo", "re");
	unsigned long long spanned = 0, start;
	char line[256];
	int node = -1;
	size_t nr = 0;

	if (!f)
		ktap_die("/proc/zoneinfo can't be opened");
	while (nr < max && fgets(line, sizeof(line), f)) {
		sscanf(line, "Node %d, zone", &node);
		sscanf(line, " spanned %llu", &spanned);
		if (sscanf(line, " start_pfn: %llu", &start) == 1 && spanned)
			zones[nr++] = (struct or_zone){ node, start, spanned };
	}
	fclose(f);
	return nr;
}

/* The number behind @key in a file of such lines. */
uint64_t or_number(const char *path, const char *key)
{
	char line[512];
	unsigned long long value, found = UINT64_MAX;
	size_t len = strlen(key);
	FILE *f = fopen(path, "re");

	if (!f)
		ktap_die("%s can't be opened", path);
	while (fgets(line, sizeof(line), f))
		if (!strncmp(line, key, len) && sscanf(line + len, ":%llu", &value) +
		    sscanf(line + len, " %llu", &value) > 0)
			found = value;
	fclose(f);
	return found;
}

bool or_kernel_before(int major, int minor)
{
	struct utsname u;
	int a = 0, b = 0;

	uname(&u);
	sscanf(u.release, "%d.%d", &a, &b);
	return a < major || (a == major && b < minor);
}
