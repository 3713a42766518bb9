/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the files of the merger share.  Pure.
 */
#ifndef MERGE_INTERNAL_H
#define MERGE_INTERNAL_H

#include "../../../module/pages/combos.h"
#include "../../../module/pages/subtotals.h"
#include "kinds/record_copy.h"
#include "merge.h"

/**
 * struct part - the answer of one session
 * @ended: all of it has come
 * @began_ns: when it began
 * @sb: superblock that its next files are of
 * @empty: objects of its total that have no page
 * @objects: all objects of its total
 */
struct part {
	bool ended;
	uint64_t began_ns;
	struct record_copy sb;
	uint64_t empty;
	uint64_t objects;
};

/**
 * struct merge - one answer
 * @fn: takes its records
 * @ctx: first argument of @fn
 * @query: which is answered
 * @collection: whose records these are
 * @share: in which parts
 * @refused: they can't be put together
 * @parts: these answers; @nr of them are of this query, @most have room
 * @nr: see there
 * @most: see there
 * @ended: how many of them have ended
 * @begun: the query record was told
 * @sb: superblock that was told last
 * @error: of the first part that failed
 * @unknown: parts that failed at the very word part=
 * @failed: parts that failed in any way
 * @notes: that were told; an argz vector
 * @notes_len: its bytes
 * @has_total: some part had a total
 * @total: the sum of them
 * @by: its pages by node and cgroup
 * @combos: its combinations
 * @places: of @combos
 * @mask: KPF bits that split runs
 * @span: that comes next, if it is another one
 * @in_span: some span was told
 * @node: of it; PAGESNAP_NONE if no frame has said so
 * @item: run or gap that the next one may continue
 * @same_spans: of a piece, that were told before
 * @joined: items that were continuations
 * @began_ns: when the first part began
 * @ended_ns: when the last one ended
 * @us: time of all parts together
 * @end: the sum of all ends
 * @bytes: of the record that is told
 */
struct merge {
	pagesnap_record_fn *fn;
	void *ctx;
	const struct query *query;
	enum pagesnap_collection_id collection;
	const struct shards *share;
	bool refused;
	unsigned int nr;
	unsigned int most;
	unsigned int ended;
	bool begun;
	struct record_copy sb;
	struct record_copy error;
	unsigned int unknown;
	unsigned int failed;
	char *notes;
	size_t notes_len;
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
	uint64_t began_ns;
	uint64_t ended_ns;
	uint64_t us;
	struct pagesnap_end end;
	_Alignas(8) char bytes[PAGESNAP_MORE_MAX + 1];
	struct part parts[];
};

/* Passes on a record of @size bytes here; the stream's may have been of another length. */
int merge_emit(struct merge *m, const union pagesnap_any *u, size_t size, const char *bytes,
	       size_t len);
int merge_emit_copy(struct merge *m, const struct record_copy *copy, size_t size);
/* Puts @len bytes to m->bytes from @at on, as many as there is room for.  Where they end. */
size_t merge_put(struct merge *m, size_t at, const void *bytes, size_t len);

/* merge-borders.c: the next record of a range in turn, -EPROTO if it has no place there. */
int merge_take_of_range(struct merge *m, const struct pagesnap_record *r);
/* merge-totals.c */
void merge_take_total(struct merge *m, struct part *part, const struct pagesnap_record *r);
int merge_emit_total(struct merge *m);

#endif /* MERGE_INTERNAL_H */
