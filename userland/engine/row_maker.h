/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows that a worker makes from the records that it reads.
 */
#ifndef ROW_MAKER_H
#define ROW_MAKER_H

#include "queue.h"
#include "render/out.h"

struct row_maker;

/* For one worker; @options must stay.  NULL if there is no memory. */
struct row_maker *row_maker_new(struct queue *queue, const struct out_options *options);
void row_maker_free(struct row_maker *maker);
/* The records that come are of @batch. */
void row_maker_begin(struct row_maker *maker, struct batch *batch);
/* A pagesnap_record_fn; @ctx is the maker. */
int row_maker_record(void *ctx, const struct pagesnap_record *r);
/* All that a read() brought goes to the reader.  0 or -errno. */
int row_maker_hand_over(struct row_maker *maker);

#endif /* ROW_MAKER_H */
