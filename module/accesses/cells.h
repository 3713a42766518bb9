/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_CELLS_H
#define PAGESNAP_ACCESSES_CELLS_H

#include "../core/pure.h"
#include "uapi.h"

/* Values of struct pagesnap_cell that stand for others. */
#define PAGESNAP_CELL_NO_NODE	0xfff
#define PAGESNAP_CELL_MIXED_NODE	0xffe
#define PAGESNAP_CELL_MIXED	0xff

/* How dirty a page was when it was seen last. */
enum pagesnap_dirt {
	PAGESNAP_DIRT_UNKNOWN,
	PAGESNAP_DIRT_CLEAN,
	PAGESNAP_DIRT_DIRTY,
};

/**
 * struct pagesnap_look - which look at a process it is
 * @nr: number of its sample
 * @before: of the look before; any number in the first
 *
 * They come again after 2^32 samples, 16 months of those that come as fast as can be.
 */
struct pagesnap_look {
	u32 nr;
	u32 before;
};

/**
 * struct pagesnap_cell - what is remembered of a unit
 * @accessed_at: the last look that found it accessed; without @ever the one before it was met
 * @seen_at: the last look that found it there
 * @accessed: looks of this round that found it accessed
 * @seen: looks of this round that found it there
 * @dirtied: looks of this round that found it dirtied
 * @kind: PAGESNAP_KIND_*, or PAGESNAP_CELL_MIXED
 * @node: NUMA node, or PAGESNAP_CELL_*_NODE
 * @dirt: enum pagesnap_dirt
 * @unsure: a look of this round could not tell whether it was dirtied
 * @met: a look has found it there
 * @ever: a look has found it accessed
 * @order: of the entries, or PAGESNAP_CELL_MIXED
 *
 * A page has one, so it is small.
 */
struct pagesnap_cell {
	u32 accessed_at;
	u32 seen_at;
	u8 accessed;
	u8 seen;
	u8 dirtied;
	u8 kind;
	u16 node;
	u8 dirt:2;
	u8 unsure:1;
	u8 met:1;
	u8 ever:1;
	u8 order;
};

/**
 * struct pagesnap_seen - a page as a look finds it
 * @accessed: its accessed bit was set
 * @write: it matters whether it was dirtied
 * @dirty: its entry is dirty
 * @node: NUMA node, or PAGESNAP_CELL_NO_NODE
 * @kind: PAGESNAP_KIND_*
 * @order: of its entry
 */
struct pagesnap_seen {
	bool accessed;
	bool write;
	bool dirty;
	u32 node;
	u32 kind;
	u32 order;
};

void pagesnap_cell_base(struct pagesnap_cell *c, const struct pagesnap_seen *s,
			const struct pagesnap_look *look);
bool pagesnap_cell_see(struct pagesnap_cell *c, const struct pagesnap_seen *s,
		       const struct pagesnap_look *look);
void pagesnap_cell_stay(struct pagesnap_cell *c, const struct pagesnap_look *look);
bool pagesnap_cell_same(const struct pagesnap_cell *a, const struct pagesnap_cell *b);
bool pagesnap_cell_next(struct pagesnap_cell *c, bool keep);
void pagesnap_cell_heat(const struct pagesnap_cell *c, u32 now, bool write,
			struct pagesnap_accesses_heat *r);

/*
 * Are two cells the same, bit by bit?  Then what makes one of them into another one makes the same
 * of both, which is cheaper to copy than to find once more: most are like their neighbour.
 */
static inline bool pagesnap_cell_equals(const struct pagesnap_cell *a,
					const struct pagesnap_cell *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/* Has look @nr found it there? */
static inline bool pagesnap_cell_is_in(const struct pagesnap_cell *c, u32 nr)
{
	return c->met && c->seen_at == nr;
}

#endif /* PAGESNAP_ACCESSES_CELLS_H */
