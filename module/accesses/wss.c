// SPDX-License-Identifier: GPL-2.0
/*
 * The working set of a process, summed up from the ages of its pages: of each window of the last
 * 1, 2, 4 ... samples, first those that the next smaller doesn't have.  Pure.
 */
#include "wss.h"

/* The smallest window that has an age below its samples; PAGESNAP_ACCESSES_WINDOWS: none has. */
static u32 window_of(u32 age)
{
	u32 i = 0;

	while (age) {
		age >>= 1;
		i++;
	}
	return i;
}

/**
 * pagesnap_wss_add() - count pages
 * @r: record; zeroed at first
 * @heat: pages
 */
void pagesnap_wss_add(struct pagesnap_accesses_wss *r, const struct pagesnap_accesses_heat *heat)
{
	u32 window = window_of(heat->age);

	r->pages += heat->nr;
	if (heat->rec.flags & PAGESNAP_RF_AT_LEAST)
		r->never += heat->nr;
	else if (window < PAGESNAP_ACCESSES_WINDOWS)
		r->accessed[window] += heat->nr;
}

/**
 * pagesnap_wss_end() - all pages are counted: sum up
 * @r: record, with its @of
 */
void pagesnap_wss_end(struct pagesnap_accesses_wss *r)
{
	u32 i;

	for (i = 1; i < PAGESNAP_ACCESSES_WINDOWS; i++)
		r->accessed[i] += r->accessed[i - 1];
	for (i = 0; i < PAGESNAP_ACCESSES_WINDOWS; i++)
		if (r->of < 1ULL << i)
			r->accessed[i] = PAGESNAP_UNKNOWN;
}
