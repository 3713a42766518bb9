// SPDX-License-Identifier: GPL-2.0
/*
 * Which records are rows, and what of earlier records belongs to them.
 */
#include "holders.h"
#include "row.h"

static int take_header(struct row *row, const struct pagesnap_record *r)
{
	int status = kept_take(&row->header, r);

	/* a page of another size than 64 GiB or less is damage */
	if (!status && r->u->header.page_shift < 37)
		row->page_shift = r->u->header.page_shift;
	names_boot(row->names, r->u->header.boot);
	return status;
}

static int take_outer(struct row *row, const struct pagesnap_record *r)
{
	row->object.set = false;
	return kept_take(&row->outer, r);
}

/* ABI 1.0 had neither. */
static void take_more(struct row *row, const struct pagesnap_record *r)
{
	bool told = !row->header.set || row->header.any.header.abi_minor;
	uint64_t droppable = PAGESNAP_NONE, pss = PAGESNAP_NONE;

	if (!row->sums)
		return;
	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		droppable = r->u->file.droppable;
		break;
	case PAGESNAP_REC_VMA:
		pss = r->u->vma.pss;
		break;
	case PAGESNAP_REC_TOTAL:
		droppable = r->u->total.droppable;
		pss = r->u->total.pss;
		break;
	}
	row->droppable = told || droppable == PAGESNAP_NONE ? droppable : PAGESNAP_UNKNOWN;
	row->pss = told || pss == PAGESNAP_NONE ? pss : PAGESNAP_UNKNOWN;
}

static int take_object(struct row *row, const struct pagesnap_record *r)
{
	int status = kept_take(&row->object, r);

	row->item = NULL;
	row->sums = NULL;
	if (status)
		return status;
	row->sums = pagesnap_record_sums(&row->object.record);
	take_more(row, &row->object.record);
	return row->sums ? ROW_PRINT : ROW_SKIP;
}

static int take_item(struct row *row, const struct pagesnap_record *r)
{
	row_take_item(row, r);
	row->sums = pagesnap_record_sums(r);
	take_more(row, r);
	return ROW_PRINT;
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
	row->outer.set = false;
	row->object.set = false;
	row->item = NULL;
	row->sums = NULL;
	row->group = NULL;
	row->droppable = row->pss = PAGESNAP_NONE;
	row->recent = PAGESNAP_NONE;
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
	switch (r->u->rec.type) {
	case PAGESNAP_REC_HEADER:
		return take_header(row, r);
	case PAGESNAP_REC_QUERY:
		return kept_take(&row->begin, r);
	case PAGESNAP_REC_SB:
	case PAGESNAP_REC_TASK:
		return take_outer(row, r);
	case PAGESNAP_REC_FILE:
	case PAGESNAP_REC_VMA:
	case PAGESNAP_REC_SPAN:
		return take_object(row, r);
	case PAGESNAP_REC_PAGE:
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_HOLE:
	case PAGESNAP_REC_SPECIAL:
	case PAGESNAP_REC_TOTAL:
		return take_item(row, r);
	default:
		return ROW_SKIP;
	}
}

/**
 * row_free() - free what a row keeps
 * @row: row
 */
void row_free(struct row *row)
{
	kept_free(&row->header);
	kept_free(&row->begin);
	kept_free(&row->outer);
	kept_free(&row->object);
	holders_free(row->holders);
}

static bool is_pages(const struct pagesnap_record *r)
{
	return r && (r->u->rec.type == PAGESNAP_REC_RUN || r->u->rec.type == PAGESNAP_REC_PAGE);
}

/**
 * row_pages() - pages behind a row
 * @row: row
 *
 * Return: pages; 0 for entries without a page.
 */
uint64_t row_pages(const struct row *row)
{
	if (row->combo)
		return row->combo->pages;
	if (row->sums)
		return row->sums->pages;
	return is_pages(row->item) ? row->item->u->run.nr : 0;
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
	if (len > sizeof(row->scratch) - row->scratch_len)
		return NULL;
	row->scratch_len += len;
	return bytes;
}

/**
 * row_is_shared() - is a file charged to several cgroups?
 * @row: row of an object
 *
 * Return: true if so, or if the module does not tell, which is what ABI 1.0 didn't;
 * pages that are charged to none don't count.
 */
bool row_is_shared(const struct row *row)
{
	const struct pagesnap_record *r = &row->object.record;
	uint32_t nr, i, charged = 0;

	if (row->item || !row->object.set)
		return false;
	nr = pagesnap_record_cgroups(r);
	if (!nr)
		return row->sums && row->sums->pages;
	for (i = 0; i < nr && charged < 2; i++)
		charged += pagesnap_record_cgroup(r, i).key != PAGESNAP_NONE;
	return charged > 1;
}
