/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_TARGET_H
#define PAGESNAP_MM_TARGET_H

#include <linux/sched.h>
#include <linux/types.h>
#include <linux/uidgid.h>

#include "../compat/cgroup.h"
#include "task.h"

struct mm_struct;

/* By what a process is one of a target. */
enum pagesnap_target_by {
	PAGESNAP_BY_UID,
	PAGESNAP_BY_CGROUP,
	PAGESNAP_BY_ID,
	PAGESNAP_BY_ALL,	/* by being there */
};

/**
 * struct pagesnap_target - which processes, and how many of them were passed
 * @by: what of the next three counts
 * @uid: their real uid
 * @cgroup: their cgroup, or it is below that
 * @id: the one process
 * @also: is @task, of which none of these is true, one of it?  Called under RCU; NULL: no
 * @tree: children of those that are named count, and theirs, as long as all of them are there
 * @next: PID to go on with, in the initial PID namespace
 *
 * Nothing is pinned.
 */
struct pagesnap_target {
	enum pagesnap_target_by by;
	kuid_t uid;
	struct compat_cgroup cgroup;
	struct pagesnap_task_id id;
	bool (*also)(const struct pagesnap_target *t, struct task_struct *task);
	bool tree;
	int next;
};

/**
 * enum pagesnap_found - what pagesnap_target_next() came upon
 * @PAGESNAP_FOUND_END: there is no other process
 * @PAGESNAP_FOUND_NONE: nothing yet
 * @PAGESNAP_FOUND_PROCESS: a process
 * @PAGESNAP_FOUND_SELF: one with the memory of the caller
 * @PAGESNAP_FOUND_LOST: one that is ending, with more threads than are looked at; or with more
 *	ancestors, of a target with pagesnap_target::tree
 * @PAGESNAP_FOUND_SHARED: one with the memory of another that is found, too
 */
enum pagesnap_found {
	PAGESNAP_FOUND_END,
	PAGESNAP_FOUND_NONE,
	PAGESNAP_FOUND_PROCESS,
	PAGESNAP_FOUND_SELF,
	PAGESNAP_FOUND_LOST,
	PAGESNAP_FOUND_SHARED,
};

/**
 * struct pagesnap_process - a process that was found
 * @pid: in the initial PID namespace
 * @start_ns: its start time, so that a reused PID is noticed
 * @also: it is one of the target by pagesnap_target::also alone
 * @comm: name of its first thread
 * @mm: its mm structure, for mmdrop()
 */
struct pagesnap_process {
	pid_t pid;
	u64 start_ns;
	bool also;
	char comm[TASK_COMM_LEN];
	struct mm_struct *mm;
};

int pagesnap_target_bind_uid(u32 uid, u32 *bound);
int pagesnap_target_uid(struct pagesnap_target *t, u32 bound);
int pagesnap_target_cgroup_path(struct pagesnap_target *t, const char *path);
int pagesnap_target_cgroup_id(struct pagesnap_target *t, u64 id);
void pagesnap_target_id(struct pagesnap_target *t, const struct pagesnap_task_id *id);
void pagesnap_target_all(struct pagesnap_target *t);
void pagesnap_target_again(struct pagesnap_target *t);
enum pagesnap_found pagesnap_target_next(struct pagesnap_target *t,
					 struct pagesnap_process *process);

#endif /* PAGESNAP_MM_TARGET_H */
