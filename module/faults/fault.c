// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a page fault, seen before the kernel handles it
 *
 * If the entry is ours it is made present again, so that the kernel finds nothing to do: neither
 * does it move the page to the node of who faults, as it may with a hint of NUMA balancing, nor
 * does it count a hint.  That is done only for a fault of user mode, where the thread holds no
 * lock, and only if all locks are had at once; or else the kernel restores the entry, which is
 * counted.
 *
 * What pins what: the memory is that of the thread that faults.  Its guard and tracer stay as long
 * as interrupts are off, which is an RCU read section.  VMAs stay by mmap_lock, which is tried;
 * entries as entry.c says.
 *
 * With a window, what was restored some faults ago is made to fault again (window.c).
 */
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/uaccess.h>

#include "entry.h"
#include "guard.h"
#include "memory.h"
#include "recall.h"
#include "see.h"
#include "uapi.h"
#include "window.h"

/**
 * struct fault - what is found out of a fault
 * @addr: address
 * @is_users: in user mode
 * @error: of the hardware
 * @entry: what was there
 * @event: for the reader
 */
struct fault {
	unsigned long addr;
	bool is_users;
	unsigned long error;
	struct pagesnap_fault_entry entry;
	struct pagesnap_fault_event event;
};

/* The VMA of a fault; one that grows down to it is taken as it will be.  Context: mmap_lock. */
static struct vm_area_struct *find_place(const struct pagesnap_guard *g, struct fault *f)
{
	struct vm_area_struct *vma = vma_lookup(g->mm, f->addr);

	if (vma) {
		pagesnap_vma_see(&f->event.vma, vma);
		pagesnap_recall_keep(g, f->addr, vma, &f->event.vma);
		return vma;
	}
	vma = find_vma(g->mm, f->addr);
	if (!vma || !(vma->vm_flags & VM_GROWSDOWN))
		return NULL;
	pagesnap_vma_see(&f->event.vma, vma);
	f->event.vma.start = f->addr >> PAGE_SHIFT;
	f->entry.was = PAGESNAP_FAULT_WAS_NONE;
	return NULL;
}

/*
 * An entry that is present says that the access isn't allowed, or that somebody was faster; of
 * memory that nobody may access all look as hints do.
 */
static u32 refine(const struct fault *f, struct vm_area_struct *vma)
{
	if (f->entry.was == PAGESNAP_FAULT_WAS_NUMA && !vma_is_accessible(vma))
		return PAGESNAP_FAULT_WAS_PROTECTION;
	if (f->entry.was == PAGESNAP_FAULT_WAS_PRESENT && compat_is_protection(f->error))
		return PAGESNAP_FAULT_WAS_PROTECTION;
	return f->entry.was;
}

/* Context: mmap_lock for reading. */
static void look(const struct pagesnap_guard *g, struct fault *f)
{
	struct vm_area_struct *vma = pagesnap_recall_vma(g, f->addr, &f->event.vma);

	if (!vma)
		vma = find_place(g, f);
	if (!vma || f->event.vma.kind == PAGESNAP_MAP_OTHER)
		return;
	pagesnap_entry_see(vma, f->addr, f->is_users && vma_is_accessible(vma), &f->entry);
	f->entry.was = refine(f, vma);
}

/*
 * In kernel mode the thread may be anywhere.  It can be asked where it faults if it could take the
 * lock there itself, if that weren't taken.
 */
static bool may_lock(struct pt_regs *regs)
{
	return user_mode(regs) ||
	       (regs->flags & X86_EFLAGS_IF && !pagefault_disabled() && !in_interrupt());
}

static u16 flags_of(const struct fault *f)
{
	u16 flags = f->entry.was << PAGESNAP_RF_WAS_SHIFT;

	if (compat_is_write(f->error))
		flags |= PAGESNAP_RF_WRITE;
	if (compat_is_fetch(f->error))
		flags |= PAGESNAP_RF_FETCH;
	if (!f->is_users)
		flags |= PAGESNAP_RF_BY_KERNEL;
	if (f->entry.huge)
		flags |= PAGESNAP_RF_HUGE;
	if (f->entry.was == PAGESNAP_FAULT_WAS_OURS && !f->entry.changed)
		flags |= PAGESNAP_RF_HEALED;
	if (!f->event.vma.end)
		flags |= PAGESNAP_RF_NO_MAP;
	return flags;
}

static bool is_asked_for(const struct pagesnap_tracer *t, const struct pagesnap_fault_event *e)
{
	return e->vpn >= t->start && e->vpn < t->end &&
	       (!e->vma.end || t->kinds & 1U << e->vma.kind);
}

static void count(struct pagesnap_tracer *t, const struct fault *f)
{
	if (f->event.head.flags & PAGESNAP_RF_HEALED)
		atomic64_inc(&t->healed);
	else if (f->entry.changed)
		atomic64_inc(&t->restored);
	if (!f->is_users)
		atomic64_inc(&t->by_kernel);
}

static void tell(struct pagesnap_guard *g, struct fault *f)
{
	struct pagesnap_tracer *t = g->tracer;
	struct pagesnap_fault_event *e = &f->event;

	e->head.flags = flags_of(f);
	count(t, f);
	if (READ_ONCE(g->state) != PAGESNAP_GUARD_TRACED)
		return;
	if (!is_asked_for(t, e)) {
		atomic64_inc(&t->outside);
		return;
	}
	e->head.type = PAGESNAP_EVENT_FAULT;
	e->head.pid = current->tgid;
	e->tid = current->pid;
	pagesnap_ring_write(t->ring, &e->head, sizeof(*e));
}

/* Context: interrupts are off. */
static void see_guarded(struct pagesnap_guard *g, unsigned long addr, struct pt_regs *regs,
			unsigned long error)
{
	struct mm_struct *mm = current->mm;
	struct fault f COMPAT_UNINITIALIZED;
	bool locked;

	/* What isn't set is not looked at: clearing all of it is some percent of our own time. */
	f.addr = addr;
	f.is_users = user_mode(regs);
	f.error = error;
	f.entry = (struct pagesnap_fault_entry){ };
	f.event.vpn = addr >> PAGE_SHIFT;
	f.event.vma.end = 0;
	locked = may_lock(regs) && mmap_read_trylock(mm);
	if (locked)
		look(g, &f);
	if (READ_ONCE(g->windows.size) && is_asked_for(g->tracer, &f.event))
		pagesnap_window_pass(g, f.event.vpn, compat_place(regs),
				     locked && f.is_users, f.entry.changed);
	if (locked)
		mmap_read_unlock(mm);
	tell(g, &f);
}

static void see(unsigned long addr, struct pt_regs *regs, unsigned long error)
{
	struct pagesnap_guard *g;
	unsigned long flags;

	local_irq_save(flags);
	g = pagesnap_guard_find(current->mm);
	if (g)
		see_guarded(g, addr, regs, error);
	local_irq_restore(flags);
}

/**
 * pagesnap_see_fault() - a thread faults
 * @data: NULL
 * @addr: address
 * @regs: its registers
 * @error: of the hardware
 *
 * Context: a probe.
 */
void pagesnap_see_fault(void *data, unsigned long addr, struct pt_regs *regs, unsigned long error)
{
	if (pagesnap_guard_may_exist(current->mm) && !in_nmi() && addr < TASK_SIZE_MAX &&
	    !compat_is_no_access(error))
		see(addr, regs, error);
}
