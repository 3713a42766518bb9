/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Queries of one run, and where they come from.
 */
#ifndef QUERIES_H
#define QUERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/pagesnap.h"

struct line_chunk;

/**
 * struct query - a query
 * @number: from 1, over the whole run
 * @which: index file that is asked
 * @line: as a line of batch, terminated; owned
 * @chunk: where @line is; NULL: it was allocated by itself
 * @len: its bytes
 * @offset: bytes of @line before the text for the index file
 * @more: options that are added to that text, or NULL
 * @group: PAGESNAP_GROUP_* of a brief answer, which doesn't say it
 * @origin: what a message begins with: an argument, or a file of lines
 * @line_number: in that file, 0 for an argument
 * @large: it is worth to be shared out to several sessions, if it can be
 * @lasts: its answer is made of samples
 * @again: the same is asked in another collection, too: what both refuse is said once
 * @saved: it was asked by somebody else; @origin is the file of the answers
 * @err: positive errno if it can't even be asked
 * @refusal: and why not
 * @col: and in which byte of @line from 1, 0 if in none
 */
struct query {
	uint32_t number;
	enum pagesnap_index_file which;
	char *line;
	struct line_chunk *chunk;
	size_t len;
	size_t offset;
	const char *more;
	uint32_t group;
	const char *origin;
	uint64_t line_number;
	bool large;
	bool lasts;
	bool again;
	bool saved;
	int err;
	const char *refusal;
	uint32_t col;
};

void query_free(struct query *query);
/*
 * Gives a record of the answer to @query the numbers that it has in this run, not
 * those of the session.  @text: for lines of text, which show other numbers.
 */
void query_renumber(const struct query *query, bool text, union pagesnap_any *u);
/* "fs" for PAGESNAP_SB; and back, or -ENOENT. */
const char *query_word(enum pagesnap_index_file which);
int query_word_find(const char *word, size_t len);

/**
 * struct source - where queries come from, one by one
 * @next: fills in the next query but its number; 1, 0 if there is none any more,
 *	or a negative errno after a message
 * @ready: would @next give one without waiting for somebody?
 * @close: frees the source
 */
struct source {
	int (*next)(struct source *source, struct query *query);
	bool (*ready)(struct source *source);
	void (*close)(struct source *source);
};

#endif /* QUERIES_H */
