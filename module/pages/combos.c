// SPDX-License-Identifier: GPL-2.0
/*
 * Pages by combination of flags.  Pure.
 *
 * The first PAGESNAP_COMBOS_MAX combinations have a place each; what comes
 * after is counted together, so that all add up to the pages.
 */
#include "combos.h"

/* Where @flags stands, or would stand. */
static u32 find(const struct pagesnap_combos *c, u64 flags)
{
	u32 lo = 0, hi = c->nr, mid;

	while (lo < hi) {
		mid = (lo + hi) / 2;
		if (c->combo[mid].flags < flags)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/**
 * pagesnap_combos_clear() - begin to count
 * @c: combinations; the places are kept
 */
void pagesnap_combos_clear(struct pagesnap_combos *c)
{
	c->nr = 0;
	c->other = 0;
}

/**
 * pagesnap_combos_add() - count pages
 * @c: combinations, not ended
 * @flags: what the pages have, or PAGESNAP_UNKNOWN for "other"
 * @pages: how many
 */
void pagesnap_combos_add(struct pagesnap_combos *c, u64 flags, u64 pages)
{
	u32 at = find(c, flags);

	if (at < c->nr && c->combo[at].flags == flags) {
		c->combo[at].pages += pages;
	} else if (c->nr == PAGESNAP_COMBOS_MAX || flags == PAGESNAP_UNKNOWN) {
		c->other += pages;
	} else {
		memmove(&c->combo[at + 1], &c->combo[at], (c->nr - at) * sizeof(*c->combo));
		c->combo[at].flags = flags;
		c->combo[at].pages = pages;
		c->nr++;
	}
}

/**
 * pagesnap_combos_end() - all pages are counted
 * @c: combinations; "other" becomes the last of them, if it has pages
 */
void pagesnap_combos_end(struct pagesnap_combos *c)
{
	if (!c->other)
		return;
	c->combo[c->nr].flags = PAGESNAP_UNKNOWN;
	c->combo[c->nr++].pages = c->other;
	c->other = 0;
}
