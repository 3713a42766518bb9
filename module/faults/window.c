// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: window=, by which a page faults again when its thread has faulted on some others
 *
 * The pages of a thread's last faults stand in a queue.  When one comes in and the queue is full,
 * the oldest is made to fault again.
 *
 * That must reach the TLBs before a thread goes on, and a probe can't ask other CPUs and wait.  So
 * a probe does it for a process with one thread, and nobody else who has its memory loaded:
 * mm_users is 1.  Then other CPUs can only have entries in their TLBs from when the thread ran
 * there, and flush them before they load the memory again, as it has a new generation
 * (switch_mm_irqs_off() in arch/x86/mm/tlb.c); those that still have it loaded, lazily, use none.
 * Where the CPUs flush each other by broadcasts that isn't so.
 *
 * A thread of the kernel may come to the memory meanwhile (kthread_use_mm()): it becomes a user
 * before it loads the memory.  So the number is looked at again behind the new generation, before
 * the lock of the entry is let go of.  If it is still 1, who comes will see the generation; if not,
 * the entry is restored, which no TLB minds, and the thread does it as all others do.  Completions
 * of asynchronous I/O may use memory without being a user, so a process that has such isn't alone.
 *
 * Everywhere else the thread that faulted does it on its way back to its program, by task work
 * (work.c), where it can wait for the CPUs that have the memory loaded.  A CPU that loads it from
 * then on sees the new generation.
 *
 * The kernel has two ways to send it there.  One, before v6.19, also writes to the program's struct
 * rseq each time: a reference that the program didn't make, of a page that may be protected.  The
 * other ends sleeps that a signal would end.  So that is taken where the entry was restored, as
 * nobody sleeps in such a fault, and the first one elsewhere.
 *
 * An instruction may need more pages than the window has: it would fault on them in turn for ever.
 * Who faults several times with the same registers, on the page that was just protected for the
 * sake of a fault before, gets a window of twice the size.  Other threads change nothing about
 * that: a queue has one owner, and who has none takes that which was used least of late.  What
 * stood there is left to the next sweep, so that can't keep anybody from going on, either.
 */
#include <linux/bitmap.h>
#include <linux/hash.h>
#include <linux/mm.h>
#include <linux/mm_inline.h>
#include <linux/mmap_lock.h>
#include <linux/sched/signal.h>

#include "../compat/flush.h"
#include "entry.h"
#include "memory.h"
#include "uapi.h"
#include "window.h"
#include "work.h"

#define TRIES		1000

static bool is_alone(struct mm_struct *mm)
{
	return thread_group_empty(current) && atomic_read(&mm->mm_users) == 1 &&
	       !compat_has_aio(mm) && compat_flushes_when_loaded(mm);
}

/* Return: nobody else can have the entry in a TLB. */
static bool flush_alone(struct mm_struct *mm)
{
	compat_flush_mm_here(mm);
	return is_alone(mm);
}

/*
 * @settle: as pagesnap_entry_guard() has it
 *
 * Context: mmap_lock for reading, RCU, and a flush is pending.
 * Return: as pagesnap_entry_guard().
 */
static int guard_page(struct pagesnap_guard *g, u64 vpn, bool (*settle)(struct mm_struct *mm))
{
	unsigned long addr = vpn << PAGE_SHIFT;
	struct vm_area_struct *vma = find_vma(g->mm, addr);

	if (!vma || vma->vm_start > addr ||
	    pagesnap_vma_why_not(vma, g->tracer->kinds) != PAGESNAP_FAULTS_WHYS)
		return 0;
	return pagesnap_entry_guard(vma, addr, settle);
}

/* Queues are changed for some instructions.  Context: interrupts are off. */
static bool lock_windows(struct pagesnap_guard *g)
{
	u32 i;

	for (i = 0; i < TRIES; i++, cpu_relax())
		if (!atomic_cmpxchg_acquire(&g->windows_busy, 0, 1))
			return true;
	return false;
}

static void unlock_windows(struct pagesnap_guard *g)
{
	atomic_set_release(&g->windows_busy, 0);
}

/* The queue of the caller, NULL if it has none.  Context: the queues. */
static struct pagesnap_window *find_window(const struct pagesnap_windows *all)
{
	struct pagesnap_window *w = pagesnap_queue_find(all, current->pid,
							hash_32(current->pid, 16));

	return w->owner == current->pid ? w : NULL;
}

/* Context: the queues. */
static struct pagesnap_window *own_window(struct pagesnap_windows *all)
{
	struct pagesnap_window *w = pagesnap_queue_own(all, current->pid,
						       hash_32(current->pid, 16));

	w->sweep = READ_ONCE(all->sweep);
	return w;
}

/*
 * @settle: as pagesnap_entry_guard() has it
 *
 * Context: mmap_lock for reading, RCU, and a flush is pending.
 * Return: how many were guarded; @vpns and @nr get those that have to wait.
 */
static u32 guard_pages(struct pagesnap_guard *g, u64 *vpns, u32 *nr,
		       bool (*settle)(struct mm_struct *mm))
{
	u32 i, guarded = 0, again = 0;
	int done;

	for (i = 0; i < *nr; i++) {
		done = guard_page(g, vpns[i], settle);
		if (done == -EAGAIN)
			vpns[again++] = vpns[i];
		else if (done)
			guarded++;
	}
	*nr = again;
	atomic64_add(guarded, &g->tracer->guarded);
	return guarded;
}

static void add_again(const struct pagesnap_windows *all, struct pagesnap_window *w,
		      const u64 *vpns, u32 nr)
{
	while (nr)
		pagesnap_queue_give_back(all, w, vpns[--nr]);
}

/*
 * In the probe.  Context: mmap_lock for reading, the queues, interrupts off.
 * Return: false if somebody else has come to the memory.
 */
static bool guard_here(struct pagesnap_guard *g, struct pagesnap_window *w)
{
	u64 vpns[PAGESNAP_WINDOW_A_FAULT];
	u32 nr = pagesnap_queue_take(&g->windows, w, vpns, PAGESNAP_WINDOW_A_FAULT);

	inc_tlb_flush_pending(g->mm);
	guard_pages(g, vpns, &nr, flush_alone);
	dec_tlb_flush_pending(g->mm);
	add_again(&g->windows, w, vpns, nr);
	return is_alone(g->mm);
}

/* Return: how many. */
static u32 take_waiting(struct pagesnap_guard *g, u64 *vpns)
{
	struct pagesnap_window *w;
	unsigned long flags;
	u32 nr = 0;

	local_irq_save(flags);
	if (lock_windows(g)) {
		w = find_window(&g->windows);
		if (w)
			nr = pagesnap_queue_take(&g->windows, w, vpns, PAGESNAP_WINDOW_A_FAULT);
		unlock_windows(g);
	}
	local_irq_restore(flags);
	return nr;
}

static void give_back(struct pagesnap_guard *g, const u64 *vpns, u32 nr)
{
	struct pagesnap_window *w;
	unsigned long flags;

	local_irq_save(flags);
	if (nr && lock_windows(g)) {
		w = find_window(&g->windows);
		if (w)
			add_again(&g->windows, w, vpns, nr);
		unlock_windows(g);
	}
	local_irq_restore(flags);
}

/* On all CPUs.  Context: mmap_lock for reading, RCU, interrupts on. */
static void guard_everywhere(struct pagesnap_guard *g)
{
	u64 vpns[PAGESNAP_WINDOW_A_FAULT];
	u32 nr = take_waiting(g, vpns);

	if (!nr)
		return;
	inc_tlb_flush_pending(g->mm);
	if (guard_pages(g, vpns, &nr, NULL))
		compat_flush_mm(g->mm);
	dec_tlb_flush_pending(g->mm);
	give_back(g, vpns, nr);
}

/**
 * pagesnap_window_catch_up() - protect what is above the window of the caller
 *
 * Nothing is waited for but CPUs that flush: what isn't had at once waits for the next fault.
 *
 * Context: task work of a thread on its way back to its program; no locks.
 */
void pagesnap_window_catch_up(void)
{
	struct mm_struct *mm = current->mm;
	struct pagesnap_guard *g;

	if (!mm || !mmap_read_trylock(mm))
		return;
	rcu_read_lock();
	g = pagesnap_guard_find(mm);
	if (g && READ_ONCE(g->state) == PAGESNAP_GUARD_TRACED &&
	    READ_ONCE(g->windows.size))
		guard_everywhere(g);
	rcu_read_unlock();
	mmap_read_unlock(mm);
}

static void enlarge(struct pagesnap_guard *g)
{
	struct pagesnap_process_event e = {
		.head.type = PAGESNAP_EVENT_WINDOW, .head.pid = g->pid,
		.window = pagesnap_queue_larger(&g->windows),
	};

	WRITE_ONCE(g->windows.size, e.window);
	pagesnap_ring_write(g->tracer->ring, &e.head, sizeof(e));
}

/* Context: the queues. Return: is something above the window? */
static bool pass(struct pagesnap_guard *g, struct pagesnap_window *w, u64 vpn, u64 place,
		 bool locked)
{
	bool stuck = false, above;

	above = pagesnap_queue_pass(&g->windows, w, vpn, place, locked ? &stuck : NULL);
	if (stuck)
		enlarge(g);
	return locked && above && g->windows.size;
}

/**
 * pagesnap_window_pass() - a page is used from now on
 * @g: its memory, that of the caller
 * @vpn: virtual page number
 * @place: of the thread in its program: what compat_place() says
 * @locked: mmap_lock is held for reading, and the fault is one of user mode: others protect nothing
 * @restored: the kernel finds nothing to do, so the caller doesn't sleep in this fault
 *
 * Context: a probe, with interrupts off; RCU.
 */
void pagesnap_window_pass(struct pagesnap_guard *g, u64 vpn, u64 place, bool locked,
			  bool restored)
{
	bool alone = is_alone(g->mm), above;
	struct pagesnap_window *w;

	if (READ_ONCE(g->state) != PAGESNAP_GUARD_TRACED || !lock_windows(g))
		return;
	w = own_window(&g->windows);
	above = pass(g, w, vpn, place, locked);
	if (above && alone)
		alone = guard_here(g, w);
	unlock_windows(g);
	if (above && !alone)
		pagesnap_work_queue(g->tracer, restored);
}

static void mark_window(const struct pagesnap_windows *all, const struct pagesnap_window *w,
			u64 first, u32 nr, unsigned long *pages)
{
	u32 i, at = READ_ONCE(w->at), left = READ_ONCE(w->nr);
	u64 page;

	for (i = at; left; left--, i++) {
		if (i >= all->room)
			i = 0;
		page = READ_ONCE(w->pages[i]) - first;
		if (page < nr)
			__set_bit(page, pages);
	}
}

/**
 * pagesnap_window_mark() - which pages may be used without a fault now?
 * @g: its memory
 * @first: virtual page number of the first that is asked for
 * @nr: how many are
 * @pages: gets a bit for each that may: no sweep is to protect it
 *
 * Those of a thread that has not faulted since the sweep before don't count any more: it may have
 * ended.
 *
 * Context: any; windows may move meanwhile.
 */
void pagesnap_window_mark(const struct pagesnap_guard *g, u64 first, u32 nr, unsigned long *pages)
{
	const struct pagesnap_windows *all = &g->windows;
	const struct pagesnap_window *w;
	u32 i;

	bitmap_zero(pages, nr);
	for (i = 0; i < all->nr; i++) {
		w = &all->windows[i];
		if (all->sweep - READ_ONCE(w->sweep) < 2)
			mark_window(all, w, first, nr, pages);
	}
}
