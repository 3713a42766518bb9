/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The queue of what is to be asked: batches of queries, which workers take one by one,
 * and what they have read for each, which waits here for the reader.
 *
 * There is one reader, the main thread: it fills batches, submits them, takes what comes,
 * and forgets them.  Each batch is one worker's from when that takes it until it says that
 * it is done.
 */
#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/queries.h"
#include "buffers.h"
#include "lib/pagesnap.h"

/* Queries of one batch, and bytes of their text, at the most. */
#define BATCH_QUERIES 1024
#define BATCH_BYTES (1024 * 1024)

/**
 * struct stream - one session of one worker, as the reader of its bytes sees it
 * @decoder: of its stream
 * @header: the last one that came
 * @has_header: one came
 */
struct stream {
	struct pagesnap_decoder *decoder;
	struct pagesnap_header header;
	bool has_header;
};

enum batch_state {
	BATCH_EMPTY,		/* may be filled */
	BATCH_FILLED,		/* waits for a worker */
	BATCH_TAKEN,		/* a worker is at it */
	BATCH_DONE,		/* all that will come is there */
};

/**
 * struct batch - queries in a row that go to one session
 * @queries: @nr of them, all of one index file; or all refused
 * @nr: how many
 * @room: how many there is memory for, which goes when they are answered
 * @bytes: of their text
 * @of: the query of which all are shards, NULL if each is a query of its own
 * @in_turn: its shards come in their order: records at their borders are passed on
 * @state: changed under the lock of the queue
 * @turn: when it was submitted: the others count up to it
 * @has_group: @group is known, and rows wait for the reader to know it, too
 * @group: PAGESNAP_GROUP_* of its first answer
 * @stream: whose bytes these are
 * @base: number that the session gave to the query before the first
 * @waiting: what was read, and waits for the reader
 * @err: negative errno if the session failed
 * @message: and why; owned
 */
struct batch {
	struct query *queries;
	size_t nr;
	size_t room;
	size_t bytes;
	const struct query *of;
	bool in_turn;
	enum batch_state state;
	uint64_t turn;
	bool has_group;
	uint32_t group;
	struct stream *stream;
	uint32_t base;
	struct buffers waiting;
	int err;
	char *message;
};

/**
 * struct queue - batches on their way
 * @lock: guards what is here, states of batches, and what waits in them
 * @changed: a batch was submitted or done, bytes came or went, or @stop
 * @batches: ring
 * @nr: how many there are
 * @submitted: batches so far
 * @room: bytes that a buffer to read into has room for
 * @spare: such buffers, for whoever reads next
 * @make_rows: it is known how rows are to look
 * @stop: end
 */
struct queue {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct batch *batches;
	size_t nr;
	uint64_t submitted;
	size_t room;
	struct buffers spare;
	bool make_rows;
	bool stop;
};

/* For the ring @batches of @nr, all empty. */
void queue_init(struct queue *queue, struct batch *batches, size_t nr);
/* No worker may be left. */
void queue_destroy(struct queue *queue);

/* The reader's: */

/* A batch is filled: it is taken when all that were submitted before are. */
void queue_submit(struct queue *queue, struct batch *batch);
/* It is answered, and may be filled again. */
void queue_forget(struct queue *queue, struct batch *batch);
/* How rows are to look is known in the options, which don't change any more. */
void queue_make_rows(struct queue *queue);
/*
 * The batch to go on with if any will do, once there is one: that of which most
 * can be written before another has to wait.  NULL if there is none for @timeout_ms.
 * Until rows are made, it is the first, and has a group or is done.
 */
struct batch *queue_choose(struct queue *queue, unsigned int timeout_ms);
/*
 * What comes next of any of @nr batches from number @first of the ring on, to be
 * freed, in *@buffer, and whose they are in *@batch; NULL if none came for
 * @timeout_ms.  Returns false if they are done and no more will come, or if one
 * failed, with that in *@batch.
 */
bool queue_wait(struct queue *queue, size_t first, size_t nr, unsigned int timeout_ms,
		struct batch **batch, struct buffer **buffer);
/* Of no use any more; may be NULL. */
void queue_give_back(struct queue *queue, struct buffer *buffer);
/* Whoever waits here, or will, is to end. */
void queue_stop(struct queue *queue);

/* A worker's: */

/* The next batch to ask; NULL if this is the end. */
struct batch *queue_take(struct queue *queue);
/* One for bytes, with room for @size, which is always the same; NULL if there is no memory. */
struct buffer *queue_room(struct queue *queue, size_t size);
/* What was read or made for @batch; waits while there is too much. */
void queue_hand_over(struct queue *queue, struct batch *batch, struct buffers *ready);
/* @batch begins with an answer in PAGESNAP_GROUP_*: may rows be made?  0, or -EINTR. */
int queue_wait_for_look(struct queue *queue, struct batch *batch, uint32_t group);
/* All of it is handed over, or it failed with @err. */
void queue_done(struct queue *queue, struct batch *batch, int err);
/* Waits until this time of CLOCK_MONOTONIC, or the end. */
void queue_sleep(struct queue *queue, uint64_t until_ns);
bool queue_stopped(struct queue *queue);

#endif /* QUEUE_H */
