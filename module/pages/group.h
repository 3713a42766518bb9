/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_GROUP_H
#define PAGESNAP_PAGES_GROUP_H

#include "combos.h"
#include "select.h"
#include "shares.h"

/**
 * struct pagesnap_group - grouping of one answer
 * @mode: PAGESNAP_GROUP_*
 * @mask: KPF bits that split runs
 * @emit: gets each finished run, page or gap, which it may change
 * @ctx: passed to @emit
 * @has_open: @open may still grow
 * @open: run or gap that the next item may join
 * @object: sums of the object under way
 * @object_by: the same by node and cgroup
 * @all: sums of all objects
 * @all_by: the same by node and cgroup
 * @objects_by_pages: histogram of the objects so far
 * @combos: flag combinations; have no places but in group=total
 */
struct pagesnap_group {
	u32 mode;
	u64 mask;
	void (*emit)(void *ctx, union pagesnap_item *item);
	void *ctx;
	bool has_open;
	union pagesnap_item open;
	struct pagesnap_sums object;
	struct pagesnap_by object_by;
	struct pagesnap_sums all;
	struct pagesnap_by all_by;
	u64 objects_by_pages[PAGESNAP_LOG2_BUCKETS];
	struct pagesnap_combos combos;
};

void pagesnap_group_start(struct pagesnap_group *g, u32 mode, u64 mask);
void pagesnap_group_push(struct pagesnap_group *g, union pagesnap_item *item);
void pagesnap_group_end_object(struct pagesnap_group *g);

#endif /* PAGESNAP_PAGES_GROUP_H */
