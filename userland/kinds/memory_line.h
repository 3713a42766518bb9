/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of memory.
 */
#ifndef KINDS_MEMORY_LINE_H
#define KINDS_MEMORY_LINE_H

#include <stddef.h>
#include <stdint.h>

enum memory_block {
	MEMORY_CLASS,		/* a class of managed frames: these sum to MemTotal */
	MEMORY_PART,		/* a part of the class above, by its best name */
	MEMORY_TOTAL,		/* MemTotal */
	MEMORY_RESERVED,	/* frames that MemTotal does not count */
};

/**
 * struct memory_line - a use of memory
 * @block: what it is to the other rows
 * @what: what the frames are used for; of others, any bytes
 * @of: the class of a part, NULL
 * @pages: how many frames
 * @total: frames that 100 % are; 0 if a share makes no sense
 * @largest: the largest of what they hold, and what else is known, "" for nothing
 * @why: why more can't be known, "" for nothing
 */
struct memory_line {
	enum memory_block block;
	const char *what;
	const char *of;
	uint64_t pages;
	uint64_t total;
	const char *largest;
	const char *why;
};

#endif /* KINDS_MEMORY_LINE_H */
