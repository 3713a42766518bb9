/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A kernel to test the client without one: answers query lines by rules that
 * are simple enough to know the result beforehand, as a stream of records.
 *
 * A path says what comes of it, the last part counting:
 *	nosuch		error ENOENT
 *	dir		error EISDIR
 *	partial		7 inodes skipped
 *	cut		limit reached
 *	note		a note comes first
 *	late		a second later; with $FAKE_HOLD once that file is there, or a signal comes
 *	half		error ENOENT to all parts but the first
 *	deleted, outside	a file of that state
 *	uncached	a file of which nothing is cached
 *	nothing		an answer with nothing in it, as of a folder
 *	many-N		N records; N files, or a sum of N pages
 *	anything else	one file of a few runs
 * type:many-N has two superblocks of N files each.
 * part=K/N is the inodes whose number leaves K-1 when divided by N; with $FAKE_OLD
 * it is an error, as are changed= and a value of names=.  $FAKE_ABI is the version of the header, 1.0.
 * With $FAKE_MEMORY rows of frames are those of a range, see put_memory().
 * type:btrfs is EOPNOTSUPP, as it is on older kernels; of type:bdev and type:proc there
 * are none.  Files are those of $FAKE_FILE, MAJOR:MINOR:INODE; $FAKE_FLAGS are flags that
 * pages have as well, and $FAKE_CGROUP is the inode of their cgroup, 27.
 * Of frames from 0x40000000 on, and of what process 7 has mapped, there is nothing.
 * Filesystems are mounted at $FAKE_MOUNT, /.
 * With $FAKE_WORLD files are as answer-world.c says, and without that file there is no module.
 * "nosuchkey=" or "flasg=" in a line is an error with its column.  PID 9 is gone.
 * Index files of accesses are called "accesses/task_index"; answer-accesses.c says what
 * they find.  With $FAKE_ENDLESS they tell half of the samples, and don't end.
 */
#ifndef TESTS_CLI_ANSWER_H
#define TESTS_CLI_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct stream - bytes that grow
 * @buf: these
 * @len: how many
 * @size: of the allocation
 * @spill: called with what is there when much is, so that it stays small; or NULL
 * @session: of the last header
 */
struct stream {
	char *buf;
	size_t len;
	size_t size;
	void (*spill)(struct stream *stream);
	uint64_t session;
};

/* Is an index file one of accesses? */
bool is_of_accesses(const char *file);
/* Or of faults?  They are called "faults/task_index". */
bool is_of_faults(const char *file);
/* Or of slab?  "slab/site_index" and the like. */
bool is_of_slab(const char *file);
/* Do its answers go on, and never end? */
bool is_endless(const char *file);
/* The header of @file's session number @session. */
void answer_header(struct stream *s, const char *file, uint64_t session);
/* The answer of index file @file to query @q, "@line" of @len bytes. */
void answer_line(struct stream *s, const char *file, uint32_t q, const char *line, size_t len);

#endif /* TESTS_CLI_ANSWER_H */
