/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A moment as what differs from the one before it.  Pure: no input, no output.
 *
 * A delta is a list of steps.  Each begins with a number, of which the lowest bit says what it is:
 * 0: the other bits are how many bytes of whole records follow, which are new; 1: they are how many
 * records of the moment before come next, and a second number says from where on: how far that is
 * from the one behind the last that was taken, or replaced.  Numbers have seven bits in each byte,
 * the lowest first, and the highest bit says that more follow; the second has its sign in its lowest bit.
 */
#ifndef RECORDING_DELTA_H
#define RECORDING_DELTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "marks.h"
#include "told.h"

/* New records that are written in one step, in bytes: of a record at least. */
#define DELTA_NEW_MAX (64 * 1024)

/**
 * struct delta - a delta that is made
 * @before: records of the moment before; none, if there is none
 * @now: records so far
 * @told_before: files of the moment before that have numbers; not needed without @numbered
 * @told: likewise, so far
 * @seed: secret of the moment
 * @put: takes bytes of the delta; 0 or a negative errno
 * @ctx: for it
 * @numbered: files of the answer under way have numbers, as its query had changed=
 * @skip_q: queries of its session that are no part of the moment
 * @in_text: the last record was one of a query, or an error, or belonged to it
 * @text_len: bytes of the query under way that are part of the moment
 * @text_left: bytes of it, and of a message before it, that come and are part of the moment
 * @in_file: the last record was one of a file, or belonged to it
 * @marker: marks records
 * @looked: records that were not where they were expected
 * @expected: record of @before that would come next if nothing changed
 * @from: first record of @before that is taken
 * @taken: how many are
 * @fresh: bytes of new records, in DELTA_NEW_MAX
 * @fresh_len: how many
 * @rest: beginning of a record that is not whole
 * @rest_len: bytes of it
 * @renumbered: a record that is another one here, as its query has another number
 * @bytes: of all records so far
 * @steps: bytes of the delta so far
 */
struct delta {
	struct marks *before;
	struct marks *now;
	struct told *told_before;
	struct told *told;
	uint64_t seed;
	int (*put)(void *ctx, const void *bytes, size_t len);
	void *ctx;
	bool numbered;
	uint32_t skip_q;
	bool in_text;
	size_t text_len;
	uint64_t text_left;
	bool in_file;
	struct marker marker;
	uint32_t looked;
	uint32_t expected;
	uint32_t from;
	uint32_t taken;
	char *fresh;
	size_t fresh_len;
	char *rest;
	size_t rest_len;
	char *renumbered;
	uint64_t bytes;
	uint64_t steps;
};

/*
 * All but @before, @now, @told_before, @told, @seed, @put and @ctx of @d is zero.  0 or -ENOMEM;
 * delta_end() is owed.
 */
int delta_begin(struct delta *d);
/*
 * An answer comes.  @skip_q: queries of its session before the moment: a moment counts its own from
 * 1 on, or records of two would never be alike.  @text: if it is to a query with changed=, the
 * bytes of this before that, which are all that is kept of it; else NULL.
 */
void delta_answer(struct delta *d, uint32_t skip_q, const size_t *text);
/*
 * Takes bytes of a stream, cut anywhere.  0, -EPROTO if they are no records, or say that a file is
 * the same which the moment before has not in the answer to the same query, or what @put said.
 */
int delta_take(struct delta *d, const void *bytes, size_t len);
/* The stream has ended: 0, -EPROTO if that was inside of a record, or as above. */
int delta_finish(struct delta *d);
void delta_end(struct delta *d);

/**
 * struct records - a moment that is read: where its records are
 * @list: beginning of each
 * @nr: how many
 * @room: places in @list
 * @most: more than these there can't be
 */
struct records {
	const char **list;
	size_t nr;
	size_t room;
	size_t most;
};

/* Bytes of the record at @at, of which @len are there; 0 if no whole one is. */
size_t record_size(const char *at, size_t len);
/*
 * What @steps make of @before; records of @now lie in both.  0, -EPROTO if they are damaged, -ENOMEM.
 * records_free() of @now is owed.
 */
int delta_apply(const struct records *before, const char *steps, size_t len, struct records *now);
void records_free(struct records *r);

#endif /* RECORDING_DELTA_H */
