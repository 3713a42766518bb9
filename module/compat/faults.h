/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel tells of page faults, and of processes that come, change and go. */
#ifndef PAGESNAP_COMPAT_FAULTS_H
#define PAGESNAP_COMPAT_FAULTS_H

#include <linux/binfmts.h>
#include <linux/bitops.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <linux/tracepoint.h>
#include <asm/ptrace.h>
#include <asm/trap_pf.h>
#include <asm/unistd.h>

#include "probed.h"

/*
 * Of a variable that a kernel with CONFIG_INIT_STACK_ALL_* isn't to fill at each call.  Newer ones
 * have __uninitialized.  Clang has the attribute as long as that option, gcc since version 12.
 */
#if __has_attribute(__uninitialized__)
#define COMPAT_UNINITIALIZED	__attribute__((__uninitialized__))
#else
#define COMPAT_UNINITIALIZED
#endif

/*
 * What is called at a page fault, from v2.6 to v7.x: at its entry, with interrupts off, before
 * any lock is taken.  @error: X86_PF_*.
 */
typedef void (*compat_on_fault)(void *data, unsigned long addr, struct pt_regs *regs,
				unsigned long error);
typedef void (*compat_on_fork)(void *data, struct task_struct *parent, struct task_struct *child);
typedef void (*compat_on_exec)(void *data, struct task_struct *task, pid_t old_pid,
			       struct linux_binprm *bprm);

/* Since v6.16 it is told whether the last thread goes; what that means can be seen before, too. */
#ifdef HAVE_EXIT_GROUP_DEAD
typedef void (*compat_on_exit)(void *data, struct task_struct *task, bool group_dead);
#define COMPAT_ON_EXIT(name) \
	static void name(void *data, struct task_struct *task, bool group_dead)
#else
typedef void (*compat_on_exit)(void *data, struct task_struct *task);
#define COMPAT_ON_EXIT(name) \
	static void name(void *data, struct task_struct *task)
#endif

static inline bool compat_is_write(unsigned long error)
{
	return error & X86_PF_WRITE;
}

static inline bool compat_is_fetch(unsigned long error)
{
	return error & X86_PF_INSTR;
}

/* Was there a page, and the access not allowed? */
static inline bool compat_is_protection(unsigned long error)
{
	return error & X86_PF_PROT;
}

/* The bits of another kind of memory than user's: the kernel's own, or an enclave's. */
static inline bool compat_is_no_access(unsigned long error)
{
	return error & (X86_PF_RSVD | X86_PF_SGX);
}

/* Is a system call one that makes a process?  Those of 32 bits are in arch/x86's syscall_32.tbl. */
static inline bool compat_is_fork(const struct task_struct *task, unsigned long nr)
{
	if (nr == __NR_clone3)
		return true;
	if (READ_ONCE(task_thread_info(task)->status) & TS_COMPAT)
		return nr == 2 || nr == 120 || nr == 190;
	nr &= ~__X32_SYSCALL_BIT;
	return nr == __NR_clone || nr == __NR_fork || nr == __NR_vfork;
}

/*
 * Where a thread is in its program: who comes to the same instruction with the same registers has
 * not gone on.  Of two places that differ it is the same for one pair of some billions.
 */
static inline u64 compat_place(const struct pt_regs *regs)
{
	const unsigned long values[] = {
		regs->ip, regs->sp, regs->ax, regs->bx, regs->cx, regs->dx, regs->si, regs->di,
		regs->bp, regs->r8, regs->r9, regs->r10, regs->r11, regs->r12, regs->r13,
		regs->r14, regs->r15,
	};
	u64 place = 0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(values); i++)
		place = rol64(place, 7) * 0x9e3779b97f4a7c15ULL + values[i];
	return place;
}

#endif /* PAGESNAP_COMPAT_FAULTS_H */
