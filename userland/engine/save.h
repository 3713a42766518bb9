/* SPDX-License-Identifier: GPL-2.0 */
/*
 * --save: the answers as they come, for --read.
 */
#ifndef SAVE_H
#define SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <stdio.h>

#include "lib/pagesnap.h"

struct save;

/* Creates @path, or opens it; the string must stay.  NULL: none.  0 or -errno, which was said. */
int save_open(struct save **out, const char *path);
/* From now on it is overwritten.  0 or -errno, which was said. */
int save_begin(struct save *save);
/* All goes to @also as well, which stays the caller's; what fails there ends the run unsaid. */
void save_also(struct save *save, FILE *also);
int save_also_failed(const struct save *save);
/* Where the next bytes go; and back to there, if it is a file: what came since is forgotten. */
off_t save_mark(const struct save *save);
int save_back(struct save *save, off_t mark);
/* Writes bytes of a stream as they are.  0 or -errno, which was said. */
int save_copy(struct save *save, const void *buf, size_t len);
/*
 * Writes @len bytes that session @from has read.  @header is its last header,
 * NULL if none has come yet; it is repeated where sessions change.  0 or -errno,
 * which was said.
 */
int save_bytes(struct save *save, const void *from, const struct pagesnap_header *header,
	       const void *buf, size_t len, bool whole);
/* The cgroups of a record are saved with their names, before the next bytes.  0 or -errno. */
int save_cgroups(struct save *save, const struct pagesnap_record *r);
/* The same of all that are saved in @from: of what is said without records.  As above. */
int save_cgroups_of(struct save *save, const struct save *from);
/* Writes a record that @from did not read in this form.  As above. */
int save_record(struct save *save, const void *from, const struct pagesnap_header *header,
		const struct pagesnap_record *r);
/* 0 or -errno, which was said.  @save may be NULL. */
int save_close(struct save *save);

#endif /* SAVE_H */
