/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Records that come before it is known how rows are to look.
 */
#ifndef PENDING_H
#define PENDING_H

#include "render/out.h"

struct pending_record;

/**
 * struct pending - a list of records
 * @first: the oldest, NULL if there is none
 * @last: where the next is hung
 */
struct pending {
	struct pending_record *first;
	struct pending_record **last;
};

/* Copies a record of query @number, whose text is @query.  0 or -ENOMEM. */
int pending_add(struct pending *pending, uint32_t number, const char *query,
		const struct pagesnap_record *r);
/* Gives all of them to @out and drops them.  0, or what out_record() said first. */
int pending_print(struct pending *pending, struct out *out);
void pending_free(struct pending *pending);

#endif /* PENDING_H */
