// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: clocks that take fewer instructions than the kernel's
 *
 * The kernel's clock takes more instructions than all else that a sum takes.  Where the kernel
 * trusts the CPU's own when the module is loaded, that is read.
 *
 * Nobody is told the time of what is summed up, and a lifetime becomes time by a product when it
 * ends.  If that trust is lost later, lifetimes of objects that another CPU frees are wrong by as
 * much as CPUs differ, and never below 0; so are those of objects that lived through a suspend, in
 * which the clock may begin anew.  A round behind that says so.
 *
 * What is told has CLOCK_MONOTONIC: each CPU asks the kernel, every 100 us, and adds what has
 * passed since by its own clock.  It adds 1/1024 less, so that the next time from the kernel is
 * later, though the kernel may be made to go slower: an event is told up to 0.1 us too early, and
 * never before the one before on its CPU.  A kernel that goes slower still, as it may be told to
 * when its clock is wrong by seconds, is waited for: until then times are up to 10 us late.
 */
#include <linux/cache.h>
#include <linux/init.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/time64.h>

#include "ticks.h"
#include "uapi.h"

/* Whether a tick is one of the CPU's clock; or else it is a ns of CLOCK_MONOTONIC. */
bool pagesnap_ticks_by_tsc __ro_after_init;
/* How many halves of a us a tick is, times 2^64. */
u64 pagesnap_ticks_us __ro_after_init;

/* How many ns a tick is, times 2^32, or a bit less. */
static u64 ticks_ns __ro_after_init;
/* How often it is asked for one answer, if something comes in between. */
#define TRIES 3

/* So many ticks after it was asked the kernel is asked anew. */
u64 pagesnap_ticks_fresh __ro_after_init;

/**
 * pagesnap_ticks_ask() - what time it is by the kernel's clock, from which a CPU goes on
 * @c: clock of this CPU, of zeros at first
 *
 * Context: interrupts are off.
 * Return: CLOCK_MONOTONIC, ns; no less than before.
 */
u64 pagesnap_ticks_ask(struct pagesnap_clock *c)
{
	u64 told = c->ns + (pagesnap_ticks_fresh * c->rate >> 32);
	u64 before, ticks, ns;
	u32 tries = 0;

	/*
	 * An NMI, or a host that runs something else, may come between the two clocks.  The CPU's
	 * is read last: times are early then, until the next time, and never ahead of the kernel's.
	 */
	do {
		before = compat_tsc();
		ns = ktime_get_mono_fast_ns();
		ticks = compat_tsc();
	} while (pagesnap_ticks_by_tsc && ticks - before > pagesnap_ticks_fresh / 256 &&
		 ++tries < TRIES);
	c->ticks = ticks;
	c->ns = max(ns, told);
	c->rate = ns < told ? ticks_ns / 4 * 3 : ticks_ns;
	return c->ns;
}

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
	ticks_ns = div_u64(NSEC_PER_MSEC << 32, khz);
	ticks_ns -= ticks_ns / 1024;
	pagesnap_ticks_fresh = pagesnap_ticks_by_tsc ? khz / 10 : 0;
	pagesnap_ticks_us = div_u64(U64_MAX, khz) * 2 * MSEC_PER_SEC;
}
