/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * pagesnap: records of objects/mm/accesses, which pages were accessed since the last look.
 */
#ifndef _UAPI_LINUX_PAGESNAP_ACCESSES_H
#define _UAPI_LINUX_PAGESNAP_ACCESSES_H

#include "memory.h"

/* Limits. */

/* Page tables' worth of units, 512 each, that one answer remembers. */
#define PAGESNAP_ACCESSES_TABLES_MAX	65536
/* Samples of one aggregate=. */
#define PAGESNAP_ACCESSES_AGGREGATE_MAX	100

/* Record types. */
#define PAGESNAP_REC_SAMPLE	513	/* 0x0201; each sample has one */
#define PAGESNAP_REC_HEAT	514	/* behind the last sample of a round */

/* A node, kind or order that differs between the pages of a unit. */
#define PAGESNAP_MIXED32	(~0U - 2)
#define PAGESNAP_MIXED16	0xffff

/* Why pages of the last sample were passed over; counted in pages. */
#define PAGESNAP_ACCESSES_WHY_PFNMAP	0	/* VM_PFNMAP or VM_IO: no memory of the kernel's */
#define PAGESNAP_ACCESSES_WHY_MIXEDMAP	1	/* VM_MIXEDMAP: partly so; DAX */
#define PAGESNAP_ACCESSES_WHY_HUGETLB	2	/* hugetlb, whose tables processes share */
#define PAGESNAP_ACCESSES_WHY_SPECIAL	3	/* special entries */
#define PAGESNAP_ACCESSES_WHY_PUD	4	/* pages of 1 GiB */
#define PAGESNAP_ACCESSES_WHYS		5

/* What an end counts. */
#define PAGESNAP_ACCESSES_COUNT_SAMPLES	0	/* taken, without the look that came before */
#define PAGESNAP_ACCESSES_COUNT_MISSED	1	/* whose time had passed */
#define PAGESNAP_ACCESSES_COUNT_ENTRIES	2	/* of page tables, that were looked at, each time */
#define PAGESNAP_ACCESSES_COUNT_LOST	3	/* pages that were not remembered, each time */
#define PAGESNAP_ACCESSES_COUNT_FLUSHES	4	/* of all TLBs; 0 with flush=0 */
#define PAGESNAP_ACCESSES_COUNTS	5

/**
 * struct pagesnap_accesses_sample - a sample was taken
 * @rec: record head
 * @q: query
 * @processes: that were looked at
 * @n: number of the sample, from 1; those that were missed have numbers, too
 * @time_ns: CLOCK_REALTIME when it began
 * @late_ns: since it should have begun
 * @took_ns: until the last page table was passed, and TLBs were flushed
 * @missed: samples before it whose time had passed
 * @entries: entries of page tables that map pages
 * @pages: pages that they map
 * @accessed: of these, those that were accessed since the sample before
 * @dirtied: those that were clean then and are dirty now; PAGESNAP_NONE without write=1
 * @lost: those that were not remembered, for want of memory or above the limit
 */
struct pagesnap_accesses_sample {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 processes;
	__u64 n;
	__u64 time_ns;
	__u64 late_ns;
	__u64 took_ns;
	__u64 missed;
	__u64 entries;
	__u64 pages;
	__u64 accessed;
	__u64 dirtied;
	__u64 lost;
};

/**
 * struct pagesnap_accesses_heat - pages side by side that are alike
 * @rec: record head
 * @q: query
 * @node: NUMA node; PAGESNAP_NONE32 of the zero page, PAGESNAP_MIXED32
 * @index: virtual page number of the first
 * @nr: pages; with unit=, whole units, of which some pages may not be there
 * @accessed: samples before which they were accessed
 * @of: samples in which they were there
 * @dirtied: samples that found them dirty, the one before clean; or PAGESNAP_UNKNOWN32, _NONE32
 * @kind: PAGESNAP_KIND_*, PAGESNAP_MIXED16
 * @order: log2 of the pages that one bit of the hardware tells of, PAGESNAP_MIXED16
 */
struct pagesnap_accesses_heat {
	struct pagesnap_rec rec;
	__u32 q;
	__u32 node;
	__u64 index;
	__u64 nr;
	__u32 accessed;
	__u32 of;
	__u32 dirtied;
	__u16 kind;
	__u16 order;
};

#endif /* _UAPI_LINUX_PAGESNAP_ACCESSES_H */
