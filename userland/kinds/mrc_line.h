/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of trace --mrc.
 */
#ifndef KINDS_MRC_LINE_H
#define KINDS_MRC_LINE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct mrc_line - an LRU cache of some size
 * @pages: that it holds
 * @references: seen
 * @cold: of these, the first of a page
 * @misses: of these, those that miss; with @cold
 * @least: of all references, those that miss are so many at least; 0 if nothing is known
 * @most: and at most; PAGESNAP_UNKNOWN if nothing bounds them
 * @is_sample: these are estimates
 * @is_knee: larger ones gain little
 */
struct mrc_line {
	uint64_t pages;
	uint64_t references;
	uint64_t cold;
	uint64_t misses;
	uint64_t least;
	uint64_t most;
	bool is_sample;
	bool is_knee;
};

#endif /* KINDS_MRC_LINE_H */
