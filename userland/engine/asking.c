// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a worker that asks the kernel
 *
 * It has a session for each index file, opened when it is needed, and everything in struct
 * worker is its own, but for the queue and the pace, which have their locks.  The reader
 * looks into a stream only through batches that the queue has given it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask/asked.h"
#include "ask/mnt_ns.h"
#include "asking.h"
#include "base/clock.h"
#include "lib/collection.h"
#include "lib/internal.h"

/* Memory to read into, which is handed over with what is there. */
static void *give_room(void *ctx, size_t size)
{
	struct worker *worker = ctx;

	if (!worker->room)
		worker->room = queue_room(worker->queue, size);
	return worker->room ? worker->room->bytes : NULL;
}

/*
 * Does an answer begin here?  It does at the beginning of a stream, or behind its header.  One that
 * is refused has no more than an error: who waits for all to begin would wait for ever.
 */
static bool begins(const char *buf, size_t len)
{
	struct pagesnap_rec rec = { .len = 0 };

	for (; len >= sizeof(rec); buf += rec.len, len -= rec.len) {
		memcpy(&rec, buf, sizeof(rec));
		if (rec.type == PAGESNAP_REC_QUERY || rec.type == PAGESNAP_REC_ERROR)
			return true;
		if (rec.len < sizeof(rec) || rec.len > len)
			break;
	}
	return false;
}

/* pagesnap_on_bytes_in(): hand them over.  What is short is copied: the memory stays in use. */
static void take_bytes(void *ctx, const void *buf, size_t len)
{
	struct worker *worker = ctx;
	struct buffers read = { NULL };
	struct buffer *copy = NULL;

	if (worker->begun && !worker->has_begun && begins(buf, len)) {
		worker->has_begun = true;
		worker->begun(worker->begun_ctx);
	}
	worker->room->len = len;
	if (len < worker->room->room / 4)
		copy = buffers_add(&read, BUFFER_BYTES, len);
	if (copy) {
		memcpy(copy->bytes, buf, len);
	} else {
		buffers_put(&read, worker->room);
		worker->room = NULL;
	}
	queue_hand_over(worker->queue, worker->batch, &read);
}

/* Of `"PATH" REST`, with a path that means what it says, the bytes of it; else 0. */
static size_t plain_path(const char *text, size_t len)
{
	const char *end = len > 1 && text[0] == '"' ? memchr(text + 1, '"', len - 1) : NULL;
	size_t path_len = end ? end - text - 1 : 0;

	return memchr(text + 1, '\\', path_len) || memchr(text + 1, '\0', path_len) ? 0 : path_len;
}

/*
 * Options of what stands behind the path of @query, which is plain, and the group that they
 * ask for.  NULL if that isn't options alone, or without memory.
 */
static char *make_options(const struct query *query, const char *rest, size_t len, u32 *group)
{
	static const char root[] = "\"/\"";
	struct query whole = { .which = query->which };
	union kind_select sel;
	struct pagesnap_query q;
	char *options = NULL;

	if (!asked_parse(query, &q, &sel) || q.has_range)
		return NULL;
	if (asprintf(&whole.line, "%s%.*s%s", root, (int)len, rest, query->more ?: "") < 0)
		return NULL;
	whole.len = strlen(whole.line);
	if (asked_parse(&whole, &q, &sel))
		options = strdup(whole.line + strlen(root));
	*group = q.group;
	free(whole.line);
	return options;
}

static void forget_rest(struct ask_maker *m)
{
	free(m->rest);
	free(m->options);
	*m = (struct ask_maker){ .brief = m->brief };
}

/* Makes options of what stands behind the path, when two queries in a row have the same. */
static bool has_options(struct ask_maker *m, const struct query *query, const char *rest,
			size_t len)
{
	if (m->rest && m->len == len && m->more == query->more && !memcmp(m->rest, rest, len)) {
		if (!m->tried)
			m->options = make_options(query, rest, len, &m->group);
		m->tried = true;
		return m->options;
	}
	forget_rest(m);
	m->rest = malloc(len + 1);
	if (m->rest)
		memcpy(m->rest, rest, len);
	m->len = len;
	m->more = query->more;
	return false;
}

/* A file by its name, as most lines of long batches ask.  -EOPNOTSUPP: ask by a line. */
static int queue_structure(struct ask_maker *m, struct pagesnap_session *s, struct query *query)
{
	/* where the caret of an error is to stand: behind the quote */
	const struct pagesnap_ask how = { .col = 2, .flags = m->brief ? PAGESNAP_ASK_BRIEF : 0 };
	const char *text = query->line + query->offset;
	size_t len = query->len - query->offset, path_len = plain_path(text, len);
	/* the path in its quotes */
	size_t used = path_len + 2;

	if (query->which != PAGESNAP_FILE || !path_len ||
	    !has_options(m, query, text + used, len - used))
		return -EOPNOTSUPP;
	query->group = m->group;
	return pagesnap_queue_ask(s, &how, text + 1, path_len, m->options);
}

static int queue_text(struct pagesnap_session *s, const struct query *query)
{
	const char *text = query->line + query->offset;
	size_t len = query->len - query->offset;
	char *longer;
	int err;

	if (!query->more)
		return pagesnap_queue_line(s, text, len);
	longer = malloc(len + strlen(query->more));
	if (!longer)
		return -ENOMEM;
	memcpy(longer, text, len);
	memcpy(longer + len, query->more, strlen(query->more));
	err = pagesnap_queue_line(s, longer, len + strlen(query->more));
	free(longer);
	return err;
}

static int queue_one(struct worker *worker, struct pagesnap_session *s, struct query *query)
{
	int err = worker->lines ? -EOPNOTSUPP : queue_structure(&worker->maker, s, query);

	/* what is too long, as well: the module says so */
	return err == -EOPNOTSUPP || err == -E2BIG ? queue_text(s, query) : err;
}

/* The time of printing, in another thread, counts as well: with the next read(). */
static void hold_still(struct worker *worker)
{
	struct shared_pace *shared = worker->pace;
	uint64_t until;

	if (!shared->pace.percent)
		return;
	pthread_mutex_lock(&shared->lock);
	until = pace_until(&shared->pace, clock_ns(CLOCK_PROCESS_CPUTIME_ID),
			   clock_ns(CLOCK_MONOTONIC));
	pthread_mutex_unlock(&shared->lock);
	queue_sleep(worker->queue, until);
}

static int ask(struct worker *worker, struct batch *p, struct asked_index *index)
{
	struct pagesnap_session *s = index->session;
	size_t i;
	int ret = 0, err;

	for (i = 0; i < p->nr && !ret; i++) {
		ret = queue_one(worker, s, p->queries + i);
		index->asked++;
	}
	while (!ret) {
		hold_still(worker);
		ret = pagesnap_read(s, worker->rows ? row_maker_record : NULL, worker->rows);
		err = worker->rows ? row_maker_hand_over(worker->rows) : 0;
		if (err && ret >= 0)
			ret = err;
		if (queue_stopped(worker->queue))
			return -EINTR;
		if (ret == -EINTR || ret == -EAGAIN || ret == 1)
			ret = 0;
		else if (!ret)
			break;
	}
	return ret;
}

/* Only of what is asked: one takes 36 kB, and 256 workers would have one for each index file. */
static int make_decoder(struct worker *worker, struct stream *stream)
{
	stream->decoder = pagesnap_decoder_new(worker->taker->one, worker->taker->ctx);
	if (!stream->decoder)
		return -ENOMEM;
	pagesnap_decoder_set_live(stream->decoder);
	pagesnap_decoder_set_alike(stream->decoder, worker->taker->alike);
	return 0;
}

static int open_session(struct worker *worker, enum pagesnap_index_file which)
{
	struct asked_index *index = worker->indexes + which;
	int err;

	if (index->session)
		return 0;
	err = make_decoder(worker, &index->stream) ?:
	      pagesnap_open(&index->session, which, mnt_ns_index_dir());
	if (err)
		return err;
	if (!worker->rows)
		pagesnap_on_bytes_in(index->session, give_room, take_bytes, worker);
	/* then a read() returns after 100 ms, though it has found nothing to report */
	if (worker->pace->pace.percent &&
	    fcntl(pagesnap_fd(index->session), F_SETFL, O_RDWR | O_NONBLOCK))
		return -errno;
	return 0;
}

static int do_batch(struct worker *worker, struct batch *p)
{
	enum pagesnap_index_file which = p->queries[0].which;
	struct asked_index *index = worker->indexes + which;
	const char *message = NULL;
	int err;

	worker->batch = p;
	worker->has_begun = false;
	if (worker->rows)
		row_maker_begin(worker->rows, p);
	p->stream = &index->stream;
	p->base = index->asked;
	err = open_session(worker, which);
	if (!err)
		err = ask(worker, p, index);
	if (err && index->session)
		message = pagesnap_message(index->session);
	if (err)
		p->message = strdup(message && *message ? message : strerror(-err));
	return err;
}

/**
 * asking_work() - ask one batch after the other, until the queue is stopped
 * @ctx: a worker
 *
 * Return: NULL.
 */
void *asking_work(void *ctx)
{
	struct worker *worker = ctx;
	struct batch *p;

	while ((p = queue_take(worker->queue))) {
		/* those that are refused are answered by the reader, in their turn */
		int err = p->queries[0].err ? 0 : do_batch(worker, p);

		queue_done(worker->queue, p, err);
		/* the run ends there, and what is left in the session belongs to no other */
		if (err)
			break;
	}
	return NULL;
}

/**
 * asking_prepare() - get a worker ready
 * @worker: all zero, but for what it shares with the others
 * @rows: how rows are to look if it makes them, NULL if it doesn't
 * @taker: takes the records of its streams; stays as long as the worker
 *
 * Return: 0 or -ENOMEM.
 */
int asking_prepare(struct worker *worker, const struct out_options *rows,
		   const struct record_taker *taker)
{
	worker->taker = taker;
	worker->indexes = calloc(pagesnap_nr_indexes(), sizeof(worker->indexes[0]));
	if (rows && worker->indexes)
		worker->rows = row_maker_new(worker->queue, rows);
	if (!worker->indexes || (rows && !worker->rows)) {
		asking_free(worker);
		return -ENOMEM;
	}
	return 0;
}

/**
 * asking_free() - close the sessions
 * @worker: whose thread has ended, or never began
 */
void asking_free(struct worker *worker)
{
	unsigned int which, nr = worker->indexes ? pagesnap_nr_indexes() : 0;

	row_maker_free(worker->rows);
	forget_rest(&worker->maker);
	free(worker->room);
	for (which = 0; which < nr; which++) {
		pagesnap_close(worker->indexes[which].session);
		pagesnap_decoder_free(worker->indexes[which].stream.decoder);
	}
	free(worker->indexes);
}

/**
 * asking_pace() - begin to count what is paid for
 * @shared: of all workers
 * @percent: of one processor to take at the most, 0 for any
 */
void asking_pace(struct shared_pace *shared, unsigned int percent)
{
	pthread_mutex_init(&shared->lock, NULL);
	shared->pace.percent = percent;
	pace_until(&shared->pace, clock_ns(CLOCK_PROCESS_CPUTIME_ID), clock_ns(CLOCK_MONOTONIC));
}
