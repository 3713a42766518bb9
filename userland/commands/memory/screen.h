/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rows of memory, made of what was found: each frame is in one.
 */
#ifndef MEMORY_SCREEN_H
#define MEMORY_SCREEN_H

#include <stdbool.h>

#include "census.h"
#include "files.h"
#include "kinds/memory_line.h"
#include "system.h"

/**
 * struct screen - what rows are made of, and who takes them
 * @census: frames
 * @system: what the kernel counts
 * @files: the largest files
 * @parts: each class is followed by its parts
 * @all: rows of nothing, too
 * @beside: how many parts stand beside their class
 * @page_size: bytes
 * @take: takes a row, which stays for the call only; 0 or a negative errno
 * @ctx: of @take
 */
struct screen {
	const struct census *census;
	const struct system *system;
	const struct files *files;
	bool parts;
	bool all;
	unsigned int beside;
	uint64_t page_size;
	int (*take)(void *ctx, const struct memory_line *line);
	void *ctx;
};

/* Makes all rows.  0, or what @take returned. */
int screen_show(const struct screen *s);

#endif /* MEMORY_SCREEN_H */
