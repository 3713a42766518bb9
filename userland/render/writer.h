/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bytes on their way to a file: collected in a buffer of fixed size, so that
 * a row costs no system call; the first error is kept.
 */
#ifndef RENDER_WRITER_H
#define RENDER_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define WRITER_SIZE (64 * 1024)

/**
 * struct writer - a buffer in front of a file
 * @to: file
 * @error: 0, or -errno of the first write that failed; nothing is written after it
 * @len: bytes in @buf
 * @buf: bytes that are not written
 */
struct writer {
	FILE *to;
	int error;
	size_t len;
	char buf[WRITER_SIZE];
};

void writer_init(struct writer *w, FILE *to);
/* Writes what is buffered, through to the kernel.  0 or -errno, also of an earlier write. */
int writer_flush(struct writer *w);
/* More bytes than the buffer has room for. */
void writer_put_slow(struct writer *w, const char *s, size_t len);

static inline void writer_put(struct writer *w, const char *s, size_t len)
{
	if (len > sizeof(w->buf) - w->len) {
		writer_put_slow(w, s, len);
		return;
	}
	memcpy(w->buf + w->len, s, len);
	w->len += len;
}

static inline void writer_char(struct writer *w, char c)
{
	writer_put(w, &c, 1);
}

static inline void writer_str(struct writer *w, const char *s)
{
	writer_put(w, s, strlen(s));
}

#endif /* RENDER_WRITER_H */
