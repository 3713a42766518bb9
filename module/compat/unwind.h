/* SPDX-License-Identifier: GPL-2.0 */
/* Where a function really goes back to, when somebody has put another address on the stack. */
#ifndef PAGESNAP_COMPAT_UNWIND_H
#define PAGESNAP_COMPAT_UNWIND_H

#include <linux/compiler.h>
#include <linux/module.h>
#include <linux/sched.h>

#ifdef CONFIG_UNWINDER_ORC

#include <asm/unwind.h>

/*
 * What was put there is found by the unwinder, which knows of kretprobes and of the function graph
 * tracer.  A frame of an interrupt has no such place, and whom functions of ours go back to isn't
 * asked: the tracer may be on all functions.  Return: address; 0 if none of so many frames has
 * @returns on the stack.
 */
static inline unsigned long compat_returns_to(unsigned long returns, unsigned int frames)
{
	/* in the function whose return address is looked at */
	unsigned long in = (unsigned long)compat_returns_to;
	struct unwind_state state;
	unsigned long *behind;

	unwind_start(&state, current, NULL, NULL);
	for (; frames && !unwind_done(&state); frames--) {
		behind = (unsigned long *)state.sp;
		if (!state.regs && READ_ONCE_NOCHECK(behind[-1]) == returns &&
		    !within_module(in, THIS_MODULE))
			return unwind_get_return_address(&state);
		in = unwind_get_return_address(&state);
		unwind_next_frame(&state);
	}
	return 0;
}

#else

static inline unsigned long compat_returns_to(unsigned long returns, unsigned int frames)
{
	return 0;
}

#endif

#endif /* PAGESNAP_COMPAT_UNWIND_H */
