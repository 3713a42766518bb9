/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_TOLD_H
#define PAGESNAP_PAGES_TOLD_H

#include "../core/values.h"

/* log2 of the places of a table, at first and at the most: 40 KiB, and 40 MiB. */
#define PAGESNAP_TOLD_BITS_MIN	10
#define PAGESNAP_TOLD_BITS_MAX	20

/* A print that no file has: the next time it is told of again. */
#define PAGESNAP_TOLD_UNSURE	1

/**
 * struct pagesnap_told - a file that a session told of
 * @key: what stands for the inode; spread evenly
 * @print: what stands for all that its record depends on; 0: the place is free
 * @number: that it was told of under last
 * @pages: of its sums, for the end of an answer that doesn't tell of it
 * @evicted: likewise
 * @swapped: likewise
 * @special: likewise
 */
struct pagesnap_told {
	u64 key;
	u64 print;
	u64 number;
	u32 pages;
	u32 evicted;
	u32 swapped;
	u32 special;
};

/**
 * struct pagesnap_told_table - files by their keys
 * @place: 1 << @bits of them; NULL: there are none
 * @bits: log2 of places
 * @nr: places that are taken
 */
struct pagesnap_told_table {
	struct pagesnap_told *place;
	u32 bits;
	u32 nr;
};

struct pagesnap_told *pagesnap_told_find(const struct pagesnap_told_table *t, u64 key);
bool pagesnap_told_is_full(const struct pagesnap_told_table *t);
struct pagesnap_told *pagesnap_told_add(struct pagesnap_told_table *t, u64 key);
u64 pagesnap_told_move(const struct pagesnap_told_table *from, struct pagesnap_told_table *to,
		       u64 at, u64 nr, u64 number);

#endif /* PAGESNAP_PAGES_TOLD_H */
