/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_GROUP_H
#define PAGESNAP_PAGES_GROUP_H

#include "combos.h"
#include "select.h"
#include "subtotals.h"

/* Fixed point of pagesnap_more.pss: that of the kernel's own, for pages of 4096 bytes. */
#define PAGESNAP_PSS_SHIFT 24

/**
 * struct pagesnap_more - sums that only some objects have
 * @droppable: pages of the page cache that are clean, in no page table and evictable
 * @pss: pages, each divided by its map count, in units of 2^-PAGESNAP_PSS_SHIFT pages
 */
struct pagesnap_more {
	u64 droppable;
	u64 pss;
};

/**
 * struct pagesnap_group - grouping of one answer
 * @mode: PAGESNAP_GROUP_*
 * @mask: KPF bits that split runs
 * @kinds: @combos have the kind of their pages beside the flags
 * @emit: called with each finished run, page or gap, which it may change
 * @ctx: passed to @emit
 * @has_open: @open may still grow
 * @open: run or gap that the next item may join
 * @object: sums of the current object
 * @object_by: the same by node and cgroup
 * @object_more: more sums of it
 * @all: sums of all objects
 * @all_by: the same by node and cgroup
 * @all_more: more sums of them
 * @objects_by_pages: histogram of the objects so far
 * @combos: flag combinations; has entries only in group=total
 */
struct pagesnap_group {
	u32 mode;
	u64 mask;
	bool kinds;
	void (*emit)(void *ctx, union pagesnap_item *item);
	void *ctx;
	bool has_open;
	union pagesnap_item open;
	struct pagesnap_sums object;
	struct pagesnap_by object_by;
	struct pagesnap_more object_more;
	struct pagesnap_sums all;
	struct pagesnap_by all_by;
	struct pagesnap_more all_more;
	u64 objects_by_pages[PAGESNAP_LOG2_BUCKETS];
	struct pagesnap_combos combos;
};

void pagesnap_group_start(struct pagesnap_group *g, u32 mode, u64 mask, bool kinds);
void pagesnap_group_push(struct pagesnap_group *g, union pagesnap_item *item);
bool pagesnap_group_closes(struct pagesnap_group *g, const union pagesnap_item *item);
u32 pagesnap_group_runs(const struct pagesnap_group *g, union pagesnap_item *items, u32 nr,
			u32 *used);
void pagesnap_group_end_object(struct pagesnap_group *g);

#endif /* PAGESNAP_PAGES_GROUP_H */
