// SPDX-License-Identifier: GPL-2.0
/*
 * What rows of all kinds have in common.
 */
#include <stdlib.h>
#include <string.h>

#include "kind.h"
#include "row.h"

#define SCRATCH_ALIGN 16

/**
 * row_new() - make a row
 * @kind: of which kind
 *
 * Return: row, NULL if there is no memory.
 */
struct row *row_new(const struct kind *kind)
{
	size_t size = (kind->row_size + SCRATCH_ALIGN - 1) & ~(size_t)(SCRATCH_ALIGN - 1);
	struct row *row = malloc(size + ROW_SCRATCH);

	if (!row)
		return NULL;
	memset(row, 0, size);
	row->kind = kind;
	row->page_shift = 12;
	row->scratch = (char *)row + size;
	row->names = names_new();
	if (kind->set_up)
		kind->set_up(row);
	if (row->names)
		return row;
	row_free(row);
	return NULL;
}

/**
 * row_free() - free a row
 * @row: row, may be NULL
 */
void row_free(struct row *row)
{
	if (!row)
		return;
	if (row->kind->free)
		row->kind->free(row);
	record_copy_free(&row->header);
	record_copy_free(&row->begin);
	names_free(row->names);
	free(row);
}

static int take_header(struct row *row, const struct pagesnap_record *r)
{
	int status = record_copy_take(&row->header, r);

	/* a page of another size than 64 GiB or less is damage */
	if (!status && r->u->header.page_shift < 37)
		row->page_shift = r->u->header.page_shift;
	names_boot(row->names, r->u->header.boot);
	return status;
}

/**
 * row_begin() - another query begins
 * @row: row
 * @q: its number, 0 for what is of all queries
 */
void row_begin(struct row *row, uint32_t q)
{
	row->q = q;
	row->begin.set = false;
	row->item = NULL;
	row->is_flat = false;
	if (row->kind->begin)
		row->kind->begin(row);
}

/**
 * row_take() - take the next record
 * @row: row
 * @r: record, which must stay until the row is printed
 *
 * Return: ROW_PRINT if it is a row, ROW_SKIP if not, -ENOMEM.
 */
int row_take(struct row *row, const struct pagesnap_record *r)
{
	row->scratch_len = 0;
	row->is_flat = false;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		return take_header(row, r);
	case PAGESNAP_REC_QUERY:
		return record_copy_take(&row->begin, r);
	default:
		return row->kind->take ? row->kind->take(row, r) : ROW_SKIP;
	}
}

/**
 * row_scratch() - memory that stays until the next row
 * @row: row
 * @len: bytes
 *
 * Return: bytes aligned for numbers, NULL if all are in use.
 */
void *row_scratch(struct row *row, size_t len)
{
	void *bytes = row->scratch + row->scratch_len;

	len = (len + 15) & ~(size_t)15;
	if (len > ROW_SCRATCH - row->scratch_len)
		return NULL;
	row->scratch_len += len;
	return bytes;
}
