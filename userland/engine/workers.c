// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: threads that ask
 *
 * One lock guards the states of all portions and their lists of what was read.
 * A worker whose portion has much waiting holds still until it is taken, so
 * memory is bounded; the portions that are being taken always drain, so none
 * waits for ever.
 *
 * A worker that makes rows decodes what it reads by itself.  How rows look is
 * said by the first answer; a worker that comes to an answer before that is
 * known hands over what it has, and waits: the first answer always gets through.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask/mnt_ns.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "engine/parallel/piece.h"
#include "lib/internal.h"
#include "pace.h"
#include "printer.h"
#include "workers.h"

/* Bytes that wait in one portion at the most, and what is handed over once more. */
#define QUEUED_MAX (1024 * 1024)

/**
 * struct made - chunks in a row
 * @first: the oldest, NULL if there is none
 * @last: the latest
 * @len: bytes of all of them
 */
struct made {
	struct chunk *first;
	struct chunk *last;
	size_t len;
};

/**
 * struct worker - a thread
 * @all: the others
 * @thread: its handle
 * @sessions: opened when they are needed
 * @asked: queries that each session was given
 * @feeds: for the reader of the bytes
 * @portion: what it is at
 * @printer: makes rows; NULL if nobody does here
 * @can_print: how they look is known
 * @made: what was not handed over yet
 * @piece: of frames, if it is at one
 * @in_file: the next rows are of the same file as the last ones
 * @open: and of that file some were handed over
 */
struct worker {
	struct workers *all;
	pthread_t thread;
	struct pagesnap_session *sessions[PAGESNAP_INDEXES];
	uint32_t asked[PAGESNAP_INDEXES];
	struct feed feeds[PAGESNAP_INDEXES];
	struct portion *portion;
	struct printer *printer;
	bool can_print;
	struct made made;
	struct piece piece;
	bool in_file;
	bool open;
};

/**
 * struct workers - all threads
 * @lock: guards what is not one thread's own
 * @changed: a portion was submitted or done, bytes came or went, or @stop
 * @portions: ring
 * @nr_portions: of it
 * @submitted: portions so far
 * @make_rows: it is known how they are to look
 * @stop: end
 * @pace: how fast
 * @nr: threads that were started
 * @worker: these
 */
struct workers {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct portion *portions;
	size_t nr_portions;
	uint64_t submitted;
	bool make_rows;
	bool stop;
	struct pace pace;
	unsigned int nr;
	struct worker worker[];
};

/* In a worker -------------------------------------------------------------- */

static bool stopped(struct workers *all)
{
	bool stop;

	pthread_mutex_lock(&all->lock);
	stop = all->stop;
	pthread_mutex_unlock(&all->lock);
	return stop;
}

/* The first of those in this state, NULL if there is none. */
static struct portion *first_in(const struct workers *all, enum portion_state state)
{
	struct portion *first = NULL, *p;

	for (p = all->portions; p < all->portions + all->nr_portions; p++)
		if (p->state == state && (!first || p->turn < first->turn))
			first = p;
	return first;
}

static struct portion *take_portion(struct workers *all)
{
	struct portion *p = NULL;

	pthread_mutex_lock(&all->lock);
	while (!all->stop && !(p = first_in(all, PORTION_FILLED)))
		pthread_cond_wait(&all->changed, &all->lock);
	if (all->stop)
		p = NULL;
	else
		p->state = PORTION_TAKEN;
	pthread_mutex_unlock(&all->lock);
	return p;
}

/* Room for @len bytes behind what was made.  NULL if there is no memory. */
static struct chunk *add_chunk(struct worker *worker, enum chunk_kind kind, size_t len)
{
	struct made *made = &worker->made;
	struct chunk *chunk = malloc(sizeof(*chunk) + len);

	if (!chunk)
		return NULL;
	chunk->next = NULL;
	chunk->kind = kind;
	chunk->len = len;
	if (made->last)
		made->last->next = chunk;
	else
		made->first = chunk;
	made->last = chunk;
	made->len += len;
	return chunk;
}

static void hand_over(struct worker *worker)
{
	struct workers *all = worker->all;
	struct portion *p = worker->portion;
	struct made *made = &worker->made;

	if (!made->first)
		return;
	pthread_mutex_lock(&all->lock);
	while (!all->stop && p->queued > QUEUED_MAX)
		pthread_cond_wait(&all->changed, &all->lock);
	if (p->last)
		p->last->next = made->first;
	else
		p->first = made->first;
	p->last = made->last;
	p->queued += made->len;
	*made = (struct made){ NULL };
	pthread_cond_broadcast(&all->changed);
	pthread_mutex_unlock(&all->lock);
}

/* pagesnap_on_bytes(): hand them over.  Without memory the portion fails. */
static void take_bytes(void *ctx, const void *buf, size_t len)
{
	struct worker *worker = ctx;
	struct chunk *chunk = add_chunk(worker, CHUNK_BYTES, len);

	if (chunk)
		memcpy(chunk->bytes, buf, len);
	else
		worker->portion->err = -ENOMEM;
	hand_over(worker);
}

/* Rows ---------------------------------------------------------------------- */

static int add_rows(struct worker *worker)
{
	struct progress at;
	ssize_t len;
	const char *rows = printer_take(worker->printer, &len, &at);
	struct chunk *chunk;

	if (len < 0)
		return len;
	if (!len && !at.records && worker->open == worker->in_file)
		return 0;
	chunk = add_chunk(worker, CHUNK_ROWS, len);
	if (!chunk)
		return -ENOMEM;
	chunk->at = at;
	worker->open = worker->in_file;
	chunk->open = worker->open;
	if (len)
		memcpy(chunk->bytes, rows, len);
	return 0;
}

/* As much of it as there is: a newer module's may be longer than all that are known. */
static size_t record_head(const struct pagesnap_record *r)
{
	return r->size < sizeof(*r->u) ? r->size : sizeof(*r->u);
}

/* Behind the rows that were before it. */
static int add_record(struct worker *worker, const struct pagesnap_record *r)
{
	size_t head = record_head(r);
	int err = add_rows(worker);
	struct chunk *chunk;

	if (err)
		return err;
	chunk = add_chunk(worker, CHUNK_RECORD, head + r->len + 1);
	if (!chunk)
		return -ENOMEM;
	memcpy(chunk->bytes, r->u, head);
	memcpy(chunk->bytes + head, r->bytes, r->len);
	chunk->bytes[head + r->len] = '\0';
	chunk->record = *r;
	return 0;
}

/* An answer begins: may rows be made of it?  The reader of its first record says so. */
static int wait_for_look(struct worker *worker, uint32_t group)
{
	struct workers *all = worker->all;
	struct portion *p = worker->portion;

	if (worker->can_print)
		return 0;
	hand_over(worker);
	pthread_mutex_lock(&all->lock);
	p->group = group;
	p->has_group = true;
	pthread_cond_broadcast(&all->changed);
	while (!all->stop && !all->make_rows)
		pthread_cond_wait(&all->changed, &all->lock);
	worker->can_print = all->make_rows;
	pthread_mutex_unlock(&all->lock);
	return worker->can_print ? 0 : -EINTR;
}

static int make_row(struct worker *worker, const struct query *query,
		    const struct pagesnap_record *r)
{
	int err = printer_record(worker->printer, worker->portion->queries[0].which, query, r);

	if (err || !printer_is_full(worker->printer))
		return err;
	err = add_rows(worker);
	hand_over(worker);
	return err;
}

/* What was kept, as it turns out not to stand at the border. */
static int make_last_row(struct worker *worker, const struct query *query)
{
	const struct pagesnap_record *last = piece_take(&worker->piece);

	return last ? make_row(worker, query, last) : 0;
}

static int take_item(struct worker *worker, const struct query *query,
		     const struct pagesnap_record *r)
{
	enum piece_step step = piece_step(&worker->piece, r);
	int err;

	if (step == PIECE_TELL)
		return add_record(worker, r);
	err = make_last_row(worker, query);
	if (err)
		return err;
	return step == PIECE_KEEP ? piece_keep(&worker->piece, r) : make_row(worker, query, r);
}

/* A span may be that of the piece before; others know whether it is. */
static int take_of_piece(struct worker *worker, const struct query *query,
			 const struct pagesnap_record *r)
{
	int err;

	if (r->u->rec.type != PAGESNAP_REC_SPAN)
		return take_item(worker, query, r);
	err = make_last_row(worker, query) ?: add_record(worker, r);
	return err ?: make_row(worker, query, r);
}

static int end_piece(struct worker *worker)
{
	const struct pagesnap_record *last = piece_take(&worker->piece);

	worker->piece.begun = false;
	return last ? add_record(worker, last) : 0;
}

/* Rows of a file stay together: what is there when the next one begins is whole. */
static int take_of_file(struct worker *worker, const struct query *query,
			const struct pagesnap_record *r)
{
	int err = 0;

	if (r->u->rec.type == PAGESNAP_REC_FILE && !pagesnap_record_sums(r)) {
		worker->in_file = false;
		err = add_rows(worker);
		worker->in_file = true;
	}
	return err ?: make_row(worker, query, r);
}

/*
 * What is told of an answer beside its rows, and a sum that is put together of parts.
 * Whatever belongs to no query, or comes before an answer began, is the reader's to
 * refuse.
 */
static bool is_told(const struct worker *worker, const struct pagesnap_record *r)
{
	const struct portion *p = worker->portion;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_QUERY:
	case PAGESNAP_REC_ERROR:
	case PAGESNAP_REC_NOTE:
	case PAGESNAP_REC_END:
	/* a row may be made of it where the answer ends */
	case PAGESNAP_REC_TASK:
		return true;
	case PAGESNAP_REC_TOTAL:
		if (p->of)
			return true;
		/* fall through */
	default:
		return !worker->can_print || r->u->query.q - p->base - 1 >= p->nr;
	}
}

/* Of the sums of parts, those are made elsewhere, or the parts are refused. */
static bool has_rows(const struct portion *p, const struct pagesnap_record *begin)
{
	return !p->of || begin->u->query.group != PAGESNAP_GROUP_TOTAL;
}

static int take_header(struct worker *worker, const struct pagesnap_record *r)
{
	printer_header(worker->printer, worker->portion->queries[0].which, r->u);
	return add_record(worker, r);
}

static int take_row(struct worker *worker, const struct query *query,
		    const struct pagesnap_record *r)
{
	const struct portion *p = worker->portion;

	if (!p->of || r->u->rec.type == PAGESNAP_REC_QUERY)
		return make_row(worker, query, r);
	return p->in_turn ? take_of_piece(worker, query, r) : take_of_file(worker, query, r);
}

/* As they come of the session, if rows are made here. */
static int take_record(void *ctx, const struct pagesnap_record *r)
{
	struct worker *worker = ctx;
	const struct portion *p = worker->portion;
	uint32_t nth = r->u->query.q - p->base - 1;
	unsigned int type = r->u->rec.type;
	int err;

	if (type == PAGESNAP_REC_HEADER)
		return take_header(worker, r);
	/* of a newer module */
	if (type > PAGESNAP_REC_END)
		return 0;
	if (is_told(worker, r)) {
		if (type == PAGESNAP_REC_END) {
			worker->in_file = false;
			err = end_piece(worker);
			if (err)
				return err;
		}
		err = add_record(worker, r);
		if (err || nth >= p->nr)
			return err;
		if (type == PAGESNAP_REC_QUERY && has_rows(p, r))
			err = wait_for_look(worker, r->u->query.group);
		else if (type != PAGESNAP_REC_TASK || !worker->can_print)
			return err;
		if (err)
			return err;
	}
	return take_row(worker, p->of ? p->of : p->queries + nth, r);
}

/* All that a read() brought, but rows of a file that may have more. */
static int hand_over_rows(struct worker *worker)
{
	int err = worker->printer && !worker->in_file ? add_rows(worker) : 0;

	hand_over(worker);
	return err;
}

/* Asking -------------------------------------------------------------------- */

static int queue_one(struct pagesnap_session *s, const struct query *query)
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

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

/* The output is paid for, too: it is another thread's, and counted with the next read(). */
static uint64_t paid_until(struct workers *all)
{
	return pace_until(&all->pace, clock_ns(CLOCK_PROCESS_CPUTIME_ID),
			  clock_ns(CLOCK_MONOTONIC));
}

static void hold_still(struct workers *all)
{
	struct timespec end;
	uint64_t until;

	if (!all->pace.percent)
		return;
	pthread_mutex_lock(&all->lock);
	until = paid_until(all);
	end.tv_sec = until / 1000000000;
	end.tv_nsec = until % 1000000000;
	while (!all->stop)
		if (pthread_cond_timedwait(&all->changed, &all->lock, &end) == ETIMEDOUT)
			break;
	pthread_mutex_unlock(&all->lock);
}

static int ask(struct worker *worker, struct portion *p, enum pagesnap_index which)
{
	struct pagesnap_session *s = worker->sessions[which];
	size_t i;
	int ret = 0, err;

	for (i = 0; i < p->nr && !ret; i++) {
		ret = queue_one(s, p->queries + i);
		worker->asked[which]++;
	}
	while (!ret) {
		hold_still(worker->all);
		ret = pagesnap_read(s, worker->printer ? take_record : NULL, worker);
		err = hand_over_rows(worker);
		if (err && ret >= 0)
			ret = err;
		if (stopped(worker->all))
			return -EINTR;
		if (ret == -EINTR || ret == -EAGAIN || ret == 1)
			ret = 0;
		else if (!ret)
			break;
		if (p->err)
			break;
	}
	/* bytes for which there was no memory, be they the last */
	return p->err ? p->err : ret;
}

static int open_session(struct worker *worker, enum pagesnap_index which)
{
	int err;

	if (worker->sessions[which])
		return 0;
	err = pagesnap_open(&worker->sessions[which], which, mnt_ns_index_dir());
	if (err)
		return err;
	if (!worker->printer)
		pagesnap_on_bytes(worker->sessions[which], take_bytes, worker);
	/* then a read() returns after 100 ms, though it has found nothing to tell */
	if (worker->all->pace.percent &&
	    fcntl(pagesnap_fd(worker->sessions[which]), F_SETFL, O_RDWR | O_NONBLOCK))
		return -errno;
	return 0;
}

static int do_portion(struct worker *worker, struct portion *p)
{
	enum pagesnap_index which = p->queries[0].which;
	const char *message = NULL;
	int err;

	worker->portion = p;
	p->feed = &worker->feeds[which];
	p->base = worker->asked[which];
	err = open_session(worker, which);
	if (!err)
		err = ask(worker, p, which);
	if (err && worker->sessions[which])
		message = pagesnap_message(worker->sessions[which]);
	if (err)
		p->message = strdup(message && *message ? message : strerror(-err));
	return err;
}

static void *work(void *ctx)
{
	struct worker *worker = ctx;
	struct workers *all = worker->all;
	struct portion *p;

	while ((p = take_portion(all))) {
		/* those with a fault are answered by the reader, in their turn */
		int err = p->queries[0].err ? 0 : do_portion(worker, p);

		pthread_mutex_lock(&all->lock);
		p->err = err;
		p->state = PORTION_DONE;
		pthread_cond_broadcast(&all->changed);
		pthread_mutex_unlock(&all->lock);
		/* the run ends there, and what is left in the session belongs to no other */
		if (err)
			break;
	}
	return NULL;
}

/* From outside ------------------------------------------------------------- */

static void wake_up(int number)
{
}

/* A signal of its own makes a worker's read() return. */
static void prepare_signal(void)
{
	struct sigaction action = { .sa_handler = wake_up };

	sigemptyset(&action.sa_mask);
	sigaction(SIGUSR1, &action, NULL);
}

static void free_chunks(struct chunk *first)
{
	while (first) {
		struct chunk *chunk = first;

		first = chunk->next;
		free(chunk);
	}
}

static void free_worker(struct worker *worker)
{
	int which;

	free_chunks(worker->made.first);
	piece_free(&worker->piece);
	printer_free(worker->printer);
	for (which = 0; which < PAGESNAP_INDEXES; which++) {
		pagesnap_close(worker->sessions[which]);
		pagesnap_decoder_free(worker->feeds[which].decoder);
	}
}

static int prepare_worker(struct worker *worker, const struct out_options *rows,
			  pagesnap_record_fn *fn, void *ctx)
{
	int which;

	if (rows) {
		worker->printer = printer_new(rows);
		if (!worker->printer)
			return -ENOMEM;
	}
	for (which = 0; which < PAGESNAP_INDEXES; which++) {
		worker->feeds[which].decoder = pagesnap_decoder_new(fn, ctx);
		if (!worker->feeds[which].decoder) {
			free_worker(worker);
			return -ENOMEM;
		}
		pagesnap_decoder_set_live(worker->feeds[which].decoder);
	}
	return 0;
}

static int start_workers(struct workers *all, const struct settings *settings, bool rows,
			 pagesnap_record_fn *fn, void *ctx)
{
	int err = 0;

	interrupt_hold();
	while (all->nr < settings->jobs && !err) {
		struct worker *worker = all->worker + all->nr;

		worker->all = all;
		err = prepare_worker(worker, rows ? settings->out : NULL, fn, ctx);
		if (err)
			break;
		err = -pthread_create(&worker->thread, NULL, work, worker);
		if (err)
			free_worker(worker);
		else
			all->nr++;
	}
	interrupt_release();
	return err;
}

/**
 * workers_start() - start threads
 * @out: for the other functions
 * @settings: how many, and for how much of a processor
 * @rows: they make rows
 * @portions: ring of portions, all empty
 * @nr_portions: of it
 * @fn: takes records of all decoders
 * @ctx: its first argument
 *
 * Return: 0 or a negative errno.
 */
int workers_start(struct workers **out, const struct settings *settings, bool rows,
		  struct portion *portions, size_t nr_portions, pagesnap_record_fn *fn, void *ctx)
{
	struct workers *all = calloc(1, sizeof(*all) + settings->jobs * sizeof(all->worker[0]));
	pthread_condattr_t attr;
	int err = -ENOMEM;

	*out = NULL;
	if (all) {
		pthread_mutex_init(&all->lock, NULL);
		pthread_condattr_init(&attr);
		pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
		pthread_cond_init(&all->changed, &attr);
		pthread_condattr_destroy(&attr);
		all->portions = portions;
		all->nr_portions = nr_portions;
		all->pace.percent = settings->max_cpu;
		paid_until(all);
		prepare_signal();
		err = start_workers(all, settings, rows, fn, ctx);
	}
	if (err) {
		say_error("%s", strerror(-err));
		workers_stop(all);
		return err;
	}
	*out = all;
	return 0;
}

/**
 * workers_submit() - let a portion be asked
 * @workers: who asks
 * @portion: filled
 */
void workers_submit(struct workers *workers, struct portion *portion)
{
	pthread_mutex_lock(&workers->lock);
	portion->state = PORTION_FILLED;
	portion->turn = workers->submitted++;
	pthread_cond_broadcast(&workers->changed);
	pthread_mutex_unlock(&workers->lock);
}

/**
 * workers_forget() - a portion is answered, and can be filled again
 * @workers: who asked
 * @portion: which; done, or never submitted
 */
void workers_forget(struct workers *workers, struct portion *portion)
{
	pthread_mutex_lock(&workers->lock);
	portion->state = PORTION_EMPTY;
	pthread_mutex_unlock(&workers->lock);
}

/**
 * workers_make_rows() - let rows be made
 * @workers: who makes them
 */
void workers_make_rows(struct workers *workers)
{
	pthread_mutex_lock(&workers->lock);
	workers->make_rows = true;
	pthread_cond_broadcast(&workers->changed);
	pthread_mutex_unlock(&workers->lock);
}

static struct timespec in_ms(unsigned int ms)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000L;
	if (t.tv_nsec >= 1000000000) {
		t.tv_sec++;
		t.tv_nsec -= 1000000000;
	}
	return t;
}

static struct portion *portion_at(const struct workers *all, size_t nth)
{
	return all->portions + nth % all->nr_portions;
}

/*
 * A worker may have taken two of them, one after the other: its session is one
 * stream, whose bytes are decoded in their order.
 */
static bool has_earlier(const struct workers *all, size_t first, size_t nth)
{
	size_t i;

	for (i = first; i < nth; i++)
		if (portion_at(all, i)->first &&
		    portion_at(all, i)->feed == portion_at(all, nth)->feed)
			return true;
	return false;
}

/* Whoever is nearest to holding still; NULL if there are no bytes. */
static struct portion *fullest(const struct workers *all, size_t first, size_t nr)
{
	struct portion *best = NULL;
	size_t i;

	for (i = first; i < first + nr; i++) {
		struct portion *p = portion_at(all, i);

		if (p->first && (!best || p->queued > best->queued) && !has_earlier(all, first, i))
			best = p;
	}
	return best;
}

/*
 * One that can't be answered, all of whose bytes were taken; or NULL.  The others
 * are of no use without it, and what its session reads next may be anything.
 */
static struct portion *failed(const struct workers *all, size_t first, size_t nr)
{
	size_t i;

	for (i = first; i < first + nr; i++) {
		struct portion *p = portion_at(all, i);

		if (p->state == PORTION_DONE && p->err && !p->first)
			return p;
	}
	return NULL;
}

static bool are_done(const struct workers *all, size_t first, size_t nr)
{
	size_t i;

	for (i = first; i < first + nr; i++)
		if (portion_at(all, i)->state != PORTION_DONE)
			return false;
	return true;
}

static struct chunk *take_chunk(struct portion *p)
{
	struct chunk *chunk = p->first;

	p->first = chunk->next;
	if (!p->first)
		p->last = NULL;
	p->queued -= chunk->len;
	return chunk;
}

/* The first that waits for nothing but the reader; NULL if there is none. */
static struct portion *choice(const struct workers *all)
{
	struct portion *best = first_in(all, PORTION_DONE), *p, *taken;

	if (all->make_rows && best)
		return best;
	taken = first_in(all, PORTION_TAKEN);
	if (!all->make_rows && taken && (!best || taken->turn < best->turn))
		return taken->has_group ? taken : NULL;
	for (p = all->portions; !best && p < all->portions + all->nr_portions; p++)
		if (p->state == PORTION_TAKEN && p->queued > QUEUED_MAX)
			best = p;
	return best;
}

/**
 * workers_choose() - choose a portion to go on with
 * @workers: who asks
 * @timeout_ms: how long to wait for one
 *
 * One that is done can be written at a go.  If there is none, one of which there is
 * too much to wait for.
 *
 * Return: portion, NULL if there is none yet.
 */
struct portion *workers_choose(struct workers *workers, unsigned int timeout_ms)
{
	struct timespec end = in_ms(timeout_ms);
	struct portion *p;

	pthread_mutex_lock(&workers->lock);
	while (!(p = choice(workers)))
		if (pthread_cond_timedwait(&workers->changed, &workers->lock, &end))
			break;
	pthread_mutex_unlock(&workers->lock);
	return p;
}

/**
 * workers_wait() - wait for what comes next
 * @workers: who reads it
 * @first: number of a portion in the ring
 * @nr: how many there are from it on, of which any will do
 * @timeout_ms: how long
 * @portion: whose it is; the one that failed, if one did
 * @chunk: that, NULL if none came in time
 *
 * Return: false if no more will come.
 */
bool workers_wait(struct workers *workers, size_t first, size_t nr, unsigned int timeout_ms,
		  struct portion **portion, struct chunk **chunk)
{
	struct timespec end = in_ms(timeout_ms);
	bool done, more, late = false;
	struct portion *lost, *found;

	*chunk = NULL;
	pthread_mutex_lock(&workers->lock);
	/* When it got late, the last bytes may have come while the lock was waited for. */
	for (;;) {
		lost = failed(workers, first, nr);
		found = lost ? NULL : fullest(workers, first, nr);
		done = are_done(workers, first, nr);
		if (lost || found || done || late)
			break;
		late = pthread_cond_timedwait(&workers->changed, &workers->lock, &end);
	}
	more = found || !(lost || done);
	if (found) {
		bool was_full = found->queued > QUEUED_MAX;

		*chunk = take_chunk(found);
		if (was_full && found->queued <= QUEUED_MAX)
			pthread_cond_broadcast(&workers->changed);
	}
	if (lost || found)
		*portion = lost ?: found;
	pthread_mutex_unlock(&workers->lock);
	return more;
}

/**
 * workers_record() - unpack a record
 * @chunk: with it
 * @u: memory for it
 *
 * Return: record, valid as long as both of these.
 */
struct pagesnap_record workers_record(const struct chunk *chunk, union pagesnap_any *u)
{
	struct pagesnap_record r = chunk->record;

	memset(u, 0, sizeof(*u));
	memcpy(u, chunk->bytes, record_head(&r));
	r.bytes = chunk->bytes + record_head(&r);
	r.u = u;
	return r;
}

/**
 * workers_stop() - end the threads
 * @workers: which, or NULL
 */
void workers_stop(struct workers *workers)
{
	unsigned int i;

	if (!workers)
		return;
	pthread_mutex_lock(&workers->lock);
	workers->stop = true;
	pthread_cond_broadcast(&workers->changed);
	pthread_mutex_unlock(&workers->lock);
	for (i = 0; i < workers->nr; i++) {
		struct worker *worker = workers->worker + i;
		struct timespec wait = in_ms(20);

		/* again, as it may not have been in read() yet */
		while (pthread_clockjoin_np(worker->thread, NULL, CLOCK_MONOTONIC, &wait)) {
			pthread_kill(worker->thread, SIGUSR1);
			wait = in_ms(20);
		}
		free_worker(worker);
	}
	pthread_cond_destroy(&workers->changed);
	pthread_mutex_destroy(&workers->lock);
	free(workers);
}
