/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text that is wider than its place: what is left out is seen.
 */
#ifndef RENDER_CUT_H
#define RENDER_CUT_H

#include "kinds/value.h"

/* Columns of a terminal that the @len bytes at @s take in the caller's locale. */
size_t cut_width(const char *s, size_t len);
/* Appends the @len bytes at @s, or as much of both their ends as fits @width with a mark between. */
void cut_middle(struct value_buf *b, const char *s, size_t len, size_t width);
/* Appends the @len bytes at @s, in lines no wider than @width that end at blanks if they can. */
void cut_lines(struct value_buf *b, const char *s, size_t len, size_t width);
/* Appends a line; if it is wider than @width its beginning and a mark.  Knows colours. */
void cut_end(struct value_buf *b, const char *s, size_t len, size_t width);

#endif /* RENDER_CUT_H */
