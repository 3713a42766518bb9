// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: one answer from those of many shards
 *
 * Whoever takes the records sees one query with one answer.  They are merged by the rule of
 * their kind; what the answers of all collections have is merged here.  The end is passed on
 * when the last shard has ended.
 */
#include <argz.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/kind.h"
#include "kinds/record_copy.h"
#include "merge.h"

/* As much of the query as the module repeats. */
#define TEXT_MAX 4096
/* Bytes of notes that are remembered, to pass each on once. */
#define NOTES_MAX 65536

/**
 * struct shard - what is known of the answer to one
 * @ended: all of it has come
 * @began_ns: when it began
 */
struct shard {
	bool ended;
	uint64_t began_ns;
};

/**
 * struct merge - one answer
 * @fn: takes its records
 * @ctx: first argument of @fn
 * @query: which is answered
 * @kind: of its collection
 * @merged: what the rule of @kind has so far
 * @of_kinds: the same of all kinds, by their place in the table
 * @to: for these
 * @share: in which shards
 * @refused: they can't be merged
 * @shards: the answers to these; @nr of them are of this query, @most have room
 * @nr: see there
 * @most: see there
 * @ended: how many of them have ended
 * @begun: the query record was passed on
 * @error: of the first shard that failed
 * @unknown: shards that failed at the very word part=
 * @failed: shards that failed in any way
 * @notes: that were passed on; an argz vector
 * @notes_len: its bytes
 * @began_ns: when the first shard began
 * @ended_ns: when the last one ended
 * @us: time of all shards together
 * @end: the sum of all ends
 * @bytes: of the record that is passed on
 */
struct merge {
	pagesnap_record_fn *fn;
	void *ctx;
	const struct query *query;
	const struct kind *kind;
	void *merged;
	void **of_kinds;
	struct merging to;
	const struct shards *share;
	bool refused;
	unsigned int nr;
	unsigned int most;
	unsigned int ended;
	bool begun;
	struct record_copy error;
	unsigned int unknown;
	unsigned int failed;
	char *notes;
	size_t notes_len;
	uint64_t began_ns;
	uint64_t ended_ns;
	uint64_t us;
	struct pagesnap_end end;
	_Alignas(8) char bytes[PAGESNAP_MORE_MAX + 1];
	struct shard shards[];
};

static int emit(struct merging *to, const union pagesnap_any *u, size_t size, const char *bytes,
		size_t len);

static int make_rules(struct merge *m)
{
	size_t nr = 0, i;

	/* the end of the table counts, so that there is always one */
	while (kinds[nr++])
		;
	m->of_kinds = calloc(nr, sizeof(m->of_kinds[0]));
	for (i = 0; m->of_kinds && kinds[i]; i++) {
		if (!kinds[i]->rule)
			continue;
		m->of_kinds[i] = kinds[i]->rule->new(m->most, &m->to);
		if (!m->of_kinds[i])
			return -ENOMEM;
	}
	return m->of_kinds ? 0 : -ENOMEM;
}

/**
 * merge_new() - be ready to merge
 * @most: shards at the most
 * @fn: takes records
 * @ctx: its first argument
 *
 * Return: merger, NULL if there is no memory.
 */
struct merge *merge_new(unsigned int most, pagesnap_record_fn *fn, void *ctx)
{
	struct merge *m = calloc(1, sizeof(*m) + most * sizeof(m->shards[0]));

	if (!m)
		return NULL;
	m->most = most;
	m->to.emit = emit;
	m->fn = fn;
	m->ctx = ctx;
	if (!make_rules(m))
		return m;
	merge_free(m);
	return NULL;
}

/**
 * merge_free() - free a merger
 * @m: merger, may be NULL
 */
void merge_free(struct merge *m)
{
	size_t i;

	if (!m)
		return;
	for (i = 0; m->of_kinds && kinds[i]; i++)
		if (kinds[i]->rule)
			kinds[i]->rule->free(m->of_kinds[i]);
	free(m->of_kinds);
	record_copy_free(&m->error);
	free(m->notes);
	free(m);
}

/* Only what is of a kind with a rule is shared out. */
static void begin_kind(struct merge *m)
{
	size_t i = 0;

	m->kind = kind_of_index(m->query->which);
	while (kinds[i] != m->kind)
		i++;
	m->merged = m->of_kinds[i];
	m->to.shards = m->nr;
	m->to.in_ranges = shard_in_ranges(m->query);
	m->to.in_turn = m->share->in_turn;
	m->kind->rule->begin(m->merged);
}

/**
 * merge_begin() - another query
 * @m: merger
 * @query: which
 * @share: in which shards
 */
void merge_begin(struct merge *m, const struct query *query, const struct shards *share)
{
	unsigned int i;

	m->query = query;
	m->share = share;
	m->refused = false;
	m->nr = share->nr;
	m->ended = m->unknown = m->failed = 0;
	m->begun = m->error.set = false;
	free(m->notes);
	m->notes = NULL;
	m->notes_len = 0;
	m->ended_ns = m->us = 0;
	m->began_ns = UINT64_MAX;
	memset(&m->end, 0, sizeof(m->end));
	for (i = 0; i < m->nr && i < m->most; i++)
		m->shards[i] = (struct shard){ 0 };
	begin_kind(m);
}

/**
 * merge_refuse() - what the module reports about shards is too little
 * @m: merger that has taken no record yet
 */
void merge_refuse(struct merge *m)
{
	m->refused = true;
}

/**
 * merge_refused() - does the module not know what a shard is?
 * @m: merger
 *
 * Return: true if all shards have ended, and that is why.
 */
bool merge_refused(const struct merge *m)
{
	return m->ended == m->nr && (m->refused || m->unknown == m->nr);
}

/* Records ------------------------------------------------------------------ */

/* The stream's may have been of another length. */
static int emit(struct merging *to, const union pagesnap_any *u, size_t size, const char *bytes,
		size_t len)
{
	struct merge *m = (struct merge *)((char *)to - offsetof(struct merge, to));
	union pagesnap_any copy = *u;
	const struct pagesnap_record r = {
		.u = &copy, .bytes = bytes, .len = len, .size = size,
		.collection = m->kind->of->id,
	};

	copy.rec.len = size;
	copy.rec.flags &= ~PAGESNAP_RF_MORE;
	copy.query.q = m->query->number;
	return m->fn(m->ctx, &r);
}

/* The query as it was written, without part=. */
static size_t put_text(struct merge *m, size_t at)
{
	size_t len = m->query->len - m->query->offset;

	return merging_put(m->bytes, at, m->query->line + m->query->offset,
			   len < TEXT_MAX ? len : TEXT_MAX) - at;
}

static int take_query(struct merge *m, struct shard *shard, const struct pagesnap_record *r)
{
	union pagesnap_any u = *r->u;

	shard->began_ns = u.query.time_ns;
	if (m->begun)
		return 0;
	m->begun = true;
	m->kind->rule->query(m->merged, &u.query);
	u.query.text_len = put_text(m, 0);
	return emit(&m->to, &u, sizeof(u.query), m->bytes, u.query.text_len);
}

static int take_note(struct merge *m, const struct pagesnap_record *r)
{
	const char *note = NULL;

	while ((note = argz_next(m->notes, m->notes_len, note)))
		if (strlen(note) == r->len && !memcmp(note, r->bytes, r->len))
			return 0;
	if (m->notes_len + r->len < NOTES_MAX && argz_add(&m->notes, &m->notes_len, r->bytes))
		return -ENOMEM;
	return emit(&m->to, r->u, sizeof(r->u->note), r->bytes, r->len);
}

/*
 * It is passed on at the end, when it is known whether all shards failed.  part= stands
 * behind the whole query, so a fault there is not one of the query.  Shards of frames
 * have no part=, and are of another length.
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

/* What every shard passes over was skipped as often as in the shard that skipped most. */
static void add_skipped(const struct kind *kind, struct pagesnap_end *to,
			const struct pagesnap_end *from)
{
	unsigned int i;

	for (i = 0; i < PAGESNAP_WHYS_MAX; i++)
		if (!kind->rule->skipped_by_all(i))
			to->skipped[i] += from->skipped[i];
		else if (to->skipped[i] < from->skipped[i])
			to->skipped[i] = from->skipped[i];
}

static void add_end(const struct kind *kind, struct pagesnap_end *to,
		    const struct pagesnap_end *from)
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
	add_skipped(kind, to, from);
	to->rescans += from->rescans;
	to->rescanned += from->rescanned;
	memcpy(to->tag, from->tag, sizeof(to->tag));
}

/*
 * From the first beginning to the last end: a session may answer several shards, one
 * after the other.  The clock may be set meanwhile, so that is bounded.
 */
static void add_time(struct merge *m, const struct shard *shard, uint64_t us)
{
	uint64_t ended_ns = shard->began_ns + us * 1000, all;

	if (m->began_ns > shard->began_ns)
		m->began_ns = shard->began_ns;
	if (m->ended_ns < ended_ns)
		m->ended_ns = ended_ns;
	m->us += us;
	all = (m->ended_ns - m->began_ns) / 1000;
	m->end.us = all < m->us ? all : m->us;
}

static int emit_error(struct merge *m)
{
	union pagesnap_any u = m->error.any;
	size_t at = merging_put(m->bytes, 0, m->error.bytes, u.error.msg_len);

	u.error.msg_len = at;
	u.error.text_len = put_text(m, at);
	return emit(&m->to, &u, sizeof(u.error), m->bytes, at + u.error.text_len);
}

/* Some shards were answered, and some not: the answer is partial. */
static int emit_missing(struct merge *m)
{
	union pagesnap_any u = { .rec.type = PAGESNAP_REC_NOTE };
	char what[64];
	size_t len = snprintf(what, sizeof(what), "%u of %u parts were not answered: ", m->failed,
			      m->nr);

	len = merging_put(m->bytes, 0, what, len);
	len = merging_put(m->bytes, len, m->error.bytes, m->error.any.error.msg_len);
	u.note.text_len = len;
	return emit(&m->to, &u, sizeof(u.note), m->bytes, len);
}

static int emit_end(struct merge *m)
{
	union pagesnap_any u;
	int err = merge_flush(m);

	if (err)
		return err;
	if (m->failed && m->begun) {
		err = emit_missing(m);
		m->end.status = PAGESNAP_END_PARTIAL;
	} else if (m->failed) {
		err = emit_error(m);
	}
	err = err ?: m->kind->rule->end(m->merged, &m->end);
	u.end = m->end;
	return err ?: emit(&m->to, &u, sizeof(u.end), "", 0);
}

static int take_end(struct merge *m, struct shard *shard, const struct pagesnap_record *r)
{
	if (shard->ended)
		return -EPROTO;
	shard->ended = true;
	m->ended++;
	if (m->refused)
		return 0;
	add_end(m->kind, &m->end, &r->u->end);
	if (shard->began_ns)
		add_time(m, shard, r->u->end.us);
	/* the next shard takes its place */
	if (m->share->in_turn)
		*shard = (struct shard){ 0 };
	if (m->ended < m->nr || merge_refused(m))
		return 0;
	return emit_end(m);
}

/**
 * merge_flush() - nothing goes on beyond this
 * @m: merger
 *
 * Return: 0, what the function for records returned, or -ENOMEM.
 */
int merge_flush(struct merge *m)
{
	return m->kind->rule->flush(m->merged);
}

static int take_of_kind(struct merge *m, unsigned int shard, const struct pagesnap_record *r)
{
	return kind_of_record(r) == m->kind ? m->kind->rule->take(m->merged, shard, r) : -EPROTO;
}

/**
 * merge_record() - take a record of a shard
 * @m: merger
 * @shard: which, from 0; those in turn come in this order
 * @r: record of its answer
 *
 * Return: 0, what the function for records returned, -ENOMEM, or -EPROTO for
 * a record that has no place in such an answer.
 */
int merge_record(struct merge *m, unsigned int shard, const struct pagesnap_record *r)
{
	struct shard *p = &m->shards[m->share->in_turn ? 0 : shard];

	if (m->refused && r->u->rec.type != PAGESNAP_REC_END)
		return 0;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
		return take_query(m, p, r);
	case PAGESNAP_REC_NOTE:
		return take_note(m, r);
	case PAGESNAP_REC_ERROR:
		return take_error(m, shard, r);
	case PAGESNAP_REC_END:
		return take_end(m, p, r);
	default:
		return take_of_kind(m, shard, r);
	}
}
