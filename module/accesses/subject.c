// SPDX-License-Identifier: GPL-2.0
/*
 * The process that a line is about: found, and found again before each look, since what is
 * pinned of it is the mm structure alone.
 */
#include <linux/mm_types.h>
#include <linux/sched/mm.h>
#include <linux/sched/task.h>

#include "../mm/task.h"
#include "subject.h"

static const char no_task[] = "no such task in your PID namespace";

/**
 * pagesnap_accesses_bind() - what a PID means to its writer
 * @q: query
 * @bound: result
 * @d: what is wrong, if something is
 *
 * Return: 0, or -ESRCH in @d.
 */
int pagesnap_accesses_bind(const struct pagesnap_query *q, struct pagesnap_bound *bound,
			   struct pagesnap_diag *d)
{
	struct pagesnap_task_id id;

	if (pagesnap_task_bind(q->pid, &id))
		return pagesnap_diag(d, -ESRCH, q->target_col, no_task);
	bound->pid = id.pid;
	bound->start_ns = id.start_ns;
	return 0;
}

/* Return: task for put_task_struct(), NULL if it is gone. */
static struct task_struct *find(const struct pagesnap_bound *bound)
{
	const struct pagesnap_task_id id = { .pid = bound->pid, .start_ns = bound->start_ns };

	return id.pid ? pagesnap_task_find(&id) : NULL;
}

/**
 * pagesnap_accesses_mm() - pin the mm structure of the process that a line was bound to
 * @q: query
 * @bound: of pagesnap_accesses_bind()
 * @d: what is wrong, if something is
 *
 * Return: mm structure for mmdrop(), NULL with -ESRCH in @d.
 */
struct mm_struct *pagesnap_accesses_mm(const struct pagesnap_query *q,
				       const struct pagesnap_bound *bound,
				       struct pagesnap_diag *d)
{
	struct task_struct *task = find(bound);
	struct mm_struct *mm;

	if (!task) {
		pagesnap_diag(d, -ESRCH, q->target_col,
			      bound->pid ? "the task that was named is gone" : no_task);
		return NULL;
	}
	mm = pagesnap_task_mm(task);
	put_task_struct(task);
	if (!mm)
		pagesnap_diag(d, -ESRCH, q->target_col,
			      "kernel thread or zombie: it has no memory");
	return mm;
}

/**
 * pagesnap_accesses_gone() - is the memory still that of the process?
 * @bound: of pagesnap_accesses_bind()
 * @mm: of pagesnap_accesses_mm()
 *
 * A first thread that has ended has no memory any more, though the others go on.
 *
 * Context: may sleep.
 * Return: PAGESNAP_CUT_NONE, or _EXITED or _EXECED.
 */
u32 pagesnap_accesses_gone(const struct pagesnap_bound *bound, const struct mm_struct *mm)
{
	struct task_struct *task = find(bound);
	struct mm_struct *now;

	if (!task)
		return PAGESNAP_CUT_EXITED;
	now = pagesnap_task_mm(task);
	put_task_struct(task);
	if (!now)
		return atomic_read(&mm->mm_users) ? PAGESNAP_CUT_NONE : PAGESNAP_CUT_EXITED;
	mmdrop(now);
	return now == mm ? PAGESNAP_CUT_NONE : PAGESNAP_CUT_EXECED;
}
