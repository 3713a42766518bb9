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

#include "kept.h"
#include "lib/pagesnap.h"
#include "names.h"
#include "value.h"

/* Room for what getters make up: a path of another mount, the combinations of a total, the rest. */
#define ROW_SCRATCH (2 * PAGESNAP_MORE_MAX + 16 * 1024)

struct audit_line;
struct bar;
struct doctor_line;
struct holders;
struct tally_group;

/**
 * struct row - what getters of columns look at
 * @q: number of the query, 0 for all of them
 * @query: the query as the user gave it, NULL if it is not known
 * @header: of the stream
 * @begin: query record
 * @outer: superblock or task
 * @object: file, VMA or span
 * @item: run, page, entry without a page or total; NULL in a row of an object
 * @sums: of an object or total, else NULL
 * @droppable: of @sums, pages that can be dropped; PAGESNAP_NONE where that is nothing to ask
 * @pss: of @sums, bytes, each page shared out to those that map it; as @droppable
 * @recent: of a file, pages that were evicted recently; PAGESNAP_NONE if not asked for
 * @bar: of a file of which runs were added up, else NULL
 * @combo: a row of a summary, else NULL
 * @group: a row of files that are added up, else NULL
 * @audit: a row of audit, else NULL
 * @doctor: a row of doctor, else NULL
 * @page_shift: log2 of the page size
 * @raw_flags: flags are not hidden as page-types hides them
 * @for_people: of a table: words in brackets where there is no name
 * @sizes: sizes are told as people do, not in bytes
 * @names: mounts of the caller
 * @holders: who holds which file, read when it is needed first, or NULL
 * @holders_known: it was tried
 * @scratch: what getters of this row made up
 * @scratch_len: bytes of it in use
 */
struct row {
	uint32_t q;
	const char *query;
	struct kept header;
	struct kept begin;
	struct kept outer;
	struct kept object;
	const struct pagesnap_record *item;
	const struct pagesnap_sums *sums;
	uint64_t droppable;
	uint64_t pss;
	uint64_t recent;
	const struct bar *bar;
	const struct pagesnap_combo *combo;
	const struct tally_group *group;
	const struct audit_line *audit;
	const struct doctor_line *doctor;
	unsigned int page_shift;
	bool raw_flags;
	bool for_people;
	bool sizes;
	struct names *names;
	struct holders *holders;
	bool holders_known;
	size_t scratch_len;
	_Alignas(16) char scratch[ROW_SCRATCH];
};

enum row_step {
	ROW_SKIP,	/* nothing to print, kept if later rows need it */
	ROW_PRINT,	/* @row is a row now */
};

/* Takes the next record.  ROW_*, or -ENOMEM. */
int row_take(struct row *row, const struct pagesnap_record *r);

/* Takes a run or page, which is a row. */
static inline void row_take_item(struct row *row, const struct pagesnap_record *r)
{
	row->scratch_len = 0;
	row->item = r;
	row->sums = NULL;
}

/* Another query begins. */
void row_begin(struct row *row, uint32_t q);
void row_free(struct row *row);
/* Is it of a file with pages that are charged to several cgroups, or to nobody knows which? */
bool row_is_shared(const struct row *row);
/* Pages that are behind the row. */
uint64_t row_pages(const struct row *row);
/* @len bytes that stay until the next row, NULL if there is no more room. */
void *row_scratch(struct row *row, size_t len);

#endif /* KINDS_ROW_H */
