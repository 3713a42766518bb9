// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: queries of one run
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kinds/kind.h"
#include "line_chunk.h"
#include "queries.h"

/**
 * query_free() - free what a query owns
 * @query: which
 */
void query_free(struct query *query)
{
	if (query->chunk)
		line_chunk_put(query->chunk);
	else
		free(query->line);
	query->line = NULL;
	query->chunk = NULL;
}

/**
 * query_renumber() - what a line is called in this run
 * @query: which is answered
 * @text: the record becomes a line of text
 * @u: its query or error record; the number of the query is passed beside it
 */
void query_renumber(const struct query *query, bool text, union pagesnap_any *u)
{
	uint64_t line = query->line_number;

	/* text always has a line; for other formats an argument has none */
	if (text && !line)
		line = query->number;
	if (u->rec.type == PAGESNAP_REC_QUERY) {
		u->query.line = line;
		return;
	}
	u->error.line = line;
	/* of the line as it is shown, where that is not the record's own text */
	if (u->error.col && !text)
		u->error.col += query->offset;
}

/**
 * query_word() - what a line of batch begins with
 * @which: index file
 *
 * Return: the word.
 */
const char *query_word(enum pagesnap_index_file which)
{
	return kind_index(which)->word;
}

/**
 * query_word_find() - which index file a word means
 * @word: not terminated
 * @len: its bytes
 *
 * Return: enum pagesnap_index_file or -ENOENT.
 */
int query_word_find(const char *word, size_t len)
{
	const struct kind_index *index;
	size_t nth = 0;

	while ((index = kind_index_nth(nth++)))
		if (strlen(index->word) == len && !memcmp(index->word, word, len))
			return index->which;
	return -ENOENT;
}
