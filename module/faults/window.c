// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: window=, by which a page faults again when some others have faulted
 *
 * The pages of the last faults stand in a queue.  When one comes in and the queue is full, the
 * oldest is made to fault again.
 *
 * That must reach the TLBs before the thread goes on, and a probe can't ask other CPUs and wait.
 * So it is done for a process with one thread, and nobody else who has its memory loaded: mm_users
 * is 1.  Then other CPUs can only have entries in their TLBs from when the thread ran there, and
 * flush them before they load the memory again, as it has a new generation (switch_mm_irqs_off()
 * in arch/x86/mm/tlb.c); those that still have it loaded, lazily, use none.  Where the CPUs flush
 * each other by broadcasts that isn't so.
 *
 * While it isn't, pages wait in the queue, and sweeps alone protect them.
 *
 * An instruction may need more pages than the window has: it would fault on them in turn for ever.
 * Who faults several times with the same registers, each time on the page that was just protected
 * for the sake of the fault before, gets a window of twice the size.
 */
#include <linux/mm.h>
#include <linux/mm_inline.h>
#include <linux/sched/signal.h>

#include "../compat/flush.h"
#include "entry.h"
#include "memory.h"
#include "uapi.h"
#include "window.h"

/* Of pages that wait, as many are protected at one fault. */
#define PAGES_A_FAULT	4
#define STUCK		2

/*
 * Context: mmap_lock for reading, interrupts off, and a flush is pending.
 * Return: as pagesnap_entry_guard().
 */
static int guard_page(struct pagesnap_guard *g, u64 vpn)
{
	unsigned long addr = vpn << PAGE_SHIFT;
	struct vm_area_struct *vma = find_vma(g->mm, addr);

	if (!vma || vma->vm_start > addr ||
	    pagesnap_vma_why_not(vma, g->tracer->kinds) != PAGESNAP_FAULTS_WHYS)
		return 0;
	return pagesnap_entry_guard(vma, addr);
}

static bool is_alone(struct mm_struct *mm)
{
	return thread_group_empty(current) && atomic_read(&mm->mm_users) == 1 &&
	       compat_can_flush() && compat_flushes_when_loaded(mm);
}

static u64 take_oldest(struct pagesnap_guard *g)
{
	struct pagesnap_window *w = &g->window;
	u64 vpn = g->pages[w->at];

	w->at = (w->at + 1) % w->room;
	w->nr--;
	return vpn;
}

/* What doesn't fit is protected by the next sweep. */
static void add(struct pagesnap_guard *g, u64 vpn)
{
	struct pagesnap_window *w = &g->window;

	if (w->nr == w->room)
		take_oldest(g);
	g->pages[(w->at + w->nr) % w->room] = vpn;
	w->nr++;
}

/* Protect what is above the window, but not the page that is needed now. */
static void guard_oldest(struct pagesnap_guard *g, u64 now)
{
	struct pagesnap_window *w = &g->window;
	u32 pages, guarded = 0;
	int done;
	u64 vpn;

	inc_tlb_flush_pending(g->mm);
	for (pages = 0; pages < PAGES_A_FAULT && w->nr > w->size; pages++) {
		vpn = take_oldest(g);
		if (vpn == now)
			continue;
		done = guard_page(g, vpn);
		if (done == -EAGAIN) {
			add(g, vpn);
			break;
		}
		if (!done)
			continue;
		w->guarded = vpn;
		guarded++;
	}
	if (guarded)
		compat_flush_mm_here(g->mm);
	dec_tlb_flush_pending(g->mm);
	atomic64_add(guarded, &g->tracer->guarded);
}

static void enlarge(struct pagesnap_guard *g)
{
	struct pagesnap_process_event e = {
		.type = PAGESNAP_EVENT_WINDOW, .pid = g->pid,
	};

	g->window.size = min_t(u32, 2 * g->window.size, PAGESNAP_FAULTS_WINDOW_MAX);
	g->window.stuck = 0;
	e.window = g->window.size;
	pagesnap_ring_write(g->tracer->ring, &e.head, sizeof(e));
}

/* Did the fault before come to nothing? */
static void look_for_progress(struct pagesnap_guard *g, u64 vpn, u64 place)
{
	struct pagesnap_window *w = &g->window;

	if (place == w->place && vpn == w->guarded)
		w->stuck++;
	else
		w->stuck = 0;
	w->place = place;
	if (w->stuck >= STUCK && w->size < PAGESNAP_FAULTS_WINDOW_MAX)
		enlarge(g);
}

static bool is_in(const struct pagesnap_guard *g, u64 vpn)
{
	const struct pagesnap_window *w = &g->window;

	return w->nr && g->pages[(w->at + w->nr - 1) % w->room] == vpn;
}

/**
 * pagesnap_window_pass() - a page is used from now on
 * @g: its memory, that of the caller
 * @vpn: virtual page number
 * @place: of the thread in its program: what compat_place() says
 * @locked: mmap_lock is held for reading, and the fault is one of user mode: others protect nothing
 *
 * Context: a probe, with interrupts off; RCU.
 */
void pagesnap_window_pass(struct pagesnap_guard *g, u64 vpn, u64 place, bool locked)
{
	struct pagesnap_window *w = &g->window;

	if (READ_ONCE(g->state) != PAGESNAP_GUARD_TRACED || atomic_cmpxchg(&w->busy, 0, 1))
		return;
	if (locked)
		look_for_progress(g, vpn, place);
	if (!is_in(g, vpn))
		add(g, vpn);
	if (locked && w->nr > w->size && is_alone(g->mm))
		guard_oldest(g, vpn);
	atomic_set_release(&w->busy, 0);
}

/**
 * pagesnap_window_has() - may a page be used without a fault now?
 * @g: its memory
 * @vpn: virtual page number
 *
 * Context: any; the window may move meanwhile.
 * Return: true if so: no sweep is to protect it.
 */
bool pagesnap_window_has(const struct pagesnap_guard *g, u64 vpn)
{
	const struct pagesnap_window *w = &g->window;
	u32 i, at = READ_ONCE(w->at), nr = READ_ONCE(w->nr);

	for (i = 0; i < nr; i++)
		if (READ_ONCE(g->pages[(at + i) % w->room]) == vpn)
			return true;
	return false;
}
