// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from queries to answers
 *
 * Queries are cut into portions: consecutive ones of one index file, which is
 * what one session can answer in a go.  Portions stand in a ring; workers ask
 * them, and their bytes are decoded here, portion by portion, so the order of
 * the answers is that of the queries, and memory does not grow with either.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "faults.h"
#include "interrupt.h"
#include "say.h"
#include "workers.h"

/* How often to look for signals and to show progress. */
#define TICK_MS 100
/* Queries of a portion if several sessions share the work. */
#define SHARED_QUERIES 16
/* Queries about a whole filesystem, process or memory are work enough for one. */
#define SHARED_LARGE 1

/**
 * struct engine - a run
 * @options: what is wanted
 * @source: of queries
 * @answers: of records
 * @save: of bytes, or NULL
 * @workers: who asks
 * @ring: portions; @nr_ring of them
 * @head: the portion that is decoded
 * @nr_filled: portions from @head on that hold queries
 * @ahead: a query that was taken from @source and fits in no portion yet
 * @has_ahead: there is one
 * @ended: @source has no more
 * @numbered: queries so far
 * @client: stream of this program's own answers
 */
struct engine {
	const struct options *options;
	struct source *source;
	struct answers *answers;
	struct save *save;
	struct workers *workers;
	struct portion *ring;
	size_t nr_ring;
	size_t head;
	size_t nr_filled;
	struct query ahead;
	bool has_ahead;
	bool ended;
	uint32_t numbered;
	struct feed client;
};

/* Portions ----------------------------------------------------------------- */

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

static size_t most_queries(const struct engine *e, const struct query *first)
{
	if (e->options->jobs == 1 || first->err)
		return PORTION_QUERIES;
	return first->which == PAGESNAP_FILE ? SHARED_QUERIES : SHARED_LARGE;
}

/* May @query stand in the portion that begins with @first? */
static bool fits(const struct query *first, const struct query *query)
{
	return first->err ? query->err : !query->err && query->which == first->which;
}

/* Fills a portion without waiting for more than its first query.  As next_query(). */
static int fill_portion(struct engine *e, struct portion *p)
{
	struct query query;
	int got;

	while ((got = next_query(e, &query)) > 0) {
		if (p->nr && !fits(&p->queries[0], &query)) {
			e->ahead = query;
			e->has_ahead = true;
			break;
		}
		p->queries[p->nr++] = query;
		p->bytes += query.len;
		if (p->nr == most_queries(e, &p->queries[0]) || p->bytes > PORTION_BYTES)
			break;
		if (!e->source->ready(e->source))
			break;
	}
	return got < 0 ? got : p->nr > 0;
}

static void empty_portion(struct portion *p)
{
	size_t i;

	for (i = 0; i < p->nr; i++)
		query_free(p->queries + i);
	while (p->first) {
		struct chunk *chunk = p->first;

		p->first = chunk->next;
		free(chunk);
	}
	free(p->message);
	p->message = NULL;
	p->last = NULL;
	/* not its state: that is the workers', who look at it, and any but "filled" is empty */
	p->nr = p->bytes = p->queued = 0;
	p->feed = NULL;
	p->err = 0;
}

/* Fills what is empty, as far as queries are there; waits only if nothing else is to do. */
static int fill_ring(struct engine *e)
{
	while (e->nr_filled < e->nr_ring) {
		struct portion *p = e->ring + (e->head + e->nr_filled) % e->nr_ring;
		int got;

		if (e->nr_filled && !e->has_ahead && (e->ended || !e->source->ready(e->source)))
			break;
		/* nothing is held back while somebody thinks about the next line */
		if (!e->nr_filled && !e->ended && !e->source->ready(e->source) &&
		    answers_flush(e->answers))
			return e->answers->err;
		got = fill_portion(e, p);
		if (got <= 0)
			return got;
		e->nr_filled++;
		workers_submit(e->workers, p);
	}
	return 0;
}

/* Bytes -------------------------------------------------------------------- */

static int take_header(struct engine *e, const struct pagesnap_record *r)
{
	struct portion *p = e->ring + e->head;
	struct feed *feed = p->queries[0].err ? &e->client : p->feed;

	feed->header = r->u->header;
	feed->has_header = true;
	return answers_header(e->answers, r);
}

/* Records of all decoders come here. */
static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct engine *e = ctx;
	struct portion *p = e->ring + e->head;
	uint32_t nth = r->u->query.q - p->base - 1;
	unsigned int type = r->u->rec.type;

	if (type == PAGESNAP_REC_HEADER)
		return take_header(e, r);
	/* of a newer module: nothing is known of it, not even its query */
	if (type > PAGESNAP_REC_END)
		return 0;
	if (nth < p->nr)
		return answers_record(e->answers, p->queries + nth, r);
	say_error("an answer to no query came, number %u", r->u->query.q);
	return -EPROTO;
}

static int take_bytes(struct engine *e, struct feed *feed, const void *buf, size_t len)
{
	int err = 0;

	if (e->save)
		err = save_bytes(e->save, feed, feed->has_header ? &feed->header : NULL, buf, len);
	if (err)
		return err;
	err = pagesnap_decoder_push(feed->decoder, buf, len);
	if (err && *pagesnap_decoder_message(feed->decoder))
		say_error("%s", pagesnap_decoder_message(feed->decoder));
	return err;
}

/* Queries with a fault are answered here, in the form of a stream. */
static int answer_faults(struct engine *e, struct portion *p)
{
	char buf[FAULTS_MAX];
	size_t i;
	int err = 0;

	p->base = p->queries[0].number - 1;
	if (!e->client.has_header)
		err = take_bytes(e, &e->client, buf, faults_header(buf));
	for (i = 0; i < p->nr && !err; i++)
		err = take_bytes(e, &e->client, buf, faults_answer(p->queries + i, buf));
	return err;
}

static int take_answers(struct engine *e, struct portion *p)
{
	struct chunk *chunk;
	int err = 0;

	if (p->queries[0].err)
		err = answer_faults(e, p);
	while (!err && workers_wait(e->workers, p, TICK_MS, &chunk)) {
		if (chunk)
			err = take_bytes(e, p->feed, chunk->bytes, chunk->len);
		free(chunk);
		if (interrupt_seen())
			return -EINTR;
		progress_tick(&e->answers->at);
	}
	if (!err && p->err) {
		say_lines(p->message ? p->message : strerror(-p->err));
		err = p->err;
	}
	return err;
}

/* Runs --------------------------------------------------------------------- */

static int run(struct engine *e)
{
	int err;

	for (;;) {
		err = fill_ring(e);
		if (err || !e->nr_filled)
			return err;
		err = take_answers(e, e->ring + e->head);
		if (err)
			return err;
		empty_portion(e->ring + e->head);
		e->head = (e->head + 1) % e->nr_ring;
		e->nr_filled--;
	}
}

static int make_ring(struct engine *e)
{
	size_t i;

	e->nr_ring = 2 * e->options->jobs;
	e->ring = calloc(e->nr_ring, sizeof(e->ring[0]));
	if (!e->ring)
		return -ENOMEM;
	for (i = 0; i < e->nr_ring; i++) {
		e->ring[i].queries = calloc(PORTION_QUERIES, sizeof(struct query));
		if (!e->ring[i].queries)
			return -ENOMEM;
	}
	e->client.decoder = pagesnap_decoder_new(on_record, e);
	return e->client.decoder ? 0 : -ENOMEM;
}

static void free_engine(struct engine *e)
{
	size_t i;

	workers_stop(e->workers);
	for (i = 0; e->ring && i < e->nr_ring; i++) {
		if (!e->ring[i].queries)
			break;
		empty_portion(e->ring + i);
		free(e->ring[i].queries);
	}
	if (e->has_ahead)
		query_free(&e->ahead);
	free(e->ring);
	pagesnap_decoder_free(e->client.decoder);
}

/**
 * engine_run() - ask
 * @options: how
 * @source: what
 * @answers: takes the answers
 * @save: takes the bytes they are made of, or NULL
 *
 * Return: 0, -EINTR if a signal ended it, or another negative errno.
 */
int engine_run(const struct options *options, struct source *source, struct answers *answers,
	       struct save *save)
{
	struct engine e = {
		.options = options, .source = source, .answers = answers, .save = save,
	};
	int err = make_ring(&e);

	if (err)
		say_error("%s", strerror(-err));
	else
		err = workers_start(&e.workers, options->jobs, options->max_cpu, e.ring, e.nr_ring,
				    on_record, &e);
	if (!err)
		err = run(&e);
	free_engine(&e);
	return err;
}
