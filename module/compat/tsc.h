/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU's own clock, where the kernel trusts it (x86-64). */
#ifndef PAGESNAP_COMPAT_TSC_H
#define PAGESNAP_COMPAT_TSC_H

#include <asm/tsc.h>
#include <linux/types.h>

/* How often it ticks in a ms; 0: CPUs differ, or it stops. */
static inline u32 compat_tsc_khz(void)
{
	return check_tsc_unstable() ? 0 : tsc_khz;
}

/* As rdtsc(), which leaves it to the compiler in which register it puts the halves together. */
static __always_inline u64 compat_tsc(void)
{
	u64 ticks;

	asm volatile("rdtsc\n\t"
		     "shl $32, %%rdx\n\t"
		     "or %%rdx, %%rax" : "=a" (ticks) : : "rdx", "cc");
	return ticks;
}

#endif /* PAGESNAP_COMPAT_TSC_H */
