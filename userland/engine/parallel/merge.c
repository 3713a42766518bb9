// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one answer of many parts
 *
 * What comes behind this file sees one query with one answer.  Files are passed
 * on as they come, so memory does not grow with them; totals are added up and
 * told with the end, which comes when the last part has ended.
 *
 * Parts of type:NAME are at different superblocks at a time.  A file belongs to
 * the superblock that came before it in its own part, so where the next file is
 * of another one than the last that was told, that record is told again.
 *
 * Ranges of frames that become rows come in turn, and most of their rows somewhere
 * else.  Here come the spans, and what stands at the borders: the last run or gap
 * of a piece waits for the first one of the next, which may be its continuation.
 */
#include <argz.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../../module/pages/buckets.h"
#include "../../../module/pages/combos.h"
#include "../../../module/pages/join.h"
#include "../../../module/pages/subtotals.h"
#include "kinds/record_copy.h"
#include "kinds/sums.h"
#include "merge.h"

/* As much of the query as the module repeats. */
#define TEXT_MAX 4096
/* Bytes of notes that are remembered, to tell each once. */
#define NOTES_MAX 65536

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

/**
 * merge_new() - be ready to merge
 * @most: parts at the most
 * @fn: takes records
 * @ctx: its first argument
 *
 * Return: merger, NULL if there is no memory.
 */
struct merge *merge_new(unsigned int most, pagesnap_record_fn *fn, void *ctx)
{
	struct merge *m = calloc(1, sizeof(*m) + most * sizeof(m->parts[0]));

	if (!m)
		return NULL;
	m->most = most;
	m->combos.combo = m->places;
	m->fn = fn;
	m->ctx = ctx;
	return m;
}

/**
 * merge_free() - free a merger
 * @m: merger, may be NULL
 */
void merge_free(struct merge *m)
{
	unsigned int i;

	if (!m)
		return;
	for (i = 0; i < m->most; i++)
		record_copy_free(&m->parts[i].sb);
	record_copy_free(&m->sb);
	record_copy_free(&m->span);
	record_copy_free(&m->item);
	record_copy_free(&m->error);
	free(m->notes);
	free(m);
}

/**
 * merge_begin() - another query
 * @m: merger
 * @query: which
 * @share: in which parts
 */
void merge_begin(struct merge *m, const struct query *query, const struct shards *share)
{
	unsigned int i;

	m->query = query;
	m->share = share;
	m->refused = false;
	m->nr = share->parts;
	m->ended = m->unknown = m->failed = 0;
	m->begun = m->has_total = m->sb.set = m->error.set = false;
	free(m->notes);
	m->notes = NULL;
	m->notes_len = 0;
	memset(&m->total, 0, sizeof(m->total));
	m->by.nodes.nr = m->by.cgroups.nr = 0;
	pagesnap_combos_clear(&m->combos);
	m->span.set = m->item.set = m->in_span = false;
	m->node = PAGESNAP_NONE;
	m->same_spans = m->joined = 0;
	m->ended_ns = m->us = 0;
	m->began_ns = UINT64_MAX;
	memset(&m->end, 0, sizeof(m->end));
	for (i = 0; i < m->nr && i < m->most; i++) {
		m->parts[i].ended = m->parts[i].sb.set = false;
		m->parts[i].empty = m->parts[i].objects = m->parts[i].began_ns = 0;
	}
}

/**
 * merge_refuse() - what the module tells of parts is too little
 * @m: merger that was told nothing yet
 */
void merge_refuse(struct merge *m)
{
	m->refused = true;
}

/**
 * merge_refused() - does the module not know what a part is?
 * @m: merger
 *
 * Return: true if all parts have ended, and that is why.
 */
bool merge_refused(const struct merge *m)
{
	return m->ended == m->nr && (m->refused || m->unknown == m->nr);
}

/* Records ------------------------------------------------------------------ */

/* Of a record of @size bytes here; the stream's may have been of another length. */
static int emit(struct merge *m, const union pagesnap_any *u, size_t size, const char *bytes,
		size_t len)
{
	union pagesnap_any copy = *u;
	const struct pagesnap_record r = {
		.u = &copy, .bytes = bytes, .len = len, .size = size,
	};

	copy.rec.len = size;
	copy.rec.flags &= ~PAGESNAP_RF_MORE;
	copy.query.q = m->query->number;
	return m->fn(m->ctx, &r);
}

static int emit_copy(struct merge *m, const struct record_copy *kept, size_t size)
{
	return emit(m, &kept->any, size, kept->bytes, kept->record.len);
}

/* As much as there is room for: lengths are those that an index file has told. */
static size_t put(struct merge *m, size_t at, const void *bytes, size_t len)
{
	if (len > sizeof(m->bytes) - 1 - at)
		len = sizeof(m->bytes) - 1 - at;
	memcpy(m->bytes + at, bytes, len);
	m->bytes[at + len] = '\0';
	return at + len;
}

/* The query as it was written, without part=. */
static size_t put_text(struct merge *m, size_t at)
{
	size_t len = m->query->len - m->query->offset;

	return put(m, at, m->query->line + m->query->offset, len < TEXT_MAX ? len : TEXT_MAX) - at;
}

static int take_query(struct merge *m, struct part *part, const struct pagesnap_record *r)
{
	union pagesnap_any u = *r->u;

	part->began_ns = u.query.time_ns;
	if (m->begun)
		return 0;
	m->begun = true;
	m->mask = u.query.mask;
	u.query.text_len = put_text(m, 0);
	return emit(m, &u, sizeof(u.query), m->bytes, u.query.text_len);
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

static int take_file(struct merge *m, const struct part *part, const struct pagesnap_record *r)
{
	int err = 0;

	if (part->sb.set && !same_sb(&m->sb, &part->sb)) {
		err = emit_copy(m, &part->sb, sizeof(part->sb.any.sb));
		err = err ?: record_copy_take(&m->sb, &part->sb.record);
	}
	return err ?: emit(m, r->u, sizeof(r->u->file), r->bytes, r->len);
}

static int take_note(struct merge *m, const struct pagesnap_record *r)
{
	const char *note = NULL;

	while ((note = argz_next(m->notes, m->notes_len, note)))
		if (strlen(note) == r->len && !memcmp(note, r->bytes, r->len))
			return 0;
	if (m->notes_len + r->len < NOTES_MAX && argz_add(&m->notes, &m->notes_len, r->bytes))
		return -ENOMEM;
	return emit(m, r->u, sizeof(r->u->note), r->bytes, r->len);
}

/*
 * It is told at the end, when it is known whether all parts failed.  part= stands
 * behind all that the query says, so what is wrong there is not the query.  Pieces
 * of frames have none, and are of another length.
 */
static int take_error(struct merge *m, unsigned int nth, const struct pagesnap_record *r)
{
	size_t len = m->query->len - m->query->offset;
	const struct pagesnap_error *error = &r->u->error;

	m->failed++;
	m->unknown += !shard_in_ranges(m->query) && error->err == EINVAL && error->col > len;
	if (m->error.set)
		return 0;
	if (record_copy_take(&m->error, r))
		return -ENOMEM;
	m->error.any.error.col = shard_column(m->share, m->query, nth, error->col);
	return 0;
}

/* Pieces in turn ----------------------------------------------------------- */

static int emit_item(struct merge *m)
{
	struct record_copy *item = &m->item;
	bool is_run = item->any.rec.type == PAGESNAP_REC_RUN;

	if (!item->set)
		return 0;
	item->set = false;
	return emit_copy(m, item, is_run ? sizeof(item->any.run) : sizeof(item->any.gap));
}

/*
 * A piece begins with a span, be it the one that is told of already.  If it begins
 * with a hole, nobody has asked a frame for its node yet: then it is that one anyway.
 * @next: its first item, NULL if that is a page of which there was a row.
 */
static int emit_span(struct merge *m, const struct pagesnap_record *next)
{
	const struct pagesnap_span *span = &m->span.any.span;
	bool hole = next && next->u->rec.type == PAGESNAP_REC_HOLE &&
		    next->u->gap.index == span->start;
	int err;

	if (!m->span.set)
		return 0;
	m->span.set = false;
	if (hole ? m->in_span : m->node == span->node) {
		m->same_spans++;
		return 0;
	}
	err = emit_item(m);
	m->in_span = true;
	m->node = hole ? PAGESNAP_NONE : span->node;
	return err ?: emit_copy(m, &m->span, sizeof(m->span.any.span));
}

/* Is it the continuation of the last one? */
static bool join_item(struct merge *m, const struct pagesnap_record *r)
{
	union pagesnap_item open, item;

	if (!m->item.set)
		return false;
	memcpy(&open, &m->item.any, sizeof(open));
	memcpy(&item, r->u, sizeof(item));
	if (!pagesnap_join(m->mask, &open, &item))
		return false;
	memcpy(&m->item.any, &open, sizeof(open));
	m->joined++;
	return true;
}

static int take_item(struct merge *m, const struct pagesnap_record *r)
{
	int err = emit_span(m, r);

	if (err || join_item(m, r))
		return err;
	return emit_item(m) ?: record_copy_take(&m->item, r);
}

static int take_of_range(struct merge *m, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_SPAN)
		return record_copy_take(&m->span, r);
	return take_item(m, r);
}

/**
 * merge_flush() - nothing goes on beyond this
 * @m: merger
 *
 * Return: 0, what the function for records returned, or -ENOMEM.
 */
int merge_flush(struct merge *m)
{
	return emit_span(m, NULL) ?: emit_item(m);
}

/* Totals ------------------------------------------------------------------- */

static void add_combo(struct pagesnap_combos *to, struct pagesnap_combo combo)
{
	pagesnap_combos_add(to, combo.flags, combo.pages);
}

static void add_share(struct pagesnap_subtotals *to, struct pagesnap_subtotal share)
{
	pagesnap_subtotals_add(to, share.key, share.pages);
}

static void take_total(struct merge *m, struct part *part, const struct pagesnap_record *r)
{
	const struct pagesnap_total *total = &r->u->total;
	uint32_t i;

	m->has_total = true;
	sums_add(&m->total.sums, &total->sums);
	sums_count(&m->total.droppable, total->droppable);
	m->total.pss = total->pss;
	for (i = 0; i < PAGESNAP_LOG2_BUCKETS; i++) {
		m->total.objects_by_pages[i] += total->objects_by_pages[i];
		part->objects += total->objects_by_pages[i];
	}
	part->empty = total->objects_by_pages[0];
	for (i = 0; i < total->nr_combos; i++)
		add_combo(&m->combos, pagesnap_record_combo(r, i));
	for (i = 0; i < pagesnap_record_nodes(r); i++)
		add_share(&m->by.nodes, pagesnap_record_node(r, i));
	for (i = 0; i < pagesnap_record_cgroups(r); i++)
		add_share(&m->by.cgroups, pagesnap_record_cgroup(r, i));
}

/*
 * A span is what follows upon one another of one node, and a border cuts it: the
 * whole answer has one for each node.  One without any page is a hole before the
 * first frame; behind another border a hole belongs to the span that was cut.  Without
 * any page there are nothing but such.
 */
static void join_spans(struct merge *m)
{
	unsigned int i;

	/* nodes are told by every module whose parts are not refused */
	if (!m->by.nodes.nr && m->total.sums.pages)
		return;
	memset(m->total.objects_by_pages, 0, sizeof(m->total.objects_by_pages));
	m->end.objects = m->by.nodes.nr;
	for (i = 0; i < m->by.nodes.nr; i++)
		m->total.objects_by_pages[pagesnap_log2_bucket(m->by.nodes.share[i].pages)]++;
	for (i = 0; i < m->nr && !m->parts[i].objects; i++)
		;
	if (i == m->nr)
		return;
	m->total.objects_by_pages[0] += m->parts[i].empty;
	m->end.objects += m->parts[i].empty;
}

static int emit_total(struct merge *m)
{
	union pagesnap_any u = { .total = m->total };
	size_t at;

	pagesnap_combos_end(&m->combos);
	u.rec.type = PAGESNAP_REC_TOTAL;
	u.total.nr_combos = m->combos.nr;
	u.total.nr_nodes = m->by.nodes.nr;
	u.total.nr_cgroups = m->by.cgroups.nr;
	at = put(m, 0, m->places, m->combos.nr * sizeof(m->places[0]));
	at = put(m, at, m->by.nodes.share, m->by.nodes.nr * sizeof(struct pagesnap_subtotal));
	at = put(m, at, m->by.cgroups.share, m->by.cgroups.nr * sizeof(struct pagesnap_subtotal));
	return emit(m, &u, sizeof(u.total), m->bytes, at);
}

/* Ends --------------------------------------------------------------------- */

/*
 * Each part has its own inodes and frames, but all pass the same superblocks.  Whether
 * it was the same one that two parts lost is not told: there were at least as many.
 */
static void add_skipped(struct pagesnap_end *to, const struct pagesnap_end *from)
{
	unsigned int i;

	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		if (i != PAGESNAP_WHY_UNMOUNTED && i != PAGESNAP_WHY_BUSY)
			to->skipped[i] += from->skipped[i];
		else if (to->skipped[i] < from->skipped[i])
			to->skipped[i] = from->skipped[i];
}

static void add_end(struct pagesnap_end *to, const struct pagesnap_end *from)
{
	unsigned int i;

	to->rec.type = PAGESNAP_REC_END;
	if (to->status < from->status)
		to->status = from->status;
	if (to->cut < from->cut)
		to->cut = from->cut;
	to->objects += from->objects;
	to->records += from->records;
	for (i = 0; i < PAGESNAP_COUNTERS_MAX; i++)
		to->counters[i] += from->counters[i];
	add_skipped(to, from);
	to->rescans += from->rescans;
	memcpy(to->tag, from->tag, sizeof(to->tag));
}

/*
 * From the first beginning to the last end: a session may answer several parts, one
 * after the other.  The clock may be set meanwhile, so that is bounded.
 */
static void add_time(struct merge *m, const struct part *part, uint64_t us)
{
	uint64_t ended_ns = part->began_ns + us * 1000, all;

	if (m->began_ns > part->began_ns)
		m->began_ns = part->began_ns;
	if (m->ended_ns < ended_ns)
		m->ended_ns = ended_ns;
	m->us += us;
	all = (m->ended_ns - m->began_ns) / 1000;
	m->end.us = all < m->us ? all : m->us;
}

static int emit_error(struct merge *m)
{
	union pagesnap_any u = m->error.any;
	size_t at = put(m, 0, m->error.bytes, u.error.msg_len);

	u.error.msg_len = at;
	u.error.text_len = put_text(m, at);
	return emit(m, &u, sizeof(u.error), m->bytes, at + u.error.text_len);
}

/* Some parts were answered, and some not: what there is is not all. */
static int emit_missing(struct merge *m)
{
	union pagesnap_any u = { .rec.type = PAGESNAP_REC_NOTE };
	char what[64];
	size_t len = snprintf(what, sizeof(what), "%u of %u parts were not answered: ", m->failed,
			      m->nr);

	len = put(m, 0, what, len);
	len = put(m, len, m->error.bytes, m->error.any.error.msg_len);
	u.note.text_len = len;
	return emit(m, &u, sizeof(u.note), m->bytes, len);
}

static int emit_end(struct merge *m)
{
	union pagesnap_any u;
	int err = merge_flush(m);

	m->end.objects -= m->same_spans;
	m->end.records -= m->joined;
	if (err)
		return err;
	if (m->failed && m->begun) {
		err = emit_missing(m);
		m->end.status = PAGESNAP_END_PARTIAL;
	} else if (m->failed) {
		err = emit_error(m);
	}
	if (!err && m->has_total) {
		if (shard_in_ranges(m->query))
			join_spans(m);
		m->end.records = 1;
		err = emit_total(m);
	}
	u.end = m->end;
	return err ?: emit(m, &u, sizeof(u.end), "", 0);
}

static int take_end(struct merge *m, struct part *part, const struct pagesnap_record *r)
{
	if (part->ended)
		return -EPROTO;
	part->ended = true;
	m->ended++;
	if (m->refused)
		return 0;
	add_end(&m->end, &r->u->end);
	if (part->began_ns)
		add_time(m, part, r->u->end.us);
	/* the next piece takes its place */
	if (m->share->in_turn)
		*part = (struct part){ .sb = part->sb };
	if (m->ended < m->nr || merge_refused(m))
		return 0;
	return emit_end(m);
}

/**
 * merge_record() - take a record of a part
 * @m: merger
 * @part: which, from 0; those in turn come in this order
 * @r: record of its answer
 *
 * Return: 0, what the function for records returned, -ENOMEM, or -EPROTO for
 * a record that has no place in such an answer.
 */
int merge_record(struct merge *m, unsigned int part, const struct pagesnap_record *r)
{
	struct part *p = &m->parts[m->share->in_turn ? 0 : part];

	if (m->refused && r->u->rec.type != PAGESNAP_REC_END)
		return 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		return take_query(m, p, r);
	case PAGESNAP_REC_SB:
		return record_copy_take(&p->sb, r);
	case PAGESNAP_REC_FILE:
		return take_file(m, p, r);
	case PAGESNAP_REC_TOTAL:
		take_total(m, p, r);
		return 0;
	case PAGESNAP_REC_SPAN:
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_HOLE:
		return m->share->in_turn ? take_of_range(m, r) : -EPROTO;
	case PAGESNAP_REC_NOTE:
		return take_note(m, r);
	case PAGESNAP_REC_ERROR:
		return take_error(m, part, r);
	case PAGESNAP_REC_END:
		return take_end(m, p, r);
	default:
		return -EPROTO;
	}
}
