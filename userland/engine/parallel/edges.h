/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The borders of a range of frames, of which a worker makes rows: a run there
 * may continue in the next range, so it is passed on as a record.  Pure.
 */
#ifndef EDGE_H
#define EDGE_H

#include <stdbool.h>

#include "kinds/record_copy.h"

/**
 * struct edges - what is known of a range so far; all zero is a new one
 * @begun: a page or run has come
 * @last: the record that waits for the one behind it
 */
struct edges {
	bool begun;
	struct record_copy last;
};

/* What becomes of a run, page or gap. */
enum edge_step {
	EDGE_EMIT,	/* it may be the continuation of what the range before ends with */
	EDGE_ROW,	/* it stands for itself */
	EDGE_KEEP,	/* the range may end with it */
};

/* Where @r, which comes next, is in the range. */
enum edge_step edge_step(struct edges *p, const struct pagesnap_record *r);
/* Keeps @r as the last one; the one before must have been taken.  0 or -ENOMEM. */
int edges_keep(struct edges *p, const struct pagesnap_record *r);
/* The one that was kept, until the next is; NULL if none was. */
const struct pagesnap_record *edges_take(struct edges *p);
void edges_free(struct edges *p);

#endif /* EDGE_H */
