/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text of others, made safe for a terminal: what could fool it is \ooo.
 */
#ifndef SAFE_H
#define SAFE_H

#include <stddef.h>

/*
 * @text with blanks as they are, and those of @keep.  What does not fit is
 * left out at a character's border.  Returns the length.
 */
size_t safe_text(const char *text, size_t len, const char *keep, char *buf, size_t size);

/* Bytes that safe_text_marked() needs to say that a text is cut. */
#define SAFE_MARK_MAX 48
/* The same; where not all fits, the end says so, and how many bytes of @text are missing. */
size_t safe_text_marked(const char *text, size_t len, const char *keep, char *buf, size_t size);

/* Columns that safe_caret() uses at the most. */
#define SAFE_CARET_WIDTH 100
/* Bytes of each of its lines at the most. */
#define SAFE_CARET_MAX (4 * SAFE_CARET_WIDTH + 8)

/*
 * Two lines: the part of @text around byte @at, and a caret below that byte.
 * @at may be up to @len, which is behind the end.
 */
void safe_caret(const char *text, size_t len, size_t at, char *line, char *caret);

#endif /* SAFE_H */
