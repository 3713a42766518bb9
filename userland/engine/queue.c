// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: queue of batches
 *
 * One lock guards the states of all batches and what waits in them.  A worker whose batch
 * has much waiting pauses until it is taken, so memory is bounded; the batches that
 * are being taken always drain, so none waits for ever.
 *
 * How rows look is said by the first answer.  A worker that comes to an answer before that
 * is known hands over what it has, and waits: the first answer always gets through.
 */
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "queue.h"

/* Bytes that wait in one batch at the most, and what is handed over once more. */
#define WAITING_MAX (1024 * 1024)
/* The same of one that takes samples: while its worker waits, they are missed. */
#define LASTING_MAX (64 * 1024 * 1024)
/* Bytes that spare buffers have room for at the most. */
#define SPARE_MAX (1024 * 1024)

static size_t most_waiting(const struct batch *batch)
{
	return batch->nr && batch->queries[0].lasts ? LASTING_MAX : WAITING_MAX;
}

/**
 * queue_init() - make a queue
 * @queue: memory for it
 * @batches: ring, all empty
 * @nr: how many these are
 */
void queue_init(struct queue *queue, struct batch *batches, size_t nr)
{
	pthread_condattr_t attr;

	*queue = (struct queue){ .batches = batches, .nr = nr };
	pthread_mutex_init(&queue->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&queue->changed, &attr);
	pthread_condattr_destroy(&attr);
}

/**
 * queue_destroy() - end a queue
 * @queue: which no thread uses any more
 */
void queue_destroy(struct queue *queue)
{
	buffers_free(&queue->spare);
	pthread_cond_destroy(&queue->changed);
	pthread_mutex_destroy(&queue->lock);
}

/* A worker's --------------------------------------------------------------- */

/* The first of those in this state, NULL if there is none. */
static struct batch *first_in(const struct queue *queue, enum batch_state state)
{
	struct batch *first = NULL, *p;

	for (p = queue->batches; p < queue->batches + queue->nr; p++)
		if (p->state == state && (!first || p->turn < first->turn))
			first = p;
	return first;
}

/**
 * queue_take() - take the next batch to ask
 * @queue: where it stands
 *
 * Return: batch, NULL if this is the end.
 */
struct batch *queue_take(struct queue *queue)
{
	struct batch *p = NULL;

	pthread_mutex_lock(&queue->lock);
	while (!queue->stop && !(p = first_in(queue, BATCH_FILLED)))
		pthread_cond_wait(&queue->changed, &queue->lock);
	if (queue->stop)
		p = NULL;
	else
		p->state = BATCH_TAKEN;
	pthread_mutex_unlock(&queue->lock);
	return p;
}

/**
 * queue_room() - memory to read into
 * @queue: that is read for
 * @size: bytes that there may be
 *
 * In memory that was used before the kernel needs no fault to write to it.
 *
 * Return: buffer, NULL if there is no memory.
 */
struct buffer *queue_room(struct queue *queue, size_t size)
{
	struct buffer *buffer = NULL;

	pthread_mutex_lock(&queue->lock);
	queue->room = size;
	if (queue->spare.first)
		buffer = buffers_take(&queue->spare);
	pthread_mutex_unlock(&queue->lock);
	return buffer ?: buffer_new(BUFFER_BYTES, size);
}

/**
 * queue_hand_over() - let the reader have what was read
 * @queue: where the batch stands
 * @batch: what it is of
 * @ready: that; empty then
 *
 * Waits while there is too much that the reader hasn't taken.
 */
void queue_hand_over(struct queue *queue, struct batch *batch, struct buffers *ready)
{
	if (!ready->first)
		return;
	pthread_mutex_lock(&queue->lock);
	while (!queue->stop && batch->waiting.len > most_waiting(batch))
		pthread_cond_wait(&queue->changed, &queue->lock);
	buffers_move(&batch->waiting, ready);
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
}

/**
 * queue_wait_for_look() - wait until it is known how rows are to look
 * @queue: where the batch stands
 * @batch: begins with an answer
 * @group: PAGESNAP_GROUP_* of that
 *
 * The reader of the first answer says so; what came before it must be handed over.
 *
 * Return: 0, or -EINTR if this is the end.
 */
int queue_wait_for_look(struct queue *queue, struct batch *batch, uint32_t group)
{
	bool make_rows;

	pthread_mutex_lock(&queue->lock);
	batch->group = group;
	batch->has_group = true;
	pthread_cond_broadcast(&queue->changed);
	while (!queue->stop && !queue->make_rows)
		pthread_cond_wait(&queue->changed, &queue->lock);
	make_rows = queue->make_rows;
	pthread_mutex_unlock(&queue->lock);
	return make_rows ? 0 : -EINTR;
}

/**
 * queue_done() - a batch is asked
 * @queue: where it stands
 * @batch: all that will come of it is handed over
 * @err: negative errno if it failed
 */
void queue_done(struct queue *queue, struct batch *batch, int err)
{
	pthread_mutex_lock(&queue->lock);
	batch->err = err;
	batch->state = BATCH_DONE;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
}

/**
 * queue_sleep() - wait for a time
 * @queue: ends it early if it is stopped
 * @until_ns: of CLOCK_MONOTONIC
 */
void queue_sleep(struct queue *queue, uint64_t until_ns)
{
	const struct timespec end = {
		.tv_sec = until_ns / 1000000000, .tv_nsec = until_ns % 1000000000,
	};

	pthread_mutex_lock(&queue->lock);
	while (!queue->stop)
		if (pthread_cond_timedwait(&queue->changed, &queue->lock, &end) == ETIMEDOUT)
			break;
	pthread_mutex_unlock(&queue->lock);
}

/**
 * queue_stopped() - is this the end?
 * @queue: which
 *
 * Return: true if it is.
 */
bool queue_stopped(struct queue *queue)
{
	bool stop;

	pthread_mutex_lock(&queue->lock);
	stop = queue->stop;
	pthread_mutex_unlock(&queue->lock);
	return stop;
}

/* The reader's ------------------------------------------------------------- */

/**
 * queue_submit() - let a batch be asked
 * @queue: where it will stand
 * @batch: filled
 */
void queue_submit(struct queue *queue, struct batch *batch)
{
	pthread_mutex_lock(&queue->lock);
	batch->state = BATCH_FILLED;
	batch->turn = queue->submitted++;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
}

/**
 * queue_forget() - a batch is answered, and can be filled again
 * @queue: where it stands
 * @batch: which; done, or never submitted
 */
void queue_forget(struct queue *queue, struct batch *batch)
{
	pthread_mutex_lock(&queue->lock);
	batch->state = BATCH_EMPTY;
	pthread_mutex_unlock(&queue->lock);
}

/**
 * queue_make_rows() - let rows be made
 * @queue: whose workers make them
 */
void queue_make_rows(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	queue->make_rows = true;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
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

static struct batch *batch_at(const struct queue *queue, size_t nth)
{
	return queue->batches + nth % queue->nr;
}

/*
 * A worker may have taken two of them, one after the other: its session is one
 * stream, whose bytes are decoded in their order.
 */
static bool has_earlier(const struct queue *queue, size_t first, size_t nth)
{
	size_t i;

	for (i = first; i < nth; i++)
		if (batch_at(queue, i)->waiting.first &&
		    batch_at(queue, i)->stream == batch_at(queue, nth)->stream)
			return true;
	return false;
}

/* The one whose worker has to pause soonest; NULL if there are no bytes. */
static struct batch *fullest(const struct queue *queue, size_t first, size_t nr)
{
	struct batch *best = NULL;
	size_t i;

	for (i = first; i < first + nr; i++) {
		struct batch *p = batch_at(queue, i);

		if (p->waiting.first && (!best || p->waiting.len > best->waiting.len) &&
		    !has_earlier(queue, first, i))
			best = p;
	}
	return best;
}

/*
 * One that can't be answered, all of whose bytes were taken; or NULL.  The others
 * are of no use without it, and what its session reads next may be anything.
 */
static struct batch *failed(const struct queue *queue, size_t first, size_t nr)
{
	size_t i;

	for (i = first; i < first + nr; i++) {
		struct batch *p = batch_at(queue, i);

		if (p->state == BATCH_DONE && p->err && !p->waiting.first)
			return p;
	}
	return NULL;
}

static bool are_done(const struct queue *queue, size_t first, size_t nr)
{
	size_t i;

	for (i = first; i < first + nr; i++)
		if (batch_at(queue, i)->state != BATCH_DONE)
			return false;
	return true;
}

/* The first that waits for nothing but the reader; NULL if there is none. */
static struct batch *choice(const struct queue *queue)
{
	struct batch *best = first_in(queue, BATCH_DONE), *p, *taken;

	if (queue->make_rows && best)
		return best;
	taken = first_in(queue, BATCH_TAKEN);
	if (!queue->make_rows && taken && (!best || taken->turn < best->turn))
		return taken->has_group ? taken : NULL;
	for (p = queue->batches; !best && p < queue->batches + queue->nr; p++)
		if (p->state == BATCH_TAKEN && p->waiting.len > most_waiting(p))
			best = p;
	return best;
}

/**
 * queue_choose() - choose a batch to go on with
 * @queue: where they stand
 * @timeout_ms: how long to wait for one
 *
 * One that is done can be written at a go.  If there is none, one of which there is
 * too much to wait for.
 *
 * Return: batch, NULL if there is none yet.
 */
struct batch *queue_choose(struct queue *queue, unsigned int timeout_ms)
{
	struct timespec end = in_ms(timeout_ms);
	struct batch *p;

	pthread_mutex_lock(&queue->lock);
	while (!(p = choice(queue)))
		if (pthread_cond_timedwait(&queue->changed, &queue->lock, &end))
			break;
	pthread_mutex_unlock(&queue->lock);
	return p;
}

/**
 * queue_wait() - wait for what comes next
 * @queue: where they stand
 * @first: number of a batch in the ring
 * @nr: how many there are from it on, of which any will do
 * @timeout_ms: how long
 * @batch: whose it is; the one that failed, if one did
 * @buffer: that, NULL if none came in time
 *
 * Return: false if no more will come.
 */
bool queue_wait(struct queue *queue, size_t first, size_t nr, unsigned int timeout_ms,
		struct batch **batch, struct buffer **buffer)
{
	struct timespec end = in_ms(timeout_ms);
	bool done, more, late = false;
	struct batch *lost, *found;

	*buffer = NULL;
	pthread_mutex_lock(&queue->lock);
	/* When it got late, the last bytes may have come while the lock was waited for. */
	for (;;) {
		lost = failed(queue, first, nr);
		found = lost ? NULL : fullest(queue, first, nr);
		done = are_done(queue, first, nr);
		if (lost || found || done || late)
			break;
		late = pthread_cond_timedwait(&queue->changed, &queue->lock, &end);
	}
	more = found || !(lost || done);
	if (found) {
		bool was_full = found->waiting.len > most_waiting(found);

		*buffer = buffers_take(&found->waiting);
		if (was_full && found->waiting.len <= most_waiting(found))
			pthread_cond_broadcast(&queue->changed);
	}
	if (lost || found)
		*batch = lost ?: found;
	pthread_mutex_unlock(&queue->lock);
	return more;
}

/**
 * queue_give_back() - a buffer was used
 * @queue: that it came from
 * @buffer: which is the caller's, or NULL
 */
void queue_give_back(struct queue *queue, struct buffer *buffer)
{
	bool keep = buffer && buffer->kind == BUFFER_BYTES;

	if (keep) {
		pthread_mutex_lock(&queue->lock);
		keep = buffer->room == queue->room && queue->spare.len + buffer->room <= SPARE_MAX;
		if (keep)
			buffers_put(&queue->spare, buffer);
		pthread_mutex_unlock(&queue->lock);
	}
	if (!keep)
		free(buffer);
}

/**
 * queue_stop() - end all waiting
 * @queue: which
 */
void queue_stop(struct queue *queue)
{
	pthread_mutex_lock(&queue->lock);
	queue->stop = true;
	pthread_cond_broadcast(&queue->changed);
	pthread_mutex_unlock(&queue->lock);
}
