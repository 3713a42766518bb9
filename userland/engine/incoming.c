// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from what workers hand over to answers
 *
 * Bytes of a batch are decoded here, in the main thread.  Those of a query that is shared
 * out are decoded as they come, whatever shard they are of: a session that had to wait
 * would lose its place in the walk.
 *
 * With several sessions workers make the rows, if these are printed as they come; then
 * rows come here in place of bytes, and the records between them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/say.h"
#include "engine-internal.h"
#include "kinds/kind.h"
#include "lib/internal.h"
#include "refusals.h"

static struct stream *stream_of(struct engine *e)
{
	return e->at->queries[0].err ? &e->client : e->at->stream;
}

/* A header that was kept, as a record in @u; the stream's may have been of another length. */
static struct pagesnap_record record_of(union pagesnap_any *u, const struct pagesnap_header *header)
{
	u->header = *header;
	u->rec.len = sizeof(u->header);
	return (struct pagesnap_record){ .u = u, .bytes = "", .size = sizeof(u->header) };
}

/* Answers of several sessions alternate, but each session sends its header only once. */
static int emit_header(struct engine *e, struct stream *stream)
{
	struct pagesnap_record r;
	union pagesnap_any u;

	if (e->passed == stream || !stream->has_header)
		return 0;
	e->passed = stream;
	r = record_of(&u, &stream->header);
	return answers_header(e->answers, &r);
}

static int take_header(struct engine *e, const struct pagesnap_record *r)
{
	struct stream *stream = stream_of(e);

	stream->header = r->u->header;
	stream->has_header = true;
	if (e->passed == stream)
		e->passed = NULL;
	/* ABI 1.0 reports no nodes: nobody knows which spans a border has cut */
	if (!stream->header.abi_minor)
		e->no_ranges = true;
	if (e->no_ranges && e->shards && shard_in_ranges(&e->whole) && !e->share.in_turn)
		merge_refuse(e->merge);
	return e->shards ? 0 : emit_header(e, stream);
}

/* The first one of any session is that of the merged stream. */
static int take_one_header(struct engine *e, struct stream *one)
{
	union pagesnap_any u;
	const struct pagesnap_record r = record_of(&u, &e->at->stream->header);
	int err;

	one->header = u.header;
	one->has_header = true;
	err = e->save ? save_record(e->save, one, NULL, &r) : 0;
	return err ?: emit_header(e, one);
}

/**
 * incoming_merged() - take a merged record of a query that is shared out
 * @ctx: run
 * @r: record
 *
 * Return: 0 or a negative errno.
 */
int incoming_merged(void *ctx, const struct pagesnap_record *r)
{
	struct engine *e = ctx;
	struct stream *one = &e->one[e->whole.which];
	int err = one->has_header ? 0 : take_one_header(e, one);

	if (!err && e->save)
		err = save_cgroups(e->save, r) ?: save_record(e->save, one, &one->header, r);
	return err ?: answers_record(e->answers, &e->whole, r);
}

static int take_whole(struct engine *e, const struct query *query, const struct pagesnap_record *r)
{
	return emit_header(e, stream_of(e)) ?: answers_record(e->answers, query, r);
}

static int take_shard(struct engine *e, const struct pagesnap_record *r)
{
	size_t nth = (e->at - e->ring + e->nr_ring - e->head) % e->nr_ring;
	int err = merge_record(e->merge, e->first_shard + nth, r);

	/* other errors were said where they were found */
	if (err == -EPROTO)
		say_error("a record came that has no place in the answer to a part");
	else if (err == -ENOMEM && !e->answers->err)
		say_error("%s", strerror(-err));
	return err;
}

/* Of a whole answer, behind its header, and nobody else wants it. */
static bool is_row(struct engine *e, const struct pagesnap_record *r)
{
	return !e->save && !e->shards && e->passed == stream_of(e) && answers_is_row(e->answers, r);
}

/**
 * incoming_record() - take a record of any decoder
 * @ctx: run
 * @r: record
 *
 * Return: 0 or a negative errno.
 */
int incoming_record(void *ctx, const struct pagesnap_record *r)
{
	struct engine *e = ctx;
	struct batch *p = e->at;
	uint32_t nth = r->u->query.q - p->base - 1;
	int err;

	if (nth < p->nr && r->u->rec.flags & PAGESNAP_RF_BEGINS) {
		err = emit_header(e, stream_of(e)) ?: answers_begin(e->answers, p->queries[nth].group);
		if (err)
			return err;
	}
	if (nth < p->nr && is_row(e, r))
		return answers_row(e->answers, p->queries + nth, r);
	if (r->u->rec.type == PAGESNAP_REC_HEADER)
		return take_header(e, r);
	if (!kind_knows(r))
		return answers_unknown(e->answers, r);
	if (e->save && !e->shards && save_cgroups(e->save, r))
		return -EIO;
	if (nth < p->nr)
		return e->shards ? take_shard(e, r) : take_whole(e, p->queries + nth, r);
	say_error("an answer to no query came, number %u", r->u->query.q);
	return -EPROTO;
}

/**
 * incoming_alike() - take records of any decoder that are alike
 * @ctx: run
 * @r: the first one, as pagesnap_alike_fn has it
 * @nr: how many
 *
 * Return: 1, 0 to have them one by one, or a negative errno.
 */
int incoming_alike(void *ctx, struct pagesnap_record *r, size_t nr)
{
	struct engine *e = ctx;
	struct batch *p = e->at;
	uint32_t nth = r->u->query.q - p->base - 1;

	if (nth >= p->nr || !is_row(e, r))
		return 0;
	return answers_alike(e->answers, p->queries + nth, r, nr);
}

/*
 * Those of shards are saved when they are merged.  Others are decoded first: the
 * names of the cgroups in them are saved before them.
 */
static int take_bytes(struct engine *e, struct stream *stream, const void *buf, size_t len)
{
	const struct pagesnap_header header = stream->header;
	bool headed = stream->has_header;
	bool whole = !headed || pagesnap_decoder_is_between(stream->decoder);
	int save_err = 0, err;

	err = pagesnap_decoder_push(stream->decoder, buf, len);
	if (err && *pagesnap_decoder_message(stream->decoder))
		say_error("%s", pagesnap_decoder_message(stream->decoder));
	if (e->save && !e->shards)
		save_err = save_bytes(e->save, stream, headed ? &header : NULL, buf, len, whole);
	return err ?: save_err;
}

/* Its stream has a header for each collection that it changes to. */
static int answer_refusal(struct engine *e, const struct query *query)
{
	unsigned int nth;
	const char *name = pagesnap_collection_of_index(query->which, &nth)->name;
	char buf[REFUSALS_MAX];
	int err = 0;

	if (!e->client.has_header || strcmp(e->client.header.collection, name))
		err = take_bytes(e, &e->client, buf, refusals_header(name, buf));
	return err ?: take_bytes(e, &e->client, buf, refusals_answer(query, buf));
}

/* Queries that can't be asked are answered here, in the form of a stream. */
static int answer_refusals(struct engine *e, struct batch *p)
{
	size_t i;
	int err = 0;

	p->base = p->queries[0].number - 1;
	for (i = 0; i < p->nr && !err; i++)
		err = answer_refusal(e, p->queries + i);
	return err;
}

/**
 * incoming_announce_look() - let workers make rows, if the first answer is known
 * @e: run
 */
void incoming_announce_look(struct engine *e)
{
	if (!e->rows || e->has_look || !e->answers->out)
		return;
	e->has_look = true;
	queue_make_rows(&e->queue);
}

static int take_rows(struct engine *e, const struct buffer *buffer)
{
	int err = e->shards && buffer->len ? merge_flush(e->merge) : 0;

	return err ?: answers_rows(e->answers, buffer->bytes, buffer->len, &buffer->at);
}

static int take_buffer(struct engine *e, const struct buffer *buffer)
{
	struct pagesnap_record r;
	union pagesnap_any u;
	int err;

	switch (buffer->kind) {
	case BUFFER_BYTES:
		return take_bytes(e, e->at->stream, buffer->bytes, buffer->len);
	case BUFFER_ROWS:
		return take_rows(e, buffer);
	default:
		r = buffer_record(buffer, &u);
		err = incoming_record(e, &r);
		incoming_announce_look(e);
		return err;
	}
}

/**
 * incoming_at_a_time() - how many batches are taken at a time?
 * @e: run
 *
 * Return: number.
 */
size_t incoming_at_a_time(const struct engine *e)
{
	return e->shards && !e->share.in_turn ? e->shards : 1;
}

/*
 * What comes next of the batch at @first of the ring, or of all shards of one query
 * that begin there; but if a file has more rows, the rest of these.  As queue_wait().
 */
static bool wait_buffer(struct engine *e, size_t first, bool open, struct buffer **buffer)
{
	if (open)
		return queue_wait(&e->queue, e->at - e->ring, 1, TICK_MS, &e->at, buffer);
	return queue_wait(&e->queue, first, incoming_at_a_time(e), TICK_MS, &e->at, buffer);
}

/* What has come of the batch at @nth of the ring by now.  0 or a negative errno. */
static int take_waiting(struct engine *e, size_t nth)
{
	struct buffer *buffer;
	int err = 0;

	e->at = e->ring + nth;
	while (!err && queue_wait(&e->queue, nth, 1, 0, &e->at, &buffer) && buffer) {
		err = take_buffer(e, buffer);
		queue_give_back(&e->queue, buffer);
	}
	return err;
}

/* An answer that is saved ends before the next one begins, if only cut short. */
static int save_end(struct engine *e, const struct stream *stream)
{
	const struct pagesnap_end end = {
		.rec = { .len = sizeof(end), .type = PAGESNAP_REC_END },
		.q = e->at->base + 1, .status = PAGESNAP_END_PARTIAL,
	};

	return save_bytes(e->save, stream, &stream->header, &end, sizeof(end), true);
}

/* May what another session tells follow?  1, 0, or a negative errno. */
static int can_go_on(struct engine *e)
{
	const struct stream *stream = e->at->stream;
	int err = 0;

	if (!e->save || !stream || !stream->has_header)
		return 1;
	if (!pagesnap_decoder_is_between(stream->decoder))
		return 0;
	if (pagesnap_decoder_is_in_answer(stream->decoder))
		err = save_end(e, stream);
	return err ?: 1;
}

/**
 * incoming_take_samples() - take what has come of samples when a run is interrupted
 * @e: run
 *
 * All targets are sampled at the same time, but their answers are taken one behind the other:
 * those of the others wait.  Of what is saved, a record that isn't whole is the last.
 *
 * Return: 0 or a negative errno.
 */
int incoming_take_samples(struct engine *e)
{
	int ret = 1;
	size_t i;

	e->at = NULL;
	for (i = 0; i < e->nr_ring && ret > 0; i++) {
		size_t nth = (e->head + i) % e->nr_ring;

		/* of those in any order, some between others are empty */
		if (!e->ring[nth].nr || !e->ring[nth].queries[0].lasts)
			continue;
		ret = e->at ? can_go_on(e) : 1;
		if (ret > 0)
			ret = take_waiting(e, nth) ?: 1;
	}
	return ret < 0 ? ret : 0;
}

/**
 * incoming_take() - take all that comes of a batch
 * @e: run
 * @first: its number in the ring; or of the first shard of a query
 *
 * Return: 0 or a negative errno.
 */
int incoming_take(struct engine *e, size_t first)
{
	struct buffer *buffer;
	bool open = false;
	int err = 0;

	e->at = e->ring + first;
	if (e->at->queries[0].err)
		err = answer_refusals(e, e->at);
	while (!err && wait_buffer(e, first, open, &buffer)) {
		if (buffer) {
			open = buffer->kind == BUFFER_ROWS && buffer->open;
			err = take_buffer(e, buffer);
		}
		queue_give_back(&e->queue, buffer);
		if (interrupt_seen())
			return -EINTR;
		progress_tick(&e->answers->at);
	}
	if (!err && e->at->err) {
		say_lines(e->at->message ? e->at->message : strerror(-e->at->err));
		err = e->at->err;
	}
	return err;
}
