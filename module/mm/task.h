/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_TASK_H
#define PAGESNAP_MM_TASK_H

#include <linux/types.h>

struct mm_struct;
struct task_struct;

/**
 * struct pagesnap_task_id - a process, without a reference
 * @pid: in the initial PID namespace
 * @start_ns: its start time, so that a reused PID is noticed
 */
struct pagesnap_task_id {
	pid_t pid;
	u64 start_ns;
};

int pagesnap_task_bind(pid_t nr, struct pagesnap_task_id *id);
struct task_struct *pagesnap_task_find(const struct pagesnap_task_id *id);
struct mm_struct *pagesnap_task_mm(struct task_struct *task);

#endif /* PAGESNAP_MM_TASK_H */
