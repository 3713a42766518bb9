/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two moments, each a complete stream of answers, and what they tell of the same files.
 */
#ifndef COMMANDS_DIFF_MOMENTS_H
#define COMMANDS_DIFF_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "commands/memory/census.h"
#include "kinds/pages_view.h"
#include "render/diff/changes.h"

struct row;

/* What a row is of. */
enum diff_by {
	DIFF_BY_FILE,
	DIFF_BY_DIR,
	DIFF_BY_FS,
	DIFF_BY_TYPE,
	DIFF_BY_CGROUP,
	DIFF_BY_CLASS,
	DIFF_BYS
};

/**
 * struct diff_name - something that many files share
 * @key: what it is, terminated
 * @name: what people call it, the same or other bytes
 * @name_len: how many
 * @number: of it, from 1
 * @asked: of a query, bits (1 << moment): it was asked
 * @answered: and it was answered as a whole
 */
struct diff_name {
	char *key;
	char *name;
	size_t name_len;
	uint32_t number;
	unsigned char asked;
	unsigned char answered;
};

/**
 * struct diff_names - all of a sort; all zero at first
 * @root: of a tree of them by key
 * @list: them; @nr of them
 * @nr: see there
 */
struct diff_names {
	void *root;
	struct diff_name **list;
	size_t nr;
};

/**
 * struct diff_look - what is known of one moment besides its files
 * @origin: where it comes from, for messages
 * @time_ns: when the first of its queries was answered, by the clock of that machine
 * @boot: of which boot the answers are
 * @page_shift: log2 of the page size
 * @census: frames
 * @answers: queries that were answered
 * @files: records of files
 * @subjects: queries that were not of frames
 * @frames: records of frames
 * @runs: pages of files were told one by one
 * @others: records of processes, which have no rows here
 * @again: files that came in more than one answer
 * @partial: something is missing, which was said
 */
struct diff_look {
	const char *origin;
	uint64_t time_ns;
	char boot[40];
	unsigned int page_shift;
	struct census census;
	uint64_t answers;
	uint64_t files;
	uint64_t subjects;
	uint64_t frames;
	uint64_t runs;
	uint64_t others;
	uint64_t again;
	bool partial;
};

/**
 * struct diff_moments - two moments
 * @by: what a row is of
 * @view: of that, how files are added up
 * @looks: each moment
 * @files: of both
 * @groups: of these, unless each is a row
 * @queries: that were asked
 * @answered: by number of the query, bits (1 << moment): it was answered as a whole
 * @boots: they are of two boots, or of two machines
 * @tells_how: it is of interest how pages came and went
 */
struct diff_moments {
	enum diff_by by;
	struct pages_view view;
	struct diff_look looks[DIFF_MOMENTS];
	struct diff_files files;
	struct diff_names groups;
	struct diff_names queries;
	unsigned char *answered;
	bool boots;
	bool tells_how;
};

/* Its word, as --by takes it; and the other way, DIFF_BYS if it is none. */
const char *diff_by_word(enum diff_by by);
enum diff_by diff_by_of_word(const char *word);

/* @view: of that roots and depth count.  diff_moments_free() is owed. */
void diff_moments_init(struct diff_moments *m, enum diff_by by, const struct pages_view *view);
/*
 * Reads a moment from the stream @fd to its end, the first one first; @origin names it and stays.
 * 0, -EINTR after a signal, or another negative errno after a message.  What is missing at its end
 * is no error: it is said, and nothing is taken for gone then.
 */
int diff_moments_read(struct diff_moments *m, enum diff_moment moment, int fd, const char *origin);
/* Can they be compared?  0, or -EINVAL after a message; says what they can't tell. */
int diff_moments_match(struct diff_moments *m);
/* What can be known of them. */
struct diff_told diff_moments_told(const struct diff_moments *m);
void diff_moments_free(struct diff_moments *m);

/* The name of @key among @names, which is new if need be; NULL if there is no memory. */
struct diff_name *diff_names_find(struct diff_names *names, const char *key, const char *name,
				  size_t len);
void diff_names_free(struct diff_names *names);

#endif /* COMMANDS_DIFF_MOMENTS_H */
