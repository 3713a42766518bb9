/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows that are kept until all are there, to be printed largest first.
 */
#ifndef RENDER_SORTED_H
#define RENDER_SORTED_H

#include <stddef.h>
#include <stdint.h>

#include "kinds/file_id.h"
#include "kinds/value.h"

struct sorted;

/**
 * struct sorted_id - what a row is of, all 0 if that is unknown
 * @q: number of the query
 * @file: the file
 */
struct sorted_id {
	uint64_t q;
	struct file_id file;
};

/*
 * Rows of @nr values, sorted by value @key: numbers from the largest, texts
 * from A, what is "-" or "?" last; equal ones by what they are of, as files that
 * several sessions report come in any order; then as they came.
 * Only the first @top rows are kept, 0 for all.  NULL if there is no memory.
 */
struct sorted *sorted_new(size_t nr, size_t key, size_t top);
void sorted_free(struct sorted *s);
/* Copies a row; @bytes is passed back with it.  0 or -ENOMEM. */
int sorted_add(struct sorted *s, const struct value *values, const struct sorted_id *id,
	       uint64_t bytes);
/* Passes the rows on in order until @fn returns something else than 0, and returns that. */
int sorted_drain(struct sorted *s, int (*fn)(void *ctx, const struct value *values,
					     uint64_t bytes), void *ctx);

#endif /* RENDER_SORTED_H */
