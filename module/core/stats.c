// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: stats
 *
 * What a collection has done since it was loaded, and what is in its rings.
 *
 * Sessions count for themselves, under their read_lock, and add up here once a read().  Of
 * rings nothing is counted for this file: they are asked when somebody reads it.
 *
 * There may be more lines than the session buffer has room for: as many as CPUs for each
 * ring.  Rings come and go between two reads, so each line has a number that no other ever
 * gets, and the next read goes on behind the last one that was printed.
 *
 * What pins what: the statistics lie with the control files, whose open descriptors pin the
 * collection's module.  A ring leaves the list before it is freed.
 */
#include <linux/cpumask.h>
#include <linux/sched.h>

#include "registry.h"
#include "ring.h"
#include "session.h"
#include "stats.h"

/**
 * pagesnap_stats_init() - nothing has been done yet
 * @stats: zeroed
 */
void pagesnap_stats_init(struct pagesnap_stats *stats)
{
	mutex_init(&stats->lock);
	INIT_LIST_HEAD(&stats->rings);
	/* Line 0 is that of the collection. */
	stats->next_line = 1;
}

/**
 * pagesnap_stats_opened() - a session of an index file begins
 * @stats: of its collection
 */
void pagesnap_stats_opened(struct pagesnap_stats *stats)
{
	atomic_inc(&stats->sessions);
	atomic64_inc(&stats->opened);
}

/**
 * pagesnap_stats_closed() - a session of an index file ends
 * @stats: of its collection
 */
void pagesnap_stats_closed(struct pagesnap_stats *stats)
{
	atomic_dec(&stats->sessions);
}

/**
 * pagesnap_stats_count() - add what a session has answered
 * @stats: of its collection
 * @counts: what it has counted; zero afterwards
 *
 * Context: the session's read_lock is held.
 */
void pagesnap_stats_count(struct pagesnap_stats *stats, struct pagesnap_counts *counts)
{
	if (counts->answers)
		atomic64_add(counts->answers, &stats->answers);
	if (counts->errors)
		atomic64_add(counts->errors, &stats->errors);
	if (counts->records)
		atomic64_add(counts->records, &stats->records);
	if (counts->bytes)
		atomic64_add(counts->bytes, &stats->bytes);
	memset(counts, 0, sizeof(*counts));
}

/**
 * pagesnap_stats_add_ring() - show a ring from now on
 * @r: ring, with its session and file
 *
 * Context: may sleep.
 */
void pagesnap_stats_add_ring(struct pagesnap_stats_ring *r)
{
	struct pagesnap_stats *stats = r->file->stats;

	mutex_lock(&stats->lock);
	r->first_line = stats->next_line;
	stats->next_line += nr_cpu_ids;
	stats->nr_rings++;
	list_add_tail(&r->node, &stats->rings);
	mutex_unlock(&stats->lock);
}

/* Add what a ring has counted on all CPUs. */
static void add_up(const struct pagesnap_ring *ring, u64 *events, u64 *lost)
{
	struct pagesnap_ring_counts n;
	int cpu;

	for_each_possible_cpu(cpu) {
		pagesnap_ring_count(ring, cpu, &n);
		*events += n.events;
		*lost += n.lost;
	}
}

/**
 * pagesnap_stats_remove_ring() - show a ring no longer; its events still count
 * @r: ring, which was added, and which nobody writes to any more
 *
 * Context: may sleep.
 */
void pagesnap_stats_remove_ring(struct pagesnap_stats_ring *r)
{
	struct pagesnap_stats *stats = r->file->stats;

	mutex_lock(&stats->lock);
	list_del(&r->node);
	stats->nr_rings--;
	add_up(r->ring, &stats->gone_events, &stats->gone_lost);
	mutex_unlock(&stats->lock);
}

/* Line 0. */
static void show_collection(struct pagesnap_stats *stats, const struct pagesnap_collection *c,
			    struct pagesnap_emit *e)
{
	struct pagesnap_text *t = pagesnap_emit_line(e);
	const struct pagesnap_stats_ring *r;
	u64 events = stats->gone_events, lost = stats->gone_lost;

	list_for_each_entry(r, &stats->rings, node) {
		add_up(r->ring, &events, &lost);
		cond_resched();
	}
	pagesnap_text_key(t, "stats abi=", PAGESNAP_ABI_MAJOR);
	pagesnap_text_key(t, ".", PAGESNAP_ABI_MINOR);
	pagesnap_text_key(t, " core=", PAGESNAP_CORE_ABI);
	pagesnap_text_key_str(t, " collection=", c->name);
	pagesnap_text_key(t, " sessions=", atomic_read(&stats->sessions));
	pagesnap_text_key(t, " opened=", atomic64_read(&stats->opened));
	pagesnap_text_key(t, " answers=", atomic64_read(&stats->answers));
	pagesnap_text_key(t, " errors=", atomic64_read(&stats->errors));
	pagesnap_text_key(t, " records=", atomic64_read(&stats->records));
	pagesnap_text_key(t, " bytes=", atomic64_read(&stats->bytes));
	pagesnap_text_key(t, " rings=", stats->nr_rings);
	pagesnap_text_key(t, " events=", events);
	pagesnap_text_key(t, " lost=", lost);
	pagesnap_emit_commit(e);
}

/* One line, but none of a CPU that has never been online. */
static void show_ring(const struct pagesnap_stats_ring *r, int cpu, struct pagesnap_emit *e)
{
	struct pagesnap_ring_counts n;
	struct pagesnap_text *t;

	pagesnap_ring_count(r->ring, cpu, &n);
	if (!n.size && !n.events)
		return;
	t = pagesnap_emit_line(e);
	pagesnap_text_key(t, "ring  session=", r->session);
	pagesnap_text_key_str(t, " file=", r->file->name);
	pagesnap_text_key(t, " cpu=", cpu);
	pagesnap_text_key(t, " size=", n.size);
	pagesnap_text_key(t, " events=", n.events);
	pagesnap_text_key(t, " lost=", n.lost);
	pagesnap_text_key(t, " unread=", n.unread);
	pagesnap_emit_commit(e);
}

/* Return: true if it stopped before @line because the buffer has no room. */
static bool show_rings(struct pagesnap_stats *stats, struct pagesnap_emit *e, u64 *line)
{
	const struct pagesnap_stats_ring *r;
	u64 cpu;

	list_for_each_entry(r, &stats->rings, node) {
		*line = max(*line, r->first_line);
		for (; (cpu = *line - r->first_line) < nr_cpu_ids; ++*line) {
			if (!pagesnap_emit_has_room(e))
				return true;
			if (cpu_possible(cpu))
				show_ring(r, cpu, e);
		}
		cond_resched();
	}
	return false;
}

/**
 * pagesnap_stats_show() - print the file
 * @stats: statistics
 * @c: their collection
 * @e: emitter with room
 * @line: the first line that is wanted, 0 at the beginning; gets the one behind the last
 *	that was printed
 *
 * Context: may sleep.
 * Return: true if there is more.
 */
bool pagesnap_stats_show(struct pagesnap_stats *stats, const struct pagesnap_collection *c,
			 struct pagesnap_emit *e, u64 *line)
{
	bool more;

	if (!*line) {
		mutex_lock(&stats->lock);
		show_collection(stats, c, e);
		mutex_unlock(&stats->lock);
		*line = 1;
		if (c->show_stats)
			c->show_stats(e);
		return true;
	}
	mutex_lock(&stats->lock);
	more = show_rings(stats, e, line);
	mutex_unlock(&stats->lock);
	return more;
}
