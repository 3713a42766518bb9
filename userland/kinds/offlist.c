// SPDX-License-Identifier: GPL-2.0
/* What people call inodes that are on no superblock's list. */
#include <stdio.h>
#include <string.h>

#include "offlist.h"

/* By the type of their filesystem: fs/aio.c, mm/secretmem.c, virt/kvm/guest_memfd.c. */
static const struct {
	const char *type;
	const char *words;
} kinds[] = {
	{ "aio", "aio rings" },
	{ "secretmem", "secret memory" },
	{ "guest_memfd", "guest memory" },
};

/**
 * offlist_words() - what such inodes are
 * @type: type of their filesystem
 * @len: its length
 * @text: where words may go
 * @size: bytes there
 *
 * Return: words, in @text or not.
 */
const char *offlist_words(const char *type, size_t len, char *text, size_t size)
{
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strlen(kinds[i].type) == len && !memcmp(kinds[i].type, type, len))
			return kinds[i].words;
	snprintf(text, size, "%.*s", (int)len, type);
	return text;
}
