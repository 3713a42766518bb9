// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: lists of what was read, and of rows and records that were made of it
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "chunks.h"

/**
 * chunks_add() - add a chunk
 * @chunks: list
 * @kind: what it will be
 * @len: bytes that it has room for
 *
 * Return: chunk, NULL if there is no memory.
 */
struct chunk *chunks_add(struct chunks *chunks, enum chunk_kind kind, size_t len)
{
	struct chunk *chunk = malloc(sizeof(*chunk) + len);

	if (!chunk)
		return NULL;
	chunk->next = NULL;
	chunk->kind = kind;
	chunk->len = len;
	if (chunks->last)
		chunks->last->next = chunk;
	else
		chunks->first = chunk;
	chunks->last = chunk;
	chunks->len += len;
	return chunk;
}

/* As much of it as there is: a newer module's may be longer than all that are known. */
static size_t record_head(const struct pagesnap_record *r)
{
	return r->size < sizeof(*r->u) ? r->size : sizeof(*r->u);
}

/**
 * chunks_add_record() - add a record
 * @chunks: list
 * @r: the record, which is copied
 *
 * Return: 0 or -ENOMEM.
 */
int chunks_add_record(struct chunks *chunks, const struct pagesnap_record *r)
{
	size_t head = record_head(r);
	struct chunk *chunk = chunks_add(chunks, CHUNK_RECORD, head + r->len + 1);

	if (!chunk)
		return -ENOMEM;
	memcpy(chunk->bytes, r->u, head);
	memcpy(chunk->bytes + head, r->bytes, r->len);
	chunk->bytes[head + r->len] = '\0';
	chunk->record = *r;
	return 0;
}

/**
 * chunk_record() - unpack a record
 * @chunk: with it
 * @u: memory for it
 *
 * Return: record, valid as long as both of these.
 */
struct pagesnap_record chunk_record(const struct chunk *chunk, union pagesnap_any *u)
{
	struct pagesnap_record r = chunk->record;

	memset(u, 0, sizeof(*u));
	memcpy(u, chunk->bytes, record_head(&r));
	r.bytes = chunk->bytes + record_head(&r);
	r.u = u;
	return r;
}

/**
 * chunks_move() - put one list behind another
 * @to: gets all
 * @from: is empty then
 */
void chunks_move(struct chunks *to, struct chunks *from)
{
	if (!from->first)
		return;
	if (to->last)
		to->last->next = from->first;
	else
		to->first = from->first;
	to->last = from->last;
	to->len += from->len;
	*from = (struct chunks){ NULL };
}

/**
 * chunks_take() - take the oldest chunk
 * @chunks: list that is not empty
 *
 * Return: chunk, to be freed.
 */
struct chunk *chunks_take(struct chunks *chunks)
{
	struct chunk *chunk = chunks->first;

	chunks->first = chunk->next;
	if (!chunks->first)
		chunks->last = NULL;
	chunks->len -= chunk->len;
	return chunk;
}

/**
 * chunks_free() - free all chunks of a list
 * @chunks: which is empty then
 */
void chunks_free(struct chunks *chunks)
{
	while (chunks->first)
		free(chunks_take(chunks));
}
