/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KINDS_ESCAPE_H
#define KINDS_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "value.h"

/* Bytes of the valid UTF-8 sequence that @s begins with, 0 if there is none. */
size_t escape_utf8(const char *s, size_t len);
/* All of @s is valid UTF-8. */
bool escape_is_utf8(const char *s, size_t len);
/*
 * Bytes of the character that @s begins with, if escape_put() leaves it as it is in any
 * locale; else 0.
 */
size_t escape_harmless(const char *s, size_t len);
/*
 * Appends @s so that a terminal takes none of it as a command: \ooo for
 * control characters, quotes, backslashes, invalid UTF-8, U+0080 to U+009F
 * and what turns the direction of text.  With @shown, a single blank inside
 * stays, and what the locale can't print goes too.  A name that is just "-" or
 * "?" is escaped: it means neither.
 */
void escape_put(struct value_buf *b, const char *s, size_t len, bool shown);
/* Appends @s with U+FFFD in place of each byte that is not valid UTF-8. */
void escape_put_utf8(struct value_buf *b, const char *s, size_t len);
/* Appends a line that is escaped but for what turns the direction of text. */
void escape_put_line(struct value_buf *b, const char *s, size_t len);

#endif /* KINDS_ESCAPE_H */
