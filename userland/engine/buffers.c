// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: lists of what was read, and of rows and records that were made of it
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "buffers.h"

/**
 * buffer_new() - make a buffer
 * @kind: what it will be
 * @len: bytes that it has room for
 *
 * Return: buffer, NULL if there is no memory.
 */
struct buffer *buffer_new(enum buffer_kind kind, size_t len)
{
	struct buffer *buffer = malloc(sizeof(*buffer) + len);

	if (!buffer)
		return NULL;
	buffer->kind = kind;
	buffer->len = len;
	buffer->room = len;
	return buffer;
}

/**
 * buffers_add() - add a buffer
 * @buffers: list
 * @kind: what it will be
 * @len: bytes that it has room for
 *
 * Return: buffer, NULL if there is no memory.
 */
struct buffer *buffers_add(struct buffers *buffers, enum buffer_kind kind, size_t len)
{
	struct buffer *buffer = buffer_new(kind, len);

	if (buffer)
		buffers_put(buffers, buffer);
	return buffer;
}

/**
 * buffers_put() - add a buffer that there is
 * @buffers: list
 * @buffer: which is in no other
 */
void buffers_put(struct buffers *buffers, struct buffer *buffer)
{
	buffer->next = NULL;
	if (buffers->last)
		buffers->last->next = buffer;
	else
		buffers->first = buffer;
	buffers->last = buffer;
	buffers->len += buffer->room;
}

/* As much of it as there is: a newer module's may be longer than all that are known. */
static size_t record_head(const struct pagesnap_record *r)
{
	return r->size < sizeof(*r->u) ? r->size : sizeof(*r->u);
}

/**
 * buffers_add_record() - add a record
 * @buffers: list
 * @r: the record, which is copied
 *
 * Return: 0 or -ENOMEM.
 */
int buffers_add_record(struct buffers *buffers, const struct pagesnap_record *r)
{
	size_t head = record_head(r);
	struct buffer *buffer = buffers_add(buffers, BUFFER_RECORD, head + r->len + 1);

	if (!buffer)
		return -ENOMEM;
	memcpy(buffer->bytes, r->u, head);
	memcpy(buffer->bytes + head, r->bytes, r->len);
	buffer->bytes[head + r->len] = '\0';
	buffer->record = *r;
	return 0;
}

/**
 * buffer_record() - unpack a record
 * @buffer: with it
 * @u: memory for it
 *
 * Return: record, valid as long as both of these.
 */
struct pagesnap_record buffer_record(const struct buffer *buffer, union pagesnap_any *u)
{
	struct pagesnap_record r = buffer->record;

	memset(u, 0, sizeof(*u));
	memcpy(u, buffer->bytes, record_head(&r));
	r.bytes = buffer->bytes + record_head(&r);
	r.u = u;
	return r;
}

/**
 * buffers_move() - put one list behind another
 * @to: gets all
 * @from: is empty then
 */
void buffers_move(struct buffers *to, struct buffers *from)
{
	if (!from->first)
		return;
	if (to->last)
		to->last->next = from->first;
	else
		to->first = from->first;
	to->last = from->last;
	to->len += from->len;
	*from = (struct buffers){ NULL };
}

/**
 * buffers_take() - take the oldest buffer
 * @buffers: list that is not empty
 *
 * Return: buffer, to be freed.
 */
struct buffer *buffers_take(struct buffers *buffers)
{
	struct buffer *buffer = buffers->first;

	buffers->first = buffer->next;
	if (!buffers->first)
		buffers->last = NULL;
	buffers->len -= buffer->room;
	return buffer;
}

/**
 * buffers_free() - free all buffers of a list
 * @buffers: which is empty then
 */
void buffers_free(struct buffers *buffers)
{
	while (buffers->first)
		free(buffers_take(buffers));
}
