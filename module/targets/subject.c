// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the processes that a line is about, looked for, for all collections
 *
 * Here meet the query language and what mm/ finds: what is wrong becomes a fault of the line.
 */
#include <linux/export.h>
#include <linux/limits.h>
#include <linux/sched.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/slab.h>

#include "../mm/task.h"
#include "subject.h"

static const char gone_task[] = "the task that was named is gone";
static const char no_task[] = "no such task in your PID namespace";

static int uid_fault(const struct pagesnap_query *q, int err, struct pagesnap_diag *d)
{
	return err ? pagesnap_diag(d, err, q->target_col, "no such uid in your user namespace") : 0;
}

/**
 * pagesnap_subject_bind() - what a PID or uid means to its writer
 * @q: query
 * @bound: result
 * @d: what is wrong, if something is
 *
 * Cgroups mean something to the reader.
 *
 * Return: 0, -ESRCH or -EINVAL.
 */
int pagesnap_subject_bind(const struct pagesnap_query *q, struct pagesnap_bound *bound,
			  struct pagesnap_diag *d)
{
	struct pagesnap_task_id id;

	if (q->target == PAGESNAP_TARGET_UID)
		return uid_fault(q, pagesnap_target_bind_uid(q->uid, &bound->uid), d);
	if (q->target != PAGESNAP_TARGET_PID)
		return 0;
	if (pagesnap_task_bind(q->pid, &id))
		return pagesnap_diag(d, -ESRCH, q->target_col, no_task);
	bound->pid = id.pid;
	bound->start_ns = id.start_ns;
	return 0;
}

static struct task_struct *find_task(const struct pagesnap_bound *bound)
{
	const struct pagesnap_task_id id = { .pid = bound->pid, .start_ns = bound->start_ns };

	return id.pid ? pagesnap_task_find(&id) : NULL;
}

static int no_task_fault(const struct pagesnap_query *q, const struct pagesnap_bound *bound,
			 struct pagesnap_diag *d)
{
	return pagesnap_diag(d, -ESRCH, q->target_col, bound->pid ? gone_task : no_task);
}

/**
 * pagesnap_subject_exists() - is the process there that a line was bound to?
 * @q: query whose target is a PID
 * @bound: of pagesnap_subject_bind()
 * @d: what is wrong, if something is
 *
 * Return: 0, or -ESRCH in @d.
 */
int pagesnap_subject_exists(const struct pagesnap_query *q, const struct pagesnap_bound *bound,
			    struct pagesnap_diag *d)
{
	struct task_struct *task = find_task(bound);

	if (!task)
		return no_task_fault(q, bound, d);
	put_task_struct(task);
	return 0;
}

/**
 * pagesnap_subject_process() - find the process that a line was bound to
 * @q: query whose target is a PID
 * @bound: of pagesnap_subject_bind()
 * @process: result
 * @d: what is wrong, if something is
 *
 * Return: 0, or -ESRCH in @d if it is gone or has no memory.
 */
int pagesnap_subject_process(const struct pagesnap_query *q, const struct pagesnap_bound *bound,
			     struct pagesnap_process *process, struct pagesnap_diag *d)
{
	struct task_struct *task = find_task(bound);

	if (!task)
		return no_task_fault(q, bound, d);
	process->pid = bound->pid;
	process->start_ns = bound->start_ns;
	process->mm = pagesnap_task_mm(task);
	get_task_comm(process->comm, task);
	put_task_struct(task);
	if (!process->mm)
		return pagesnap_diag(d, -ESRCH, q->target_col,
				      "kernel thread or zombie: it has no memory");
	return 0;
}

/* Nothing but a thread that isn't reaped keeps its leader.  Return: false if it is. */
static bool id_of_leader(struct task_struct *task, struct pagesnap_task_id *id)
{
	struct task_struct *leader;
	bool alive;

	rcu_read_lock();
	alive = pid_alive(task);
	if (alive) {
		leader = READ_ONCE(task->group_leader);
		id->pid = task_pid_nr(leader);
		id->start_ns = leader->start_boottime;
	}
	rcu_read_unlock();
	return alive;
}

/* A PID, as a target that others may be added to. */
static int find_one(const struct pagesnap_query *q, const struct pagesnap_bound *bound,
		    struct pagesnap_target *target, struct pagesnap_diag *d)
{
	struct pagesnap_process process;
	struct pagesnap_task_id id;
	struct task_struct *task;
	bool found;

	if (pagesnap_subject_process(q, bound, &process, d))
		return d->err;
	mmdrop(process.mm);
	task = find_task(bound);
	found = task && id_of_leader(task, &id);
	if (task)
		put_task_struct(task);
	if (!found)
		return pagesnap_diag(d, -ESRCH, q->target_col, gone_task);
	pagesnap_target_id(target, &id);
	return 0;
}

static int cgroup_fault(const struct pagesnap_query *q, int err, struct pagesnap_diag *d)
{
	switch (err) {
	case 0:
		return 0;
	case -ENOTDIR:
		return pagesnap_diag(d, err, q->target_col, "no cgroup, but a file of one");
	case -EOPNOTSUPP:
		return pagesnap_diag(d, err, q->target_col, "this kernel has no cgroups");
	case -ENOMEM:
		return pagesnap_diag(d, err, 0, "no memory");
	default:
		return pagesnap_diag(d, -ENOENT, q->target_col, "no such cgroup in cgroup v2");
	}
}

static int find_cgroup(const struct pagesnap_query *q, const char *text,
		       struct pagesnap_target *target, struct pagesnap_diag *d)
{
	char *path = kmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);
	int len;

	if (!path)
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	len = pagesnap_query_path(q, text, path, PATH_MAX, d);
	if (len >= 0)
		cgroup_fault(q, pagesnap_target_cgroup_path(target, path), d);
	kfree(path);
	return d->err;
}

/**
 * pagesnap_subject_target() - find which processes a line is about
 * @q: query
 * @text: its line
 * @bound: of pagesnap_subject_bind()
 * @target: result
 * @d: what is wrong, if something is
 *
 * Context: process context, of the task whose cgroup namespace counts; may sleep.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_target(const struct pagesnap_query *q, const char *text,
			    const struct pagesnap_bound *bound, struct pagesnap_target *target,
			    struct pagesnap_diag *d)
{
	switch (q->target) {
	case PAGESNAP_TARGET_PID:
		return find_one(q, bound, target, d);
	case PAGESNAP_TARGET_UID:
		return uid_fault(q, pagesnap_target_uid(target, bound->uid), d);
	case PAGESNAP_TARGET_CGROUP_ID:
		return cgroup_fault(q, pagesnap_target_cgroup_id(target, q->cgroup), d);
	default:
		return find_cgroup(q, text, target, d);
	}
}

/**
 * pagesnap_subject_try_target() - does the target of a query exist?
 * @q: query
 * @text: its line
 * @d: what is wrong, if something is
 *
 * What a PID or uid means is known since pagesnap_subject_bind().
 *
 * Context: as pagesnap_subject_target(); may sleep.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_try_target(const struct pagesnap_query *q, const char *text,
				struct pagesnap_diag *d)
{
	const struct pagesnap_bound none = { };
	struct pagesnap_target target;

	if (q->target != PAGESNAP_TARGET_CGROUP_PATH && q->target != PAGESNAP_TARGET_CGROUP_ID)
		return 0;
	return pagesnap_subject_target(q, text, &none, &target, d);
}

/* For collections in modules of their own, as those of mm/exports.c: */
EXPORT_SYMBOL_GPL(pagesnap_subject_bind);
EXPORT_SYMBOL_GPL(pagesnap_subject_exists);
EXPORT_SYMBOL_GPL(pagesnap_subject_process);
EXPORT_SYMBOL_GPL(pagesnap_subject_target);
EXPORT_SYMBOL_GPL(pagesnap_subject_try_target);
