// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a thread has to do before it goes back to its program
 *
 * A probe can't wait for other CPUs, so for a process with several threads it gives the thread
 * that faulted some task work.  A thread has one at most: it faults in user mode, and runs its
 * work before it is there again.
 *
 * What pins what: a work names nothing but its place in a table of this module.  When it runs, it
 * finds the guard of its own memory anew, under RCU.
 *
 * Why unloading is safe: a work that is queued can't be taken back, and its thread may sleep
 * before it comes to it, in a fault that is served by a program of somebody else.  So each holds
 * the module.  It gives that back from the module's own text, and may be interrupted before its
 * last instruction: who unloads waits behind that until each thread has slept, or was in its
 * program (synchronize_rcu_tasks(), as for a trampoline of ftrace).
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/task_work.h>

#include "guard.h"
#include "window.h"
#include "work.h"

/* Threads whose work is queued and has not run: those that run, one for each CPU, or sleep. */
#define WORKS		1024
/* Where the next CPU begins to look for one that is free. */
#define APART		16
/* At the end of an answer its works are waited for that long. */
#define WAIT_NS		(2 * NSEC_PER_SEC)
#define NAP_US		500

/**
 * struct work - what a thread has to do
 * @head: for the kernel
 * @busy: it is queued
 * @tid: thread, in the initial PID namespace
 * @tracer: whose, NULL: that has closed; compared alone
 */
struct work {
	struct callback_head head;
	atomic_t busy;
	pid_t tid;
	const struct pagesnap_tracer *tracer;
};

static struct work works[WORKS];
static bool were_used;

static void run(struct callback_head *head)
{
	struct work *w = container_of(head, struct work, head);

	pagesnap_window_catch_up();
	atomic_set_release(&w->busy, 0);
	module_put(THIS_MODULE);
}

/* CPUs begin at places of their own, and look on where threads sleep. */
static struct work *find_free(void)
{
	u32 first = raw_smp_processor_id() * APART, i;

	for (i = 0; i < WORKS; i++) {
		struct work *w = &works[(first + i) % WORKS];

		if (!atomic_read(&w->busy) && !atomic_cmpxchg_acquire(&w->busy, 0, 1))
			return w;
	}
	return NULL;
}

/**
 * pagesnap_work_queue() - have the caller protect what is above its window before it goes on
 * @t: tracer of its memory
 * @awake: it doesn't sleep in this fault: its sleeps need not be left alone
 *
 * Without a place that is free, the next fault does.
 *
 * Context: a probe at a fault of user mode, with interrupts off; RCU.
 */
void pagesnap_work_queue(const struct pagesnap_tracer *t, bool awake)
{
	struct work *w = find_free();

	if (!w)
		return;
	WRITE_ONCE(w->tid, current->pid);
	WRITE_ONCE(w->tracer, t);
	WRITE_ONCE(were_used, true);
	init_task_work(&w->head, run);
	__module_get(THIS_MODULE);
	if (!task_work_add(current, &w->head, awake ? TWA_SIGNAL : TWA_RESUME))
		return;
	/* it ends, and needs nothing any more */
	atomic_set_release(&w->busy, 0);
	module_put(THIS_MODULE);
}

static u32 pending(const struct pagesnap_tracer *t, pid_t *tid)
{
	u32 i, nr = 0;

	for (i = 0; i < WORKS; i++) {
		const struct work *w = &works[i];

		if (!atomic_read_acquire(&w->busy) || (t && READ_ONCE(w->tracer) != t))
			continue;
		*tid = READ_ONCE(w->tid);
		nr++;
	}
	return nr;
}

/**
 * pagesnap_works_pending() - threads that haven't done their work yet
 * @tid: gets one of them, in the initial PID namespace, if there is one
 *
 * Context: any.
 * Return: how many.
 */
u32 pagesnap_works_pending(pid_t *tid)
{
	return pending(NULL, tid);
}

/* Another tracer may have the address of this one later, and nothing to do with those threads. */
static void disown(const struct pagesnap_tracer *t)
{
	u32 i;

	for (i = 0; i < WORKS; i++)
		cmpxchg(&works[i].tracer, t, NULL);
}

/**
 * pagesnap_works_wait() - wait for the threads of a tracer, two seconds at most
 * @t: tracer that is closing: none is queued for it any more
 *
 * Those that sleep keep the module, and are named in the kernel's log.
 *
 * Context: may sleep.
 */
void pagesnap_works_wait(const struct pagesnap_tracer *t)
{
	u64 until = ktime_get_ns() + WAIT_NS;
	pid_t tid = 0;
	u32 nr;

	while ((nr = pending(t, &tid)) && ktime_get_ns() < until)
		usleep_range(NAP_US, 2 * NAP_US);
	if (!nr)
		return;
	pr_notice("thread %d and %u more sleep in a fault of a trace: this module can't be unloaded before they go on\n",
		  tid, nr - 1);
	disown(t);
}

/**
 * pagesnap_works_end() - no thread is in the text of a work any more
 *
 * Context: unloading: no work is queued, and none will be.
 */
void pagesnap_works_end(void)
{
	if (were_used)
		synchronize_rcu_tasks();
}
