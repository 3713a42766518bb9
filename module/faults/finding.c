// SPDX-License-Identifier: GPL-2.0
/*
 * Who belongs to a target: it is passed over before each sweep, in the order of PIDs, a bounded
 * number in each step.  What processes do between two passes is seen by probes (process.c).
 */
#include <linux/mm.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "../core/alloc.h"
#include "../mm/mm_lock.h"
#include "state.h"
#include "tell.h"

/* To restore the entries of one that isn't traced any more. */
#define LEAVE_NS	(100 * NSEC_PER_MSEC)

/**
 * pagesnap_faults_say() - tell what becomes of a process
 * @w: answer
 * @e: emitter
 * @pid: process, in the initial PID namespace
 * @comm: its command name
 * @what: PAGESNAP_TRACED_*
 */
void pagesnap_faults_say(struct pagesnap_faults_walk *w, struct pagesnap_emit *e, pid_t pid,
			 const char *comm, u32 what)
{
	struct pagesnap_faults_traced r = {
		.rec = { .len = sizeof(r), .type = PAGESNAP_REC_TRACED },
		.q = w->request.q,
		.pid = pid,
		.n = w->sample.nr + 1,
		.what = what,
	};

	memcpy(r.comm, comm, sizeof(r.comm));
	pagesnap_faults_tell(e, &r.rec);
}

static void count_why(struct pagesnap_faults_walk *w, u32 what)
{
	static const u32 why[PAGESNAP_TRACED_WHATS] = {
		[PAGESNAP_TRACED_SELF] = PAGESNAP_FAULTS_WHY_SELF,
		[PAGESNAP_TRACED_SHARED] = PAGESNAP_FAULTS_WHY_SHARED,
		[PAGESNAP_TRACED_BUSY] = PAGESNAP_FAULTS_WHY_BUSY,
		[PAGESNAP_TRACED_ENDING] = PAGESNAP_FAULTS_WHY_ENDING,
		[PAGESNAP_TRACED_NOTIFIERS] = PAGESNAP_FAULTS_WHY_NOTIFIERS,
	};

	if (why[what])
		w->end.skipped[why[what]]++;
}

/* The first above the limit is named, the others are counted. */
static void pass_above(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
		       const struct pagesnap_process *process)
{
	u64 *most = &w->end.skipped[PAGESNAP_FAULTS_WHY_LIMIT];

	w->above++;
	*most = max_t(u64, *most, w->above);
	if (w->told_limit)
		return;
	w->told_limit = true;
	pagesnap_faults_say(w, e, process->pid, process->comm, PAGESNAP_TRACED_LIMIT);
}

/*
 * Whoever isn't traced is named once for each reason.  Of numbers that are used again that may
 * lack.
 */
static void pass_over(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
		      const struct pagesnap_process *process, u32 what)
{
	void *value = xa_mk_value(what);

	if (xa_load(&w->known, process->pid) == value)
		return;
	xa_store(&w->known, process->pid, value, PAGESNAP_FEW_TRIES);
	count_why(w, what);
	pagesnap_faults_say(w, e, process->pid, process->comm, what);
}

/* It has a guard of ours: by a fork, or from an earlier pass. */
static void meet_again(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
		       const struct pagesnap_process *process)
{
	struct pagesnap_guard *g;

	rcu_read_lock();
	g = pagesnap_guard_find(process->mm);
	rcu_read_unlock();
	if (!g)
		return;
	if (g->pid != process->pid) {
		pass_over(w, e, process, PAGESNAP_TRACED_SHARED);
		return;
	}
	WRITE_ONCE(g->pass, w->pass);
	if (READ_ONCE(g->state) != PAGESNAP_GUARD_HEIR)
		return;
	WRITE_ONCE(g->state, PAGESNAP_GUARD_TRACED);
	w->came++;
	pagesnap_faults_say(w, e, process->pid, process->comm, PAGESNAP_TRACED_COMES);
}

/* Of one that can be traced; its mm structure is ours. */
static void try_trace(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
		      const struct pagesnap_process *process)
{
	struct pagesnap_guard *g;
	pid_t holder;

	g = pagesnap_guard_add(&w->tracer, process, &holder);
	if (!IS_ERR(g)) {
		WRITE_ONCE(g->pass, w->pass);
		w->came++;
		pagesnap_faults_say(w, e, process->pid, process->comm, PAGESNAP_TRACED_COMES);
		return;
	}
	if (PTR_ERR(g) == -EEXIST)
		meet_again(w, e, process);
	else if (PTR_ERR(g) == -EBUSY)
		pass_over(w, e, process, PAGESNAP_TRACED_BUSY);
	else if (PTR_ERR(g) == -EOPNOTSUPP)
		pass_over(w, e, process, PAGESNAP_TRACED_NOTIFIERS);
	else
		pass_above(w, e, process);
	mmdrop(process->mm);
}

static void meet(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
		 const struct pagesnap_process *process, enum pagesnap_found found)
{
	switch (found) {
	case PAGESNAP_FOUND_PROCESS:
		try_trace(w, e, process);
		break;
	case PAGESNAP_FOUND_SELF:
		pass_over(w, e, process, PAGESNAP_TRACED_SELF);
		break;
	case PAGESNAP_FOUND_SHARED:
		pass_over(w, e, process, PAGESNAP_TRACED_SHARED);
		break;
	default:
		pass_over(w, e, process, PAGESNAP_TRACED_ENDING);
	}
}

/* Context: may sleep. */
static void undo(struct pagesnap_guard *g)
{
	u64 patience = LEAVE_NS;

	WRITE_ONCE(g->state, PAGESNAP_GUARD_HEIR);
	synchronize_rcu();
	pagesnap_undo(g, &patience);
}

/**
 * pagesnap_faults_leave() - trace a process no more, though it lives
 * @w: answer
 * @e: emitter
 * @g: its memory
 * @what: why, PAGESNAP_TRACED_*
 *
 * Context: may sleep.
 */
void pagesnap_faults_leave(struct pagesnap_faults_walk *w, struct pagesnap_emit *e,
			   struct pagesnap_guard *g, u32 what)
{
	undo(g);
	count_why(w, what);
	pagesnap_faults_say(w, e, g->pid, g->comm, what);
}

static bool is_gone(const struct pagesnap_guard *g)
{
	return !atomic_read(&g->mm->mm_users);
}

/* Not if the number, with another program or another process, has a guard that came later. */
static bool has_process(const struct pagesnap_guard *g)
{
	return !hlist_unhashed_lockless(&g->by_pid);
}

/*
 * A process that ended behind its being found, and before its memory was guarded, had no guard that
 * its exit could be told by.
 */
static bool went_untold(const struct pagesnap_guard *g)
{
	return READ_ONCE(g->state) == PAGESNAP_GUARD_TRACED &&
	       has_process(g) && !atomic_read(&g->ended);
}

/**
 * pagesnap_faults_prune() - forget memory that is gone, and its entries with it
 * @w: answer
 * @e: emitter
 */
void pagesnap_faults_prune(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_guard *g, *next;

	pagesnap_tracer_meet(&w->tracer);
	list_for_each_entry_safe(g, next, &w->tracer.guards, node) {
		if (g == w->at || !pagesnap_guard_is_over(g))
			continue;
		if (!pagesnap_emit_has_room(e))
			return;
		if (went_untold(g)) {
			pagesnap_faults_say(w, e, g->pid, g->comm, PAGESNAP_TRACED_GONE);
			pagesnap_told_forget(&w->told, g->pid);
		}
		pagesnap_guard_remove(g);
	}
}

/*
 * Memory that was not met has no process of the target any more.  That has not left where it only
 * runs another program: a pass may find the new memory of one before the kernel tells of its exec.
 * The old one may be another's as well, who is not traced.
 */
static void sweep_up(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_guard *g;

	list_for_each_entry(g, &w->tracer.guards, node) {
		if (g->pass != w->pass && !g->child && !is_gone(g) &&
		    g->state == PAGESNAP_GUARD_TRACED && !pagesnap_guard_is_ending(g)) {
			if (has_process(g))
				pagesnap_faults_leave(w, e, g, PAGESNAP_TRACED_LEFT);
			else
				undo(g);
		}
		if (!pagesnap_emit_has_room(e))
			return;
	}
}

/**
 * pagesnap_faults_find_step() - find some more processes of the target
 * @w: answer with a target of several processes
 * @e: emitter
 *
 * Return: 1 if there is more, 0 at the end.
 */
int pagesnap_faults_find_step(struct pagesnap_faults_walk *w, struct pagesnap_emit *e)
{
	struct pagesnap_process process;
	enum pagesnap_found found = pagesnap_target_next(&w->target, &process);

	if (found == PAGESNAP_FOUND_NONE)
		return 1;
	if (found != PAGESNAP_FOUND_END) {
		meet(w, e, &process, found);
		return 1;
	}
	pagesnap_tracer_meet(&w->tracer);
	sweep_up(w, e);
	return 0;
}
