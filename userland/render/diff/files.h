/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What was in memory at two moments, by file: one entry for both, if the file is the same.
 */
#ifndef RENDER_DIFF_FILES_H
#define RENDER_DIFF_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spans.h"

enum diff_moment { DIFF_FIRST, DIFF_SECOND, DIFF_MOMENTS };

/**
 * struct diff_key - which file, and which part of it
 * @dev: its device
 * @subvol: subvolume in which @ino is unique
 * @ino: its inode number
 * @gen: which file with that number it is
 * @group: number of the group that the part is in, 0 for the whole
 */
struct diff_key {
	uint64_t dev;
	uint64_t subvol;
	uint64_t ino;
	uint64_t gen;
	uint64_t group;
};

/**
 * struct diff_state - a file at one moment
 * @name: for people, @name_len bytes; NULL if it is that of the moment before
 * @name_len: see there
 * @pages: in memory
 * @dirty: of these, of dirty folios; PAGESNAP_UNKNOWN or _NONE, as the next one
 * @evicted: evicted or swapped out
 * @size: of the file, in bytes
 * @spans: which pages, if @has_spans
 * @has_spans: answers told that
 * @query: number of the query that told of it
 * @there: there was something about it
 * @named: @name is a path, not a word in brackets
 * @deleted: it has no name any more
 */
struct diff_state {
	char *name;
	size_t name_len;
	uint64_t pages;
	uint64_t dirty;
	uint64_t evicted;
	uint64_t size;
	struct diff_spans spans;
	uint32_t query;
	bool has_spans;
	bool there;
	bool named;
	bool deleted;
};

/**
 * struct diff_file - a file at both moments
 * @key: which
 * @at: the moments
 * @replaced: another one has its name by now, or had it
 */
struct diff_file {
	struct diff_key key;
	struct diff_state at[DIFF_MOMENTS];
	bool replaced;
};

/**
 * struct diff_files - all of them; all zero at first
 * @root: of a tree of them by key
 * @list: them; @nr of them
 * @nr: see there
 * @room: files that @list has memory for
 */
struct diff_files {
	void *root;
	struct diff_file **list;
	size_t nr;
	size_t room;
};

/* The file of a key; a new one, if need be.  NULL if there is no memory. */
struct diff_file *diff_files_find(struct diff_files *files, const struct diff_key *key);
/* What it is called at @moment.  0 or -ENOMEM. */
int diff_file_name(struct diff_file *file, enum diff_moment moment, const char *name, size_t len);
/* Its name at @moment; NULL if it has none. */
const char *diff_file_named(const struct diff_file *file, enum diff_moment moment, size_t *len);
/* Was it called otherwise, and is it known how? */
bool diff_file_renamed(const struct diff_file *file);
/* Finds files that took the names of others.  0 or -ENOMEM. */
int diff_files_match(struct diff_files *files);
void diff_files_free(struct diff_files *files);

#endif /* RENDER_DIFF_FILES_H */
