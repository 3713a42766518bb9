// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: rows that a worker makes of what it reads
 *
 * A worker that makes rows decodes what it reads by itself.  Between the rows stand the
 * records that are counted or said elsewhere: what is reported about an answer beside its
 * rows, sums that are added up over shards, and records at the borders of a range.
 *
 * Everything here is one worker's own.  What it shares with the reader goes through the
 * queue.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/parallel/edges.h"
#include "kinds/kind.h"
#include "printer.h"
#include "row_maker.h"

/**
 * struct row_maker - what makes the rows of a worker
 * @queue: takes them
 * @batch: what they are of
 * @printer: makes their text
 * @can_print: how they look is known
 * @ready: what was not handed over yet
 * @edges: of the range of frames, if it is at one
 * @in_file: the next rows are of the same file as the last ones
 * @open: and of that file some were handed over
 */
struct row_maker {
	struct queue *queue;
	struct batch *batch;
	struct printer *printer;
	bool can_print;
	struct buffers ready;
	struct edges edges;
	bool in_file;
	bool open;
};

/**
 * row_maker_new() - begin to make rows
 * @queue: takes them
 * @options: how they are to look, once that is known; must stay
 *
 * Return: maker, NULL if there is no memory.
 */
struct row_maker *row_maker_new(struct queue *queue, const struct out_options *options)
{
	struct row_maker *maker = calloc(1, sizeof(*maker));

	if (!maker)
		return NULL;
	maker->queue = queue;
	maker->printer = printer_new(options);
	if (maker->printer)
		return maker;
	free(maker);
	return NULL;
}

/**
 * row_maker_free() - end it
 * @maker: maker, may be NULL
 */
void row_maker_free(struct row_maker *maker)
{
	if (!maker)
		return;
	buffers_free(&maker->ready);
	edges_free(&maker->edges);
	printer_free(maker->printer);
	free(maker);
}

/**
 * row_maker_begin() - a batch comes
 * @maker: maker
 * @batch: what the records that come are of
 */
void row_maker_begin(struct row_maker *maker, struct batch *batch)
{
	maker->batch = batch;
}

static int add_rows(struct row_maker *maker)
{
	struct progress at;
	ssize_t len;
	const char *rows = printer_take(maker->printer, &len, &at);
	struct buffer *buffer;

	if (len < 0)
		return len;
	if (!len && !at.records && maker->open == maker->in_file)
		return 0;
	buffer = buffers_add(&maker->ready, BUFFER_ROWS, len);
	if (!buffer)
		return -ENOMEM;
	buffer->at = at;
	maker->open = maker->in_file;
	buffer->open = maker->open;
	if (len)
		memcpy(buffer->bytes, rows, len);
	return 0;
}

/* Behind the rows that were before it. */
static int add_record(struct row_maker *maker, const struct pagesnap_record *r)
{
	return add_rows(maker) ?: buffers_add_record(&maker->ready, r);
}

/* An answer begins: may rows be made of it?  The reader of its first record says so. */
static int wait_for_look(struct row_maker *maker, uint32_t group)
{
	int err;

	if (maker->can_print)
		return 0;
	queue_hand_over(maker->queue, maker->batch, &maker->ready);
	err = queue_wait_for_look(maker->queue, maker->batch, group);
	maker->can_print = !err;
	return err;
}

static int make_row(struct row_maker *maker, const struct query *query,
		    const struct pagesnap_record *r)
{
	int err = printer_record(maker->printer, maker->batch->queries[0].which, query, r);

	if (err || !printer_is_full(maker->printer))
		return err;
	err = add_rows(maker);
	queue_hand_over(maker->queue, maker->batch, &maker->ready);
	return err;
}

/* The record that was kept: it turns out not to be at the border. */
static int make_last_row(struct row_maker *maker, const struct query *query)
{
	const struct pagesnap_record *last = edges_take(&maker->edges);

	return last ? make_row(maker, query, last) : 0;
}

static int take_item(struct row_maker *maker, const struct query *query,
		     const struct pagesnap_record *r)
{
	enum edge_step step = edge_step(&maker->edges, r);
	int err;

	if (step == EDGE_EMIT)
		return add_record(maker, r);
	err = make_last_row(maker, query);
	if (err)
		return err;
	return step == EDGE_KEEP ? edges_keep(&maker->edges, r) : make_row(maker, query, r);
}

/* An object may be that of the range before; only the merger knows whether it is. */
static int take_of_range(struct row_maker *maker, const struct query *query,
			 const struct pagesnap_record *r)
{
	int err;

	if (kind_role(r) != KIND_OBJECT)
		return take_item(maker, query, r);
	err = make_last_row(maker, query) ?: add_record(maker, r);
	return err ?: make_row(maker, query, r);
}

static int end_range(struct row_maker *maker)
{
	const struct pagesnap_record *last = edges_take(&maker->edges);

	maker->edges.begun = false;
	return last ? add_record(maker, last) : 0;
}

/* Rows of a file stay together: what is there when the next one begins is whole. */
static int take_of_file(struct row_maker *maker, const struct query *query,
			const struct pagesnap_record *r)
{
	int err = 0;

	if (kind_role(r) == KIND_OBJECT && !pagesnap_record_sums(r)) {
		maker->in_file = false;
		err = add_rows(maker);
		maker->in_file = true;
	}
	return err ?: make_row(maker, query, r);
}

/*
 * What is reported about an answer beside its rows, and a sum that is added up over shards.
 * Whatever belongs to no query, or comes before an answer began, is the reader's to
 * refuse.
 */
static bool is_known(const struct row_maker *maker, const struct pagesnap_record *r)
{
	const struct batch *p = maker->batch;

	switch (kind_role(r)) {
	case KIND_OF_ALL:
	case KIND_SUBJECT:
		return true;
	case KIND_SUM:
		if (p->of)
			return true;
		/* fall through */
	default:
		return !maker->can_print || r->u->query.q - p->base - 1 >= p->nr;
	}
}

/* Rows of sums over shards are made elsewhere, or the shards are refused. */
static bool has_rows(const struct batch *p, const struct pagesnap_record *begin)
{
	return !p->of || begin->u->query.group != PAGESNAP_GROUP_TOTAL;
}

static int take_header(struct row_maker *maker, const struct pagesnap_record *r)
{
	printer_header(maker->printer, maker->batch->queries[0].which, r->u);
	return add_record(maker, r);
}

static int take_row(struct row_maker *maker, const struct query *query,
		    const struct pagesnap_record *r)
{
	const struct batch *p = maker->batch;

	if (!p->of || r->u->rec.type == PAGESNAP_REC_QUERY)
		return make_row(maker, query, r);
	return p->in_turn ? take_of_range(maker, query, r) : take_of_file(maker, query, r);
}

static int make_rows(struct row_maker *maker, const struct pagesnap_record *r)
{
	int err = 0;

	if (r->u->rec.type == PAGESNAP_REC_END) {
		maker->in_file = false;
		err = end_range(maker);
	}
	return err ?: add_record(maker, r);
}

/**
 * row_maker_record() - take a record
 * @ctx: the maker
 * @r: record, as it comes of the session
 *
 * Return: 0 or a negative errno.
 */
int row_maker_record(void *ctx, const struct pagesnap_record *r)
{
	struct row_maker *maker = ctx;
	const struct batch *p = maker->batch;
	uint32_t nth = r->u->query.q - p->base - 1;
	unsigned int type = r->u->rec.type;
	int err;

	if (type == PAGESNAP_REC_HEADER)
		return take_header(maker, r);
	if (!kind_knows(r))
		return add_record(maker, r);
	if (is_known(maker, r)) {
		err = make_rows(maker, r);
		if (err || nth >= p->nr)
			return err;
		if (type == PAGESNAP_REC_QUERY && has_rows(p, r))
			err = wait_for_look(maker, r->u->query.group);
		else if (kind_role(r) != KIND_SUBJECT || !maker->can_print)
			return err;
		if (err)
			return err;
	}
	return take_row(maker, p->of ? p->of : p->queries + nth, r);
}

/**
 * row_maker_hand_over() - hand over what a read() brought
 * @maker: maker
 *
 * All of it, but rows of a file that may have more.
 *
 * Return: 0 or a negative errno.
 */
int row_maker_hand_over(struct row_maker *maker)
{
	int err = maker->in_file ? 0 : add_rows(maker);

	queue_hand_over(maker->queue, maker->batch, &maker->ready);
	return err;
}
