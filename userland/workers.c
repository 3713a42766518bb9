// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: threads that ask
 *
 * One lock guards the states of all portions and their lists of bytes.  A
 * worker whose portion has many bytes waiting holds still until they are
 * decoded, so memory is bounded; the portions that are being decoded always
 * drain, so none waits for ever.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "interrupt.h"
#include "pace.h"
#include "say.h"
#include "workers.h"

/* Bytes that wait in one portion at the most, and one read() more. */
#define QUEUED_MAX (1024 * 1024)

/**
 * struct worker - a thread
 * @all: the others
 * @thread: its handle
 * @sessions: opened when they are needed
 * @asked: queries that each session was given
 * @feeds: for the reader of the bytes
 * @portion: what it is at
 */
struct worker {
	struct workers *all;
	pthread_t thread;
	struct pagesnap_session *sessions[PAGESNAP_INDEXES];
	uint32_t asked[PAGESNAP_INDEXES];
	struct feed feeds[PAGESNAP_INDEXES];
	struct portion *portion;
};

/**
 * struct workers - all threads
 * @lock: guards what is not one thread's own
 * @changed: a portion was submitted or done, bytes came or went, or @stop
 * @portions: ring
 * @nr_portions: of it
 * @next: the portion that a worker takes next
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
	size_t next;
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

static struct portion *take_portion(struct workers *all)
{
	struct portion *p = NULL;

	pthread_mutex_lock(&all->lock);
	while (!all->stop && all->portions[all->next].state != PORTION_FILLED)
		pthread_cond_wait(&all->changed, &all->lock);
	if (!all->stop) {
		p = all->portions + all->next;
		p->state = PORTION_TAKEN;
		all->next = (all->next + 1) % all->nr_portions;
	}
	pthread_mutex_unlock(&all->lock);
	return p;
}

/* pagesnap_on_bytes(): hand them over.  Without memory the portion fails. */
static void hand_over(void *ctx, const void *buf, size_t len)
{
	struct worker *worker = ctx;
	struct workers *all = worker->all;
	struct portion *p = worker->portion;
	struct chunk *chunk = malloc(sizeof(*chunk) + len);

	pthread_mutex_lock(&all->lock);
	while (!all->stop && p->queued > QUEUED_MAX)
		pthread_cond_wait(&all->changed, &all->lock);
	if (!chunk) {
		p->err = -ENOMEM;
	} else {
		chunk->next = NULL;
		chunk->len = len;
		memcpy(chunk->bytes, buf, len);
		if (p->last)
			p->last->next = chunk;
		else
			p->first = chunk;
		p->last = chunk;
		p->queued += len;
	}
	pthread_cond_broadcast(&all->changed);
	pthread_mutex_unlock(&all->lock);
}

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
	int ret = 0;

	for (i = 0; i < p->nr && !ret; i++) {
		ret = queue_one(s, p->queries + i);
		worker->asked[which]++;
	}
	while (!ret) {
		hold_still(worker->all);
		ret = pagesnap_read(s, NULL, NULL);
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
	err = pagesnap_open(&worker->sessions[which], which, NULL);
	if (err)
		return err;
	pagesnap_on_bytes(worker->sessions[which], hand_over, worker);
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

static void free_worker(struct worker *worker)
{
	int which;

	for (which = 0; which < PAGESNAP_INDEXES; which++) {
		pagesnap_close(worker->sessions[which]);
		pagesnap_decoder_free(worker->feeds[which].decoder);
	}
}

static int prepare_worker(struct worker *worker, struct workers *all, pagesnap_record_fn *fn,
			  void *ctx)
{
	int which;

	worker->all = all;
	for (which = 0; which < PAGESNAP_INDEXES; which++) {
		worker->feeds[which].decoder = pagesnap_decoder_new(fn, ctx);
		if (!worker->feeds[which].decoder) {
			free_worker(worker);
			return -ENOMEM;
		}
	}
	return 0;
}

static int start_workers(struct workers *all, unsigned int nr, pagesnap_record_fn *fn, void *ctx)
{
	int err = 0;

	interrupt_hold();
	while (all->nr < nr && !err) {
		struct worker *worker = all->worker + all->nr;

		err = prepare_worker(worker, all, fn, ctx);
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
 * @nr: how many
 * @percent: of one processor that the process may take, 0 for any
 * @portions: ring of portions, all empty
 * @nr_portions: of it
 * @fn: takes records of all decoders
 * @ctx: its first argument
 *
 * Return: 0 or a negative errno.
 */
int workers_start(struct workers **out, unsigned int nr, unsigned int percent,
		  struct portion *portions, size_t nr_portions, pagesnap_record_fn *fn, void *ctx)
{
	struct workers *all = calloc(1, sizeof(*all) + nr * sizeof(all->worker[0]));
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
		all->pace.percent = percent;
		paid_until(all);
		prepare_signal();
		err = start_workers(all, nr, fn, ctx);
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
 * @portion: the one behind that which was submitted last
 */
void workers_submit(struct workers *workers, struct portion *portion)
{
	pthread_mutex_lock(&workers->lock);
	portion->state = PORTION_FILLED;
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

/**
 * workers_wait() - wait for bytes
 * @workers: who reads them
 * @first: number of a portion in the ring
 * @nr: how many there are from it on, of which any will do
 * @timeout_ms: how long
 * @portion: whose bytes they are; the one that failed, if one did
 * @chunk: bytes, NULL if none came in time
 *
 * Return: false if no more will come.
 */
bool workers_wait(struct workers *workers, size_t first, size_t nr, unsigned int timeout_ms,
		  struct portion **portion, struct chunk **chunk)
{
	struct timespec end = in_ms(timeout_ms);
	struct portion *lost, *found = NULL;
	bool more;

	*chunk = NULL;
	pthread_mutex_lock(&workers->lock);
	while (!(lost = failed(workers, first, nr)) && !(found = fullest(workers, first, nr)) &&
	       !are_done(workers, first, nr))
		if (pthread_cond_timedwait(&workers->changed, &workers->lock, &end))
			break;
	more = found || !(lost || are_done(workers, first, nr));
	if (found) {
		*chunk = take_chunk(found);
		pthread_cond_broadcast(&workers->changed);
	}
	if (lost || found)
		*portion = lost ?: found;
	pthread_mutex_unlock(&workers->lock);
	return more;
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
