/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Lines of a file or pipe, however many and long.
 */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a line that are kept; of longer ones, the beginning. */
#define LINES_KEPT (32 * 1024)

/**
 * struct lines - reader of lines
 * @fd: where they are read
 * @end: byte that ends a line
 * @number: of the line that was read last, from 1
 * @buf: what was read
 * @at: first byte of @buf that was not given out
 * @len: bytes in @buf
 * @next: end of the next line in @buf, if it was looked for and found
 * @eof: nothing more will come
 */
struct lines {
	int fd;
	char end;
	uint64_t number;
	char buf[2 * LINES_KEPT];
	size_t at;
	size_t len;
	char *next;
	bool eof;
};

void lines_init(struct lines *lines, int fd, char end);
/*
 * The next line, not terminated, in *@line until the next call; LINES_KEPT + 1
 * bytes of a longer one.  1, 0 at the end, -EINTR after a signal, or -errno.
 */
int lines_next(struct lines *lines, const char **line, size_t *len);
/* Would lines_next() return at once? */
bool lines_ready(struct lines *lines);

#endif /* LINES_H */
