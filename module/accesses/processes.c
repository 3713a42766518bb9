// SPDX-License-Identifier: GPL-2.0
/*
 * The processes that an answer knows: those that it looks at, those that it passes over, so that
 * each is named once, and those that went while heat of theirs is still to be told.
 */
#include <linux/mm_types.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "processes.h"

/**
 * pagesnap_processes_init() - none is known
 * @ps: processes
 * @unit: log2 of the pages of a unit
 */
void pagesnap_processes_init(struct pagesnap_processes *ps, u32 unit)
{
	memset(ps, 0, sizeof(*ps));
	ps->unit = unit;
	xa_init_flags(&ps->live, XA_FLAGS_ACCOUNT);
	INIT_LIST_HEAD(&ps->gone);
	pagesnap_heatmap_init(&ps->all.map, unit, &ps->stock);
}

/**
 * pagesnap_processes_share() - remember what looks find for all processes together
 * @ps: processes that were initialized, of which none is known
 * @files: but each file that they map by itself
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int pagesnap_processes_share(struct pagesnap_processes *ps, bool files)
{
	ps->batch = kvzalloc(sizeof(*ps->batch), GFP_KERNEL_ACCOUNT);
	if (files)
		ps->files = pagesnap_files_create(ps->unit, &ps->stock);
	return ps->batch && (ps->files || !files) ? 0 : -ENOMEM;
}

static void forget(struct pagesnap_processes *ps, struct pagesnap_watched *p)
{
	pagesnap_heatmap_destroy(&p->tally.map);
	kfree(p);
	ps->nr--;
}

/* Context: may sleep. */
static void let_go(struct pagesnap_watched *p)
{
	if (!p->harvest.mm)
		return;
	pagesnap_viewer_detach(&p->harvest.viewer);
	kvfree(p->harvest.hot.runs);
	mmdrop(p->harvest.mm);
	p->harvest.mm = NULL;
}

/**
 * pagesnap_processes_destroy() - let go of all; harmless when repeated
 * @ps: processes that were initialized
 *
 * Context: may sleep.
 */
void pagesnap_processes_destroy(struct pagesnap_processes *ps)
{
	struct pagesnap_watched *p;
	unsigned long pid;

	xa_for_each(&ps->live, pid, p) {
		let_go(p);
		forget(ps, p);
	}
	xa_destroy(&ps->live);
	while ((p = list_first_entry_or_null(&ps->gone, struct pagesnap_watched, node))) {
		list_del(&p->node);
		forget(ps, p);
	}
	pagesnap_heatmap_destroy(&ps->all.map);
	pagesnap_files_destroy(ps->files);
	ps->files = NULL;
	pagesnap_stock_destroy(&ps->stock);
	pagesnap_visits_destroy(&ps->visits);
	kvfree(ps->batch);
	ps->batch = NULL;
}

/**
 * pagesnap_processes_add() - know another one
 * @ps: processes; of none has the same PID
 * @process: it
 *
 * Context: may sleep.
 * Return: process that is passed over until pagesnap_processes_watch(), NULL if there is no
 * memory or there are PAGESNAP_ACCESSES_PROCESSES_MAX.
 */
struct pagesnap_watched *pagesnap_processes_add(struct pagesnap_processes *ps,
						const struct pagesnap_process *process)
{
	struct pagesnap_watched *p;

	if (ps->nr == PAGESNAP_ACCESSES_PROCESSES_MAX)
		return NULL;
	p = kzalloc(sizeof(*p), PAGESNAP_FEW_TRIES);
	if (!p)
		return NULL;
	p->id = (struct pagesnap_task_id){ .pid = process->pid, .start_ns = process->start_ns };
	memcpy(p->comm, process->comm, sizeof(p->comm));
	p->what = PAGESNAP_PROCESS_WHATS;
	pagesnap_heatmap_init(&p->tally.map, ps->unit, &ps->stock);
	if (xa_err(xa_store(&ps->live, process->pid, p, PAGESNAP_FEW_TRIES))) {
		kfree(p);
		return NULL;
	}
	ps->nr++;
	return p;
}

/**
 * pagesnap_processes_find() - is a PID known?
 * @ps: processes
 * @pid: PID, in the initial PID namespace
 *
 * Return: the process that had it when it was added, NULL if there is none.
 */
struct pagesnap_watched *pagesnap_processes_find(struct pagesnap_processes *ps, pid_t pid)
{
	return xa_load(&ps->live, pid);
}

/**
 * pagesnap_processes_next() - the first one from a PID on
 * @ps: processes
 * @pid: PID; gets that of the process
 *
 * Return: process, of those that have not gone; NULL if there is none.
 */
struct pagesnap_watched *pagesnap_processes_next(struct pagesnap_processes *ps,
						 unsigned long *pid)
{
	return xa_find(&ps->live, pid, ULONG_MAX, XA_PRESENT);
}

/**
 * pagesnap_processes_watch() - look at a process from now on
 * @ps: processes
 * @p: one of them, which is not looked at
 * @how: its range and what is counted
 * @mm: its mm structure; the reference is taken over if this succeeds
 *
 * Context: may sleep.
 * Return: 0, -EALREADY if this answer looks at that memory already, by way of another process,
 * -EBUSY if PAGESNAP_ACCESSES_SESSIONS_MAX others do, -ENOMEM.
 */
int pagesnap_processes_watch(struct pagesnap_processes *ps, struct pagesnap_watched *p,
			     const struct pagesnap_harvest *how, struct mm_struct *mm)
{
	struct pagesnap_harvest *h = &p->harvest;
	int err;

	*h = *how;
	h->viewer = (struct pagesnap_viewer){
		.by = ps,
		.start = h->start >> PAGE_SHIFT,
		.end = h->end >> PAGE_SHIFT,
		.visits = &ps->visits,
	};
	err = pagesnap_viewer_attach(&h->viewer, mm);
	if (err)
		return err;
	h->mm = mm;
	h->tally = pagesnap_processes_are_one(ps) ? &ps->all : &p->tally;
	h->batch = ps->batch;
	h->files = ps->files;
	p->what = PAGESNAP_PROCESS_COMES;
	return 0;
}

/**
 * pagesnap_processes_release() - a process is gone, or isn't one of the target any more
 * @ps: processes
 * @p: one of them; it stays until it is told of if there was a look in this round, else it
 *	must not be used any more
 *
 * Context: may sleep.
 */
void pagesnap_processes_release(struct pagesnap_processes *ps, struct pagesnap_watched *p)
{
	xa_erase(&ps->live, p->id.pid);
	let_go(p);
	if (p->looks)
		list_add_tail(&p->node, &ps->gone);
	else
		forget(ps, p);
}

/**
 * pagesnap_processes_told() - the heat of a process was told of
 * @ps: processes
 * @p: one of them; if it is gone it must not be used any more
 *
 * Context: may sleep.
 */
void pagesnap_processes_told(struct pagesnap_processes *ps, struct pagesnap_watched *p)
{
	p->looks = 0;
	p->tally.cut = false;
	if (p->harvest.mm)
		return;
	list_del(&p->node);
	forget(ps, p);
}

/**
 * pagesnap_watched_reserve() - have room for the tables that are used
 * @p: process that is looked at
 *
 * There is more of it when the last look had too little: who is looked at chooses how many runs
 * there are.
 *
 * Context: may sleep.
 * Return: false if there is none.
 */
bool pagesnap_watched_reserve(struct pagesnap_watched *p)
{
	struct pagesnap_hot *hot = &p->harvest.hot;
	u32 room = hot->room ? min(4 * hot->room, PAGESNAP_HOT_RUNS_MAX) : 64;
	struct pagesnap_hot_run *runs;

	if (hot->room && (hot->nr < hot->room || hot->room == PAGESNAP_HOT_RUNS_MAX))
		return true;
	runs = kvmalloc_array(room, sizeof(*runs), PAGESNAP_FEW_TRIES);
	if (!runs)
		return hot->room;
	kvfree(hot->runs);
	*hot = (struct pagesnap_hot){ .runs = runs, .room = room };
	return true;
}

/**
 * pagesnap_watched_fate() - is the memory still that of the process?
 * @p: process that is looked at
 *
 * A first thread that has ended has no memory any more, though the others go on.
 *
 * Context: may sleep.
 * Return: PAGESNAP_PROCESS_COMES if so, else _EXITED or _EXECED.
 */
u32 pagesnap_watched_fate(const struct pagesnap_watched *p)
{
	struct task_struct *task = pagesnap_task_find(&p->id);
	struct mm_struct *now;

	if (!task)
		return PAGESNAP_PROCESS_EXITED;
	now = pagesnap_task_mm(task);
	put_task_struct(task);
	if (!now)
		return atomic_read(&p->harvest.mm->mm_users) ? PAGESNAP_PROCESS_COMES :
							       PAGESNAP_PROCESS_EXITED;
	mmdrop(now);
	return now == p->harvest.mm ? PAGESNAP_PROCESS_COMES : PAGESNAP_PROCESS_EXECED;
}
