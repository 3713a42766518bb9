/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records that come before it is known how rows are to look.
 */
#ifndef HELD_H
#define HELD_H

#include "render/out.h"

struct held_record;

/**
 * struct held - a list of records
 * @first: the oldest, NULL if there is none
 * @last: where the next is hung
 */
struct held {
	struct held_record *first;
	struct held_record **last;
};

/* Copies a record of query @number, whose text is @query.  0 or -ENOMEM. */
int held_add(struct held *held, uint32_t number, const char *query,
	     const struct pagesnap_record *r);
/* Gives all of them to @out and drops them.  0, or what out_record() said first. */
int held_print(struct held *held, struct out *out);
void held_free(struct held *held);

#endif /* HELD_H */
