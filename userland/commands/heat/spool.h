/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The bytes that a screen was made of, for who wants to save them afterwards.
 */
#ifndef COMMANDS_HEAT_SPOOL_H
#define COMMANDS_HEAT_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes that are kept for that. */
#define HEAT_SPOOL_MAX (64 << 20)

/**
 * struct heat_spool - bytes from the first on; all zero is none
 * @buf: them, until they are saved
 * @len: how many
 * @room: bytes that there is memory for
 * @full: more came than are kept: nothing can be saved any more
 * @to: file that they go to, or NULL
 * @saved: bytes that went there
 * @err: -errno of the first write that failed
 */
struct heat_spool {
	char *buf;
	size_t len;
	size_t room;
	bool full;
	FILE *to;
	uint64_t saved;
	int err;
};

/* More bytes came. */
void heat_spool_put(struct heat_spool *s, const void *buf, size_t len);
/*
 * Saves all that came, and all that comes, in a file; @anew: it must not be there yet.  0 or
 * -errno, -EFBIG if @full.
 */
int heat_spool_save(struct heat_spool *s, const char *path, bool anew);
/* Writes all that came to @to.  0 or -errno, -EFBIG if not all of it is there any more. */
int heat_spool_copy(const struct heat_spool *s, FILE *to);
/* Forgets all, and closes the file.  0, or -errno of what was not saved. */
int heat_spool_close(struct heat_spool *s);

#endif /* COMMANDS_HEAT_SPOOL_H */
