// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: entries made to fault, and restored
 *
 * What pins what: the mm structure is pinned by its guard, by mm_count; its memory never is.  For
 * each step VMAs and page tables are kept by mmap_lock, for reading, and by a look at mm_users
 * under it; tables of PTEs by RCU and by comparing the PMD entry again under their lock
 * (mm/pagetable.c).
 *
 * Why it can't race: an entry is changed under its lock only, by an atomic comparison, as the
 * hardware sets bits of present ones meanwhile.  It stays one with a page for all of the kernel, so
 * the page can't be freed without it.  But the kernel may find that no CPU has to be told of an
 * entry that isn't present to the hardware, while a CPU still remembers that it was.  As for NUMA
 * balancing, that is prevented by tlb_flush_pending: raised before the first entry of a step is
 * changed, and lowered when all TLBs are flushed, with mmap_lock held all the while.  Until
 * then who takes such an entry away flushes on his own.
 *
 * Undoing needs no flush: TLBs don't remember entries that weren't present.
 *
 * A step looks at some tables of PTEs, each under a lock of its own, and drops mmap_lock behind
 * them.  It goes on by address: what was mapped behind its back below that is met in the next
 * sweep.
 */
#include <linux/delay.h>
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/mm_inline.h>
#include <linux/mmap_lock.h>
#include <linux/mmu_notifier.h>

#include "../compat/flush.h"
#include "../compat/protnone.h"
#include "../mm/mm_lock.h"
#include "../mm/pagetable.h"
#include "entry.h"
#include "forks.h"
#include "memory.h"
#include "sweep.h"
#include "window.h"

/* Entries that are looked at in a step, behind which all TLBs are flushed: 64 MiB. */
#define BUDGET		16384
/* Ways down the tables, or past VMAs, in a step: most find nothing. */
#define PASSES		256
/* Of those, how many are done before who waits for the memory is let to it. */
#define PASSES_MIN	64
/* Undoing looks again for the lock, and for forks, so often. */
#define NAP_US		50

/**
 * struct step - one step of a sweep
 * @tables: where entries are
 * @s: the sweep
 * @budget: entries that may still be looked at
 */
struct step {
	struct pagesnap_tables tables;
	struct pagesnap_sweep *s;
	u32 budget;
};

/* @used: it may be used without a fault now. */
static void guard_pte(struct step *st, pte_t *pte, unsigned long addr, bool used)
{
	struct pagesnap_sweep *s = st->s;
	pte_t val = ptep_get(pte);

	if (compat_pte_is_ours(val)) {
		s->entries++;
		s->still++;
		return;
	}
	if (!compat_val_is_user(pte_val(val)))
		return;
	if (!pagesnap_pte_may_be_ours(st->tables.vma, val)) {
		s->skipped[PAGESNAP_FAULTS_WHY_SPECIAL]++;
		return;
	}
	s->entries++;
	if (!used)
		s->guarded += compat_pte_guard(st->tables.mm, addr, pte);
}

static unsigned long guard_ptes(struct pagesnap_tables *tables, pte_t *pte, unsigned long addr,
				unsigned long end)
{
	struct step *st = container_of(tables, struct step, tables);
	const struct pagesnap_guard *g = st->s->guard;
	u32 i, nr = (end - addr) >> PAGE_SHIFT;
	DECLARE_BITMAP(used, PTRS_PER_PTE) = { };

	st->budget -= min(st->budget, nr);
	if (READ_ONCE(g->windows.size))
		pagesnap_window_mark(g, addr >> PAGE_SHIFT, nr, used);
	for (i = 0; i < nr; i++)
		guard_pte(st, pte + i, addr + i * PAGE_SIZE, test_bit(i, used));
	return end;
}

static void guard_huge(struct pagesnap_tables *tables, unsigned long addr, unsigned long end,
		       const struct pagesnap_huge *huge)
{
	struct step *st = container_of(tables, struct step, tables);
	struct pagesnap_sweep *s = st->s;

	if (!huge->present)
		return;
	if (!huge->pmd || huge->special) {
		s->skipped[huge->pmd ? PAGESNAP_FAULTS_WHY_SPECIAL : PAGESNAP_FAULTS_WHY_PUD] +=
			(end - addr) >> PAGE_SHIFT;
		return;
	}
	s->entries++;
	if (compat_pmd_is_ours(READ_ONCE(*huge->pmd)))
		s->still++;
	else
		s->guarded += compat_pmd_guard(st->tables.mm, addr, huge->pmd);
}

static unsigned long undo_ptes(struct pagesnap_tables *tables, pte_t *pte, unsigned long addr,
			       unsigned long end)
{
	struct step *st = container_of(tables, struct step, tables);

	st->budget -= min_t(u32, st->budget, (end - addr) >> PAGE_SHIFT);
	for (; addr < end; addr += PAGE_SIZE, pte++)
		st->s->guarded += compat_pte_restore(st->tables.mm, addr, pte);
	return end;
}

static void undo_huge(struct pagesnap_tables *tables, unsigned long addr, unsigned long end,
		      const struct pagesnap_huge *huge)
{
	struct step *st = container_of(tables, struct step, tables);

	if (huge->pmd && compat_pmd_is_ours(READ_ONCE(*huge->pmd)))
		st->s->guarded += compat_pmd_restore(st->tables.mm, addr, huge->pmd);
}

static const struct pagesnap_tables_ops guard_ops = { .ptes = guard_ptes, .huge = guard_huge };
static const struct pagesnap_tables_ops undo_ops = { .ptes = undo_ptes, .huge = undo_huge };

/* Return: PAGESNAP_FAULTS_WHYS if entries may be changed.  Ours can be in any other VMA later. */
static u32 why_not(const struct pagesnap_sweep *s, struct vm_area_struct *vma)
{
	if (!s->undo)
		return pagesnap_vma_why_not(vma, s->guard->tracer->kinds);
	return is_vm_hugetlb_page(vma) ? PAGESNAP_FAULTS_WHY_HUGETLB : PAGESNAP_FAULTS_WHYS;
}

/* One way down the tables, or past a VMA.  Context: mmap_lock. */
static void go_on(struct step *st, struct vm_area_struct *vma)
{
	struct pagesnap_sweep *s = st->s;
	unsigned long end = min(s->end, vma->vm_end);
	u32 why = why_not(s, vma);

	s->next = max(s->next, vma->vm_start);
	if (why == PAGESNAP_FAULTS_WHYS) {
		st->tables.vma = vma;
		s->next = pagesnap_tables_read(&st->tables, s->next, end);
		return;
	}
	if (why < PAGESNAP_FAULTS_WHYS)
		s->skipped[why] += (end - s->next) >> PAGE_SHIFT;
	s->next = end;
}

/* Context: mmap_lock. Return: 1 if there is more, 0, or -ESRCH. */
static int step_locked(struct pagesnap_sweep *s)
{
	struct step st = {
		.tables = {
			.ops = s->undo ? &undo_ops : &guard_ops, .mm = s->guard->mm,
		},
		.s = s,
		.budget = BUDGET,
	};
	struct vm_area_struct *vma;
	u32 passes;

	if (!atomic_read(&s->guard->mm->mm_users))
		return -ESRCH;
	for (passes = 0; passes < PASSES && st.budget; passes++) {
		vma = s->next < s->end ? find_vma(s->guard->mm, s->next) : NULL;
		if (!vma || vma->vm_start >= s->end)
			return 0;
		go_on(&st, vma);
		if (passes >= PASSES_MIN && mmap_lock_is_contended(s->guard->mm))
			break;
	}
	return 1;
}

/* Context: mmap_lock, with which those who follow page tables come, too. */
static int guard_locked(struct pagesnap_sweep *s)
{
	u64 before = s->guarded;
	int more;

	if (mm_has_notifiers(s->guard->mm))
		return -EOPNOTSUPP;
	inc_tlb_flush_pending(s->guard->mm);
	more = step_locked(s);
	if (s->guarded != before)
		compat_flush_all();
	dec_tlb_flush_pending(s->guard->mm);
	return more;
}

/**
 * pagesnap_sweep_begin() - a sweep over some memory
 * @s: sweep; its patience is kept
 * @g: memory that is traced
 */
void pagesnap_sweep_begin(struct pagesnap_sweep *s, struct pagesnap_guard *g)
{
	u64 last = TASK_SIZE_MAX >> PAGE_SHIFT;

	WRITE_ONCE(g->windows.sweep, g->windows.sweep + 1);
	*s = (struct pagesnap_sweep){
		.guard = g,
		.next = min(g->tracer->start, last) << PAGE_SHIFT,
		.end = min(g->tracer->end, last) << PAGE_SHIFT,
		.patience = s->patience,
	};
}

/**
 * pagesnap_sweep_step() - make some more entries fault
 * @s: sweep that began
 *
 * Context: process context without locks; may sleep, and wait for mmap_lock for a second.
 * Return: 1 if there is more, 0 at the end, -ESRCH if the memory is gone, -ETIMEDOUT if mmap_lock
 * was not had, -EINTR on a fatal signal, -EOPNOTSUPP if a guest or a device has page tables of its
 * own for it.
 */
int pagesnap_sweep_step(struct pagesnap_sweep *s)
{
	struct mm_struct *mm = s->guard->mm;
	u64 began;
	int more;

	more = pagesnap_mm_lock(mm, &s->patience);
	if (more)
		return more;
	began = pagesnap_mm_began(s->patience);
	more = guard_locked(s);
	pagesnap_mm_unlock(mm, &s->patience, began);
	return more;
}

/*
 * A reader that is being killed undoes, too: so no signal ends the wait.
 *
 * @is: asked at least once, @may_wait: whether that is not the only time
 *
 * Return: false if it didn't come true.
 */
static bool wait_until(bool (*is)(struct pagesnap_guard *g, bool may_wait),
		       struct pagesnap_guard *g, u64 *patience)
{
	u64 since = ktime_get_ns(), now;

	while (!is(g, *patience)) {
		now = ktime_get_ns();
		if (now - since >= *patience) {
			*patience = 0;
			return false;
		}
		usleep_range(NAP_US, 2 * NAP_US);
	}
	*patience -= min(*patience, ktime_get_ns() - since);
	return true;
}

static bool try_lock(struct pagesnap_guard *g, bool may_wait)
{
	return mmap_read_trylock(g->mm);
}

/*
 * Who began to fork behind that has copied entries that are restored.  To look among all threads
 * of the machine takes some milliseconds, which a target could make many.
 */
static bool has_told_of_forks(struct pagesnap_guard *g, bool may_wait)
{
	return !pagesnap_forks(g, may_wait);
}

/**
 * pagesnap_undo() - restore all entries of some memory
 * @g: memory of which nothing is protected any more
 * @patience: nanoseconds that may be waited for mmap_lock, and for forks; gets what is left
 *
 * Children whose forks were under way have guards of their own when this returns 0.
 *
 * Context: process context without locks; may sleep.
 * Return: 0, -ESRCH if the memory is gone, -ETIMEDOUT if the lock was not had, or a fork went on:
 * what is left stays, and is restored at its faults, by a probe as long as there is one, and then
 * by the kernel.
 */
int pagesnap_undo(struct pagesnap_guard *g, u64 *patience)
{
	struct pagesnap_sweep s = { .guard = g, .undo = true, .end = TASK_SIZE_MAX };
	int more = 1;

	while (more > 0) {
		if (!wait_until(try_lock, g, patience))
			return -ETIMEDOUT;
		more = step_locked(&s);
		mmap_read_unlock(g->mm);
		cond_resched();
	}
	return more || wait_until(has_told_of_forks, g, patience) ? more : -ETIMEDOUT;
}
