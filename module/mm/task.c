// SPDX-License-Identifier: GPL-2.0
/*
 * From a PID to the memory of a process.
 */
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>

#include "task.h"

/**
 * pagesnap_task_bind() - what a PID means to the current task
 * @nr: PID, in its namespace
 * @id: result
 *
 * Return: 0 or -ESRCH.
 */
int pagesnap_task_bind(pid_t nr, struct pagesnap_task_id *id)
{
	struct pid *pid = find_get_pid(nr);
	struct task_struct *task = get_pid_task(pid, PIDTYPE_PID);

	put_pid(pid);
	if (!task)
		return -ESRCH;
	id->pid = task_pid_nr(task);
	id->start_ns = task->start_boottime;
	put_task_struct(task);
	return 0;
}

/**
 * pagesnap_task_find() - find a process again
 * @id: of pagesnap_task_bind()
 *
 * Return: task for put_task_struct(), NULL if it is gone.
 */
struct task_struct *pagesnap_task_find(const struct pagesnap_task_id *id)
{
	struct task_struct *task;

	rcu_read_lock();
	task = pid_task(find_pid_ns(id->pid, &init_pid_ns), PIDTYPE_PID);
	if (task && task->start_boottime == id->start_ns)
		get_task_struct(task);
	else
		task = NULL;
	rcu_read_unlock();
	return task;
}

/**
 * pagesnap_task_mm() - pin the mm structure of a task, but not its memory
 * @task: task that the caller pins
 *
 * Return: mm structure for mmdrop(), NULL if the task has none, or only borrows one.
 */
struct mm_struct *pagesnap_task_mm(struct task_struct *task)
{
	struct mm_struct *mm;

	task_lock(task);
	/* The task sets other flags of itself meanwhile. */
	mm = data_race(task->flags) & PF_KTHREAD ? NULL : task->mm;
	if (mm)
		mmgrab(mm);
	task_unlock(task);
	return mm;
}
