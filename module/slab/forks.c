// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what the process of an answer forks, and what that forks
 *
 * The tracepoint tells before the child runs, so what it allocates first is seen.  A process is
 * its PID and when it began: one that has ended needs not be taken out, as another that has its
 * PID began later.  When a thread runs a program, and the others end, it takes over both.
 *
 * What pins what: the table is the answer's, see watch.c.  The leader of the current thread stays
 * for the RCU read section.
 */
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/tracepoint.h>

#include "../compat/faults.h"
#include "forks.h"
#include "see.h"
#include "watch.h"

static struct tracepoint *point;

/* Context: RCU. */
static u64 began(const struct task_struct *task)
{
	return READ_ONCE(task->group_leader)->start_boottime;
}

/**
 * pagesnap_forks_has() - is the current process one that the process of an answer has forked?
 * @w: answer with children=
 *
 * Context: a probe in a task, with interrupts off.
 * Return: true if so, or if it was forked by one of these.
 */
bool pagesnap_forks_has(const struct pagesnap_watch *w)
{
	bool has;

	rcu_read_lock();
	has = pagesnap_keys_has(&w->forked, current->tgid, began(current));
	rcu_read_unlock();
	return has;
}

/* Context: RCU, with interrupts off. */
static void add(struct pagesnap_watch *w, const struct task_struct *child)
{
	bool is_new;

	if (pagesnap_keys_find(&w->forked, child->tgid, began(child), &is_new) ==
	    PAGESNAP_UNKNOWN32)
		this_cpu_inc(w->cpus->skipped[PAGESNAP_SLAB_WHY_FORKS]);
}

static void on_fork(void *data, struct task_struct *parent, struct task_struct *child)
{
	struct pagesnap_watch *w;
	unsigned long flags;

	/* a thread belongs to its process */
	if (same_thread_group(parent, child))
		return;
	local_irq_save(flags);
	rcu_read_lock();
	list_for_each_entry_rcu(w, &pagesnap_watches, node)
		if (w->o.children && (parent->tgid == w->pid || pagesnap_forks_has(w)))
			add(w, child);
	rcu_read_unlock();
	local_irq_restore(flags);
}

/* The compiler compares the signature. */
static const compat_on_fork probe = on_fork;

static void find(struct tracepoint *at, void *unused)
{
	if (!strcmp(at->name, "sched_process_fork"))
		point = at;
}

/**
 * pagesnap_forks_found() - has this kernel the tracepoint?
 *
 * Return: false if children can't be told of.
 */
bool pagesnap_forks_found(void)
{
	return point;
}

/**
 * pagesnap_forks_set() - see forks from now on, if this kernel can tell
 *
 * Context: may sleep; one at a time.
 * Return: 0 or a negative errno; on success the caller owes pagesnap_forks_remove().
 */
int pagesnap_forks_set(void)
{
	for_each_kernel_tracepoint(find, NULL);
	return point ? tracepoint_probe_register(point, (void *)probe, NULL) : 0;
}

/**
 * pagesnap_forks_remove() - see no more of them
 *
 * Context: may sleep; one at a time.  The caller waits for probes that run.
 */
void pagesnap_forks_remove(void)
{
	if (point)
		tracepoint_probe_unregister(point, (void *)probe, NULL);
}
