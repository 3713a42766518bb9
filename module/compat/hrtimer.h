/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_HRTIMER_H
#define PAGESNAP_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>

#include "probed.h"

/* hrtimer_setup() came in v6.13; the field that hrtimer_init() left to its caller went in v6.16. */
static inline void compat_hrtimer_setup(struct hrtimer *timer,
					enum hrtimer_restart (*fn)(struct hrtimer *timer))
{
#ifdef HAVE_HRTIMER_SETUP
	hrtimer_setup(timer, fn, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_ABS);
	timer->function = fn;
#endif
}

#endif /* PAGESNAP_COMPAT_HRTIMER_H */
