// SPDX-License-Identifier: GPL-2.0
/*
 * Pacing: processor time is paid for by elapsed time, 100 / percent times as much.
 */
#include "pace.h"

/**
 * pace_until() - when may a process go on?
 * @p: what was paid so far; all but percent is 0 at first
 * @cpu_ns: processor time that it took, ns
 * @now_ns: time, of the same clock each call, ns
 *
 * Return: time to go on at, ns; not after @now_ns if at once.
 */
uint64_t pace_until(struct pace *p, uint64_t cpu_ns, uint64_t now_ns)
{
	uint64_t taken = cpu_ns - p->paid_ns;

	if (!p->percent)
		return now_ns;
	/* while it took that, as much time went by */
	if (p->due_ns + taken < now_ns)
		p->due_ns = now_ns - taken;
	p->due_ns += taken * 100 / p->percent;
	p->paid_ns = cpu_ns;
	return p->due_ns;
}
