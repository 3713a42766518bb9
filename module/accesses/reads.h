/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_READS_H
#define PAGESNAP_ACCESSES_READS_H

#include "../core/query.h"
#include "batch.h"

struct inode;
struct pagesnap_mapped;
struct pagesnap_reads;

struct pagesnap_reads *pagesnap_reads_create(const struct pagesnap_mapped *file,
					     const struct pagesnap_query *q, u32 unit,
					     struct pagesnap_diag *d);
void pagesnap_reads_destroy(struct pagesnap_reads *r);
void pagesnap_reads_mark(struct inode *inode, u64 first, u64 end);
void pagesnap_reads_begin(struct pagesnap_reads *r, bool base);
bool pagesnap_reads_step(struct pagesnap_reads *r, struct pagesnap_tally *t,
			 struct pagesnap_batch *b, bool held);
u64 pagesnap_reads_lost(struct pagesnap_reads *r);

#endif /* PAGESNAP_ACCESSES_READS_H */
