/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_HOT_H
#define PAGESNAP_ACCESSES_HOT_H

#include "../core/pure.h"

/* Runs of tables that are told apart, of one process. */
#define PAGESNAP_HOT_RUNS_MAX 4096

/**
 * struct pagesnap_hot_run - page tables side by side
 * @first: the first: its address over what a table covers
 * @end: the one behind the last
 */
struct pagesnap_hot_run {
	u64 first;
	u64 end;
};

/**
 * struct pagesnap_hot - page tables to be looked into, ascending
 * @runs: them, the first @nr of @room
 * @nr: how many
 * @room: for how many there is room, 1 at least
 *
 * Without room for another run the last one goes on to the new table: more is looked into then
 * than must be.
 */
struct pagesnap_hot {
	struct pagesnap_hot_run *runs;
	u32 nr;
	u32 room;
};

void pagesnap_hot_add(struct pagesnap_hot *hot, u64 table);
u32 pagesnap_hot_from(const struct pagesnap_hot *hot, u64 table);

/* Is it the table that was added last? */
static inline bool pagesnap_hot_is_last(const struct pagesnap_hot *hot, u64 table)
{
	return hot->nr && hot->runs[hot->nr - 1].end == table + 1;
}

/* Is it one of them? */
static inline bool pagesnap_hot_has(const struct pagesnap_hot *hot, u64 table)
{
	u32 i = pagesnap_hot_from(hot, table);

	return i < hot->nr && hot->runs[i].first <= table;
}

#endif /* PAGESNAP_ACCESSES_HOT_H */
