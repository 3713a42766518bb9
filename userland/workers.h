/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads that ask: each has a session for every index file, takes portions of
 * queries one by one, and hands over the bytes that it reads.  Nothing but
 * bytes: records are decoded, counted and printed in one place, in order.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/pagesnap.h"
#include "queries.h"

/* Queries of one portion, and bytes of their text, at the most. */
#define PORTION_QUERIES 1024
#define PORTION_BYTES (1024 * 1024)

/**
 * struct feed - one session of one worker, as the reader of its bytes sees it
 * @decoder: of its stream
 * @header: the last one that came
 * @has_header: one came
 * @told: and was passed on
 */
struct feed {
	struct pagesnap_decoder *decoder;
	struct pagesnap_header header;
	bool has_header;
	bool told;
};

enum portion_state {
	PORTION_EMPTY,		/* was never filled */
	PORTION_FILLED,		/* waits for a worker */
	PORTION_TAKEN,		/* a worker is at it */
	PORTION_DONE,		/* all that will come is there; then it may be filled again */
};

struct chunk;

/**
 * struct portion - queries in a row that go to one session
 * @queries: @nr of them, all of one index file; or all with a fault
 * @nr: how many
 * @room: how many there is memory for, which goes when they are answered
 * @bytes: of their text
 * @state: changed under the lock of the workers
 * @feed: whose bytes these are
 * @base: number that the session gave to the query before the first
 * @first: bytes that wait to be decoded
 * @last: end of that list
 * @queued: how many bytes these are
 * @err: negative errno if the session failed
 * @message: and what it was; owned
 */
struct portion {
	struct query *queries;
	size_t nr;
	size_t room;
	size_t bytes;
	enum portion_state state;
	struct feed *feed;
	uint32_t base;
	struct chunk *first;
	struct chunk *last;
	size_t queued;
	int err;
	char *message;
};

/**
 * struct chunk - bytes that were read at once
 * @next: read later
 * @len: how many
 * @bytes: these
 */
struct chunk {
	struct chunk *next;
	size_t len;
	char bytes[];
};

struct workers;

/*
 * Starts @nr threads for the portions in the ring @portions of @nr_portions, for
 * @percent of one processor, 0 for any.  @fn takes the decoded records of all
 * feeds.  0, or -errno after a message.
 */
int workers_start(struct workers **out, unsigned int nr, unsigned int percent,
		  struct portion *portions, size_t nr_portions, pagesnap_record_fn *fn, void *ctx);
/* A portion is filled, the next of the ring. */
void workers_submit(struct workers *workers, struct portion *portion);
/*
 * The next bytes of any of @nr portions from number @first of the ring on, to be
 * freed, in *@chunk, and whose they are in *@portion; NULL if none came for
 * @timeout_ms.  Returns false if they are done and no more will come, or if one
 * failed, with that in *@portion.
 */
bool workers_wait(struct workers *workers, size_t first, size_t nr, unsigned int timeout_ms,
		  struct portion **portion, struct chunk **chunk);
/* Ends the threads, wherever they are.  @workers may be NULL. */
void workers_stop(struct workers *workers);

#endif /* WORKERS_H */
