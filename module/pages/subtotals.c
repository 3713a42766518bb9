// SPDX-License-Identifier: GPL-2.0
/*
 * Pages by node and by memory cgroup.  Pure.
 *
 * The first PAGESNAP_SUBTOTALS_MAX keys have a place each; what comes after goes
 * to PAGESNAP_OTHER, so that the subtotals always add up to the pages.
 */
#include "subtotals.h"

/* Where @key stands among the first @nr, or would stand. */
static u32 find(const struct pagesnap_subtotals *s, u32 nr, u64 key)
{
	u32 lo = 0, hi = nr, mid;

	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (s->subtotal[mid].key < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Where all places are taken.  What was added up may have had others, too. */
static void add_other(struct pagesnap_subtotals *s, u64 pages)
{
	u32 at = find(s, PAGESNAP_SUBTOTALS_MAX, PAGESNAP_OTHER);

	if (at == PAGESNAP_SUBTOTALS_MAX || s->subtotal[at].key != PAGESNAP_OTHER) {
		at = PAGESNAP_SUBTOTALS_MAX;
		if (s->nr == PAGESNAP_SUBTOTALS_MAX) {
			s->subtotal[at].key = PAGESNAP_OTHER;
			s->subtotal[at].pages = 0;
			s->nr++;
		}
	}
	s->subtotal[at].pages += pages;
}

/**
 * pagesnap_subtotals_add() - count pages
 * @s: subtotals
 * @key: node or cgroup, or PAGESNAP_OTHER
 * @pages: pages of it
 */
void pagesnap_subtotals_add(struct pagesnap_subtotals *s, u64 key, u64 pages)
{
	u32 nr = s->nr < PAGESNAP_SUBTOTALS_MAX ? s->nr : PAGESNAP_SUBTOTALS_MAX;
	u32 at = find(s, nr, key);

	if (at < nr && s->subtotal[at].key == key) {
		s->subtotal[at].pages += pages;
		return;
	}
	if (nr == PAGESNAP_SUBTOTALS_MAX) {
		add_other(s, pages);
		return;
	}
	memmove(&s->subtotal[at + 1], &s->subtotal[at], (nr - at) * sizeof(s->subtotal[0]));
	s->subtotal[at].key = key;
	s->subtotal[at].pages = pages;
	s->nr++;
}

/**
 * pagesnap_subtotals_add_all() - count what others counted
 * @to: subtotals
 * @from: subtotals that are added
 */
void pagesnap_subtotals_add_all(struct pagesnap_subtotals *to,
				const struct pagesnap_subtotals *from)
{
	u32 i;

	for (i = 0; i < from->nr; i++)
		pagesnap_subtotals_add(to, from->subtotal[i].key, from->subtotal[i].pages);
}
