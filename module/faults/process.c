// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: processes that come by a fork, change by an exec, and go
 *
 * A fork copies page tables, ours among their entries, so the new memory is guarded before its
 * process runs: as one that is traced, with children=1, or as one whose entries are restored.
 *
 * A process that runs another program has new memory, which is guarded from its first
 * instruction.  Who was forked by vfork(), or spawned, has the memory of its parent until then:
 * it is known by that.
 *
 * What pins what: the processes are those that call, or that they have just made.  Guards and
 * tracers stay for the RCU read section.
 */
#include <linux/mm.h>
#include <linux/sched/signal.h>

#include "event.h"
#include "guard.h"
#include "see.h"

static void tell(struct pagesnap_tracer *t, u16 type, struct task_struct *task, pid_t parent)
{
	struct pagesnap_process_event e = {
		.head.type = type, .head.pid = task->tgid, .parent = parent,
	};

	memcpy(e.comm, task->comm, sizeof(e.comm));
	pagesnap_ring_write(t->ring, &e.head, sizeof(e));
}

static bool is_traced(const struct pagesnap_guard *g)
{
	return g && READ_ONCE(g->state) == PAGESNAP_GUARD_TRACED;
}

static void pass_on(struct pagesnap_guard *g, struct task_struct *parent,
		    struct task_struct *child)
{
	struct pagesnap_tracer *t = g->tracer;
	bool trace = is_traced(g) && t->children;

	if (is_traced(g))
		tell(t, PAGESNAP_EVENT_FORK, child, parent->tgid);
	if (child->mm != parent->mm)
		pagesnap_guard_adopt(g, child, child->mm,
				     trace ? PAGESNAP_GUARD_TRACED : PAGESNAP_GUARD_HEIR);
}

/* Its number may be that of one that has ended, whose name the reader knows. */
static void tell_thread(struct pagesnap_tracer *t, const struct task_struct *thread)
{
	struct pagesnap_process_event e = {
		.head.type = PAGESNAP_EVENT_THREAD, .head.pid = thread->pid,
	};

	pagesnap_ring_write(t->ring, &e.head, sizeof(e));
}

/**
 * pagesnap_see_fork() - a process has a child, or a thread
 * @parent: the caller
 * @child: the new one, which doesn't run yet
 *
 * Context: a probe.
 */
void pagesnap_see_fork(struct task_struct *parent, struct task_struct *child)
{
	struct pagesnap_guard *g;

	if (!child->mm || !pagesnap_guard_may_exist(parent->mm))
		return;
	rcu_read_lock();
	g = pagesnap_guard_find(parent->mm);
	if (g && child->tgid != parent->tgid)
		pass_on(g, parent, child);
	else if (is_traced(g))
		tell_thread(g->tracer, child);
	rcu_read_unlock();
}

/* Whose process @task is: what it was before, or with children=1 what its parent is. */
static struct pagesnap_guard *origin(struct task_struct *task)
{
	struct pagesnap_guard *g = pagesnap_guard_of_task(task);

	if (g)
		return g;
	g = pagesnap_guard_of_task(rcu_dereference(task->real_parent));
	return g && g->tracer->children ? g : NULL;
}

/**
 * pagesnap_see_exec() - a process runs another program
 * @task: it, the caller, with its new memory
 *
 * Context: a probe.
 */
void pagesnap_see_exec(struct task_struct *task)
{
	struct pagesnap_guard *g;

	rcu_read_lock();
	g = origin(task);
	if (is_traced(g)) {
		pagesnap_guard_adopt(g, task, task->mm, PAGESNAP_GUARD_TRACED);
		tell(g->tracer, PAGESNAP_EVENT_EXEC, task, 0);
	}
	rcu_read_unlock();
}

/* Threads that end at the same time all find that none is left. */
static bool is_first(struct pagesnap_guard *g, const struct task_struct *task)
{
	return g->pid != task->tgid || !atomic_xchg(&g->ended, 1);
}

/**
 * pagesnap_see_exit() - a thread ends
 * @task: it, the caller
 *
 * Context: a probe.
 */
void pagesnap_see_exit(struct task_struct *task)
{
	struct pagesnap_guard *g;

	if (atomic_read(&task->signal->live))
		return;
	rcu_read_lock();
	g = origin(task);
	if (is_traced(g) && is_first(g, task))
		tell(g->tracer, PAGESNAP_EVENT_EXIT, task, 0);
	rcu_read_unlock();
}
