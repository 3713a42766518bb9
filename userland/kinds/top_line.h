/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A row of top.
 */
#ifndef KINDS_TOP_LINE_H
#define KINDS_TOP_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct top_change - a difference to the refresh before
 * @known: it can be known
 * @pages: how many more there are now
 */
struct top_change {
	bool known;
	int64_t pages;
};

/**
 * struct top_line - what has changed
 * @refresh: number of the refresh, from 1
 * @time: when it was, seconds since 1970
 * @cost: tenths of a percent of one processor that looking takes
 * @every_ms: from the beginning of this refresh to that of the next one
 * @by: what a row is of
 * @name: which of these, any bytes
 * @name_len: how many
 * @size: pages in memory
 * @dirty: of these, of dirty folios
 * @evicted: that were, and were evicted or swapped out
 * @mapped: that some page table maps
 * @change: of @size
 * @dirtied: of @dirty
 * @gone: of @evicted
 */
struct top_line {
	uint64_t refresh;
	uint64_t time;
	uint64_t cost;
	uint64_t every_ms;
	const char *by;
	const char *name;
	size_t name_len;
	uint64_t size;
	uint64_t dirty;
	uint64_t evicted;
	uint64_t mapped;
	struct top_change change;
	struct top_change dirtied;
	struct top_change gone;
};

#endif /* KINDS_TOP_LINE_H */
