/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_ACCESSES_PROCESSES_H
#define PAGESNAP_ACCESSES_PROCESSES_H

#include <linux/list.h>
#include <linux/xarray.h>

#include "../mm/target.h"
#include "../mm/task.h"
#include "harvest.h"
#include "tally.h"

/**
 * struct pagesnap_watched - a process that an answer knows
 * @node: in the list of those that are gone
 * @id: process
 * @comm: name of its first thread when it was found
 * @what: PAGESNAP_PROCESS_COMES if it is looked at, or else why it isn't
 * @pass: the last pass over the target that has found it
 * @child: it is one of the target because it was forked by another one that is
 * @begun: a look has made ready for the next
 * @locked: its last look was given up
 * @skips: the look under way has two passes, by skip=1
 * @topped: the first of them has come to its end
 * @trusted: bits of entries that name tables were taken in the look before, by none but this answer
 * @unfull: looks since the last one that passed all tables
 * @looks: looks of this round, of which the last may have been given up
 * @vmas: VMAs when the last of them began
 * @harvest: a look at its memory; its mm is NULL if it isn't looked at
 * @tally: what such looks have found, if it isn't remembered for all processes together
 */
struct pagesnap_watched {
	struct list_head node;
	struct pagesnap_task_id id;
	char comm[TASK_COMM_LEN];
	u32 what;
	u32 pass;
	bool child;
	bool begun;
	bool locked;
	bool skips;
	bool topped;
	bool trusted;
	u32 unfull;
	u32 looks;
	u32 vmas;
	struct pagesnap_harvest harvest;
	struct pagesnap_tally tally;
};

/**
 * struct pagesnap_processes - the processes that an answer knows
 * @live: those that it looks at or passes over, by their PID
 * @gone: those that went, and have heat that was not told of yet
 * @nr: how many both are
 * @stock: rows of their heatmaps
 * @visits: of their page tables
 * @unit: log2 of the pages of a unit
 * @all: what looks at all of them have found, if that is remembered together
 * @batch: what such a look sees; NULL: each process has a tally of its own
 * @files: those that they map, each of which has one; NULL: they are not told apart
 *
 * Of each mm_count is held until it goes.  Context: owned by the session's reader.
 */
struct pagesnap_processes {
	struct xarray live;
	struct list_head gone;
	u32 nr;
	struct pagesnap_stock stock;
	struct pagesnap_visits visits;
	u32 unit;
	struct pagesnap_tally all;
	struct pagesnap_batch *batch;
	struct pagesnap_files *files;
};

void pagesnap_processes_init(struct pagesnap_processes *ps, u32 unit);
int pagesnap_processes_share(struct pagesnap_processes *ps, bool files);
void pagesnap_processes_destroy(struct pagesnap_processes *ps);
struct pagesnap_watched *pagesnap_processes_add(struct pagesnap_processes *ps,
						const struct pagesnap_process *process);
struct pagesnap_watched *pagesnap_processes_find(struct pagesnap_processes *ps, pid_t pid);
struct pagesnap_watched *pagesnap_processes_next(struct pagesnap_processes *ps,
						 unsigned long *pid);
int pagesnap_processes_watch(struct pagesnap_processes *ps, struct pagesnap_watched *p,
			     const struct pagesnap_harvest *how, struct mm_struct *mm);
void pagesnap_processes_release(struct pagesnap_processes *ps, struct pagesnap_watched *p);
void pagesnap_processes_told(struct pagesnap_processes *ps, struct pagesnap_watched *p);
bool pagesnap_watched_reserve(struct pagesnap_watched *p);
u32 pagesnap_watched_fate(const struct pagesnap_watched *p);

static inline bool pagesnap_is_watched(const struct pagesnap_watched *p)
{
	return p->what == PAGESNAP_PROCESS_COMES;
}

/* Is what looks find remembered for all of them together? */
static inline bool pagesnap_processes_are_one(const struct pagesnap_processes *ps)
{
	return ps->batch;
}

#endif /* PAGESNAP_ACCESSES_PROCESSES_H */
