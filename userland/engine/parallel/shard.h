/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which queries are shared out to several sessions, and what each is asked.
 * Pure, but for shard_frames().
 */
#ifndef SHARD_H
#define SHARD_H

#include <stdint.h>
#include <stdio.h>

#include "ask/queries.h"

/*
 * Ranges of frames for each session, which takes the next one when it is through:
 * free memory and large folios are reported much faster than single pages.
 */
#define SHARD_RANGES 8

/*
 * Frames of a shard that becomes rows: as single pages about as much text as a worker
 * may have waiting (see queue.c), so the next shard is made while one is written.
 */
#define SHARD_ROW_FRAMES 8192

/* What is shared out beside sums, if workers make the rows: */
#define SHARD_FRAME_ROWS 0x1	/* of frames, in order */
#define SHARD_FILE_ROWS 0x2	/* of files, in any order of the files */

/**
 * struct shards - how a query is shared out
 * @nr: how many shards, 1 if it is not
 * @in_turn: they are answered in their order, of SHARD_ROW_FRAMES each
 * @start: of frames: the first
 * @last: behind the last that there may be
 * @end: behind the last that was asked for, UINT64_MAX for all
 * @options: byte of the query's text where its options begin
 */
struct shards {
	unsigned int nr;
	bool in_turn;
	uint64_t start;
	uint64_t last;
	uint64_t end;
	size_t options;
};

/* Where the memory of this machine ends, by what /proc/zoneinfo says; 0 if it says nothing. */
uint64_t shard_frames(FILE *zoneinfo);
/* Is @query shared out in ranges of what it asks about, not by part=? */
bool shard_in_ranges(const struct query *query);
/* How to share out @query to @sessions, on a machine of @frames; @rows are SHARD_*_ROWS. */
void shard_plan(struct shards *s, const struct query *query, unsigned int sessions,
		uint64_t frames, unsigned int rows);
/* Makes @shard number @nth, from 0, of @query.  0 or -ENOMEM. */
int shard_query(const struct shards *s, const struct query *query, unsigned int nth,
		struct query *shard);
/* The byte of @query, from 1, that byte @col of shard @nth came from; 0 if none did. */
uint32_t shard_column(const struct shards *s, const struct query *query, unsigned int nth,
		      uint32_t col);

#endif /* SHARD_H */
