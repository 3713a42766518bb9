// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where the kernel says that it allocates and frees
 *
 * Four tracepoints, which are exported; and by name, as they have none:
 *
 *   kmem_cache_alloc_bulk()	several objects at a time, known when it returns
 *   kmem_cache_free_bulk()	the same, and what kfree_rcu() has gathered
 *   kvfree_call_rcu()		kfree_rcu() gives an object up
 *
 * They are there as long as an answer is.  A kernel that can't be probed at one of these lacks what
 * it would tell; answers say so.
 *
 * Why unloading is safe: each answer gives the probes back before it ends, and the module stays as
 * long as there is one.  tracepoint_synchronize_unregister() and unregister_kprobe() wait for
 * those that run.  A return probe that waits for its function's end is skipped by the kernel
 * once it is unregistered.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <trace/events/kmem.h>

#include "../compat/slab.h"
#include "../core/values.h"
#include "probes.h"
#include "watch.h"

static void on_kmalloc(void *data, unsigned long site, const void *ptr, size_t requested,
		       size_t allocated, gfp_t gfp, int node)
{
	const struct pagesnap_slab_seen seen = {
		.site = site, .ptr = ptr, .requested = requested, .allocated = allocated,
		.gfp = gfp,
	};

	pagesnap_see_alloc(&seen);
}

static void on_cache_alloc(void *data, unsigned long site, const void *ptr,
			   struct kmem_cache *cache, gfp_t gfp, int node)
{
	const struct pagesnap_slab_seen seen = {
		.site = site, .ptr = ptr, .cache = cache, .requested = kmem_cache_size(cache),
		.gfp = gfp, .flags = PAGESNAP_RF_FROM_CACHE,
	};

	pagesnap_see_alloc(&seen);
}

static void on_kfree(void *data, unsigned long site, const void *ptr)
{
	const struct pagesnap_slab_seen seen = { .site = site, .ptr = ptr };

	pagesnap_see_free(&seen);
}

static void on_cache_free(void *data, unsigned long site, const void *ptr,
			  const struct kmem_cache *cache)
{
	const struct pagesnap_slab_seen seen = {
		.site = site, .ptr = ptr, .flags = PAGESNAP_RF_FROM_CACHE,
	};

	pagesnap_see_free(&seen);
}

/* By name --------------------------------------------------------------------- */

static void *argument(struct pt_regs *regs, unsigned int n)
{
	return (void *)regs_get_kernel_argument(regs, n);
}

static int on_free_bulk(struct kprobe *probe, struct pt_regs *regs)
{
	struct pagesnap_slab_seen seen = {
		.site = compat_caller(regs), .flags = PAGESNAP_RF_BULK,
	};
	size_t nr = regs_get_kernel_argument(regs, 1), i;
	void **objects = argument(regs, 2);

	for (i = 0; i < nr; i++) {
		seen.ptr = objects[i];
		pagesnap_see_free(&seen);
	}
	return 0;
}

static int on_kvfree_rcu(struct kprobe *probe, struct pt_regs *regs)
{
	const struct pagesnap_slab_seen seen = {
		.site = compat_caller(regs),
		.ptr = compat_kvfree_rcu_object(argument(regs, 0), argument(regs, 1)),
		.flags = PAGESNAP_RF_DEFERRED,
	};

	/* what kvmalloc() had from vmalloc() was never an object */
	if (!is_vmalloc_addr(seen.ptr))
		pagesnap_see_free(&seen);
	return 0;
}

/* Arguments of kmem_cache_alloc_bulk(), until it returns how many there are. */
struct bulk {
	unsigned long site;
	struct kmem_cache *cache;
	gfp_t gfp;
	size_t asked;
	void **objects;
};

static int on_bulk_begin(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct bulk *bulk = (struct bulk *)instance->data;

	bulk->site = compat_caller(regs);
	bulk->cache = argument(regs, 0);
	bulk->gfp = (__force gfp_t)regs_get_kernel_argument(regs, 1);
	bulk->asked = regs_get_kernel_argument(regs, 2);
	bulk->objects = argument(regs, 3);
	return 0;
}

static int on_bulk_end(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	const struct bulk *bulk = (const struct bulk *)instance->data;
	struct pagesnap_slab_seen seen = {
		.site = bulk->site, .cache = bulk->cache, .gfp = bulk->gfp,
		.requested = kmem_cache_size(bulk->cache),
		.flags = PAGESNAP_RF_FROM_CACHE | PAGESNAP_RF_BULK,
	};
	u32 nr = compat_bulk_count(regs_return_value(regs), bulk->asked), i;

	for (i = 0; i < nr; i++) {
		seen.ptr = bulk->objects[i];
		pagesnap_see_alloc(&seen);
	}
	return 0;
}

static struct kprobe free_bulk;
static struct kprobe kvfree_rcu_probe;
static struct kretprobe alloc_bulk;

static DEFINE_MUTEX(probes_mutex);
static u32 users;
static u32 lacking;

static void set_named(void)
{
	/* what an earlier use left in them is no good any more */
	free_bulk = (struct kprobe){
		.symbol_name = "kmem_cache_free_bulk", .pre_handler = on_free_bulk,
	};
	kvfree_rcu_probe = (struct kprobe){
		.symbol_name = "kvfree_call_rcu", .pre_handler = on_kvfree_rcu,
	};
	alloc_bulk = (struct kretprobe){
		.kp.symbol_name = COMPAT_ALLOC_BULK,
		.entry_handler = on_bulk_begin,
		.handler = on_bulk_end,
		.data_size = sizeof(struct bulk),
		/* it may sleep, on as many threads as there are */
		.maxactive = 256,
	};
	lacking = 0;
	if (register_kprobe(&free_bulk))
		lacking |= PAGESNAP_LACKS_FREE_BULK;
	if (register_kprobe(&kvfree_rcu_probe))
		lacking |= PAGESNAP_LACKS_DEFERRED;
	if (register_kretprobe(&alloc_bulk))
		lacking |= PAGESNAP_LACKS_ALLOC_BULK;
}

static void remove_named(void)
{
	if (!(lacking & PAGESNAP_LACKS_ALLOC_BULK))
		unregister_kretprobe(&alloc_bulk);
	if (!(lacking & PAGESNAP_LACKS_DEFERRED))
		unregister_kprobe(&kvfree_rcu_probe);
	if (!(lacking & PAGESNAP_LACKS_FREE_BULK))
		unregister_kprobe(&free_bulk);
}

/* Frees first: whatever is followed has its free seen. */
static int set_points(void)
{
	int err = register_trace_kfree(on_kfree, NULL);

	if (err)
		return err;
	err = register_trace_kmem_cache_free(on_cache_free, NULL);
	if (err)
		goto err_kfree;
	err = register_trace_kmalloc(on_kmalloc, NULL);
	if (err)
		goto err_cache_free;
	err = register_trace_kmem_cache_alloc(on_cache_alloc, NULL);
	if (!err)
		return 0;
	unregister_trace_kmalloc(on_kmalloc, NULL);
err_cache_free:
	unregister_trace_kmem_cache_free(on_cache_free, NULL);
err_kfree:
	unregister_trace_kfree(on_kfree, NULL);
	return err;
}

static void remove_points(void)
{
	unregister_trace_kmem_cache_alloc(on_cache_alloc, NULL);
	unregister_trace_kmalloc(on_kmalloc, NULL);
	unregister_trace_kmem_cache_free(on_cache_free, NULL);
	unregister_trace_kfree(on_kfree, NULL);
}

/**
 * pagesnap_probes_get() - see allocations and frees from now on
 * @d: filled if it can't be
 *
 * Context: may sleep.
 * Return: 0 or the negative errno in @d; on success the caller owes pagesnap_probes_put().
 */
int pagesnap_probes_get(struct pagesnap_diag *d)
{
	int err = 0;

	mutex_lock(&probes_mutex);
	if (!users) {
		set_named();
		err = set_points();
		if (err) {
			remove_named();
			tracepoint_synchronize_unregister();
		}
	}
	if (!err)
		users++;
	mutex_unlock(&probes_mutex);
	return err ? pagesnap_diag(d, err, 0, "can't probe allocations") : 0;
}

/**
 * pagesnap_probes_put() - they aren't needed any more
 *
 * Context: may sleep, until none runs.
 */
void pagesnap_probes_put(void)
{
	mutex_lock(&probes_mutex);
	if (!--users) {
		remove_points();
		remove_named();
		tracepoint_synchronize_unregister();
	}
	mutex_unlock(&probes_mutex);
}

/**
 * pagesnap_probes_lacking() - what is not seen on this kernel
 *
 * Context: between pagesnap_probes_get() and _put().
 * Return: PAGESNAP_LACKS_*.
 */
u32 pagesnap_probes_lacking(void)
{
	return lacking;
}

/**
 * pagesnap_probes_dropped() - hits that the kernel had no room for
 *
 * Context: between pagesnap_probes_get() and _put().
 * Return: how many since the first of those that have them now.
 */
u64 pagesnap_probes_dropped(void)
{
	return (u64)free_bulk.nmissed + kvfree_rcu_probe.nmissed + alloc_bulk.kp.nmissed +
	       alloc_bulk.nmissed;
}
