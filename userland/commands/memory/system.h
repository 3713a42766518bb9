/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel counts of memory itself: oracles of the walk, and names for what flags of
 * frames don't tell.
 */
#ifndef MEMORY_SYSTEM_H
#define MEMORY_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "parts.h"

/* Orders of free blocks that /proc/buddyinfo may have. */
#define SYSTEM_ORDERS 20

/* Numbers of one key each, in pages. */
enum system_number {
	SYSTEM_TOTAL,		/* MemTotal */
	SYSTEM_STACKS,		/* of tasks of the kernel */
	SYSTEM_PERCPU,		/* per-CPU memory but what boot gave */
	SYSTEM_FREE,		/* free pages, without those in lists of CPUs */
	SYSTEM_ANON,		/* anonymous pages that processes map */
	SYSTEM_TABLES,		/* page tables */
	SYSTEM_HUGETLB,		/* huge pages, of all sizes */
	SYSTEM_BROKEN,		/* that failed */
	SYSTEM_SECONDARY,	/* page tables of guests and IOMMUs */
	SYSTEM_GPU,		/* of GPU drivers, in use */
	SYSTEM_GPU_POOL,	/* and in their pools */
	SYSTEM_SLAB,		/* slabs, and what kmalloc() took from the page allocator */
	SYSTEM_RECLAIMABLE,	/* of these, what shrinkers may give back */
	SYSTEM_ZSPAGES,		/* compressed memory */
	SYSTEM_MEMMAP,		/* struct pages that were allocated */
	SYSTEM_MEMMAP_BOOT,	/* struct pages that boot gave */
	SYSTEM_TCP,		/* buffers of TCP, with what of these is in slabs */
	SYSTEM_TRACE,		/* buffers of tracing */
	SYSTEM_DMA,		/* pools that drivers take small buffers from */
	SYSTEM_NUMBERS
};

/**
 * struct system - what the kernel counts
 * @numbers: by enum system_number, 0 for what this kernel doesn't count
 * @counts: bits by enum system_number: it does, in one of the files with keys
 * @on_cpus: free pages in lists of CPUs
 * @orders: free pages by the order of their block
 * @image: frames of the kernel's image
 * @crash: frames that are kept for a kernel that is started after a crash
 * @stacks: of vmalloc(), pages of stacks; not among @vmalloc
 * @vmalloc: pages of vmalloc(), by caller
 * @slabs: by cache
 * @packets: of these, pages of heads of packets
 * @anon: pages of anonymous memory, by process
 * @tables: pages of page tables, by process
 */
struct system {
	uint64_t numbers[SYSTEM_NUMBERS];
	uint64_t counts;
	uint64_t on_cpus;
	uint64_t orders[SYSTEM_ORDERS];
	uint64_t image;
	uint64_t crash;
	uint64_t stacks;
	uint64_t packets;
	struct parts vmalloc;
	struct parts slabs;
	struct parts anon;
	struct parts tables;
};

/* Reads what changes while it is looked at.  0; -ENOMEM, or another errno without MemTotal. */
int system_read_numbers(struct system *s);
/* Reads the names.  0 or -ENOMEM; what can't be read has none. */
int system_read_names(struct system *s);

/* What it is made of, in the files of these names.  0 or a negative errno. */
int vmalloc_read(struct system *s);
int caches_read(struct system *s);
int processes_read(struct system *s);
/* Numbers of memory that tracing and drivers keep, as far as it is to be seen.  0 or -ENOMEM. */
int buffers_read(struct system *s);
/* Opens a file of /proc; NULL and errno. */
FILE *system_open(const char *name);

#endif /* MEMORY_SYSTEM_H */
