// SPDX-License-Identifier: GPL-2.0
/*
 * Bytes on their way to a file.
 */
#include <errno.h>

#include "writer.h"

/**
 * writer_init() - make a writer
 * @w: writer
 * @to: file
 */
void writer_init(struct writer *w, FILE *to)
{
	w->to = to;
	w->error = 0;
	w->len = 0;
}

static void write_out(struct writer *w, const char *s, size_t len)
{
	if (w->error || !len)
		return;
	errno = 0;
	if (fwrite(s, 1, len, w->to) != len)
		w->error = errno ? -errno : -EIO;
}

/**
 * writer_put_slow() - append bytes for which the buffer has no room
 * @w: writer
 * @s: bytes
 * @len: how many
 */
void writer_put_slow(struct writer *w, const char *s, size_t len)
{
	write_out(w, w->buf, w->len);
	w->len = 0;
	if (len > sizeof(w->buf)) {
		write_out(w, s, len);
		return;
	}
	memcpy(w->buf, s, len);
	w->len = len;
}

/**
 * writer_flush() - write what is buffered
 * @w: writer
 *
 * Return: 0 or the -errno of the first write that failed.
 */
int writer_flush(struct writer *w)
{
	write_out(w, w->buf, w->len);
	w->len = 0;
	if (!w->error) {
		errno = 0;
		if (fflush(w->to))
			w->error = errno ? -errno : -EIO;
	}
	return w->error;
}
