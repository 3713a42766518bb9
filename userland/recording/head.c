// SPDX-License-Identifier: GPL-2.0
#include <stddef.h>
#include <string.h>

#include "hash.h"
#include "head.h"

static uint64_t check_of(const struct head *h)
{
	return XXH3_64bits(h, offsetof(struct head, check));
}

/**
 * head_seal() - make it one that head_is_good() takes
 * @h: head
 */
void head_seal(struct head *h)
{
	memcpy(h->magic, HEAD_MAGIC, sizeof(h->magic));
	h->byte_order = HEAD_BYTE_ORDER;
	h->version = HEAD_VERSION;
	h->check = check_of(h);
}

/**
 * head_is_good() - can it be trusted?
 * @h: anything
 *
 * Return: true if so.
 */
bool head_is_good(const struct head *h)
{
	return !memcmp(h->magic, HEAD_MAGIC, sizeof(h->magic)) &&
	       h->byte_order == HEAD_BYTE_ORDER && h->version == HEAD_VERSION &&
	       h->check == check_of(h) && memchr(h->boot, 0, sizeof(h->boot));
}
