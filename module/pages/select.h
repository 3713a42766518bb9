/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_SELECT_H
#define PAGESNAP_PAGES_SELECT_H

#include "../core/query.h"
#include "flags.h"

/**
 * union pagesnap_item - what a source finds and the stages pass on
 * @rec: says which it is: PAGESNAP_REC_RUN, or one of a gap
 * @run: pages that are equal in everything
 * @gap: indices without a normal page
 */
union pagesnap_item {
	struct pagesnap_rec rec;
	struct pagesnap_run run;
	struct pagesnap_gap gap;
};

/**
 * struct pagesnap_select - what a query wants to see
 * @all: KPF bits that a page must have
 * @none: KPF bits that it must not have
 * @any: KPF bits of which it must have at least one; 0 if any will do
 * @mask: KPF bits that split runs
 * @node: NUMA node, -1 for any
 * @has_cgroup: @cgroup was given
 * @cgroup_below: cgroups below @cgroup count too
 * @cgroup: inode of a memory cgroup
 * @min_order: smallest folio
 * @max_order: largest folio
 * @has_order: @min_order or @max_order was given
 * @no_gaps: entries without a page are left out, see pagesnap_select_by_folio()
 * @min_pages: objects with fewer cached pages are left out
 * @part: which of @parts shards to answer, from 0; frames, or the inodes of a superblock, are
 *	divided among them
 * @parts: 0 if nothing is divided
 * @kinds: of frames, combinations of flags are told apart by kind, too
 * @slab: of files, count what the slab allocator has for them, of all that are in memory
 * @has_changed: @changed was given
 * @changed: of files that were told of in this session under this number, or a higher one, only
 *	those are told of again that have changed
 * @names: look up the names of objects
 * @frame_names: look up the names of files that own frames
 */
struct pagesnap_select {
	u64 all;
	u64 none;
	u64 any;
	u64 mask;
	int node;
	bool has_cgroup;
	bool cgroup_below;
	u64 cgroup;
	u8 min_order;
	u8 max_order;
	bool has_order;
	bool no_gaps;
	u64 min_pages;
	u32 part;
	u32 parts;
	bool kinds;
	bool slab;
	bool has_changed;
	u64 changed;
	bool names;
	bool frame_names;
};

extern const struct pagesnap_option pagesnap_select_options[];

void pagesnap_select_init(struct pagesnap_select *sel);
int pagesnap_select_check(const struct pagesnap_select *sel, const struct pagesnap_query *q,
			  struct pagesnap_diag *d);
bool pagesnap_select_inode(const struct pagesnap_select *sel, u64 ino);
void pagesnap_select_range(const struct pagesnap_select *sel, u64 *start, u64 *end);
void pagesnap_select_by_folio(struct pagesnap_select *sel);
u32 pagesnap_select_items(const struct pagesnap_select *sel, union pagesnap_item *items, u32 nr);

#endif /* PAGESNAP_PAGES_SELECT_H */
