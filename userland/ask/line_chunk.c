// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: lines that are kept together
 *
 * To allocate each line of a long batch, and to free it, takes as long as to read it.
 * All of it is done by one thread.
 */
#include <stdlib.h>
#include <string.h>

#include "line_chunk.h"

#define CHUNK_BYTES (32 * 1024)

/**
 * struct line_chunk - memory for lines
 * @users: its lines, and who adds to it
 * @room: bytes of @bytes
 * @len: bytes of them that are used
 * @bytes: the lines, each with a zero byte behind it
 */
struct line_chunk {
	size_t users;
	size_t room;
	size_t len;
	char bytes[];
};

/**
 * line_chunk_put() - a chunk has one user less
 * @chunk: freed with its last one; may be NULL
 */
void line_chunk_put(struct line_chunk *chunk)
{
	if (chunk && !--chunk->users)
		free(chunk);
}

static struct line_chunk *new_chunk(size_t room)
{
	struct line_chunk *chunk = malloc(sizeof(*chunk) + room);

	if (chunk)
		*chunk = (struct line_chunk){ .users = 1, .room = room };
	return chunk;
}

/**
 * line_chunk_add() - keep a line
 * @chunk: the one that is filled, NULL at first; another one if it is full.  Who adds to it
 *	is a user of it
 * @line: its bytes
 * @len: how many
 *
 * Return: a copy with a zero byte behind it, which is a user of *@chunk; NULL without memory.
 */
char *line_chunk_add(struct line_chunk **chunk, const char *line, size_t len)
{
	struct line_chunk *c = *chunk;
	char *copy;

	if (!c || c->room - c->len <= len) {
		c = new_chunk(len < CHUNK_BYTES ? CHUNK_BYTES : len + 1);
		if (!c)
			return NULL;
		line_chunk_put(*chunk);
		*chunk = c;
	}
	copy = c->bytes + c->len;
	memcpy(copy, line, len);
	copy[len] = '\0';
	c->len += len + 1;
	c->users++;
	return copy;
}
