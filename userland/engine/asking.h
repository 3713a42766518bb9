/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A worker that asks the kernel: it takes batches out of the queue one by one, asks them
 * in its sessions, and hands over what it reads.  That is bytes, which are decoded, counted
 * and printed in one place; or rows that it has made of them, and between these the
 * records that are counted or said.
 */
#ifndef ASKING_H
#define ASKING_H

#include <pthread.h>

#include "pace.h"
#include "queue.h"
#include "row_maker.h"
#include "workers.h"

/**
 * struct shared_pace - how fast all workers together may ask
 * @lock: guards @pace
 * @pace: that
 */
struct shared_pace {
	pthread_mutex_t lock;
	struct pace pace;
};

/**
 * struct asked_index - an index file, as one worker asks it
 * @session: opened when it is needed
 * @asked: queries that it was given
 * @stream: for the reader of its bytes; has its decoder before @session is opened
 */
struct asked_index {
	struct pagesnap_session *session;
	uint32_t asked;
	struct stream stream;
};

/**
 * struct ask_maker - makes structures of the lines of a batch
 * @rest: what the query before had behind its path; owned, NULL at first
 * @len: bytes of it
 * @more: its options that are added to that
 * @tried: it was tried to make options of both
 * @options: these, for a structure; owned, NULL if they are none
 * @group: that they ask for
 * @brief: answers may be brief
 *
 * It is worth while only where they are the same from query to query.
 */
struct ask_maker {
	char *rest;
	size_t len;
	const char *more;
	bool tried;
	char *options;
	uint32_t group;
	bool brief;
};

/**
 * struct worker - a thread
 * @queue: of what is asked
 * @pace: of all of them
 * @thread: its handle
 * @taker: takes the records of its streams
 * @indexes: all index files, by their numbers
 * @batch: what it is at
 * @rows: makes rows; NULL if it hands over bytes
 * @room: where these are read to next; NULL: any
 * @lines: queries go out as lines, of which the answers have the text
 * @begun: told of each answer that begins; NULL: nobody is
 * @begun_ctx: for it
 * @has_begun: it was told of that of @batch
 * @maker: makes structures of them if they don't
 */
struct worker {
	struct queue *queue;
	struct shared_pace *pace;
	pthread_t thread;
	const struct record_taker *taker;
	struct asked_index *indexes;
	struct batch *batch;
	struct row_maker *rows;
	struct buffer *room;
	bool lines;
	void (*begun)(void *ctx);
	void *begun_ctx;
	bool has_begun;
	struct ask_maker maker;
};

/* Before the first worker asks: @percent of one processor, 0 for any. */
void asking_pace(struct shared_pace *shared, unsigned int percent);
/*
 * Gets @worker ready, which has its queue and pace.  It makes rows if @rows is not NULL.
 * @taker takes the decoded records of its streams.  Both must stay.  0 or -ENOMEM.
 */
int asking_prepare(struct worker *worker, const struct out_options *rows,
		   const struct record_taker *taker);
/* What its thread does; @ctx is the worker. */
void *asking_work(void *ctx);
void asking_free(struct worker *worker);

#endif /* ASKING_H */
