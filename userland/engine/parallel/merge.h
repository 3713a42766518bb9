/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One answer from the answers to the shards of a query, which several sessions
 * give at the same time.  Pure.
 */
#ifndef MERGE_H
#define MERGE_H

#include <stdbool.h>

#include "ask/queries.h"
#include "lib/pagesnap.h"
#include "shard.h"

struct merge;

/*
 * For up to @most shards.  @fn takes the records of the one answer, with the
 * numbers of its query; what is not 0 stops it.  NULL if there is no memory.
 */
struct merge *merge_new(unsigned int most, pagesnap_record_fn *fn, void *ctx);
void merge_free(struct merge *m);
/* @query comes next, in the shards of @share.  Both must stay until all have ended. */
void merge_begin(struct merge *m, const struct query *query, const struct shards *share);
/*
 * Before any record of a shard: what the module reports can't be merged.  Nothing is
 * passed on then, and all shards are refused when they have ended.
 */
void merge_refuse(struct merge *m);
/* The next record of @shard, from 0.  0, what @fn returned, -ENOMEM or -EPROTO. */
int merge_record(struct merge *m, unsigned int shard, const struct pagesnap_record *r);
/*
 * Shards in turn bring rows besides records.  They come behind all records so far:
 * none of these may wait for the next any longer.  As merge_record().
 */
int merge_flush(struct merge *m);
/*
 * All shards have ended, and none is of use: the module knows no part=, or reports too
 * little.  Then nothing was passed on, and the query can be asked as a whole.
 */
bool merge_refused(const struct merge *m);

#endif /* MERGE_H */
