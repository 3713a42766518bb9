// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one answer about pages from the answers to many shards
 *
 * Files are passed on as they come, so memory does not grow with them; totals are added up
 * and emitted with the end.
 *
 * Shards of type:NAME are at different superblocks at a time.  A file belongs to the superblock
 * that came before it in its own shard, so where the next file is of another one than was
 * emitted last, the record of its superblock is emitted again.
 */
#include <errno.h>
#include <stdlib.h>

#include "kind.h"
#include "pages_merge.h"

static void *new_merge(unsigned int most, struct merging *to)
{
	struct pages_merge *m = calloc(1, sizeof(*m) + most * sizeof(m->shards[0]));

	if (!m)
		return NULL;
	m->to = to;
	m->most = most;
	m->combos.combo = m->places;
	return m;
}

static void free_merge(void *merged)
{
	struct pages_merge *m = merged;
	unsigned int i;

	if (!m)
		return;
	for (i = 0; i < m->most; i++)
		record_copy_free(&m->shards[i].sb);
	record_copy_free(&m->sb);
	record_copy_free(&m->span);
	record_copy_free(&m->item);
	free(m);
}

static void begin(void *merged)
{
	struct pages_merge *m = merged;
	unsigned int i;

	m->has_total = m->sb.set = false;
	memset(&m->total, 0, sizeof(m->total));
	m->by.nodes.nr = m->by.cgroups.nr = 0;
	pagesnap_combos_clear(&m->combos);
	m->span.set = m->item.set = m->in_span = false;
	m->node = PAGESNAP_NONE;
	m->same_spans = m->joined = 0;
	for (i = 0; i < m->most; i++) {
		m->shards[i].sb.set = false;
		m->shards[i].empty = m->shards[i].objects = 0;
	}
}

static void take_query(void *merged, const struct pagesnap_query_rec *query)
{
	struct pages_merge *m = merged;

	m->mask = query->mask;
}

int pages_merge_emit_copy(struct pages_merge *m, const struct record_copy *copy, size_t size)
{
	return m->to->emit(m->to, &copy->any, size, copy->bytes, copy->record.len);
}

static bool same_sb(const struct record_copy *a, const struct record_copy *b)
{
	const struct pagesnap_sb *x = &a->any.sb;
	const struct pagesnap_sb *y = &b->any.sb;

	return a->set && a->record.len == b->record.len &&
	       !memcmp(a->bytes, b->bytes, a->record.len) &&
	       x->dev_major == y->dev_major && x->dev_minor == y->dev_minor &&
	       !memcmp(x->fstype, y->fstype, sizeof(x->fstype)) &&
	       !memcmp(x->id, y->id, sizeof(x->id));
}

static int take_file(struct pages_merge *m, const struct pages_shard *shard,
		     const struct pagesnap_record *r)
{
	int err = 0;

	if (shard->sb.set && !same_sb(&m->sb, &shard->sb)) {
		err = pages_merge_emit_copy(m, &shard->sb, sizeof(shard->sb.any.sb));
		err = err ?: record_copy_take(&m->sb, &shard->sb.record);
	}
	return err ?: m->to->emit(m->to, r->u, sizeof(r->u->file), r->bytes, r->len);
}

static int take(void *merged, unsigned int shard, const struct pagesnap_record *r)
{
	struct pages_merge *m = merged;
	struct pages_shard *p = &m->shards[m->to->in_turn ? 0 : shard];

	switch (r->u->rec.type) {
	case PAGESNAP_REC_SB:
		return record_copy_take(&p->sb, r);
	case PAGESNAP_REC_FILE:
		return take_file(m, p, r);
	case PAGESNAP_REC_TOTAL:
		pages_merge_take_total(m, p, r);
		return 0;
	case PAGESNAP_REC_SPAN:
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_HOLE:
		return m->to->in_turn ? pages_merge_take_of_range(m, r) : -EPROTO;
	default:
		return -EPROTO;
	}
}

static int flush(void *merged)
{
	return pages_merge_flush(merged);
}

static int take_end(void *merged, struct pagesnap_end *end)
{
	struct pages_merge *m = merged;

	end->objects -= m->same_spans;
	end->records -= m->joined;
	return m->has_total ? pages_merge_emit_total(m, end) : 0;
}

/*
 * Each shard has its own inodes and frames, but all pass the same superblocks.  Whether two
 * shards lost the same one is unknown: at least as many were lost as in either of them.
 */
static bool skipped_by_all(unsigned int why)
{
	return why == PAGESNAP_WHY_UNMOUNTED || why == PAGESNAP_WHY_BUSY;
}

const struct merge_rule pages_merge_rule = {
	.new = new_merge,
	.free = free_merge,
	.begin = begin,
	.query = take_query,
	.take = take,
	.flush = flush,
	.end = take_end,
	.skipped_by_all = skipped_by_all,
};
