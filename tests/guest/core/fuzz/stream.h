/* SPDX-License-Identifier: GPL-2.0 */
/* What comes back from a control file, as it comes: is it well-formed? */
#ifndef FUZZ_STREAM_H
#define FUZZ_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum stream_kind {
	STREAM_ANSWERS,		/* of an index file */
	STREAM_LISTING,		/* format, stats, error_log */
	STREAM_LOOSE,		/* others read or write it too: nothing can be said */
};

struct stream;

/* @counts: only its owner writes queries, so each must have its answer. */
struct stream *stream_new(enum stream_kind kind, bool counts);
struct stream *stream_get(struct stream *s);
void stream_put(struct stream *s);
/* From now on nothing is known of it. */
void stream_loosen(struct stream *s);

/* The file took @len bytes of queries. */
void stream_wrote(struct stream *s, const char *buf, size_t len);
/* It took fewer than it was given, or ended no line where it should have: don't count on. */
void stream_uncount(struct stream *s);
/* read() of @asked bytes gave @n, or a negative errno. */
void stream_read(struct stream *s, const char *buf, size_t asked, long n);

#endif /* FUZZ_STREAM_H */
