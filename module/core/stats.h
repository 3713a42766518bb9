/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_STATS_H
#define PAGESNAP_CORE_STATS_H

#include <linux/atomic.h>
#include <linux/list.h>
#include <linux/mutex.h>

#include "emit.h"

struct pagesnap_collection;
struct pagesnap_file_node;
struct pagesnap_ring;

/**
 * struct pagesnap_stats - what a collection has done since it was loaded
 * @sessions: descriptors of its index files that are open
 * @opened: those that were opened so far
 * @answers: see struct pagesnap_counts
 * @errors: likewise
 * @records: likewise
 * @bytes: likewise
 * @lock: protects the rest.  A ring that is on the list can be counted, and its session is
 *	there, for as long as it is held
 * @rings: rings that exist, in the order of their first_line
 * @nr_rings: how many
 * @next_line: line of the next ring
 * @gone_events: events of rings that exist no more
 * @gone_lost: of these, those that were lost
 */
struct pagesnap_stats {
	atomic_t sessions;
	atomic64_t opened;
	atomic64_t answers;
	atomic64_t errors;
	atomic64_t records;
	atomic64_t bytes;
	struct mutex lock;
	struct list_head rings;
	u32 nr_rings;
	u64 next_line;
	u64 gone_events;
	u64 gone_lost;
};

/**
 * struct pagesnap_stats_ring - a ring that stats shows
 * @node: in its collection's list
 * @ring: ring
 * @session: number of the session that reads it
 * @file: where its events come from
 * @first_line: line of its CPU 0 in stats; that of the others follow
 */
struct pagesnap_stats_ring {
	struct list_head node;
	const struct pagesnap_ring *ring;
	u64 session;
	const struct pagesnap_file_node *file;
	u64 first_line;
};

void pagesnap_stats_init(struct pagesnap_stats *stats);
void pagesnap_stats_opened(struct pagesnap_stats *stats);
void pagesnap_stats_closed(struct pagesnap_stats *stats);
void pagesnap_stats_count(struct pagesnap_stats *stats, struct pagesnap_counts *counts);
void pagesnap_stats_add_ring(struct pagesnap_stats_ring *r);
void pagesnap_stats_remove_ring(struct pagesnap_stats_ring *r);
bool pagesnap_stats_show(struct pagesnap_stats *stats, const struct pagesnap_collection *c,
			 struct pagesnap_emit *e, u64 *line);

#endif /* PAGESNAP_CORE_STATS_H */
