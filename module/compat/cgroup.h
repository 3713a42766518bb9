/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_CGROUP_H
#define PAGESNAP_COMPAT_CGROUP_H

#include <linux/cgroup.h>
#include <linux/err.h>
#include <linux/mm_types.h>
#include <linux/sched.h>

#include "probed.h"

/**
 * struct compat_cgroup - a cgroup of the default hierarchy, without a reference
 * @id: its inode, which no other cgroup gets
 * @level: how many are above it
 */
struct compat_cgroup {
	u64 id;
	int level;
};

#ifdef CONFIG_CGROUPS

/* Takes the reference of @found. Return: 0 or a negative errno. */
static inline int compat_cgroup_note(struct compat_cgroup *cgroup, struct cgroup *found)
{
	if (IS_ERR(found))
		return PTR_ERR(found);
	cgroup->id = cgroup_id(found);
	cgroup->level = found->level;
	cgroup_put(found);
	return 0;
}

static inline int compat_cgroup_by_path(struct compat_cgroup *cgroup, const char *path)
{
	return compat_cgroup_note(cgroup, cgroup_get_from_path(path));
}

static inline int compat_cgroup_by_id(struct compat_cgroup *cgroup, u64 id)
{
	return compat_cgroup_note(cgroup, cgroup_get_from_id(id));
}

/* Context: RCU. */
static inline bool compat_task_is_in_cgroup(struct task_struct *task,
					    const struct compat_cgroup *cgroup)
{
	struct cgroup *above = cgroup_ancestor(task_dfl_cgroup(task), cgroup->level);

	return above && cgroup_id(above) == cgroup->id;
}

/*
 * Its inode.  Context: preemption is off, for which grace periods wait as for RCU's readers, but
 * which task_dfl_cgroup() doesn't take for one.
 */
static inline u64 compat_current_cgroup_id(void)
{
	return cgroup_id(rcu_dereference_sched(current->cgroups)->dfl_cgrp);
}

#else

static inline int compat_cgroup_by_path(struct compat_cgroup *cgroup, const char *path)
{
	return -EOPNOTSUPP;
}

static inline int compat_cgroup_by_id(struct compat_cgroup *cgroup, u64 id)
{
	return -EOPNOTSUPP;
}

static inline bool compat_task_is_in_cgroup(struct task_struct *task,
					    const struct compat_cgroup *cgroup)
{
	return false;
}

static inline u64 compat_current_cgroup_id(void)
{
	return 0;
}

#endif

/* Whom the kernel takes to be the user of @mm, NULL if that isn't known. Context: RCU. */
static inline struct task_struct *compat_mm_owner(struct mm_struct *mm)
{
#ifdef CONFIG_MEMCG
	return rcu_dereference(mm->owner);
#else
	return NULL;
#endif
}

#endif /* PAGESNAP_COMPAT_CGROUP_H */
