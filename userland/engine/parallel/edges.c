// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the borders of a range
 *
 * What stands for itself, such as a page, is cut by nothing.  A run or gap that a border has cut is
 * the last one of its piece and the first one of the next.  A hole at the beginning
 * belongs to the span of the piece before, which only who has seen that can tell; so
 * all gaps before the first page or run are told.
 */
#include "edges.h"
#include "kinds/kind.h"

/**
 * edge_step() - where does a record stand?
 * @p: piece so far
 * @r: run, page or gap that comes next
 *
 * Return: EDGE_*.
 */
enum edge_step edge_step(struct edges *p, const struct pagesnap_record *r)
{
	bool was_begun = p->begun;
	enum kind_role role = kind_role(r);

	p->begun |= role == KIND_RUN || role == KIND_ROW;
	if (role == KIND_ROW)
		return EDGE_ROW;
	return was_begun ? EDGE_KEEP : EDGE_EMIT;
}

/**
 * edges_keep() - keep the last record so far
 * @p: piece, which keeps none
 * @r: record
 *
 * Return: 0 or -ENOMEM.
 */
int edges_keep(struct edges *p, const struct pagesnap_record *r)
{
	return record_copy_take(&p->last, r);
}

/**
 * edges_take() - take the record that was kept
 * @p: piece
 *
 * Return: record, NULL if none was kept.
 */
const struct pagesnap_record *edges_take(struct edges *p)
{
	if (!p->last.set)
		return NULL;
	p->last.set = false;
	return &p->last.record;
}

/**
 * edges_free() - free what a piece keeps
 * @p: piece
 */
void edges_free(struct edges *p)
{
	record_copy_free(&p->last);
}
