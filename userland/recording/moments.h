/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which moments a recording has.
 */
#ifndef RECORDING_MOMENTS_H
#define RECORDING_MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "folder.h"
#include "head.h"

/* Of a file.  Whoever reads a moment reads those before it. */
#define MOMENTS_OF_FILE_MAX 720

enum moment_state {
	MOMENT_GOOD,
	MOMENT_DAMAGED,	/* its bytes are not those that were written */
	MOMENT_LOST,	/* it says what differs from one that is damaged */
	MOMENT_CUT,	/* no head can be read: writing broke off, or @changed; @head is zero */
};

/**
 * struct moment - a moment
 * @state: MOMENT_*
 * @head: what it says of itself
 * @file: it is in
 * @at: where, in bytes
 * @size: bytes there
 * @changed: of MOMENT_CUT: a head was written, and its bytes are others now.  If another moment
 *	follows in its file, what builds on it may be had: that is seen by making it
 */
struct moment {
	enum moment_state state;
	bool changed;
	struct head head;
	uint64_t file;
	off_t at;
	uint64_t size;
};

/**
 * struct moments - all of them, as they were recorded
 * @list: moments
 * @nr: how many
 * @room: places in @list
 */
struct moments {
	struct moment *list;
	size_t nr;
	size_t room;
};

/*
 * Reads the heads of all; with @check all bytes, too.  0, or a negative errno after a message;
 * moments_free() is owed.
 */
int moments_read(struct moments *m, const struct folder *f, bool check);
/* Does moment @nth say what differs from the one before it, as far as is known? */
bool moments_is_delta(const struct moments *m, size_t nth);
/* Moment @nth can't be had, and so can't those that build on it. */
void moments_spoil(struct moments *m, size_t nth);
/*
 * The good one that is nearest to @time_ns, and not after it; the clock may have been set.
 * Its place, or -ENOENT.
 */
ssize_t moments_before(const struct moments *m, uint64_t time_ns);
/* That of this number.  As above. */
ssize_t moments_numbered(const struct moments *m, uint64_t number);
/* The good one behind place @nth, in time.  As above. */
ssize_t moments_behind(const struct moments *m, size_t nth);
/* Is less known of what was between @nth and the one before it than was wanted?  Nanoseconds, 0: no. */
uint64_t moments_gap(const struct moments *m, size_t nth);
void moments_free(struct moments *m);

#endif /* RECORDING_MOMENTS_H */
