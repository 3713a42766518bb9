/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FAULTS_GUARD_H
#define PAGESNAP_FAULTS_GUARD_H

#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/list.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/types.h>

#include "queue.h"

struct mm_struct;
struct pagesnap_process;
struct pagesnap_ring;
struct pagesnap_wake;

/* Of tables of guards. */
#define PAGESNAP_GUARDS_BITS	8

/* What happens to the entries of some memory, and to its faults. */
enum pagesnap_guard_state {
	PAGESNAP_GUARD_TRACED,	/* protected by sweeps; restored, and told of */
	PAGESNAP_GUARD_HEIR,	/* has some by a fork: restored */
	PAGESNAP_GUARD_UNDOING,	/* restored, and nothing is protected any more */
};

/**
 * struct pagesnap_guard - memory with entries that we made to fault, or may have made
 * @by_mm: in the table of all, by @mm
 * @by_pid: in that by @pid; not in it if another program took its place
 * @node: of its tracer: in its spares, what probes made, or what the reader knows
 * @rcu: frees it
 * @tracer: whose it is
 * @number: of no other guard, and not 0
 * @mm: memory; mm_count is held
 * @pid: its process, in the initial PID namespace
 * @start_ns: start time of that
 * @comm: command name of its first thread
 * @state: enum pagesnap_guard_state
 * @pass: the last pass over the target that has found its process; the reader's
 * @child: with children=1: it belongs to the target because it was forked by one that does
 * @undone: its entries were all restored, or left; the reader's
 * @ended: the end of its process was told
 * @windows_busy: a thread changes them
 * @windows: of window=
 */
struct pagesnap_guard {
	struct hlist_node by_mm;
	struct hlist_node by_pid;
	struct list_head node;
	struct rcu_head rcu;
	struct pagesnap_tracer *tracer;
	u64 number;
	struct mm_struct *mm;
	pid_t pid;
	u64 start_ns;
	char comm[TASK_COMM_LEN];
	enum pagesnap_guard_state state;
	u32 pass;
	bool child;
	bool undone;
	atomic_t ended;
	atomic_t windows_busy;
	struct pagesnap_windows windows;
};

/**
 * struct pagesnap_tracer - what probes know of a session
 * @ring: where events go
 * @wake: wakes the reader
 * @reader: who reads them, a PID in the initial PID namespace
 * @start: first virtual page number that is asked for
 * @end: the one behind the last
 * @kinds: of VMAs, bit PAGESNAP_MAP_* each
 * @window: of window=
 * @children: what processes fork is traced, too
 * @closing: no process comes any more
 * @gone: no guard of its is in the table, and none comes there any more
 * @spares: guards for those that come
 * @nr_spares: how many
 * @fresh: guards that probes have made, for the reader
 * @guards: those that the reader knows; its own
 * @nr: of all but the spares
 * @guarded: entries that were protected
 * @restored: entries that were restored at a fault
 * @healed: faults of ours that were left to the kernel
 * @by_kernel: faults in kernel mode
 * @outside: faults that nobody asked for
 * @unready: processes that came when there was no spare
 *
 * Lists and numbers of guards are protected by the lock of the table of all.
 */
struct pagesnap_tracer {
	struct pagesnap_ring *ring;
	struct pagesnap_wake *wake;
	pid_t reader;
	u64 start;
	u64 end;
	u32 kinds;
	u32 window;
	bool children;
	bool closing;
	bool gone;
	struct list_head spares;
	u32 nr_spares;
	struct list_head fresh;
	struct list_head guards;
	u32 nr;
	atomic64_t guarded;
	atomic64_t restored;
	atomic64_t healed;
	atomic64_t by_kernel;
	atomic64_t outside;
	atomic64_t unready;
};

extern struct hlist_head pagesnap_guards_by_mm[1 << PAGESNAP_GUARDS_BITS];

static inline struct hlist_head *pagesnap_guards_of(const struct mm_struct *mm)
{
	return &pagesnap_guards_by_mm[hash_ptr(mm, PAGESNAP_GUARDS_BITS)];
}

/**
 * pagesnap_guard_may_exist() - is it worth while to look for the guard of some memory?
 * @mm: memory, or NULL
 *
 * Each fault of the machine asks this, and nearly all are of processes that nobody traces.
 *
 * Context: any; nothing is followed, so RCU isn't needed.
 * Return: false if there is none, and most often if so.
 */
static inline bool pagesnap_guard_may_exist(const struct mm_struct *mm)
{
	return !hlist_empty(pagesnap_guards_of(mm));
}

/**
 * pagesnap_guard_find() - is memory guarded?
 * @mm: memory
 *
 * Context: RCU, for which interrupts that are off will do, and so will the lock.
 * Return: its guard, NULL if there is none.
 */
static inline struct pagesnap_guard *pagesnap_guard_find(const struct mm_struct *mm)
{
	struct pagesnap_guard *g;

	hlist_for_each_entry_rcu(g, pagesnap_guards_of(mm), by_mm)
		if (g->mm == mm)
			return g;
	return NULL;
}

void pagesnap_tracer_init(struct pagesnap_tracer *t);
void pagesnap_tracer_stock(struct pagesnap_tracer *t);
void pagesnap_tracer_meet(struct pagesnap_tracer *t);
void pagesnap_tracer_close(struct pagesnap_tracer *t);
bool pagesnap_tracer_forget(struct pagesnap_tracer *t);
void pagesnap_tracer_destroy(struct pagesnap_tracer *t);

struct pagesnap_guard *pagesnap_guard_of_pid(pid_t pid);
struct pagesnap_guard *pagesnap_guard_of_task(const struct task_struct *task);
bool pagesnap_guard_is_over(const struct pagesnap_guard *g);
bool pagesnap_guard_is_ending(const struct pagesnap_guard *g);
struct pagesnap_guard *pagesnap_guard_adopt(const struct pagesnap_guard *from,
					    struct task_struct *task, struct mm_struct *mm,
					    enum pagesnap_guard_state state);
struct pagesnap_guard *pagesnap_guard_add(struct pagesnap_tracer *t,
					  const struct pagesnap_process *process, pid_t *holder);
void pagesnap_guard_remove(struct pagesnap_guard *g);
u32 pagesnap_guards_count(void);

#endif /* PAGESNAP_FAULTS_GUARD_H */
