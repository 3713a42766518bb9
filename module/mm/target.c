// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the processes of a user, of a cgroup, all of them, or one and whom others add
 *
 * They are passed in the order of their PIDs, which only goes up: so a walk ends,
 * however fast they fork, and passes each at most once.  Nothing is pinned between
 * two of them but the number of the next.
 *
 * Who has forked without a copy of the memory (vfork(), CLONE_VM) shares it with the
 * parent, and the memory is to be found once.  There is no list of its users, and no
 * bound for one of those that were passed.  But it has an owner, which is one of them:
 * so it is found at the owner's process, or, if the target leaves that out, wherever it
 * is met.
 */
#include <linux/cred.h>
#include <linux/mm.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>
#include <linux/user_namespace.h>

#include "target.h"
#include "task.h"

/* PIDs, those of threads too, and ancestors that are looked at in one RCU section, or so. */
#define LOOKS 256

/**
 * pagesnap_target_bind_uid() - what a uid means to the current task
 * @uid: uid, in its user namespace
 * @bound: gets it in the initial one; if it has no meaning, what none has there, either
 *
 * Return: 0, or -EINVAL if it has no meaning.
 */
int pagesnap_target_bind_uid(u32 uid, u32 *bound)
{
	kuid_t kuid = make_kuid(current_user_ns(), uid);

	*bound = from_kuid(&init_user_ns, kuid);
	return uid_valid(kuid) ? 0 : -EINVAL;
}

/**
 * pagesnap_target_uid() - the processes of a user
 * @t: target
 * @bound: of pagesnap_target_bind_uid(), which may have failed
 *
 * Return: 0, or -EINVAL if it has.
 */
int pagesnap_target_uid(struct pagesnap_target *t, u32 bound)
{
	*t = (struct pagesnap_target){ .uid = make_kuid(&init_user_ns, bound), .next = 1 };
	return uid_valid(t->uid) ? 0 : -EINVAL;
}

/**
 * pagesnap_target_cgroup_path() - the processes of a cgroup
 * @t: target
 * @path: below the mount of cgroup v2, as the current task sees it
 *
 * Context: may sleep.
 * Return: 0, or a negative errno: -EOPNOTSUPP if the kernel has no cgroups.
 */
int pagesnap_target_cgroup_path(struct pagesnap_target *t, const char *path)
{
	*t = (struct pagesnap_target){ .by = PAGESNAP_BY_CGROUP, .next = 1 };
	return compat_cgroup_by_path(&t->cgroup, path);
}

/**
 * pagesnap_target_cgroup_id() - the processes of a cgroup
 * @t: target
 * @id: its inode, in cgroup v2
 *
 * Context: may sleep.
 * Return: as pagesnap_target_cgroup_path().
 */
int pagesnap_target_cgroup_id(struct pagesnap_target *t, u64 id)
{
	*t = (struct pagesnap_target){ .by = PAGESNAP_BY_CGROUP, .next = 1 };
	return compat_cgroup_by_id(&t->cgroup, id);
}

/**
 * pagesnap_target_id() - one process, and those that pagesnap_target::also adds
 * @t: target
 * @id: process, of its first thread
 */
void pagesnap_target_id(struct pagesnap_target *t, const struct pagesnap_task_id *id)
{
	*t = (struct pagesnap_target){ .by = PAGESNAP_BY_ID, .id = *id, .next = 1 };
}

/**
 * pagesnap_target_all() - all processes of the machine
 * @t: target
 */
void pagesnap_target_all(struct pagesnap_target *t)
{
	*t = (struct pagesnap_target){ .by = PAGESNAP_BY_ALL, .next = 1 };
}

/* Context: RCU. */
static bool is_named(const struct pagesnap_target *t, struct task_struct *task)
{
	switch (t->by) {
	case PAGESNAP_BY_UID:
		return uid_eq(task_uid(task), t->uid);
	case PAGESNAP_BY_CGROUP:
		return compat_task_is_in_cgroup(task, &t->cgroup);
	case PAGESNAP_BY_ID:
		return task_pid_nr(task) == t->id.pid && task->start_boottime == t->id.start_ns;
	case PAGESNAP_BY_ALL:
		return true;
	}
	return false;
}

/*
 * Is one of the ancestors of a process named?  A child that lost its parent has another one since.
 * *@lost: they are too many to tell; a user may make a chain of all PIDs.  *@looks gets more by
 * those that were asked.  Context: RCU.
 */
static bool is_below(const struct pagesnap_target *t, struct task_struct *task, u32 *looks,
		     bool *lost)
{
	struct task_struct *parent;
	u32 i;

	for (i = 0; i < LOOKS; i++, task = parent) {
		++*looks;
		parent = READ_ONCE(rcu_dereference(task->real_parent)->group_leader);
		if (is_named(t, parent))
			return true;
		if (parent == task || is_global_init(parent))
			return false;
	}
	*lost = true;
	return false;
}

/* Context: RCU. */
static bool is_of(const struct pagesnap_target *t, struct task_struct *task, u32 *looks)
{
	bool lost;

	return is_named(t, task) || (t->also && t->also(t, task)) ||
	       (t->tree && is_below(t, task, looks, &lost));
}

/* Will @mm be found at the process of its owner, which isn't that of @task?  Context: RCU. */
static bool is_anothers(const struct pagesnap_target *t, struct task_struct *task,
			struct mm_struct *mm, u32 *looks)
{
	struct task_struct *owner = compat_mm_owner(mm), *leader;

	if (!owner || same_thread_group(owner, task))
		return false;
	leader = READ_ONCE(owner->group_leader);
	return READ_ONCE(leader->mm) == mm && is_of(t, leader, looks);
}

/*
 * The memory of the process of which @leader is the first thread; that may have ended before
 * the others.  *@lost: not all of them were asked.  Context: RCU.
 */
static struct mm_struct *mm_of(struct task_struct *leader, bool *lost)
{
	struct mm_struct *mm = pagesnap_task_mm(leader);
	struct task_struct *thread;
	u32 looks = 0;

	/* As in pagesnap_task_mm(): a race on purpose. */
	if (mm || data_race(leader->flags) & PF_KTHREAD)
		return mm;
	for_each_thread(leader, thread) {
		mm = pagesnap_task_mm(thread);
		if (mm)
			return mm;
		/* Threads that have ended stay for as long as a tracer likes. */
		*lost = ++looks == LOOKS;
		if (*lost)
			break;
	}
	return NULL;
}

/*
 * The process of which @task is the first thread, if it has memory.  *@looks gets more by its
 * ancestors that were asked.  Context: RCU.
 */
static enum pagesnap_found look(const struct pagesnap_target *t, struct task_struct *task,
				struct pagesnap_process *process, u32 *looks)
{
	enum pagesnap_found found = PAGESNAP_FOUND_PROCESS;
	struct mm_struct *mm;
	bool lost = false;

	/* who is named may be told by no more than this, later on */
	process->also = (t->also && t->also(t, task)) ||
			(t->tree && is_below(t, task, looks, &lost));
	if (!process->also && !is_named(t, task))
		return lost ? PAGESNAP_FOUND_LOST : PAGESNAP_FOUND_NONE;
	mm = mm_of(task, &lost);
	process->pid = task_pid_nr(task);
	process->start_ns = task->start_boottime;
	process->mm = mm;
	get_task_comm(process->comm, task);
	if (!mm)
		return lost ? PAGESNAP_FOUND_LOST : PAGESNAP_FOUND_NONE;
	if (mm == current->mm)
		found = PAGESNAP_FOUND_SELF;
	else if (is_anothers(t, task, mm, looks))
		found = PAGESNAP_FOUND_SHARED;
	return found;
}

/* As pagesnap_target_next(), but PAGESNAP_FOUND_SELF and _SHARED still have their mm. */
static enum pagesnap_found next_of(struct pagesnap_target *t, struct pagesnap_process *process)
{
	enum pagesnap_found found = PAGESNAP_FOUND_NONE;
	struct task_struct *task;
	struct pid *pid;
	u32 looks;

	rcu_read_lock();
	for (looks = 0; looks < LOOKS && found == PAGESNAP_FOUND_NONE; looks++) {
		pid = find_ge_pid(t->next, &init_pid_ns);
		if (!pid) {
			found = PAGESNAP_FOUND_END;
			break;
		}
		t->next = pid_nr(pid) + 1;
		/* NULL for the PID of another thread. */
		task = pid_task(pid, PIDTYPE_TGID);
		if (task)
			found = look(t, task, process, &looks);
	}
	rcu_read_unlock();
	return found;
}

/**
 * pagesnap_target_again() - pass the processes of a target once more
 * @t: target
 */
void pagesnap_target_again(struct pagesnap_target *t)
{
	t->next = 1;
}

/**
 * pagesnap_target_next() - the next process of a target
 * @t: target
 * @process: filled but for PAGESNAP_FOUND_END and _NONE; but only of PAGESNAP_FOUND_PROCESS the
 *	caller gets @mm: that of _SELF and _SHARED may be compared with one that is pinned, no more
 *
 * A process is taken for what it is now: who gets another uid or cgroup later stays one of
 * those that were found, or left out.
 *
 * Context: may sleep; a bounded amount of work, in one RCU section.
 * Return: what was found.
 */
enum pagesnap_found pagesnap_target_next(struct pagesnap_target *t,
					 struct pagesnap_process *process)
{
	enum pagesnap_found found = next_of(t, process);

	if (found == PAGESNAP_FOUND_SELF || found == PAGESNAP_FOUND_SHARED)
		mmdrop(process->mm);
	return found;
}
