// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: whose allocations are counted by quick.h
 *
 * Probes have the tables of that answer at fixed addresses, and it is part of their code whether
 * there is one: both take fewer instructions than to look at a pointer.  The tables change while
 * the code says no, and when all probes are through that may have found it say yes.
 */
#include <linux/cache.h>
#include <linux/init.h>
#include <linux/nodemask.h>
#include <linux/smp.h>
#include <linux/tracepoint.h>

#include "quick.h"
#include "watch.h"

DEFINE_STATIC_KEY_FALSE(pagesnap_quick_sums);
DEFINE_STATIC_KEY_FALSE(pagesnap_quick_nodes);

struct pagesnap_sources pagesnap_quick_sources __read_mostly;
struct pagesnap_objects pagesnap_quick_objects __read_mostly;

/**
 * pagesnap_quick_setup() - find out what the machine has
 *
 * Context: may sleep; once.
 */
void __init pagesnap_quick_setup(void)
{
	if (nr_node_ids > 1)
		static_branch_enable(&pagesnap_quick_nodes);
}

/**
 * pagesnap_quick_choose() - whose allocations are counted from now on
 * @w: the only answer, which is plain and counts sums; NULL: there is none such
 *
 * The answer before may go behind that.
 *
 * Context: may sleep; one at a time.
 */
void pagesnap_quick_choose(const struct pagesnap_watch *w)
{
	if (static_key_enabled(&pagesnap_quick_sums)) {
		static_branch_disable(&pagesnap_quick_sums);
		tracepoint_synchronize_unregister();
	}
	if (!w)
		return;
	pagesnap_quick_sources = w->sources;
	pagesnap_quick_objects = w->objects;
	static_branch_enable(&pagesnap_quick_sums);
}

/* Context: preemption is off. Return: false if see.c has to see it. */
static bool count_free(unsigned long addr)
{
	struct pagesnap_place *p = pagesnap_objects_home_place(&pagesnap_quick_objects, addr);
	const struct pagesnap_source *s = READ_ONCE(p->source);
	u32 requested = READ_ONCE(p->o.requested);
	u64 began = READ_ONCE(p->o.time);
	u16 cpu = READ_ONCE(p->o.cpu);
	struct pagesnap_sum *sum;

	if (!s || !pagesnap_place_leave(p, addr))
		return false;
	sum = pagesnap_quick_count_left(s, addr, requested);
	pagesnap_sum_life(sum, compat_tsc() - began);
	if (cpu != smp_processor_id())
		atomic64_inc(&sum->other_cpu);
	return true;
}

/**
 * pagesnap_quick_free_odd() - count a free on another CPU, or after long
 * @ptr: object
 *
 * Context: a probe, which pagesnap_quick_choose() waits for.
 * Return: false: it isn't counted, and pagesnap_see_free() has to see it.
 */
bool pagesnap_quick_free_odd(const void *ptr)
{
	bool is;

	compat_probe_enter();
	is = count_free((unsigned long)ptr);
	compat_probe_leave();
	return is;
}
