/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Each frame in one class: the walk's frames, and what the kernel counts of those that have no
 * mark.
 */
#ifndef MEMORY_BOOKS_H
#define MEMORY_BOOKS_H

#include <stdint.h>

#include "census.h"
#include "system.h"

/* What frames without a mark are known as by counters of the kernel, in the order of belief. */
enum books_named {
	BOOKS_VMALLOC, BOOKS_STACKS, BOOKS_PERCPU, BOOKS_KMALLOC, BOOKS_COMPRESSED,
	BOOKS_SECONDARY, BOOKS_GPU, BOOKS_GPU_POOL, BOOKS_MEMMAP, BOOKS_TRACE, BOOKS_DMA, BOOKS_TCP,
	BOOKS_OFFLINE, BOOKS_NAMED
};

/* Frames that MemTotal does not count. */
enum books_reserved {
	BOOKS_IMAGE, BOOKS_BOOT_MEMMAP, BOOKS_CRASH, BOOKS_GIVEN, BOOKS_BEYOND, BOOKS_FIRMWARE,
	BOOKS_RESERVED
};

/**
 * struct books - frames by class
 * @kinds: managed frames that have a mark, by PAGESNAP_KIND_*; those without have 0
 * @on_cpus: free, in lists of CPUs
 * @named: by enum books_named
 * @unknown: without a mark, and in no counter
 * @drivers: that MemTotal counts, but which are marked as reserved
 * @moved: that changed while they were read, or came meanwhile
 * @reserved: by enum books_reserved
 * @guessed: @reserved[BOOKS_BOOT_MEMMAP] is a guess, by the number of frames
 */
struct books {
	uint64_t kinds[PAGESNAP_KINDS];
	uint64_t on_cpus;
	uint64_t named[BOOKS_NAMED];
	uint64_t unknown;
	uint64_t drivers;
	uint64_t moved;
	uint64_t reserved[BOOKS_RESERVED];
	bool guessed;
};

/* Sorts frames out.  All but @reserved sum to MemTotal. */
void books_close(struct books *b, const struct census *c, const struct system *s);

#endif /* MEMORY_BOOKS_H */
