/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_CHUNK_H
#define PAGESNAP_CORE_CHUNK_H

#include <linux/refcount.h>
#include <linux/types.h>

/**
 * struct pagesnap_chunk - memory that several lines share
 * @users: lines in it, and the session while it is where the next line goes
 * @used: bytes of @bytes that are taken
 * @bytes: lines
 */
struct pagesnap_chunk {
	refcount_t users;
	u32 used;
	char bytes[] __aligned(8);
};

/* Bytes of a chunk, which one line that waits may keep from being freed. */
#define PAGESNAP_CHUNK_SIZE	4096
/* Bytes of the longest line that shares: the end of a chunk that is lost is below this. */
#define PAGESNAP_CHUNK_PART	(PAGESNAP_CHUNK_SIZE / 8)

void *pagesnap_chunk_take(struct pagesnap_chunk **chunk, u32 size);
void pagesnap_chunk_put(struct pagesnap_chunk *chunk);

#endif /* PAGESNAP_CORE_CHUNK_H */
