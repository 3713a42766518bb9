/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads that ask: each has a session for every index file, takes portions of
 * queries one by one, and hands over what it reads.  That is bytes, which are
 * decoded, counted and printed in one place; or rows that it has made of them,
 * and between these the records that are counted or said.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/queries.h"
#include "base/progress.h"
#include "lib/pagesnap.h"
#include "settings.h"

/* Queries of one portion, and bytes of their text, at the most. */
#define PORTION_QUERIES 1024
#define PORTION_BYTES (1024 * 1024)

/**
 * struct feed - one session of one worker, as the reader of its bytes sees it
 * @decoder: of its stream
 * @header: the last one that came
 * @has_header: one came
 */
struct feed {
	struct pagesnap_decoder *decoder;
	struct pagesnap_header header;
	bool has_header;
};

enum portion_state {
	PORTION_EMPTY,		/* may be filled */
	PORTION_FILLED,		/* waits for a worker */
	PORTION_TAKEN,		/* a worker is at it */
	PORTION_DONE,		/* all that will come is there */
};

struct chunk;

/**
 * struct portion - queries in a row that go to one session
 * @queries: @nr of them, all of one index file; or all with a fault
 * @nr: how many
 * @room: how many there is memory for, which goes when they are answered
 * @bytes: of their text
 * @of: what all of them are parts of, NULL if each is a query of its own
 * @in_turn: pieces of it come in their order: what stands at their borders is told
 * @state: changed under the lock of the workers
 * @turn: when it was submitted: the others count up to it
 * @has_group: @group is known, and rows wait for the reader to know it, too
 * @group: PAGESNAP_GROUP_* of its first answer
 * @feed: whose bytes these are
 * @base: number that the session gave to the query before the first
 * @first: what was read, and waits for the reader
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
	const struct query *of;
	bool in_turn;
	enum portion_state state;
	uint64_t turn;
	bool has_group;
	uint32_t group;
	struct feed *feed;
	uint32_t base;
	struct chunk *first;
	struct chunk *last;
	size_t queued;
	int err;
	char *message;
};

enum chunk_kind {
	CHUNK_BYTES,		/* of the stream, to be decoded */
	CHUNK_ROWS,		/* of the output, whole ones */
	CHUNK_RECORD,		/* one that is no row, or not here */
};

/**
 * struct chunk - what was read at once
 * @next: read later
 * @kind: what it is
 * @at: CHUNK_ROWS: what they were made of
 * @open: CHUNK_ROWS: more rows of the same file come
 * @record: CHUNK_RECORD: its lengths
 * @len: bytes there
 * @bytes: these
 */
struct chunk {
	struct chunk *next;
	enum chunk_kind kind;
	struct progress at;
	bool open;
	struct pagesnap_record record;
	size_t len;
	_Alignas(16) char bytes[];
};

struct workers;

/*
 * Starts as many threads as @settings say for the portions in the ring @portions of
 * @nr_portions.  They make rows if @rows.  @fn takes the decoded records of all
 * feeds.  0, or -errno after a message.
 */
int workers_start(struct workers **out, const struct settings *settings, bool rows,
		  struct portion *portions, size_t nr_portions, pagesnap_record_fn *fn, void *ctx);
/* A portion is filled: it is taken when all that were submitted before are. */
void workers_submit(struct workers *workers, struct portion *portion);
/* It is answered, and may be filled again. */
void workers_forget(struct workers *workers, struct portion *portion);
/* How rows are to look is known in the options, which don't change any more. */
void workers_make_rows(struct workers *workers);
/*
 * The portion to go on with if any will do, once there is one: that of which most
 * can be written before another has to wait.  NULL if there is none for @timeout_ms.
 * Until rows are made, it is the first, and has a group or is done.
 */
struct portion *workers_choose(struct workers *workers, unsigned int timeout_ms);
/*
 * What comes next of any of @nr portions from number @first of the ring on, to be
 * freed, in *@chunk, and whose they are in *@portion; NULL if none came for
 * @timeout_ms.  Returns false if they are done and no more will come, or if one
 * failed, with that in *@portion.
 */
bool workers_wait(struct workers *workers, size_t first, size_t nr, unsigned int timeout_ms,
		  struct portion **portion, struct chunk **chunk);
/*
 * The record of a CHUNK_RECORD, in *@u; its bytes are those of the chunk.  It is kept
 * without the rest of the union, which is many times as long.
 */
struct pagesnap_record workers_record(const struct chunk *chunk, union pagesnap_any *u);
/* Ends the threads, wherever they are.  @workers may be NULL. */
void workers_stop(struct workers *workers);

#endif /* WORKERS_H */
