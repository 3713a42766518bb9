/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_KPROBES_H
#define PAGESNAP_CORE_KPROBES_H

#include <linux/delay.h>
#include <linux/kprobes.h>

/* Between two tries. */
#define PAGESNAP_DISARM_MS 10

/**
 * pagesnap_kprobe_disarm() - have a probe that is about to be unregistered hit nothing more
 * @probe: probe that is registered
 *
 * Taking one from a function that ftrace knows needs memory.  Where there is none,
 * unregister_kprobe() leaves it registered and doesn't say so, and the kernel goes on calling a
 * handler that may be gone.  disable_kprobe() says so, and what is disabled is unregistered without
 * memory.
 *
 * Context: may sleep, until there is memory.
 */
static inline void pagesnap_kprobe_disarm(struct kprobe *probe)
{
	while (disable_kprobe(probe) == -ENOMEM)
		msleep(PAGESNAP_DISARM_MS);
}

#endif /* PAGESNAP_CORE_KPROBES_H */
