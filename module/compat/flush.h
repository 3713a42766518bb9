/* SPDX-License-Identifier: GPL-2.0 */
/* Away with what all CPUs remember of page tables, of all address spaces. */
#ifndef PAGESNAP_COMPAT_FLUSH_H
#define PAGESNAP_COMPAT_FLUSH_H

#include <linux/mm_types.h>
#include <linux/rcupdate.h>
#include <linux/smp.h>
#include <asm/cpufeature.h>
#include <asm/invpcid.h>
#include <asm/tlbflush.h>

#include "probed.h"

/* Page tables of such a guest are Xen's: their bits can't be changed, nor TLBs flushed so. */
static inline bool compat_is_xen_pv(void)
{
	return boot_cpu_has(X86_FEATURE_XENPV);
}

/*
 * Global entries as well.  Since v7.x the kernel's own __flush_tlb_all() is for kvm alone: what
 * it comes to is inline, or was in assembler before, too.
 */
#if defined(HAVE_FLUSH_TLB_ALL)
static inline void compat_flush_global(void)
{
	__flush_tlb_all();
}
#elif defined(CONFIG_PARAVIRT)
static inline void compat_flush_global(void)
{
	__flush_tlb_global();
}
#else
/* As native_flush_tlb_global(): nobody may change CR4 between the two. */
static inline void compat_flush_global(void)
{
	unsigned long flags, cr4;

	raw_local_irq_save(flags);
	asm volatile("mov %%cr4, %0" : "=r" (cr4) : : "memory");
	asm volatile("mov %0, %%cr4" : : "r" (cr4 ^ X86_CR4_PGE) : "memory");
	asm volatile("mov %0, %%cr4" : : "r" (cr4) : "memory");
	raw_local_irq_restore(flags);
}
#endif

/* Context: on each CPU, with interrupts off. */
static inline void compat_flush_here(void *unused)
{
	if (boot_cpu_has(X86_FEATURE_INVPCID))
		invpcid_flush_all();
	else
		compat_flush_global();
}

/* Can they all be flushed?  Each x86-64 CPU can, unless its hypervisor hides how. */
static inline bool compat_can_flush(void)
{
	return boot_cpu_has(X86_FEATURE_PGE) || boot_cpu_has(X86_FEATURE_INVPCID);
}

/* Context: interrupts on; waits until all CPUs have done it. */
static inline void compat_flush_all(void)
{
	on_each_cpu(compat_flush_here, NULL, 1);
}

/*
 * Does a CPU that loads this memory again flush what it remembers of it, if its generation has
 * changed?  With broadcasts between CPUs (since v6.15) it may trust that it was told.
 */
static inline bool compat_flushes_when_loaded(struct mm_struct *mm)
{
#ifdef HAVE_MM_GLOBAL_ASID
	return !READ_ONCE(mm->context.global_asid) && !READ_ONCE(mm->context.asid_transition);
#else
	return true;
#endif
}

/*
 * Did a process set up asynchronous I/O?  What completes that may run in a thread of the kernel,
 * with memory that is kept by mm_count alone: those of USB gadgets do.
 */
static inline bool compat_has_aio(const struct mm_struct *mm)
{
#ifdef CONFIG_AIO
	return rcu_access_pointer(mm->ioctx_table);
#else
	return false;
#endif
}

/* Of memory that no other CPU uses now.  Context: it is loaded; interrupts off. */
static inline void compat_flush_mm_here(struct mm_struct *mm)
{
	/* as inc_mm_tlb_gen(), which modules don't get */
	atomic64_inc_return(&mm->context.tlb_gen);
	compat_flush_here(NULL);
}

/*
 * Of memory that others may use now: on the CPUs that have it loaded.  One that loads it from now
 * on sees the generation; where that may not be so, all are told.
 *
 * Context: it is loaded; interrupts on; waits until they have done it.
 */
static inline void compat_flush_mm(struct mm_struct *mm)
{
	atomic64_inc_return(&mm->context.tlb_gen);
	if (compat_flushes_when_loaded(mm))
		on_each_cpu_mask(mm_cpumask(mm), compat_flush_here, NULL, true);
	else
		compat_flush_all();
}

#endif /* PAGESNAP_COMPAT_FLUSH_H */
