// SPDX-License-Identifier: GPL-2.0
/*
 * Rows of files with a bar: their runs are added up, and the row follows the last.
 */
#include <string.h>

#include "digest.h"

static int print_bar(struct out *o)
{
	struct pages_digest *d = pages_digest(o);
	struct pages_row *p = pages_row(o->row);
	int status = 0;

	if (!d->in_bar)
		return 0;
	d->in_bar = false;
	o->row->scratch_len = 0;
	o->row->item = NULL;
	p->sums = &d->bar_sums.sums;
	p->bar = &d->bar;
	if (pages_digest_wants(o, &p->object))
		status = out_print_row(o);
	p->bar = NULL;
	p->sums = NULL;
	return status;
}

static int begin_bar(struct out *o, const struct pagesnap_record *r)
{
	struct pages_digest *d = pages_digest(o);
	const unsigned int shift = o->row->page_shift;
	int status = print_bar(o) ?: row_take(o->row, r);

	if (status < 0)
		return status;
	pages_summary_free(&d->bar_sums);
	memset(&d->bar_sums, 0, sizeof(d->bar_sums));
	bar_begin(&d->bar, (r->u->file.size + (1ULL << shift) - 1) >> shift);
	d->in_bar = true;
	return 0;
}

/**
 * pages_take_bar() - take a record where rows are of files with bars
 * @o: output
 * @r: record
 *
 * Return: 0 or -errno.
 */
int pages_take_bar(struct out *o, const struct pagesnap_record *r)
{
	struct pages_digest *d = pages_digest(o);
	int status;

	switch (r->u->rec.type) {
	case PAGESNAP_REC_FILE:
		return begin_bar(o, r);
	case PAGESNAP_REC_RUN:
	case PAGESNAP_REC_PAGE:
		bar_add(&d->bar, r->u->run.index, r->u->run.nr);
		return pages_summary_take(&d->bar_sums, r);
	case PAGESNAP_REC_GONE:
	case PAGESNAP_REC_SWAP:
	case PAGESNAP_REC_SPECIAL:
		return pages_summary_take(&d->bar_sums, r);
	case PAGESNAP_REC_END:
		return print_bar(o);
	default:
		status = row_take(o->row, r);
		return status < 0 ? status : 0;
	}
}
