/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A run of the engine, as its files know it: all of this is the main thread's own, but for
 * what stands in the queue.
 */
#ifndef ENGINE_INTERNAL_H
#define ENGINE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answers.h"
#include "ask/queries.h"
#include "engine/parallel/merge.h"
#include "engine/parallel/shard.h"
#include "lib/collection.h"
#include "queue.h"
#include "save.h"
#include "workers.h"

/* How often to look for signals and to show progress. */
#define TICK_MS 100
/* Batches for each session that are filled. */
#define AHEAD 2

/**
 * struct engine - a run
 * @settings: what is wanted
 * @source: of queries
 * @answers: of records
 * @save: of bytes, or NULL
 * @workers: who asks
 * @queue: where batches stand
 * @ring: batches; @nr_ring of them, enough for all shards of a query
 * @head: the batch that is decoded
 * @nr_filled: batches from @head on that have queries
 * @ahead: a query that was taken from @source and fits in no batch yet
 * @has_ahead: there is one
 * @ended: @source has no more
 * @numbered: queries so far
 * @client: stream of this program's own answers
 * @passed: stream whose header was passed on last, or NULL
 * @at: the batch whose bytes are decoded
 * @rows: workers make them
 * @has_look: and know how they look
 * @merge: of the shards of @whole; NULL if there is only one session
 * @whole: query that is shared out
 * @share: how
 * @row_shares: what is shared out beside sums
 * @shards: how many it has, 0 if there is none
 * @first_shard: the shard at @head
 * @next_shard: the shard to be filled next
 * @one: streams of merged answers, as if of one session for each index file
 * @frames: where memory ends, 0 if that is not known
 * @no_parts: the module does not know part=
 * @no_ranges: nor does it report enough about frames to merge ranges of them
 */
struct engine {
	const struct settings *settings;
	struct source *source;
	struct answers *answers;
	struct save *save;
	struct workers *workers;
	struct queue queue;
	struct batch *ring;
	size_t nr_ring;
	size_t head;
	size_t nr_filled;
	struct query ahead;
	bool has_ahead;
	bool ended;
	uint32_t numbered;
	struct stream client;
	const struct stream *passed;
	struct batch *at;
	bool rows;
	bool has_look;
	struct merge *merge;
	struct query whole;
	struct shards share;
	unsigned int row_shares;
	size_t shards;
	size_t first_shard;
	size_t next_shard;
	struct stream one[PAGESNAP_ALL_INDEXES_MAX];
	uint64_t frames;
	bool no_parts;
	bool no_ranges;
};

/* batches.c: from queries to batches */

/* Fills what is empty; waits only if nothing else is to do.  0 or -errno after a message. */
int batches_fill(struct engine *e);
/* May any batch be answered before the others? */
bool batches_any_order(const struct engine *e);
/* Frees what @p owns, but leaves its state, which is the queue's. */
void batch_empty(struct batch *p);

/* incoming.c: from what workers hand over to answers */

/* All that comes of the batch at @first of the ring, or of all shards that begin there. */
int incoming_take(struct engine *e, size_t first);
/* Behind an interruption: of samples, what has come of all batches.  0 or a negative errno. */
int incoming_take_samples(struct engine *e);
/* Batches that are taken at a time. */
size_t incoming_at_a_time(const struct engine *e);
/* If the first answer is known, the workers may make rows. */
void incoming_announce_look(struct engine *e);
/* For decoders, and for the merger; @ctx is a struct engine. */
int incoming_record(void *ctx, const struct pagesnap_record *r);
int incoming_alike(void *ctx, struct pagesnap_record *r, size_t nr);
int incoming_merged(void *ctx, const struct pagesnap_record *r);

#endif /* ENGINE_INTERNAL_H */
