// SPDX-License-Identifier: GPL-2.0
/*
 * Page tables that were used since the last look, as runs.  Pure.
 */
#include "hot.h"

/**
 * pagesnap_hot_add() - another table is to be looked into
 * @hot: tables
 * @table: table, not below the one that was added last
 */
void pagesnap_hot_add(struct pagesnap_hot *hot, u64 table)
{
	const struct pagesnap_hot_run one = { .first = table, .end = table + 1 };
	u32 nr = hot->nr;

	if (!nr || (hot->runs[nr - 1].end < table && nr < hot->room))
		hot->runs[hot->nr++] = one;
	else
		hot->runs[nr - 1].end = one.end;
}

/**
 * pagesnap_hot_from() - the first run that doesn't end before a table
 * @hot: tables
 * @table: table
 *
 * Return: its number, that of the runs if there is none.
 */
u32 pagesnap_hot_from(const struct pagesnap_hot *hot, u64 table)
{
	u32 low = 0, high = hot->nr, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (hot->runs[middle].end <= table)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
