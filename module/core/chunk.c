// SPDX-License-Identifier: GPL-2.0
/*
 * Memory for lines that wait in a queue.  They are freed in the order in which they came,
 * so what is allocated one after the other is free at once, and to allocate and free each
 * by itself would take longer than all else that is done to queue it.
 */
#include <linux/slab.h>

#include "chunk.h"

#define ROOM (PAGESNAP_CHUNK_SIZE - sizeof(struct pagesnap_chunk))

/* The next chunk; the one before stays for the lines in it. */
static struct pagesnap_chunk *renew(struct pagesnap_chunk **chunk)
{
	struct pagesnap_chunk *c = kmalloc(PAGESNAP_CHUNK_SIZE, GFP_KERNEL_ACCOUNT);

	if (!c)
		return NULL;
	refcount_set(&c->users, 1);
	c->used = 0;
	pagesnap_chunk_put(*chunk);
	*chunk = c;
	return c;
}

/**
 * pagesnap_chunk_take() - memory in a chunk
 * @chunk: where it is taken from, NULL at first; becomes another one when it is full.
 *	pagesnap_chunk_put() is owed for the last
 * @size: bytes, PAGESNAP_CHUNK_PART at most
 *
 * Context: may sleep; the caller keeps others from @chunk, not from chunks before.
 * Return: memory, aligned as a u64, for pagesnap_chunk_put() of what is *@chunk then; NULL if
 * there is none.
 */
void *pagesnap_chunk_take(struct pagesnap_chunk **chunk, u32 size)
{
	struct pagesnap_chunk *c = *chunk;
	void *bytes;

	size = ALIGN(size, 8);
	if (!c || size > ROOM - c->used) {
		c = renew(chunk);
		if (!c)
			return NULL;
	}
	bytes = c->bytes + c->used;
	c->used += size;
	refcount_inc(&c->users);
	return bytes;
}

/**
 * pagesnap_chunk_put() - a chunk has one user less
 * @chunk: chunk, or NULL
 *
 * Context: any; the last user may be in another thread than those before.
 */
void pagesnap_chunk_put(struct pagesnap_chunk *chunk)
{
	if (chunk && refcount_dec_and_test(&chunk->users))
		kfree(chunk);
}
