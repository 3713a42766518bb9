// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: forks that are under way
 *
 * A fork copies page tables, and some time later the tracepoint tells of it: between these the
 * new memory may have entries of ours, and no guard.  No lock is held all the while, and nothing
 * in the kernel says that a thread is there, so it is known by the system call that it is in.  A
 * thread may be taken for one that forks, never the other way round, and who asks doesn't wait for
 * ever.
 *
 * What pins what: threads stay for the RCU read section.  The stack of one that ends may be gone,
 * or another's: so it is read as memory that may not be there.
 */
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched/signal.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#include "../compat/faults.h"
#include "forks.h"

/*
 * Who sleeps so that it can be killed waits for its memory to be copied, or, behind the tracepoint,
 * for a child of vfork().
 */
static bool forks(struct task_struct *task)
{
	unsigned long nr;

	if (READ_ONCE(task->__state) & TASK_WAKEKILL)
		return false;
	return !copy_from_kernel_nofault(&nr, &task_pt_regs(task)->orig_ax, sizeof(nr)) &&
	       compat_is_fork(task, nr);
}

/**
 * pagesnap_forks() - may a thread of a process have copied memory, and not have told of it?
 * @g: memory of the process
 *
 * Context: process context.
 * Return: true if so.
 */
bool pagesnap_forks(const struct pagesnap_guard *g)
{
	struct task_struct *leader, *task;
	bool found = false;

	rcu_read_lock();
	leader = pid_task(find_pid_ns(g->pid, &init_pid_ns), PIDTYPE_TGID);
	if (leader)
		for_each_thread(leader, task)
			found = found || forks(task);
	rcu_read_unlock();
	return found;
}
