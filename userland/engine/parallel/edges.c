// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the borders of a range
 *
 * A record that stands for itself, such as a page, is never cut.  A run or gap that a border
 * has cut is the last one of its range and the first one of the next.  A hole at the beginning
 * belongs to the span of the range before, which is known only to whoever has seen that one; so
 * all gaps before the first page or run are passed on.
 */
#include "edges.h"
#include "kinds/kind.h"

/**
 * edge_step() - where does a record stand?
 * @p: range so far
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
 * @p: range, which keeps none
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
 * @p: range
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
 * edges_free() - free what is kept of a range
 * @p: range
 */
void edges_free(struct edges *p)
{
	record_copy_free(&p->last);
}
