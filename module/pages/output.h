/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_OUTPUT_H
#define PAGESNAP_PAGES_OUTPUT_H

#include "walk.h"

/* Runs that go out at a time, whose lines are below 1 KiB each. */
#define PAGESNAP_OUTPUT_RUNS 32

void pagesnap_output_begin(struct pagesnap_walk *w);
void pagesnap_output_item(void *ctx, union pagesnap_item *item);
void pagesnap_output_runs(struct pagesnap_walk *w, union pagesnap_item *item, u32 n);
void pagesnap_output_same(struct pagesnap_walk *w, const struct pagesnap_same *same);
void pagesnap_output_end_object(struct pagesnap_walk *w);
void pagesnap_output_end(struct pagesnap_walk *w);

#endif /* PAGESNAP_PAGES_OUTPUT_H */
