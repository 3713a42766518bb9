/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rule by which a collection's answers to the shards of a query become one.  What the
 * answers of all collections have, queries, notes, errors and ends, is merged elsewhere.
 */
#ifndef KINDS_MERGING_H
#define KINDS_MERGING_H

#include <string.h>

#include "lib/pagesnap.h"

/**
 * struct merging - one answer that is being merged
 * @emit: passes on a record, of @size bytes here; 0, or what stops it
 * @shards: how many there are; a rule has room for as many as it was made for
 * @in_ranges: they are ranges of what is asked about; or else those of part=K/N
 * @in_turn: they come in turn, and most of their rows elsewhere
 */
struct merging {
	int (*emit)(struct merging *to, const union pagesnap_any *u, size_t size, const char *bytes,
		    size_t len);
	unsigned int shards;
	bool in_ranges;
	bool in_turn;
};

/**
 * struct merge_rule - how records of a collection are merged
 * @new: gets ready for up to @most shards of one query after the other; NULL without memory
 * @free: the opposite; takes NULL, too
 * @begin: another query begins
 * @query: the first record of its answer
 * @take: the next record of the collection, of @shard from 0, or in turn of the next.  0,
 *	what @emit returned, -ENOMEM, or -EPROTO for one that has no place in such an answer
 * @flush: passes on what waits for the next record: it can't belong to that.  As @take
 * @end: all shards have ended: passes on what comes with the end, the sum of theirs, and
 *	makes that the end of one answer.  As @take
 * @skipped_by_all: each shard passes over what was skipped for this reason, and counts it
 */
struct merge_rule {
	void *(*new)(unsigned int most, struct merging *to);
	void (*free)(void *merged);
	void (*begin)(void *merged);
	void (*query)(void *merged, const struct pagesnap_query_rec *query);
	int (*take)(void *merged, unsigned int shard, const struct pagesnap_record *r);
	int (*flush)(void *merged);
	int (*end)(void *merged, struct pagesnap_end *end);
	bool (*skipped_by_all)(unsigned int why);
};

/*
 * Puts @len bytes to those behind a record, PAGESNAP_MORE_MAX with a zero byte, from @at on, as
 * many as there is room for: lengths are those that an index file has given.  Where they end.
 */
static inline size_t merging_put(char *to, size_t at, const void *bytes, size_t len)
{
	if (len > PAGESNAP_MORE_MAX - at)
		len = PAGESNAP_MORE_MAX - at;
	memcpy(to + at, bytes, len);
	to[at + len] = '\0';
	return at + len;
}

#endif /* KINDS_MERGING_H */
