/* SPDX-License-Identifier: GPL-2.0 */
/* What holds while a probe of a tracepoint runs. */
#ifndef PAGESNAP_COMPAT_PROBES_H
#define PAGESNAP_COMPAT_PROBES_H

#include <linux/preempt.h>
#include <linux/tracepoint.h>

/*
 * Probes run with preemption off up to some v6.19, and with it on from then on.  Those kernels that
 * have this macro, up to v6.12, surely are older.
 */
#ifdef __DECLARE_TRACE_RCU
static __always_inline void compat_probe_enter(void) { }
static __always_inline void compat_probe_leave(void) { }
#else
static __always_inline void compat_probe_enter(void)
{
	preempt_disable_notrace();
}

static __always_inline void compat_probe_leave(void)
{
	preempt_enable_notrace();
}
#endif

#endif /* PAGESNAP_COMPAT_PROBES_H */
