/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Texts of flags that were made: there are few combinations, which come again and again.
 */
#ifndef RENDER_FLAG_TEXTS_H
#define RENDER_FLAG_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#define FLAG_TEXTS_BITS 4
/* Longer texts are made each time. */
#define FLAG_TEXT_MAX 112

/**
 * struct flag_text - a combination of flags
 * @flags: which
 * @len: bytes of its text; 0: none was kept here yet
 * @text: that
 */
struct flag_text {
	uint64_t flags;
	size_t len;
	char text[FLAG_TEXT_MAX];
};

/**
 * struct flag_texts - the last ones, all zero at first
 * @places: of combinations, each of which has one
 */
struct flag_texts {
	struct flag_text places[1 << FLAG_TEXTS_BITS];
};

/* The text of @flags; NULL if it is to be made. */
const struct flag_text *flag_texts_find(struct flag_texts *texts, uint64_t flags);
/* Keeps it, unless it is too long. */
void flag_texts_keep(struct flag_texts *texts, uint64_t flags, const char *text, size_t len);

#endif /* RENDER_FLAG_TEXTS_H */
