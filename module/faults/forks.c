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
 * Other processes may have the memory, too: children of vfork() do until they run a program of
 * their own.  These are looked for among all threads of the machine, and only if the memory has
 * more users than its process has threads.
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

/* Numbers of threads that are looked at in one RCU section. */
#define LOOKS	256

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

static bool has(const struct task_struct *task, const struct mm_struct *mm)
{
	/* Who forks has it all the while, and nothing is done with it: so no lock is needed. */
	return data_race(task->mm) == mm;
}

/* Return: a thread of the process may be forking; @users gets how many have its memory. */
static bool process_forks(const struct pagesnap_guard *g, int *users)
{
	struct task_struct *leader, *task;
	bool found = false;

	rcu_read_lock();
	leader = pid_task(find_pid_ns(g->pid, &init_pid_ns), PIDTYPE_TGID);
	if (leader)
		for_each_thread(leader, task) {
			*users += has(task, g->mm);
			found = found || (has(task, g->mm) && forks(task));
		}
	rcu_read_unlock();
	return found;
}

/* Of some threads from number *@next on, which moves behind them; 0: there are no more. */
static bool some_fork(const struct mm_struct *mm, int *next)
{
	struct task_struct *task;
	bool found = false;
	struct pid *pid;
	u32 i;

	rcu_read_lock();
	for (i = 0; i < LOOKS && !found; i++) {
		pid = find_ge_pid(*next, &init_pid_ns);
		*next = pid ? pid_nr(pid) + 1 : 0;
		if (!pid)
			break;
		task = pid_task(pid, PIDTYPE_PID);
		found = task && has(task, mm) && forks(task);
	}
	rcu_read_unlock();
	return found;
}

static bool any_forks(const struct mm_struct *mm)
{
	int next = 1;

	while (next) {
		if (some_fork(mm, &next))
			return true;
		cond_resched();
	}
	return false;
}

/**
 * pagesnap_forks() - may somebody have copied memory, and not have told of it?
 * @g: the memory
 * @far: look among all threads of the machine, if others than its process have it; or else they
 *	may fork for all that is known
 *
 * Context: process context; may sleep.
 * Return: true if so.
 */
bool pagesnap_forks(const struct pagesnap_guard *g, bool far)
{
	int had = atomic_read(&g->mm->mm_users), users = 0;

	if (process_forks(g, &users))
		return true;
	/* Threads may end, or begin, while they are counted. */
	return max(had, atomic_read(&g->mm->mm_users)) > users && (!far || any_forks(g->mm));
}
