/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_CACHES_VIEW_H
#define KINDS_CACHES_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sizes that can be asked for at a time. */
#define CACHES_SIZES_MAX 64

/**
 * struct caches_size - a size, as somebody names it
 * @nr: how much
 * @in_bytes: bytes, whose last part of a page doesn't count; else pages
 */
struct caches_size {
	uint64_t nr;
	bool in_bytes;
};

/**
 * struct caches_view - the caches that a trace is to be seen by
 * @sizes: of them, as they were named; @nr of them
 * @nr: see there; 0: powers of two
 * @policies: bits, by the order of the words for --simulate
 * @files_only: only pages of files on disk count
 */
struct caches_view {
	struct caches_size sizes[CACHES_SIZES_MAX];
	size_t nr;
	uint32_t policies;
	bool files_only;
};

#endif /* KINDS_CACHES_VIEW_H */
