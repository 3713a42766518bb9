// SPDX-License-Identifier: GPL-2.0
/*
 * What one viewer of a memory has cleared and others must still be told of, page by page of one
 * table.  Pure.
 *
 * With each page stands the frame that it was in.  A page that another one has replaced at its
 * address meanwhile is not told of: that one may never have been accessed.
 */
#include "untold.h"

static u32 place(u64 vpn)
{
	return vpn % PAGESNAP_UNTOLD_PAGES;
}

static u64 frame_of(const struct pagesnap_untold *t, u32 i)
{
	return (u64)t->frame_high[i] << 32 | t->frame[i];
}

/**
 * pagesnap_visit_begin() - a viewer comes to some pages, and knows nothing of them
 * @visit: visit
 * @first: the first of them
 * @nr: how many, of one table
 */
void pagesnap_visit_begin(struct pagesnap_visit *visit, u64 first, u32 nr)
{
	visit->first = first;
	visit->nr = nr;
	visit->shared = false;
	memset(visit->state, 0, nr);
}

/**
 * pagesnap_visit_see() - a page is there
 * @visit: visit
 * @vpn: page
 * @frame: frame that it is in
 * @found: this viewer has cleared its bit
 *
 * Return: what others have told of it: that it was accessed, or that the page which was there
 * then was.
 */
enum pagesnap_told pagesnap_visit_see(struct pagesnap_visit *visit, u64 vpn, u64 frame,
				      bool found)
{
	u32 i = vpn - visit->first;
	enum pagesnap_told told = PAGESNAP_TOLD_NOTHING;

	if (visit->state[i] & PAGESNAP_VISIT_TOLD)
		told = visit->frame[i] == frame ? PAGESNAP_TOLD_ACCESSED : PAGESNAP_TOLD_MOVED;
	if (found) {
		visit->state[i] |= PAGESNAP_VISIT_FOUND;
		visit->frame[i] = frame;
	}
	return told;
}

/**
 * pagesnap_visit_keep() - a page is away, and may come back: it is told of then
 * @visit: visit
 * @vpn: page
 */
void pagesnap_visit_keep(struct pagesnap_visit *visit, u64 vpn)
{
	visit->state[vpn - visit->first] = 0;
}

/**
 * pagesnap_untold_read() - what a viewer must be told
 * @t: of a table
 * @viewer: number of the viewer
 * @visit: begun; gets it
 */
void pagesnap_untold_read(const struct pagesnap_untold *t, u32 viewer,
			  struct pagesnap_visit *visit)
{
	u32 i, at = place(visit->first);

	for (i = 0; i < visit->nr; i++, at++) {
		if (!(t->viewers[at] & 1U << viewer))
			continue;
		visit->state[i] = PAGESNAP_VISIT_TOLD;
		visit->frame[i] = frame_of(t, at);
		visit->shared = true;
	}
}

static void forget(struct pagesnap_untold *t, u32 viewer, u32 i)
{
	if (!(t->viewers[i] & 1U << viewer))
		return;
	t->viewers[i] &= ~(1U << viewer);
	t->nr -= !t->viewers[i];
}

/**
 * pagesnap_untold_told() - a viewer knows what pagesnap_untold_read() gave it
 * @t: of a table
 * @viewer: number of the viewer
 * @visit: its visit
 */
void pagesnap_untold_told(struct pagesnap_untold *t, u32 viewer,
			  const struct pagesnap_visit *visit)
{
	u32 i, at = place(visit->first);

	for (i = 0; i < visit->nr; i++, at++)
		if (visit->state[i] & PAGESNAP_VISIT_TOLD)
			forget(t, viewer, at);
}

/**
 * pagesnap_untold_add() - viewers must be told that a page was accessed
 * @t: of a table
 * @vpn: page
 * @frame: where it is; who wasn't told of another one that was there isn't any more
 * @viewers: a bit each
 */
void pagesnap_untold_add(struct pagesnap_untold *t, u64 vpn, u64 frame, u32 viewers)
{
	u32 i = place(vpn);

	t->nr += !t->viewers[i] && viewers;
	t->viewers[i] |= viewers;
	t->frame[i] = frame;
	t->frame_high[i] = frame >> 32;
}

/**
 * pagesnap_untold_drop() - a viewer need not be told any more
 * @t: of a table
 * @viewer: number of the viewer
 * @first: the first page, from the table's beginning
 * @end: the page behind the last
 */
void pagesnap_untold_drop(struct pagesnap_untold *t, u32 viewer, u32 first, u32 end)
{
	u32 i;

	for (i = first; i < end && t->nr; i++)
		forget(t, viewer, i);
}
