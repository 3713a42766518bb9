// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from queries to answers
 *
 * Queries are cut into portions: consecutive ones of one index file, which is
 * what one session can answer in a go.  Portions stand in a ring; workers ask
 * them, and their bytes are decoded here, portion by portion, so the order of
 * the answers is that of the queries, and memory does not grow with either.
 *
 * A query that is shared out has a portion for each part.  While it is answered
 * there are no others, and the bytes of all parts are decoded as they come: a
 * session that had to wait would lose its place in the walk.
 *
 * With several sessions workers make the rows, if these are printed as they come;
 * then rows come here in place of bytes, and the records between them.  If the
 * order of the answers is of no matter, a portion that is done is taken before one
 * that is not: the ring is but a number of places then.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/say.h"
#include "base/system_path.h"
#include "engine.h"
#include "engine/parallel/merge.h"
#include "engine/parallel/share.h"
#include "faults.h"
#include "lib/internal.h"
#include "printer.h"
#include "workers.h"

/* How often to look for signals and to show progress. */
#define TICK_MS 100
/* Portions for each session that are filled. */
#define AHEAD 2
/*
 * Queries of a portion if several sessions share the work: few at first, as there may
 * not be many, and each may be long; more of them later, so handing over costs less.
 */
#define SHARED_QUERIES 4
#define SHARED_QUERIES_MAX 128
/* Queries about a whole filesystem, process or memory are work enough for one. */
#define SHARED_LARGE 1

/**
 * struct engine - a run
 * @settings: what is wanted
 * @source: of queries
 * @answers: of records
 * @save: of bytes, or NULL
 * @workers: who asks
 * @ring: portions; @nr_ring of them, enough for all parts of a query
 * @head: the portion that is decoded
 * @nr_filled: portions from @head on that hold queries
 * @ahead: a query that was taken from @source and fits in no portion yet
 * @has_ahead: there is one
 * @ended: @source has no more
 * @numbered: queries so far
 * @client: stream of this program's own answers
 * @told: whose header was told last; NULL if no one's
 * @at: the portion whose bytes are decoded
 * @rows: workers make them
 * @has_look: and know how they look
 * @merge: of the parts of @whole; NULL if there is but one session
 * @whole: query that is shared out
 * @share: how
 * @row_shares: what is shared out beside sums
 * @parts: of how many parts it is, 0 if there is none
 * @first_part: the one at @head
 * @next_part: to be filled
 * @one: streams of merged answers, as if of one session for each index file
 * @frames: where memory ends, 0 if that is not known
 * @no_parts: the module does not know part=
 * @no_pieces: nor does it tell enough of frames to put pieces of them together
 */
struct engine {
	const struct settings *settings;
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
	const struct feed *told;
	struct portion *at;
	bool rows;
	bool has_look;
	struct merge *merge;
	struct query whole;
	struct share share;
	unsigned int row_shares;
	size_t parts;
	size_t first_part;
	size_t next_part;
	struct feed one[PAGESNAP_INDEXES];
	uint64_t frames;
	bool no_parts;
	bool no_pieces;
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
	size_t most;

	if (e->settings->jobs == 1 || first->err)
		return PORTION_QUERIES;
	if (first->which != PAGESNAP_FILE)
		return SHARED_LARGE;
	most = SHARED_QUERIES + first->number / 16;
	return most < SHARED_QUERIES_MAX ? most : SHARED_QUERIES_MAX;
}

/* May @query stand in the portion that begins with @first? */
static bool fits(const struct query *first, const struct query *query)
{
	return first->err ? query->err : !query->err && query->which == first->which;
}

/*
 * Room for one query more.  There are many portions, of which most are never filled,
 * or hold a part.  0, or -ENOMEM after a message.
 */
static int make_room(struct portion *p)
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

/* Fills a portion without waiting for more than its first query.  As next_query(). */
static int fill_portion(struct engine *e, struct portion *p)
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
	free(p->queries);
	p->queries = NULL;
	p->message = NULL;
	p->last = NULL;
	/* not its state: that is the workers', who look at it */
	p->nr = p->room = p->bytes = p->queued = 0;
	p->of = NULL;
	p->in_turn = false;
	p->has_group = false;
	p->feed = NULL;
	p->err = 0;
}

static struct portion *portion_at(const struct engine *e, size_t nth)
{
	return e->ring + (e->head + nth) % e->nr_ring;
}

static bool any_order(const struct engine *e)
{
	return e->rows && e->settings->unordered;
}

/* There are more places than portions that are filled. */
static struct portion *empty_place(const struct engine *e)
{
	struct portion *p = portion_at(e, e->nr_filled);

	for (; any_order(e) && p->nr; p = p + 1 < e->ring + e->nr_ring ? p + 1 : e->ring)
		;
	return p;
}

static int fill_part(struct engine *e, unsigned int nth)
{
	struct portion *p = portion_at(e, e->nr_filled);
	int err = make_room(p);

	if (err)
		return err;
	err = share_part(&e->share, &e->whole, nth, &p->queries[0]);
	p->nr = !err;
	p->of = &e->whole;
	p->in_turn = e->share.in_turn;
	if (err)
		say_error("%s", strerror(-err));
	return err;
}

/* All of them; of those in turn as many as of other queries. */
static int fill_parts(struct engine *e)
{
	size_t most = e->share.in_turn ? AHEAD * e->settings->jobs : e->nr_ring;
	int err = 0;

	while (e->next_part < e->parts && e->nr_filled < most) {
		err = fill_part(e, e->next_part);
		if (err)
			return err;
		workers_submit(e->workers, portion_at(e, e->nr_filled));
		e->next_part++;
		e->nr_filled++;
	}
	return err;
}

/* Shares the query ahead out; takes it in any case. */
static int begin_parts(struct engine *e, const struct share *share)
{
	e->whole = e->ahead;
	e->has_ahead = false;
	e->share = *share;
	merge_begin(e->merge, &e->whole, &e->share);
	e->parts = share->parts;
	e->first_part = e->next_part = 0;
	return fill_parts(e);
}

/*
 * Is the next query one to share out?  It waits until all before it are answered,
 * and nothing is filled meanwhile.  @done: there is nothing more to fill.
 */
static int try_parts(struct engine *e, bool *done)
{
	struct share share;
	int got;

	if (!e->has_ahead) {
		got = next_query(e, &e->ahead);
		e->has_ahead = got > 0;
		*done = got <= 0;
		if (got <= 0)
			return got;
	}
	share_plan(&share, &e->ahead, e->settings->jobs, e->frames, e->row_shares);
	if (share.parts < 2 || (e->ahead.which == PAGESNAP_PFN ? e->no_pieces && !share.in_turn :
				e->no_parts))
		return 0;
	*done = true;
	return e->nr_filled ? 0 : begin_parts(e, &share);
}

/* Fills what is empty, as far as queries are there; waits only if nothing else is to do. */
static int fill_ring(struct engine *e)
{
	bool done = false;

	if (e->parts)
		return fill_parts(e);
	while (e->nr_filled < AHEAD * e->settings->jobs) {
		struct portion *p = empty_place(e);
		int got;

		if (e->nr_filled && !e->has_ahead && (e->ended || !e->source->ready(e->source)))
			break;
		/* nothing is held back while somebody thinks about the next line */
		if (!e->nr_filled && !e->ended && !e->source->ready(e->source) &&
		    answers_flush(e->answers))
			return e->answers->err;
		got = e->merge ? try_parts(e, &done) : 0;
		if (got || done)
			return got;
		got = fill_portion(e, p);
		if (got <= 0)
			return got;
		e->nr_filled++;
		workers_submit(e->workers, p);
	}
	return 0;
}

/* Bytes -------------------------------------------------------------------- */

static struct feed *feed_of(struct engine *e)
{
	return e->at->queries[0].err ? &e->client : e->at->feed;
}

static int answer_header(struct engine *e, const struct feed *feed)
{
	union pagesnap_any u = { .header = feed->header };
	const struct pagesnap_record r = { .u = &u, .bytes = "", .size = sizeof(u.header) };

	return answers_header(e->answers, &r);
}

/* Answers of several sessions come in turns, and each has its header but once. */
static int tell_header(struct engine *e, struct feed *feed)
{
	if (e->told == feed || !feed->has_header)
		return 0;
	e->told = feed;
	return answer_header(e, feed);
}

static int take_header(struct engine *e, const struct pagesnap_record *r)
{
	struct feed *feed = feed_of(e);

	feed->header = r->u->header;
	feed->has_header = true;
	if (e->told == feed)
		e->told = NULL;
	/* that of ABI 1.0 tells no nodes: nobody knows which spans a border has cut */
	if (!feed->header.abi_minor)
		e->no_pieces = true;
	if (e->no_pieces && e->parts && e->whole.which == PAGESNAP_PFN && !e->share.in_turn)
		merge_refuse(e->merge);
	return e->parts ? 0 : tell_header(e, feed);
}

/* The first one of any session is that of the merged stream. */
static int take_one_header(struct engine *e, struct feed *one)
{
	union pagesnap_any u = { .header = e->at->feed->header };
	const struct pagesnap_record r = { .u = &u, .bytes = "", .size = sizeof(u.header) };
	int err;

	u.rec.len = sizeof(u.header);
	one->header = u.header;
	one->has_header = true;
	err = e->save ? save_record(e->save, one, NULL, &r) : 0;
	return err ?: tell_header(e, one);
}

/* Records of a query that is shared out, put together, come here. */
static int on_merged(void *ctx, const struct pagesnap_record *r)
{
	struct engine *e = ctx;
	struct feed *one = &e->one[e->whole.which];
	int err = one->has_header ? 0 : take_one_header(e, one);

	if (!err && e->save)
		err = save_cgroups(e->save, r) ?: save_record(e->save, one, &one->header, r);
	return err ?: answers_record(e->answers, &e->whole, r);
}

static int take_whole(struct engine *e, const struct query *query, const struct pagesnap_record *r)
{
	return tell_header(e, feed_of(e)) ?: answers_record(e->answers, query, r);
}

static int take_part(struct engine *e, const struct pagesnap_record *r)
{
	size_t nth = (e->at - e->ring + e->nr_ring - e->head) % e->nr_ring;
	int err = merge_record(e->merge, e->first_part + nth, r);

	/* what else there is was said where it was found */
	if (err == -EPROTO)
		say_error("a record came that has no place in the answer to a part");
	else if (err == -ENOMEM && !e->answers->err)
		say_error("%s", strerror(-err));
	return err;
}

/* Records of all decoders come here. */
static int on_record(void *ctx, const struct pagesnap_record *r)
{
	struct engine *e = ctx;
	struct portion *p = e->at;
	uint32_t nth = r->u->query.q - p->base - 1;
	unsigned int type = r->u->rec.type;

	if (type == PAGESNAP_REC_HEADER)
		return take_header(e, r);
	/* of a newer module: nothing is known of it, not even its query */
	if (type > PAGESNAP_REC_END)
		return 0;
	if (e->save && !e->parts && save_cgroups(e->save, r))
		return -EIO;
	if (nth < p->nr)
		return e->parts ? take_part(e, r) : take_whole(e, p->queries + nth, r);
	say_error("an answer to no query came, number %u", r->u->query.q);
	return -EPROTO;
}

/*
 * Those of parts are saved when they are put together.  Others are decoded first: the
 * names of the cgroups in them are saved before them.
 */
static int take_bytes(struct engine *e, struct feed *feed, const void *buf, size_t len)
{
	const struct pagesnap_header header = feed->header;
	bool headed = feed->has_header;
	bool whole = !headed || pagesnap_decoder_is_between(feed->decoder);
	int save_err = 0, err;

	err = pagesnap_decoder_push(feed->decoder, buf, len);
	if (err && *pagesnap_decoder_message(feed->decoder))
		say_error("%s", pagesnap_decoder_message(feed->decoder));
	if (e->save && !e->parts)
		save_err = save_bytes(e->save, feed, headed ? &header : NULL, buf, len, whole);
	return err ?: save_err;
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

/* The first answer is known: the workers may make rows. */
static void tell_look(struct engine *e)
{
	if (!e->rows || e->has_look || !e->answers->out)
		return;
	e->has_look = true;
	workers_make_rows(e->workers);
}

static int take_rows(struct engine *e, const struct chunk *chunk)
{
	int err = e->parts && chunk->len ? merge_flush(e->merge) : 0;

	return err ?: answers_rows(e->answers, chunk->bytes, chunk->len, &chunk->at);
}

static int take_chunk(struct engine *e, const struct chunk *chunk)
{
	struct pagesnap_record r;
	union pagesnap_any u;
	int err;

	switch (chunk->kind) {
	case CHUNK_BYTES:
		return take_bytes(e, e->at->feed, chunk->bytes, chunk->len);
	case CHUNK_ROWS:
		return take_rows(e, chunk);
	default:
		r = workers_record(chunk, &u);
		err = on_record(e, &r);
		tell_look(e);
		return err;
	}
}

/* Portions that are taken at a time. */
static size_t at_a_time(const struct engine *e)
{
	return e->parts && !e->share.in_turn ? e->parts : 1;
}

/*
 * What comes next of the portion at @first of the ring, or of all parts of one query
 * that begin there; but behind rows of a file that has more, that.  As workers_wait().
 */
static bool wait_chunk(struct engine *e, size_t first, bool open, struct chunk **chunk)
{
	if (open)
		return workers_wait(e->workers, e->at - e->ring, 1, TICK_MS, &e->at, chunk);
	return workers_wait(e->workers, first, at_a_time(e), TICK_MS, &e->at, chunk);
}

/* All of that. */
static int take_answers(struct engine *e, size_t first)
{
	struct chunk *chunk;
	bool open = false;
	int err = 0;

	e->at = e->ring + first;
	if (e->at->queries[0].err)
		err = answer_faults(e, e->at);
	while (!err && wait_chunk(e, first, open, &chunk)) {
		if (chunk) {
			open = chunk->kind == CHUNK_ROWS && chunk->open;
			err = take_chunk(e, chunk);
		}
		free(chunk);
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

/* Runs --------------------------------------------------------------------- */

/* All parts are answered; where there can be none, the query is asked again as a whole. */
static void end_parts(struct engine *e)
{
	if (!e->parts || e->first_part < e->parts)
		return;
	e->parts = 0;
	if (!merge_refused(e->merge)) {
		query_free(&e->whole);
		return;
	}
	if (e->whole.which != PAGESNAP_PFN)
		e->no_parts = true;
	e->ahead = e->whole;
	e->has_ahead = true;
	e->whole.line = NULL;
}

static void forget_portion(struct engine *e, struct portion *p)
{
	empty_portion(p);
	workers_forget(e->workers, p);
	e->nr_filled--;
}

/* The portion at the head, or all parts of one query. */
static int run_in_order(struct engine *e)
{
	int err = take_answers(e, e->head);
	size_t nr;

	for (nr = at_a_time(e); nr && !err; nr--) {
		forget_portion(e, e->ring + e->head);
		e->head = (e->head + 1) % e->nr_ring;
		e->first_part++;
	}
	return err;
}

/* Whichever portion there is something of; if there is none, back to the source. */
static int run_in_any_order(struct engine *e)
{
	struct portion *p = workers_choose(e->workers, TICK_MS);
	int err;

	if (interrupt_seen())
		return -EINTR;
	progress_tick(&e->answers->at);
	if (!p)
		return e->has_look ? answers_flush(e->answers) : 0;
	if (!e->has_look && p->has_group) {
		err = answers_begin(e->answers, p->group);
		tell_look(e);
		return err;
	}
	err = take_answers(e, p - e->ring);
	if (!err)
		forget_portion(e, p);
	return err;
}

static int run(struct engine *e)
{
	int err;

	for (;;) {
		err = fill_ring(e);
		if (err || !e->nr_filled)
			return err;
		err = any_order(e) && !e->parts ? run_in_any_order(e) : run_in_order(e);
		if (err)
			return err;
		end_parts(e);
	}
}

static int make_ring(struct engine *e)
{
	e->nr_ring = (e->settings->jobs > 1 ? SHARE_PIECES : AHEAD) * e->settings->jobs;
	e->ring = calloc(e->nr_ring, sizeof(e->ring[0]));
	if (!e->ring)
		return -ENOMEM;
	e->client.decoder = pagesnap_decoder_new(on_record, e);
	return e->client.decoder ? 0 : -ENOMEM;
}

/* Without it, queries are asked as a whole. */
static int make_merge(struct engine *e)
{
	FILE *zoneinfo;

	if (e->settings->jobs < 2)
		return 0;
	e->merge = merge_new(SHARE_PIECES * e->settings->jobs, on_merged, e);
	zoneinfo = fopen(system_path_of("/proc/zoneinfo"), "re");
	if (zoneinfo) {
		e->frames = share_frames(zoneinfo);
		fclose(zoneinfo);
	}
	return e->merge ? 0 : -ENOMEM;
}

static void free_engine(struct engine *e)
{
	size_t i;

	workers_stop(e->workers);
	for (i = 0; e->ring && i < e->nr_ring; i++)
		empty_portion(e->ring + i);
	if (e->has_ahead)
		query_free(&e->ahead);
	query_free(&e->whole);
	merge_free(e->merge);
	free(e->ring);
	pagesnap_decoder_free(e->client.decoder);
}

/**
 * engine_run() - ask
 * @source: what
 * @answers: takes the answers
 * @save: takes the bytes they are made of, or NULL
 *
 * Return: 0, -EINTR if a signal ended it, or another negative errno.
 */
int engine_run(struct source *source, struct answers *answers, struct save *save)
{
	const struct settings *settings = answers->settings;
	struct engine e = {
		.settings = settings, .source = source, .answers = answers, .save = save,
		.rows = settings->jobs > 1 && printer_can(settings),
	};
	int err = make_ring(&e) ?: make_merge(&e);

	if (e.rows && printer_can_cut(settings->out))
		e.row_shares |= SHARE_FRAME_ROWS;
	if (any_order(&e))
		e.row_shares |= SHARE_FILE_ROWS;
	if (err)
		say_error("%s", strerror(-err));
	else
		err = workers_start(&e.workers, settings, e.rows, e.ring, e.nr_ring, on_record, &e);
	if (!err)
		err = run(&e);
	free_engine(&e);
	return err;
}
