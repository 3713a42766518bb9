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
 */
#include <argz.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/kind.h"
#include "merge-internal.h"

/* As much of the query as the module repeats. */
#define TEXT_MAX 4096
/* Bytes of notes that are remembered, to tell each once. */
#define NOTES_MAX 65536

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
	m->collection = kind_of_index(query->which)->of->id;
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

int merge_emit(struct merge *m, const union pagesnap_any *u, size_t size, const char *bytes,
	       size_t len)
{
	union pagesnap_any copy = *u;
	const struct pagesnap_record r = {
		.u = &copy, .bytes = bytes, .len = len, .size = size,
		.collection = m->collection,
	};

	copy.rec.len = size;
	copy.rec.flags &= ~PAGESNAP_RF_MORE;
	copy.query.q = m->query->number;
	return m->fn(m->ctx, &r);
}

int merge_emit_copy(struct merge *m, const struct record_copy *copy, size_t size)
{
	return merge_emit(m, &copy->any, size, copy->bytes, copy->record.len);
}

/* Lengths are those that an index file has given. */
size_t merge_put(struct merge *m, size_t at, const void *bytes, size_t len)
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

	return merge_put(m, at, m->query->line + m->query->offset, len < TEXT_MAX ? len : TEXT_MAX) - at;
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
	return merge_emit(m, &u, sizeof(u.query), m->bytes, u.query.text_len);
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
		err = merge_emit_copy(m, &part->sb, sizeof(part->sb.any.sb));
		err = err ?: record_copy_take(&m->sb, &part->sb.record);
	}
	return err ?: merge_emit(m, r->u, sizeof(r->u->file), r->bytes, r->len);
}

static int take_note(struct merge *m, const struct pagesnap_record *r)
{
	const char *note = NULL;

	while ((note = argz_next(m->notes, m->notes_len, note)))
		if (strlen(note) == r->len && !memcmp(note, r->bytes, r->len))
			return 0;
	if (m->notes_len + r->len < NOTES_MAX && argz_add(&m->notes, &m->notes_len, r->bytes))
		return -ENOMEM;
	return merge_emit(m, r->u, sizeof(r->u->note), r->bytes, r->len);
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
	size_t at = merge_put(m, 0, m->error.bytes, u.error.msg_len);

	u.error.msg_len = at;
	u.error.text_len = put_text(m, at);
	return merge_emit(m, &u, sizeof(u.error), m->bytes, at + u.error.text_len);
}

/* Some parts were answered, and some not: what there is is not all. */
static int emit_missing(struct merge *m)
{
	union pagesnap_any u = { .rec.type = PAGESNAP_REC_NOTE };
	char what[64];
	size_t len = snprintf(what, sizeof(what), "%u of %u parts were not answered: ", m->failed,
			      m->nr);

	len = merge_put(m, 0, what, len);
	len = merge_put(m, len, m->error.bytes, m->error.any.error.msg_len);
	u.note.text_len = len;
	return merge_emit(m, &u, sizeof(u.note), m->bytes, len);
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
	if (!err && m->has_total)
		err = merge_emit_total(m);
	u.end = m->end;
	return err ?: merge_emit(m, &u, sizeof(u.end), "", 0);
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
		merge_take_total(m, p, r);
		return 0;
	case PAGESNAP_REC_SPAN:
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_HOLE:
		return m->share->in_turn ? merge_take_of_range(m, r) : -EPROTO;
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
