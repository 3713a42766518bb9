// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the borders of a piece of frames
 *
 * Pages of their own are cut by nothing.  A run or gap that a border has cut is
 * the last one of its piece and the first one of the next.  A hole at the beginning
 * belongs to the span of the piece before, which only who has seen that can tell; so
 * all gaps before the first page or run are told.
 */
#include "piece.h"

/**
 * piece_step() - where does a record stand?
 * @p: piece so far
 * @r: run, page or gap that comes next
 *
 * Return: PIECE_*.
 */
enum piece_step piece_step(struct piece *p, const struct pagesnap_record *r)
{
	bool was_begun = p->begun;
	unsigned int type = r->u->rec.type;

	p->begun |= type == PAGESNAP_REC_RUN || type == PAGESNAP_REC_PAGE;
	if (type == PAGESNAP_REC_PAGE)
		return PIECE_ROW;
	return was_begun ? PIECE_KEEP : PIECE_TELL;
}

/**
 * piece_keep() - keep the last record so far
 * @p: piece, which keeps none
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int piece_keep(struct piece *p, const struct pagesnap_record *r)
{
	return record_copy_take(&p->last, r);
}

/**
 * piece_take() - take the record that was kept
 * @p: piece
 *
 * Return: record, NULL if none was kept.
 */
const struct pagesnap_record *piece_take(struct piece *p)
{
	if (!p->last.set)
		return NULL;
	p->last.set = false;
	return &p->last.record;
}

/**
 * piece_free() - free what a piece keeps
 * @p: piece
 */
void piece_free(struct piece *p)
{
	record_copy_free(&p->last);
}
