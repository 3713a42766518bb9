/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of the merge rule of pages share.  Pure.
 */
#ifndef KINDS_PAGES_MERGE_H
#define KINDS_PAGES_MERGE_H

#include "../../module/pages/combos.h"
#include "../../module/pages/subtotals.h"
#include "merging.h"
#include "record_copy.h"

/**
 * struct pages_shard - what is kept of the answer to one shard
 * @sb: superblock that its next files are of
 * @empty: objects of its total that have no page
 * @objects: all objects of its total
 */
struct pages_shard {
	struct record_copy sb;
	uint64_t empty;
	uint64_t objects;
};

/**
 * struct pages_merge - one answer about pages
 * @to: takes its records
 * @most: shards that there is room for
 * @sb: superblock that was emitted last
 * @has_total: some shard had a total
 * @total: the sum of them
 * @by: its pages by node and cgroup
 * @combos: its combinations
 * @places: of @combos
 * @mask: KPF bits that split runs
 * @span: that comes next, if it is another one
 * @in_span: some span was emitted
 * @node: of it; PAGESNAP_NONE if no frame has said so
 * @item: run or gap that the next one may continue
 * @same_spans: spans of a shard that were emitted before
 * @joined: items that were continuations
 * @bytes: of the total
 * @shards: all of them
 */
struct pages_merge {
	struct merging *to;
	unsigned int most;
	struct record_copy sb;
	bool has_total;
	struct pagesnap_total total;
	struct pagesnap_by by;
	struct pagesnap_combos combos;
	struct pagesnap_combo places[PAGESNAP_COMBOS_ROOM];
	uint64_t mask;
	struct record_copy span;
	bool in_span;
	uint64_t node;
	struct record_copy item;
	uint64_t same_spans;
	uint64_t joined;
	_Alignas(8) char bytes[PAGESNAP_MORE_MAX + 1];
	struct pages_shard shards[];
};

extern const struct merge_rule pages_merge_rule;

int pages_merge_emit_copy(struct pages_merge *m, const struct record_copy *copy, size_t size);

/* pages_merge_borders.c: the next record of a range in turn; what waits for it is passed on. */
int pages_merge_take_of_range(struct pages_merge *m, const struct pagesnap_record *r);
int pages_merge_flush(struct pages_merge *m);
/* pages_merge_totals.c; @end: of all shards, gets the objects that one answer has. */
void pages_merge_take_total(struct pages_merge *m, struct pages_shard *shard,
			    const struct pagesnap_record *r);
int pages_merge_emit_total(struct pages_merge *m, struct pagesnap_end *end);

#endif /* KINDS_PAGES_MERGE_H */
