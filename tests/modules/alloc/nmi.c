// SPDX-License-Identifier: GPL-2.0
/*
 * NMIs in which something is allocated and freed.  Writing "CPU NR" to the parameter "nmi" sends so
 * many to that CPU, one after the other; "1" to "nmi_within" sends one to the own CPU whenever
 * somebody saves a stack, until "0" is written.  Reading "nmis" says how many there were.
 *
 * The tracepoints of kmalloc() and kfree() tell of an object in each, which is none, as the kernel
 * must not call these there; where it has kmalloc_nolock() that is called, too.
 */
#include <linux/atomic.h>
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <asm/apic.h>
#include <asm/nmi.h>
#include <trace/events/kmem.h>

#include "alloc.h"

#define NAME		"pagesnap_alloc"
#define PATIENCE_US	1000000

static atomic_t sent = ATOMIC_INIT(0);
static unsigned int nmis;
static char thing[32];

static int on_nmi(unsigned int type, struct pt_regs *regs)
{
	/* who sends one waits for it: there is only one at a time */
	if (atomic_cmpxchg(&sent, 1, 2) != 1)
		return NMI_DONE;
	trace_kmalloc(_THIS_IP_, thing, 24, sizeof(thing), GFP_ATOMIC, NUMA_NO_NODE);
	trace_kfree(_THIS_IP_, thing);
#ifdef kmalloc_nolock
	kfree_nolock(kmalloc_nolock(24, 0, NUMA_NO_NODE));
#endif
	nmis++;
	atomic_set_release(&sent, 0);
	return NMI_HANDLED;
}

static int send_to(int cpu)
{
	unsigned int us;

	if (atomic_cmpxchg(&sent, 0, 1))
		return -EBUSY;
	apic->send_IPI(cpu, NMI_VECTOR);
	for (us = 0; us < PATIENCE_US; us++) {
		if (!atomic_read_acquire(&sent))
			return 0;
		udelay(1);
	}
	return -ETIMEDOUT;
}

static int set_nmi(const char *text, const struct kernel_param *param)
{
	unsigned int nr, cpu;
	int err = 0;

	if (sscanf(text, "%u %u", &cpu, &nr) != 2 || cpu >= nr_cpu_ids || !cpu_online(cpu))
		return -EINVAL;
	for (; nr && !err; nr--) {
		err = send_to(cpu);
		cond_resched();
	}
	return err;
}

static int send_to_self(struct kprobe *probe, struct pt_regs *regs)
{
	send_to(smp_processor_id());
	return 0;
}

static struct kprobe within;

static int set_within(const char *text, const struct kernel_param *param)
{
	return pagesnap_test_probe(&within, *text == '1' ? "stack_trace_save" : NULL, send_to_self);
}

static const struct kernel_param_ops nmi_ops = { .set = set_nmi };
static const struct kernel_param_ops within_ops = { .set = set_within };

module_param_cb(nmi, &nmi_ops, NULL, 0200);
module_param_cb(nmi_within, &within_ops, NULL, 0200);
module_param(nmis, uint, 0444);

int __init pagesnap_test_nmi_init(void)
{
	return register_nmi_handler(NMI_LOCAL, on_nmi, 0, NAME);
}

void pagesnap_test_nmi_exit(void)
{
	pagesnap_test_probe(&within, NULL, NULL);
	unregister_nmi_handler(NMI_LOCAL, NAME);
}
