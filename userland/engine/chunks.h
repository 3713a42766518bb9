/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a worker has read or made, in pieces, on its way to the thread that prints.
 * Whoever holds a list has it alone.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"
#include "lib/pagesnap.h"

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

/**
 * struct chunks - a list of them; all zero is an empty one
 * @first: the oldest, NULL if there is none
 * @last: the latest
 * @len: bytes of all of them
 */
struct chunks {
	struct chunk *first;
	struct chunk *last;
	size_t len;
};

/* Adds one with room for @len bytes.  NULL if there is no memory. */
struct chunk *chunks_add(struct chunks *chunks, enum chunk_kind kind, size_t len);
/* Adds a copy of @r.  0 or -ENOMEM. */
int chunks_add_record(struct chunks *chunks, const struct pagesnap_record *r);
/*
 * The record of a CHUNK_RECORD, in *@u; its bytes are those of the chunk.  It is kept
 * without the rest of the union, which is many times as long.
 */
struct pagesnap_record chunk_record(const struct chunk *chunk, union pagesnap_any *u);
/* Puts all of @from behind @to. */
void chunks_move(struct chunks *to, struct chunks *from);
/* Takes the oldest one, which is the caller's to free; there is one. */
struct chunk *chunks_take(struct chunks *chunks);
void chunks_free(struct chunks *chunks);

#endif /* CHUNKS_H */
