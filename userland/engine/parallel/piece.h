/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The borders of a piece of frames, of which a worker makes rows: what stands
 * there may go on in the pieces beside it, so it is told as it is.  Pure.
 */
#ifndef PIECE_H
#define PIECE_H

#include <stdbool.h>

#include "kinds/record_copy.h"

/**
 * struct piece - what is known of a piece so far; all zero is a new one
 * @begun: a page or run has come
 * @last: the record that waits for the one behind it
 */
struct piece {
	bool begun;
	struct record_copy last;
};

/* What becomes of a run, page or gap. */
enum piece_step {
	PIECE_TELL,	/* it may be the continuation of what the piece before ends with */
	PIECE_ROW,	/* it stands for itself */
	PIECE_KEEP,	/* the piece may end with it */
};

/* Where @r, which comes next, stands in the piece. */
enum piece_step piece_step(struct piece *p, const struct pagesnap_record *r);
/* Keeps @r as the last one; the one before must have been taken.  0 or -ENOMEM. */
int piece_keep(struct piece *p, const struct pagesnap_record *r);
/* The one that was kept, until the next is; NULL if none was. */
const struct pagesnap_record *piece_take(struct piece *p);
void piece_free(struct piece *p);

#endif /* PIECE_H */
