/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_TICKS_H
#define PAGESNAP_SLAB_TICKS_H

#include <linux/bitops.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/timekeeping.h>
#include <linux/types.h>

#include "../compat/tsc.h"

/**
 * struct pagesnap_clock - a CPU's way to CLOCK_MONOTONIC
 * @ticks: when the kernel was asked last
 * @ns: what time that was
 * @rate: ns that a tick is, times 2^32
 */
struct pagesnap_clock {
	u64 ticks;
	u64 ns;
	u64 rate;
};

extern bool pagesnap_ticks_by_tsc;
extern u64 pagesnap_ticks_us;
extern u64 pagesnap_ticks_fresh;

u64 pagesnap_ticks_ask(struct pagesnap_clock *c);
void pagesnap_ticks_setup(void);

/**
 * pagesnap_ticks_slept() - how long the machine was suspended since it was started
 *
 * Context: any but an NMI.
 * Return: ns, which CLOCK_MONOTONIC doesn't have.
 */
static inline u64 pagesnap_ticks_slept(void)
{
	return ktime_to_ns(ktime_mono_to_any(0, TK_OFFS_BOOT));
}

/**
 * pagesnap_ticks() - what time it is for lifetimes
 *
 * Context: any.
 * Return: ticks.
 */
static inline u64 pagesnap_ticks(void)
{
	return pagesnap_ticks_by_tsc ? compat_tsc() : ktime_get_mono_fast_ns();
}

/**
 * pagesnap_ticks_tell() - what time it is for what is told, if the kernel needn't be asked
 * @c: clock of this CPU
 * @now: gets CLOCK_MONOTONIC, ns; no less than before on this CPU
 *
 * Context: interrupts are off, and it is no NMI.
 * Return: false: pagesnap_ticks_ask() has to.
 */
static __always_inline bool pagesnap_ticks_tell(const struct pagesnap_clock *c, u64 *now)
{
	u64 gone = compat_tsc() - c->ticks;

	*now = c->ns + (gone * c->rate >> 32);
	return likely(gone < pagesnap_ticks_fresh);
}

/**
 * pagesnap_ticks_told() - what time it is for what is told
 * @c: clock of this CPU
 *
 * Context: as pagesnap_ticks_tell().
 * Return: CLOCK_MONOTONIC, ns; no less than before on this CPU.
 */
static __always_inline u64 pagesnap_ticks_told(struct pagesnap_clock *c)
{
	u64 now;

	return pagesnap_ticks_tell(c, &now) ? now : pagesnap_ticks_ask(c);
}

/**
 * pagesnap_ticks_lifetime() - which of the lifetimes that are told apart
 * @ticks: how long
 *
 * Return: 0 below 1 us, 1 below 2, 2 below 4, and so on, up to more than are told apart.
 */
static __always_inline unsigned long pagesnap_ticks_lifetime(u64 ticks)
{
	/* us and one bit more, which is set, so that none are a number with a bit, too */
	return __fls(mul_u64_u64_shr(ticks, pagesnap_ticks_us, 64) | 1);
}

#endif /* PAGESNAP_SLAB_TICKS_H */
