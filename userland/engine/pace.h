/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pacing: how long to pause, so that a process takes no more than some percent
 * of one processor.
 */
#ifndef PACE_H
#define PACE_H

#include <stdint.h>

/**
 * struct pace - a process that is paced
 * @percent: of one processor, 0 for no bound
 * @paid_ns: processor time that is paid for
 * @due_ns: when the last of it was, or will be
 */
struct pace {
	unsigned int percent;
	uint64_t paid_ns;
	uint64_t due_ns;
};

/*
 * @cpu_ns is the processor time taken until @now_ns.  Returns when to go on.
 * Time in which nothing was done can't be used up later.  The first call
 * says where it begins.
 */
uint64_t pace_until(struct pace *p, uint64_t cpu_ns, uint64_t now_ns);

#endif /* PACE_H */
