/* SPDX-License-Identifier: GPL-2.0 */
/* The CPU's own clock, where the kernel trusts it (x86-64). */
#ifndef PAGESNAP_COMPAT_TSC_H
#define PAGESNAP_COMPAT_TSC_H

#include <asm/msr.h>
#include <asm/tsc.h>
#include <linux/types.h>

/* How often it ticks in a ms; 0: CPUs differ, or it stops. */
static inline u32 compat_tsc_khz(void)
{
	return check_tsc_unstable() ? 0 : tsc_khz;
}

static inline u64 compat_tsc(void)
{
	return rdtsc();
}

#endif /* PAGESNAP_COMPAT_TSC_H */
