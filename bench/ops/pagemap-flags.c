// SPDX-License-Identifier: GPL-2.0
/*
 * pagemap-flags PID: the flags of all pages that a process has mapped:
 * PAGEMAP_SCAN (since Linux 6.7) tells the ranges, pagemap the frames, and
 * kpageflags the flags, in as few calls as the frames allow.
 */
#include <errno.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

#include "ops.h"

#ifndef PAGEMAP_SCAN
struct page_region {
	uint64_t start, end, categories;
};

struct pm_scan_arg {
	uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
	uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};

#define PAGEMAP_SCAN	_IOWR('f', 16, struct pm_scan_arg)
#define PAGE_IS_PRESENT	(1 << 3)
#endif

#define REGIONS		512
#define CHUNK		4096ul		/* pages */
#define FRAME(entry)	((entry) & ((1ull << 55) - 1))
#define SPACE_END	0x7ffffffff000ull

static uint64_t pages, calls;

static void read_flags(int kpageflags, uint64_t frame, uint64_t nr, uint64_t *flags)
{
	if (pread(kpageflags, flags, nr * 8, (off_t)(frame * 8)) != (ssize_t)(nr * 8))
		err(1, "kpageflags");
	pages += nr;
	calls++;
}

static void look_at_chunk(int kpageflags, const uint64_t *entry, uint64_t nr)
{
	static uint64_t flags[CHUNK];
	uint64_t i, first;

	for (i = 0; i < nr; i += first) {
		for (first = 1; i + first < nr && FRAME(entry[i + first]) == FRAME(entry[i]) + first;)
			first++;
		if (FRAME(entry[i]))
			read_flags(kpageflags, FRAME(entry[i]), first, flags);
	}
}

static void look_at(int pagemap, int kpageflags, const struct page_region *r)
{
	static uint64_t entry[CHUNK];
	uint64_t at = r->start / PAGE_BYTES, end = r->end / PAGE_BYTES, nr;

	for (; at < end; at += nr) {
		nr = end - at < CHUNK ? end - at : CHUNK;
		if (pread(pagemap, entry, nr * 8, (off_t)(at * 8)) != (ssize_t)(nr * 8))
			err(1, "pagemap");
		look_at_chunk(kpageflags, entry, nr);
	}
}

int main(int argc, char **argv)
{
	static struct page_region region[REGIONS];
	struct pm_scan_arg scan = {
		.size = sizeof(scan), .end = SPACE_END, .vec = (uintptr_t)region,
		.vec_len = REGIONS, .category_mask = PAGE_IS_PRESENT, .return_mask = PAGE_IS_PRESENT,
	};
	int pagemap, kpageflags = bench_open("/proc/kpageflags", O_RDONLY), nr, i;
	char path[64];
	struct bench_cost began;

	if (argc != 2)
		errx(2, "usage: pagemap-flags PID");
	snprintf(path, sizeof(path), "/proc/%s/pagemap", argv[1]);
	pagemap = bench_open(path, O_RDONLY);
	began = bench_begin();
	do {
		nr = ioctl(pagemap, PAGEMAP_SCAN, &scan);
		if (nr < 0)
			err(errno == ENOTTY ? 77 : 1, "PAGEMAP_SCAN");
		for (i = 0; i < nr; i++)
			look_at(pagemap, kpageflags, &region[i]);
		scan.start = scan.walk_end;
	} while (scan.start < SPACE_END);
	bench_report(bench_since(began));
	fprintf(stderr, "%llu pages, %llu reads of kpageflags\n", (unsigned long long)pages,
		(unsigned long long)calls);
	return 0;
}
