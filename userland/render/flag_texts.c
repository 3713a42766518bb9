// SPDX-License-Identifier: GPL-2.0
/*
 * Texts of flags that were made.
 */
#include <string.h>

#include "flag_texts.h"

/* Each combination has one place, which others may have, too. */
static struct flag_text *place(struct flag_texts *texts, uint64_t flags)
{
	/* an odd number spreads all of the bits over the highest ones */
	return &texts->places[flags * 0x9e3779b97f4a7c15 >> (64 - FLAG_TEXTS_BITS)];
}

/**
 * flag_texts_find() - find a text
 * @texts: those that were kept
 * @flags: of these
 *
 * Return: text, NULL if it is to be made.
 */
const struct flag_text *flag_texts_find(struct flag_texts *texts, uint64_t flags)
{
	const struct flag_text *one = place(texts, flags);

	return one->len && one->flags == flags ? one : NULL;
}

/**
 * flag_texts_keep() - keep a text
 * @texts: those that were kept
 * @flags: of these
 * @text: it
 * @len: its bytes; too many are not kept
 */
void flag_texts_keep(struct flag_texts *texts, uint64_t flags, const char *text, size_t len)
{
	struct flag_text *one = place(texts, flags);

	if (!len || len > sizeof(one->text))
		return;
	one->flags = flags;
	one->len = len;
	memcpy(one->text, text, len);
}
