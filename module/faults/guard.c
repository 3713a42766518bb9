// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: memory that is guarded, found by probes
 *
 * A probe is called at each page fault of the machine, with interrupts off, and asks whether the
 * memory is one of those that we protect entries of: a table by mm_struct, read under RCU.  Of a
 * fork, an exec or an exit it is asked by PID.
 *
 * What pins what: a guard holds mm_count of its memory, so that no other mm_struct has its
 * address while it is in the table; never mm_users.  A guard is freed behind a grace period, and
 * its tracer behind one in which all of its guards were out of the table: probes use both in RCU
 * read sections only.
 *
 * Probes must not allocate, so the reader has spares ready for the processes that come.
 *
 * The lock is held for some instructions, with interrupts off.  Nothing that holds it can fault,
 * fork or exit; a probe only tries it nevertheless, some times, since they may sit anywhere.
 */
#include <linux/mmu_notifier.h>
#include <linux/rculist.h>
#include <linux/pid_namespace.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

#include "../core/alloc.h"
#include "../core/wake.h"
#include "../mm/target.h"
#include "guard.h"
#include "uapi.h"

/* Guards that are kept ready: a build forks that often between two steps of its reader. */
#define SPARES		64
/* When there are so few the reader is woken to make more. */
#define SPARES_FEW	(SPARES / 2)
#define TRIES		1000
struct hlist_head pagesnap_guards_by_mm[1 << PAGESNAP_GUARDS_BITS];
static struct hlist_head pids[1 << PAGESNAP_GUARDS_BITS];
static u32 count;
static u64 last_number;
static DEFINE_SPINLOCK(lock);

static struct hlist_head *pid_bucket(pid_t pid)
{
	return &pids[hash_32(pid, PAGESNAP_GUARDS_BITS)];
}

/**
 * pagesnap_guard_of_pid() - is the memory of a process guarded?
 * @pid: process, in the initial PID namespace
 *
 * Context: RCU, or the lock.
 * Return: the guard that was made for it last, NULL if there is none.
 */
struct pagesnap_guard *pagesnap_guard_of_pid(pid_t pid)
{
	struct pagesnap_guard *g;

	hlist_for_each_entry_rcu(g, pid_bucket(pid), by_pid, lockdep_is_held(&lock))
		if (g->pid == pid)
			return g;
	return NULL;
}

/**
 * pagesnap_guard_of_task() - is the memory of a process guarded?
 * @task: a thread of it
 *
 * Guards outlive their processes for a while, and a PID may be that of another one by then.
 *
 * Context: RCU.
 * Return: the guard that was made for it last, NULL if there is none.
 */
struct pagesnap_guard *pagesnap_guard_of_task(const struct task_struct *task)
{
	struct pagesnap_guard *g = pagesnap_guard_of_pid(task->tgid);

	return g && g->start_ns == task->group_leader->start_boottime ? g : NULL;
}

/* The process for which a guard was made, if there is more to be told of it.  Context: RCU. */
static struct task_struct *untold(const struct pagesnap_guard *g)
{
	struct task_struct *task = pid_task(find_pid_ns(g->pid, &init_pid_ns), PIDTYPE_TGID);

	return task && task->start_boottime == g->start_ns && !atomic_read(&g->ended) ? task : NULL;
}

/* Who ends gives up its memory before the tracepoint tells so. */
static bool is_alive(const struct pagesnap_guard *g)
{
	bool alive;

	rcu_read_lock();
	alive = untold(g);
	rcu_read_unlock();
	return alive;
}

/**
 * pagesnap_guard_is_ending() - is a process about to be told to end?
 * @g: guard that the reader knows
 *
 * The last thread has counted itself out (do_exit() in kernel/exit.c), and may sleep between that
 * and its giving up of the memory, so nobody finds the process, though its memory has users.
 *
 * Context: any.
 * Return: true if so.
 */
bool pagesnap_guard_is_ending(const struct pagesnap_guard *g)
{
	struct task_struct *task;
	bool ending;

	rcu_read_lock();
	task = untold(g);
	ending = task && !atomic_read(&task->signal->live);
	rcu_read_unlock();
	return ending;
}

/**
 * pagesnap_guard_is_over() - is a guard of no use any more?
 * @g: guard that the reader knows
 *
 * Who runs another program gives up its memory, then loads the program, which may take long, and
 * only then is seen to have new memory: until then it is known by the guard of the old one.
 *
 * Context: any.
 * Return: true if its memory is gone, and with it its process, or that has another guard, or is no
 * one that is traced.
 */
bool pagesnap_guard_is_over(const struct pagesnap_guard *g)
{
	return !atomic_read(&g->mm->mm_users) &&
	       (READ_ONCE(g->state) != PAGESNAP_GUARD_TRACED ||
		hlist_unhashed_lockless(&g->by_pid) || !is_alive(g));
}

/* Who has the PID from now on.  Context: the lock. */
static void insert(struct pagesnap_guard *g)
{
	struct pagesnap_guard *before = pagesnap_guard_of_pid(g->pid);

	if (before)
		hlist_del_init_rcu(&before->by_pid);
	g->number = ++last_number;
	hlist_add_head_rcu(&g->by_mm, pagesnap_guards_of(g->mm));
	hlist_add_head_rcu(&g->by_pid, pid_bucket(g->pid));
	g->tracer->nr++;
	count++;
}

/* Context: the lock. */
static struct pagesnap_guard *take_spare(struct pagesnap_tracer *t)
{
	struct pagesnap_guard *g = list_first_entry_or_null(&t->spares, struct pagesnap_guard,
							    node);

	if (!g)
		return NULL;
	list_del(&g->node);
	t->nr_spares--;
	return g;
}

/* Another program of a process belongs to the target as the one before does.  Context: the lock. */
static void inherit(struct pagesnap_guard *g, const struct pagesnap_guard *from)
{
	if (from->pid == g->pid) {
		g->child = from->child;
		g->pass = READ_ONCE(from->pass);
	} else {
		g->child = from->tracer->children;
	}
}

/* Context: the lock. */
static struct pagesnap_guard *adopt(const struct pagesnap_guard *from, struct task_struct *task,
				    struct mm_struct *mm, enum pagesnap_guard_state state)
{
	struct pagesnap_guard *g = pagesnap_guard_find(mm);
	struct pagesnap_tracer *t = from->tracer;

	/* A sweep that came between the new memory and the tracepoint has found it. */
	if (g && g->tracer == t)
		return g;
	g = g || t->gone ? NULL : take_spare(t);
	if (!g) {
		atomic64_inc(&t->unready);
		return NULL;
	}
	mmgrab(mm);
	g->mm = mm;
	g->pid = task->tgid;
	g->start_ns = task->group_leader->start_boottime;
	memcpy(g->comm, task->comm, sizeof(g->comm));
	g->state = t->closing ? PAGESNAP_GUARD_UNDOING : state;
	inherit(g, from);
	insert(g);
	list_add_tail(&g->node, &t->fresh);
	return g;
}

/**
 * pagesnap_guard_adopt() - guard the memory of a process that comes
 * @from: that of who forked it, or of the program that it ran before
 * @task: a thread of it
 * @mm: its memory, which the caller keeps
 * @state: what happens to it, unless the tracer is closing
 *
 * Context: a probe; RCU.
 * Return: the guard, which may be there already; NULL if there was no spare or another tracer has
 * one.
 */
struct pagesnap_guard *pagesnap_guard_adopt(const struct pagesnap_guard *from,
					    struct task_struct *task, struct mm_struct *mm,
					    enum pagesnap_guard_state state)
{
	struct pagesnap_tracer *t = from->tracer;
	struct pagesnap_guard *g;
	unsigned long flags;
	bool few;
	u32 i;

	for (i = 0; i < TRIES; i++, cpu_relax()) {
		if (!spin_trylock_irqsave(&lock, flags))
			continue;
		g = adopt(from, task, mm, state);
		few = t->nr_spares == SPARES_FEW;
		spin_unlock_irqrestore(&lock, flags);
		if (few)
			pagesnap_wake(t->wake);
		return g;
	}
	atomic64_inc(&t->unready);
	return NULL;
}

/* Places for pages of all windows of a process, if that is enough for a few: so it fits 16 KiB. */
#define WINDOW_PAGES	1792
#define WINDOWS_MIN	4

/* Context: @all is of zeros; behind it there is room. */
static void init_windows(struct pagesnap_windows *all, u32 size, u32 nr, u32 room, void *behind)
{
	u64 *pages = (u64 *)((struct pagesnap_window *)behind + nr);
	u32 i;

	all->size = size;
	all->room = room;
	all->nr = nr;
	all->windows = behind;
	for (i = 0; i < nr; i++)
		all->windows[i].pages = pages + i * room;
}

static struct pagesnap_guard *make(struct pagesnap_tracer *t)
{
	u32 room = max_t(u32, t->window, PAGESNAP_WINDOW_ROOM) + PAGESNAP_WINDOW_SLACK;
	u32 nr = t->window ? max_t(u32, WINDOW_PAGES / room, WINDOWS_MIN) : 0;
	struct pagesnap_guard *g;

	g = kvzalloc(sizeof(*g) + nr * (sizeof(struct pagesnap_window) + room * sizeof(u64)),
		     PAGESNAP_FEW_TRIES);
	if (!g)
		return NULL;
	g->tracer = t;
	if (nr)
		init_windows(&g->windows, t->window, nr, room, g + 1);
	INIT_HLIST_NODE(&g->by_mm);
	INIT_HLIST_NODE(&g->by_pid);
	return g;
}

/**
 * pagesnap_tracer_stock() - have spares for those that come
 * @t: tracer
 *
 * Context: may sleep.
 */
void pagesnap_tracer_stock(struct pagesnap_tracer *t)
{
	while (READ_ONCE(t->nr_spares) < SPARES &&
	       READ_ONCE(t->nr) < PAGESNAP_FAULTS_PROCESSES_MAX) {
		struct pagesnap_guard *g = make(t);

		if (!g)
			return;
		spin_lock_irq(&lock);
		list_add(&g->node, &t->spares);
		t->nr_spares++;
		spin_unlock_irq(&lock);
	}
}

/**
 * pagesnap_guard_add() - guard the memory of a process that was found
 * @t: tracer
 * @process: process; the reference to its memory is taken over if this succeeds
 * @holder: gets the reader of another tracer that has it, with -EBUSY
 *
 * Context: may sleep.
 * Return: the guard, -EOPNOTSUPP if a guest or a device has page tables of its own for that memory,
 * -EEXIST if this tracer has it, -EBUSY if another one has, -ENOMEM without memory or with
 * PAGESNAP_FAULTS_PROCESSES_MAX.
 */
struct pagesnap_guard *pagesnap_guard_add(struct pagesnap_tracer *t,
					  const struct pagesnap_process *process, pid_t *holder)
{
	struct pagesnap_guard *has, *g;
	long err = 0;

	if (mm_has_notifiers(process->mm))
		return ERR_PTR(-EOPNOTSUPP);
	g = make(t);
	if (!g)
		return ERR_PTR(-ENOMEM);
	g->mm = process->mm;
	g->pid = process->pid;
	g->start_ns = process->start_ns;
	memcpy(g->comm, process->comm, sizeof(g->comm));
	spin_lock_irq(&lock);
	has = pagesnap_guard_find(process->mm);
	if (has && has->tracer != t) {
		*holder = has->tracer->reader;
		err = -EBUSY;
	} else if (has) {
		err = -EEXIST;
	} else if (t->nr >= PAGESNAP_FAULTS_PROCESSES_MAX) {
		err = -ENOMEM;
	} else {
		insert(g);
		list_add_tail(&g->node, &t->guards);
	}
	spin_unlock_irq(&lock);
	if (!err)
		return g;
	kvfree(g);
	return ERR_PTR(err);
}

/* Context: the lock. */
static void take_out(struct pagesnap_guard *g)
{
	hlist_del_init_rcu(&g->by_mm);
	hlist_del_init_rcu(&g->by_pid);
	list_del(&g->node);
	g->tracer->nr--;
	count--;
}

/**
 * pagesnap_guard_remove() - memory has no entries of ours any more, or is gone
 * @g: guard that the reader knows; it must not be used any more
 *
 * Context: may sleep.
 */
void pagesnap_guard_remove(struct pagesnap_guard *g)
{
	spin_lock_irq(&lock);
	take_out(g);
	spin_unlock_irq(&lock);
	mmdrop(g->mm);
	kvfree_rcu(g, rcu);
}

/**
 * pagesnap_guards_count() - how much memory is guarded
 *
 * Return: number of mm_structs.
 */
u32 pagesnap_guards_count(void)
{
	return READ_ONCE(count);
}

/**
 * pagesnap_tracer_init() - a tracer without guards
 * @t: tracer; its members up to @closing are the caller's
 */
void pagesnap_tracer_init(struct pagesnap_tracer *t)
{
	INIT_LIST_HEAD(&t->spares);
	INIT_LIST_HEAD(&t->fresh);
	INIT_LIST_HEAD(&t->guards);
}

/**
 * pagesnap_tracer_meet() - know of the guards that probes have made
 * @t: tracer
 */
void pagesnap_tracer_meet(struct pagesnap_tracer *t)
{
	if (list_empty_careful(&t->fresh))
		return;
	spin_lock_irq(&lock);
	list_splice_tail_init(&t->fresh, &t->guards);
	spin_unlock_irq(&lock);
}

/**
 * pagesnap_tracer_close() - protect nothing any more
 * @t: tracer
 *
 * When this returns, no probe will protect an entry for it.
 *
 * Context: may sleep.
 */
void pagesnap_tracer_close(struct pagesnap_tracer *t)
{
	struct pagesnap_guard *g;

	spin_lock_irq(&lock);
	t->closing = true;
	list_splice_tail_init(&t->fresh, &t->guards);
	list_for_each_entry(g, &t->guards, node) {
		WRITE_ONCE(g->state, PAGESNAP_GUARD_UNDOING);
	}
	spin_unlock_irq(&lock);
	synchronize_rcu();
}

/**
 * pagesnap_tracer_forget() - take all guards out of the table
 * @t: tracer that is closing, whose guards are undone
 *
 * A probe that has found one before may still be about to make one for a child: it gets none.
 *
 * Return: false if there is one more, by a fork; then all are still there.
 */
bool pagesnap_tracer_forget(struct pagesnap_tracer *t)
{
	struct pagesnap_guard *g;
	bool all;

	spin_lock_irq(&lock);
	all = list_empty(&t->fresh);
	list_splice_tail_init(&t->fresh, &t->guards);
	t->gone = all;
	if (all)
		list_for_each_entry(g, &t->guards, node) {
			hlist_del_init_rcu(&g->by_mm);
			hlist_del_init_rcu(&g->by_pid);
			count--;
		}
	spin_unlock_irq(&lock);
	return all;
}

static void free_list(struct list_head *list)
{
	struct pagesnap_guard *g;

	while ((g = list_first_entry_or_null(list, struct pagesnap_guard, node))) {
		list_del(&g->node);
		if (g->mm)
			mmdrop(g->mm);
		kvfree(g);
	}
}

/**
 * pagesnap_tracer_destroy() - free all guards
 * @t: tracer behind pagesnap_tracer_forget(), and a grace period
 *
 * Context: may sleep.
 */
void pagesnap_tracer_destroy(struct pagesnap_tracer *t)
{
	free_list(&t->guards);
	free_list(&t->spares);
}
