/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_SLAB_WHOSE_H
#define PAGESNAP_SLAB_WHOSE_H

#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/topology.h>

#include "../compat/cgroup.h"
#include "uapi.h"

/**
 * pagesnap_whose_pid() - which process allocates or frees
 *
 * Context: any.
 * Return: PID; PAGESNAP_NONE32 in an interrupt, where nobody knows whose it is.
 */
static __always_inline u32 pagesnap_whose_pid(void)
{
	return likely(in_task()) ? current->tgid : PAGESNAP_NONE32;
}

/**
 * pagesnap_whose_cgroup() - which cgroup it is in
 *
 * Context: preemption is off.
 * Return: inode, PAGESNAP_NONE in an interrupt.
 */
static __always_inline u64 pagesnap_whose_cgroup(void)
{
	return likely(in_task()) ? compat_current_cgroup_id() : PAGESNAP_NONE;
}

/**
 * pagesnap_whose_node() - of which node the memory of an object is
 * @ptr: object
 *
 * Context: preemption is off.
 * Return: node.
 */
static __always_inline u16 pagesnap_whose_node(const void *ptr)
{
	/* all CPUs are of the only one: faster than to look for it */
	if (likely(nr_online_nodes == 1))
		return numa_node_id();
	return virt_addr_valid(ptr) ? page_to_nid(virt_to_page(ptr)) : 0;
}

#endif /* PAGESNAP_SLAB_WHOSE_H */
