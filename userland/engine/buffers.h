/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a worker has read or made, on its way to the thread that prints.
 * A list has one owner at a time, so it needs no lock.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"
#include "lib/pagesnap.h"

enum buffer_kind {
	BUFFER_BYTES,		/* of the stream, to be decoded */
	BUFFER_ROWS,		/* of the output, whole ones */
	BUFFER_RECORD,		/* one that is no row, or not here */
};

/**
 * struct buffer - what was read at once
 * @next: read later
 * @kind: what it is
 * @at: BUFFER_ROWS: what they were made of
 * @open: BUFFER_ROWS: more rows of the same file come
 * @record: BUFFER_RECORD: its lengths
 * @len: bytes there
 * @room: for so many
 * @bytes: these
 */
struct buffer {
	struct buffer *next;
	enum buffer_kind kind;
	struct progress at;
	bool open;
	struct pagesnap_record record;
	size_t len;
	size_t room;
	_Alignas(16) char bytes[];
};

/**
 * struct buffers - a list of them; all zero is an empty one
 * @first: the oldest, NULL if there is none
 * @last: the latest
 * @len: bytes that all of them have room for
 */
struct buffers {
	struct buffer *first;
	struct buffer *last;
	size_t len;
};

/* One with room for @len bytes, in no list.  NULL if there is no memory. */
struct buffer *buffer_new(enum buffer_kind kind, size_t len);
/* Adds one with room for @len bytes.  NULL if there is no memory. */
struct buffer *buffers_add(struct buffers *buffers, enum buffer_kind kind, size_t len);
/* Adds one that is in no list. */
void buffers_put(struct buffers *buffers, struct buffer *buffer);
/* Adds a copy of @r.  0 or -ENOMEM. */
int buffers_add_record(struct buffers *buffers, const struct pagesnap_record *r);
/*
 * The record of a BUFFER_RECORD, in *@u; its bytes are those of the buffer.  It is kept
 * without the rest of the union, which is many times as long.
 */
struct pagesnap_record buffer_record(const struct buffer *buffer, union pagesnap_any *u);
/* Puts all of @from behind @to. */
void buffers_move(struct buffers *to, struct buffers *from);
/* Takes the oldest one, which is the caller's to free; there is one. */
struct buffer *buffers_take(struct buffers *buffers);
void buffers_free(struct buffers *buffers);

#endif /* CHUNKS_H */
