/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines that are kept together: thousands of them, of which each lives about as long
 * as its neighbours.
 */
#ifndef LINE_CHUNK_H
#define LINE_CHUNK_H

#include <stddef.h>

struct line_chunk;

char *line_chunk_add(struct line_chunk **chunk, const char *line, size_t len);
void line_chunk_put(struct line_chunk *chunk);

#endif /* LINE_CHUNK_H */
