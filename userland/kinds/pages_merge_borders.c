// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what stands at the borders of ranges
 *
 * Ranges of frames that become rows come in turn, and most of their rows go another
 * way.  Only spans and what stands at the borders come here: the last run or gap of
 * a range waits for the first one of the next, which may be its continuation.
 */
#include <errno.h>
#include <string.h>

#include "../../module/pages/join.h"
#include "pages_merge.h"

static int emit_item(struct pages_merge *m)
{
	struct record_copy *item = &m->item;
	bool is_run = item->any.rec.type == PAGESNAP_REC_RUN;

	if (!item->set)
		return 0;
	item->set = false;
	return pages_merge_emit_copy(m, item, is_run ? sizeof(item->any.run) : sizeof(item->any.gap));
}

/*
 * A range begins with a span, even if that was already passed on.  If it begins
 * with a hole, nobody has asked a frame for its node yet: then it is that one anyway.
 * @next: its first item, NULL if that is a page of which there was a row.
 */
static int emit_span(struct pages_merge *m, const struct pagesnap_record *next)
{
	const struct pagesnap_span *span = &m->span.any.span;
	bool hole = next && next->u->rec.type == PAGESNAP_REC_HOLE &&
		    next->u->gap.index == span->start;
	int err;

	if (!m->span.set)
		return 0;
	m->span.set = false;
	if (hole ? m->in_span : m->node == span->node) {
		m->same_spans++;
		return 0;
	}
	err = emit_item(m);
	m->in_span = true;
	m->node = hole ? PAGESNAP_NONE : span->node;
	return err ?: pages_merge_emit_copy(m, &m->span, sizeof(m->span.any.span));
}

/* Is it the continuation of the last one? */
static bool join_item(struct pages_merge *m, const struct pagesnap_record *r)
{
	union pagesnap_item open, item;

	if (!m->item.set)
		return false;
	memcpy(&open, &m->item.any, sizeof(open));
	memcpy(&item, r->u, sizeof(item));
	if (!pagesnap_join(m->mask, &open, &item))
		return false;
	memcpy(&m->item.any, &open, sizeof(open));
	m->joined++;
	return true;
}

static int take_item(struct pages_merge *m, const struct pagesnap_record *r)
{
	int err = emit_span(m, r);

	if (err || join_item(m, r))
		return err;
	return emit_item(m) ?: record_copy_take(&m->item, r);
}

int pages_merge_take_of_range(struct pages_merge *m, const struct pagesnap_record *r)
{
	if (r->u->rec.type == PAGESNAP_REC_SPAN)
		return record_copy_take(&m->span, r);
	return take_item(m, r);
}

int pages_merge_flush(struct pages_merge *m)
{
	return emit_span(m, NULL) ?: emit_item(m);
}
