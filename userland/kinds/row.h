/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rows: a record together with the query, superblock or task, and object that
 * came before it.
 */
#ifndef KINDS_ROW_H
#define KINDS_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "record_copy.h"
#include "lib/pagesnap.h"
#include "names.h"
#include "value.h"

/* Room for what getters make up: a path of another mount, the combinations of a total, the rest. */
#define ROW_SCRATCH (2 * PAGESNAP_MORE_MAX + 16 * 1024)

struct kind;

/**
 * struct row - what getters of columns look at; each kind has its own struct around it
 * @kind: of the row
 * @q: number of the query, 0 for all of them
 * @query: the query as the user gave it, NULL if it is not known
 * @header: of the stream
 * @begin: query record
 * @item: the record of the row; NULL in a row of what came before, or of no record
 * @object: in place of @item: what the row is of, if it is set; NULL if there never is
 * @is_flat: @item is a flat record, and all that the kind has to take of another one
 * @page_shift: log2 of the page size
 * @raw_flags: flags are not hidden as page-types hides them
 * @for_people: of a table: words in brackets where there is no name
 * @sizes: sizes are printed as people say them, not in bytes
 * @names: mounts of the caller
 * @scratch: what getters of this row made up, ROW_SCRATCH bytes
 * @scratch_len: bytes of it in use
 */
struct row {
	const struct kind *kind;
	uint32_t q;
	const char *query;
	struct record_copy header;
	struct record_copy begin;
	const struct pagesnap_record *item;
	const struct record_copy *object;
	bool is_flat;
	unsigned int page_shift;
	bool raw_flags;
	bool for_people;
	bool sizes;
	struct names *names;
	char *scratch;
	size_t scratch_len;
};

enum row_step {
	ROW_SKIP,	/* nothing to print, kept if later rows need it */
	ROW_PRINT,	/* @row is a row now */
};

/* A row of no query; NULL if there is no memory. */
struct row *row_new(const struct kind *kind);
void row_free(struct row *row);
/* Another query begins. */
void row_begin(struct row *row, uint32_t q);
/* Takes the next record.  ROW_*, or -ENOMEM. */
int row_take(struct row *row, const struct pagesnap_record *r);

/* Takes another flat record, which is a row, behind one. */
static inline void row_take_flat(struct row *row, const struct pagesnap_record *r)
{
	row->scratch_len = 0;
	row->item = r;
}

/* @len bytes that stay until the next row, NULL if there is no more room. */
void *row_scratch(struct row *row, size_t len);

#endif /* KINDS_ROW_H */
