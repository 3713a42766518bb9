// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: a clock for lifetimes, of which nobody is told the time
 *
 * The kernel's clock takes more instructions than all else that a sum takes.  Where the kernel
 * trusts the CPU's own when the module is loaded, that is read, and a lifetime becomes time by a
 * product when it ends.  If that trust is lost later, lifetimes of objects that another CPU frees
 * are wrong by as much as CPUs differ, and never below 0; so are those of objects that lived
 * through a suspend in which the clock began anew.
 */
#include <linux/cache.h>
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/time64.h>

#include "ticks.h"
#include "uapi.h"

/* Whether a tick is one of the CPU's clock; or else it is a ns of CLOCK_MONOTONIC. */
bool pagesnap_ticks_by_tsc __ro_after_init;
/* How many us a tick is, times 2^32. */
u64 pagesnap_ticks_us __ro_after_init;
/* Where the last of the lifetimes begins that are told apart. */
u64 pagesnap_ticks_max __ro_after_init;

/**
 * pagesnap_ticks_setup() - choose the clock
 *
 * Context: may sleep; before anybody asks for the time.
 */
void __init pagesnap_ticks_setup(void)
{
	u32 khz = compat_tsc_khz();

	pagesnap_ticks_by_tsc = khz;
	if (!khz)
		khz = NSEC_PER_MSEC;
	pagesnap_ticks_us = div_u64(MSEC_PER_SEC << 32, khz);
	pagesnap_ticks_max = div_u64((u64)khz << (PAGESNAP_SLAB_LIFETIMES - 2), MSEC_PER_SEC);
}
