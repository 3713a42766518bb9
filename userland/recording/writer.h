/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recording: moments are put behind each other, and the oldest go.
 */
#ifndef RECORDING_WRITER_H
#define RECORDING_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct writer;

/**
 * struct writer_limits - what is kept
 * @keep_ns: so much time that was recorded
 * @max_size: bytes of all files
 */
struct writer_limits {
	uint64_t keep_ns;
	uint64_t max_size;
};

/**
 * struct writer_moment - a moment that begins
 * @time_ns: CLOCK_REALTIME
 * @life_ns: time since the moment before it, 0 if this run has recorded none
 * @every_ns: as of struct head
 * @missed: likewise
 * @boot: likewise
 */
struct writer_moment {
	uint64_t time_ns;
	uint64_t life_ns;
	uint64_t every_ns;
	uint64_t missed;
	const char *boot;
};

/* 0, or a negative errno after a message; @path must stay. */
int writer_open(struct writer **out, const char *path, const struct writer_limits *limits);
/*
 * From the last moment to @time_ns of CLOCK_REALTIME; 0 if there is none, or the clock was set back
 * behind it.
 */
uint64_t writer_since(const struct writer *w, uint64_t time_ns);
/*
 * A moment: writer_begin(), its bytes, and writer_end() or writer_drop().  What fails is no part
 * of the recording, and writer_drop() is owed.  0 or a negative errno.
 */
int writer_begin(struct writer *w, const struct writer_moment *moment);
int writer_take(struct writer *w, const void *bytes, size_t len);
/*
 * The bytes of an answer come, all that were before it have come; @skip_q and @text are as of
 * delta_answer().  The numbers of files are those of one session, which ends with a moment that
 * writer_drop() ended.
 */
void writer_answer(struct writer *w, uint32_t skip_q, const size_t *text);
/* Of the moment under way: may it be made of files of the one before it, by their numbers? */
bool writer_has_told(const struct writer *w);
/* What changed= says: the first number of the moment before; or, to be told of all, the next one. */
uint64_t writer_changed(const struct writer *w, bool all);
int writer_end(struct writer *w, uint64_t took_ns, bool partial);
void writer_drop(struct writer *w);
/* What went wrong with the moment, a sentence: @err is what one of the above said. */
const char *writer_why(const struct writer *w, int err);
/* @w may be NULL. */
void writer_close(struct writer *w);

#endif /* RECORDING_WRITER_H */
