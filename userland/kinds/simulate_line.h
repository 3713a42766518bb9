/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of trace --simulate.
 */
#ifndef KINDS_SIMULATE_LINE_H
#define KINDS_SIMULATE_LINE_H

#include <stdint.h>

/**
 * struct simulate_line - a cache that was simulated
 * @policy: a word
 * @pages: that it holds
 * @references: seen
 * @misses: of these, those that miss
 */
struct simulate_line {
	const char *policy;
	uint64_t pages;
	uint64_t references;
	uint64_t misses;
};

#endif /* KINDS_SIMULATE_LINE_H */
