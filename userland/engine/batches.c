// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from queries to batches
 *
 * Queries are cut into batches: consecutive ones of one index file, which is what one
 * session can answer in a go.
 *
 * A query that is shared out has a batch for each shard.  While it is answered there are
 * no others.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "engine-internal.h"
#include "kinds/kind.h"

/*
 * Queries of a batch if several sessions share the work: few at first, as there may
 * not be many, and each may be long; more of them later, so handing over costs less.
 */
#define SHARED_QUERIES 4
#define SHARED_QUERIES_MAX 128
/* Queries about a whole filesystem, process or memory are work enough for one. */
#define SHARED_LARGE 1

static int next_query(struct engine *e, struct query *query)
{
	int got = 1;

	if (e->has_ahead) {
		*query = e->ahead;
		e->has_ahead = false;
		return 1;
	}
	if (e->ended)
		return 0;
	got = e->source->next(e->source, query);
	if (got == 0)
		e->ended = true;
	if (got > 0)
		query->number = ++e->numbered;
	return got;
}

/* One session's first: what the module takes is known when it has answered. */
#define FIRST_QUERIES 8

static size_t most_queries(const struct engine *e, const struct query *first)
{
	size_t most;

	if (e->settings->jobs == 1 && first->number == 1)
		return FIRST_QUERIES;
	if (e->settings->jobs == 1 || first->err)
		return BATCH_QUERIES;
	if (!kind_index(first->which)->is_small)
		return SHARED_LARGE;
	most = SHARED_QUERIES + first->number / 16;
	return most < SHARED_QUERIES_MAX ? most : SHARED_QUERIES_MAX;
}

/* May @query stand in the batch that begins with @first? */
static bool fits(const struct query *first, const struct query *query)
{
	return first->err ? query->err : !query->err && query->which == first->which;
}

/*
 * Room for one query more.  There are many batches, of which most are never filled,
 * or get one shard.  0, or -ENOMEM after a message.
 */
static int make_room(struct batch *p)
{
	size_t room = p->room ? 2 * p->room : 1;
	struct query *queries;

	if (p->nr < p->room)
		return 0;
	queries = reallocarray(p->queries, room, sizeof(*queries));
	if (!queries) {
		say_error("%s", strerror(ENOMEM));
		return -ENOMEM;
	}
	p->room = room;
	p->queries = queries;
	return 0;
}

/* Fills a batch without waiting for more than its first query.  As next_query(). */
static int fill_batch(struct engine *e, struct batch *p)
{
	struct query query;
	int got;

	while ((got = next_query(e, &query)) > 0) {
		bool is_other = p->nr && !fits(&p->queries[0], &query);
		int err = is_other ? 0 : make_room(p);

		if (is_other || err) {
			e->ahead = query;
			e->has_ahead = true;
			return err ?: 1;
		}
		p->queries[p->nr++] = query;
		p->bytes += query.len;
		if (p->nr == most_queries(e, &p->queries[0]) || p->bytes > BATCH_BYTES)
			break;
		if (!e->source->ready(e->source))
			break;
	}
	return got < 0 ? got : p->nr > 0;
}

/**
 * batch_empty() - free what a batch owns
 * @p: batch
 *
 * Not its state: that is the queue's, whose workers look at it.
 */
void batch_empty(struct batch *p)
{
	size_t i;

	for (i = 0; i < p->nr; i++)
		query_free(p->queries + i);
	buffers_free(&p->waiting);
	free(p->message);
	free(p->queries);
	p->queries = NULL;
	p->message = NULL;
	p->nr = p->room = p->bytes = 0;
	p->of = NULL;
	p->in_turn = false;
	p->has_group = false;
	p->stream = NULL;
	p->err = 0;
}

static struct batch *batch_at(const struct engine *e, size_t nth)
{
	return e->ring + (e->head + nth) % e->nr_ring;
}

/**
 * batches_any_order() - may any batch be answered before the others?
 * @e: run
 *
 * Return: true if so.
 */
bool batches_any_order(const struct engine *e)
{
	return e->rows && e->settings->unordered;
}

/* There are more places than batches that are filled. */
static struct batch *empty_place(const struct engine *e)
{
	struct batch *p = batch_at(e, e->nr_filled);

	for (; batches_any_order(e) && p->nr; p = p + 1 < e->ring + e->nr_ring ? p + 1 : e->ring)
		;
	return p;
}

static int fill_shard(struct engine *e, unsigned int nth)
{
	struct batch *p = batch_at(e, e->nr_filled);
	int err = make_room(p);

	if (err)
		return err;
	err = shard_query(&e->share, &e->whole, nth, &p->queries[0]);
	p->nr = !err;
	p->of = &e->whole;
	p->in_turn = e->share.in_turn;
	if (err)
		say_error("%s", strerror(-err));
	return err;
}

/* All of them; of those in turn as many as of other queries. */
static int fill_shards(struct engine *e)
{
	size_t most = e->share.in_turn ? AHEAD * e->settings->jobs : e->nr_ring;
	int err = 0;

	while (e->next_shard < e->shards && e->nr_filled < most) {
		err = fill_shard(e, e->next_shard);
		if (err)
			return err;
		queue_submit(&e->queue, batch_at(e, e->nr_filled));
		e->next_shard++;
		e->nr_filled++;
	}
	return err;
}

/* Shares the query ahead out; takes it in any case. */
static int begin_shards(struct engine *e, const struct shards *share)
{
	e->whole = e->ahead;
	e->has_ahead = false;
	e->share = *share;
	merge_begin(e->merge, &e->whole, &e->share);
	e->shards = share->nr;
	e->first_shard = e->next_shard = 0;
	return fill_shards(e);
}

/*
 * Is the next query one to share out?  It waits until all before it are answered,
 * and nothing is filled meanwhile.  @done: there is nothing more to fill.
 */
static int try_shards(struct engine *e, bool *done)
{
	struct shards share;
	int got;

	if (!e->has_ahead) {
		got = next_query(e, &e->ahead);
		e->has_ahead = got > 0;
		*done = got <= 0;
		if (got <= 0)
			return got;
	}
	shard_plan(&share, &e->ahead, e->settings->jobs, e->frames, e->row_shares);
	if (share.nr < 2 || (shard_in_ranges(&e->ahead) ? e->no_ranges && !share.in_turn :
			     e->no_parts))
		return 0;
	*done = true;
	return e->nr_filled ? 0 : begin_shards(e, &share);
}

/**
 * batches_fill() - fill what is empty, as far as queries are there
 * @e: run
 *
 * Waits only if nothing else is to do.
 *
 * Return: 0 or a negative errno.
 */
int batches_fill(struct engine *e)
{
	bool done = false;

	if (e->shards)
		return fill_shards(e);
	while (e->nr_filled < AHEAD * e->settings->jobs) {
		struct batch *p = empty_place(e);
		int got;

		if (e->nr_filled && !e->has_ahead && (e->ended || !e->source->ready(e->source)))
			break;
		/* nothing is kept back while somebody thinks about the next line */
		if (!e->nr_filled && !e->ended && !e->source->ready(e->source) &&
		    answers_flush(e->answers))
			return e->answers->err;
		got = e->merge ? try_shards(e, &done) : 0;
		if (got || done)
			return got;
		got = fill_batch(e, p);
		if (got <= 0)
			return got;
		e->nr_filled++;
		queue_submit(&e->queue, p);
	}
	return 0;
}
