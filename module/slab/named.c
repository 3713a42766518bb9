// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where the kernel allocates and frees without a tracepoint: functions that are probed by name
 *
 *   kmem_cache_alloc_bulk()	several objects at a time, known when it returns
 *   kmem_cache_free_bulk()	the same, and what kfree_rcu() has gathered
 *   kvfree_call_rcu()		kfree_rcu() gives an object up
 *   kmalloc_nolock()		for any context, known when it returns; and kfree_nolock()
 *   kmem_cache_destroy()	another cache may be made at its address
 *
 * A kernel that can't be probed at one of these lacks what it would tell; answers say so.  That
 * there is no memory for a probe just now is no such lack, but an error.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "../compat/slab.h"
#include "../core/kprobes.h"
#include "../mm/caches.h"
#include "caller.h"
#include "probes.h"
#include "watch.h"

static void *argument(struct pt_regs *regs, unsigned int n)
{
	return (void *)regs_get_kernel_argument(regs, n);
}

/* When the function returns, what is behind a trampoline is to be found no more. */
static unsigned long caller_to_keep(struct pt_regs *regs)
{
	unsigned long site = compat_caller(regs);

	return pagesnap_caller_behind(site) ?: site;
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

	bulk->site = caller_to_keep(regs);
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

#ifdef COMPAT_ALLOC_NOLOCK

static int on_free_nolock(struct kprobe *probe, struct pt_regs *regs)
{
	const struct pagesnap_slab_seen seen = {
		.site = compat_caller(regs), .ptr = argument(regs, 0),
	};

	pagesnap_see_free(&seen);
	return 0;
}

static int on_nolock_begin(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct pagesnap_slab_seen *seen = (struct pagesnap_slab_seen *)instance->data;

	*seen = (struct pagesnap_slab_seen){
		.site = caller_to_keep(regs),
		.requested = regs_get_kernel_argument(regs, 0),
		.gfp = (__force gfp_t)regs_get_kernel_argument(regs, COMPAT_NOLOCK_GFP),
	};
	return 0;
}

static int on_nolock_end(struct kretprobe_instance *instance, struct pt_regs *regs)
{
	struct pagesnap_slab_seen seen = *(struct pagesnap_slab_seen *)instance->data;
	struct kmem_cache *cache;

	seen.ptr = (void *)regs_return_value(regs);
	if (ZERO_OR_NULL_PTR(seen.ptr))
		return 0;
	/* it takes what there is, which needn't be of the next size */
	seen.allocated = pagesnap_cache_of(virt_to_page(seen.ptr), &cache) && cache ?
			 pagesnap_cache_allocates(cache) : kmalloc_size_roundup(seen.requested);
	pagesnap_see_alloc(&seen);
	return 0;
}

#endif

static int on_destroy(struct kprobe *probe, struct pt_regs *regs)
{
	/* kmem_cache_destroy(NULL) is nothing */
	if (argument(regs, 0))
		pagesnap_see_destroy(argument(regs, 0));
	return 0;
}

/* A function that is probed where it begins, and what is lacking without that. */
static const struct {
	const char *symbol;
	kprobe_pre_handler_t handler;
	u32 lacks;
} begins[] = {
	{ "kmem_cache_free_bulk", on_free_bulk, PAGESNAP_LACKS_FREE_BULK },
	{ "kvfree_call_rcu", on_kvfree_rcu, PAGESNAP_LACKS_DEFERRED },
	{ "kmem_cache_destroy", on_destroy, PAGESNAP_LACKS_DESTROY },
#ifdef COMPAT_ALLOC_NOLOCK
	{ COMPAT_FREE_NOLOCK, on_free_nolock, PAGESNAP_LACKS_NOLOCK },
#endif
};

/* The same of one that is probed where it ends, too. */
static const struct {
	const char *symbol;
	kretprobe_handler_t entry;
	kretprobe_handler_t handler;
	size_t data;
	u32 lacks;
} ends[] = {
	{ COMPAT_ALLOC_BULK, on_bulk_begin, on_bulk_end, sizeof(struct bulk),
	  PAGESNAP_LACKS_ALLOC_BULK },
#ifdef COMPAT_ALLOC_NOLOCK
	{ COMPAT_ALLOC_NOLOCK, on_nolock_begin, on_nolock_end,
	  sizeof(struct pagesnap_slab_seen), PAGESNAP_LACKS_NOLOCK },
#endif
};

/* Those that are set have an address. */
static struct kprobe at_begin[ARRAY_SIZE(begins)];
static struct kretprobe at_end[ARRAY_SIZE(ends)];
static u32 lacking;

/* Return: 0 if that is how this kernel is. */
static int note_lack(int err, u32 lacks)
{
	if (err == -ENOMEM || err == -EINTR)
		return err;
	lacking |= lacks;
	return 0;
}

/* What an earlier use left in a probe is no good any more. */
static int set_begin(u32 i)
{
	struct kprobe *probe = &at_begin[i];
	int err;

	*probe = (struct kprobe){
		.symbol_name = begins[i].symbol, .pre_handler = begins[i].handler,
	};
	err = register_kprobe(probe);
	if (!err)
		return 0;
	probe->addr = NULL;
	return note_lack(err, begins[i].lacks);
}

static int set_end(u32 i)
{
	struct kretprobe *probe = &at_end[i];
	int err;

	*probe = (struct kretprobe){
		.kp.symbol_name = ends[i].symbol,
		.entry_handler = ends[i].entry,
		.handler = ends[i].handler,
		.data_size = ends[i].data,
		/* it may sleep, on as many threads as there are */
		.maxactive = 256,
	};
	err = register_kretprobe(probe);
	if (!err)
		return 0;
	probe->kp.addr = NULL;
	return note_lack(err, ends[i].lacks);
}

/**
 * pagesnap_named_set() - see what these functions do
 *
 * Context: may sleep; one caller at a time.
 * Return: 0 or a negative errno; that a function can't be probed is no error.
 */
int pagesnap_named_set(void)
{
	int err = 0;
	u32 i;

	lacking = 0;
	for (i = 0; i < ARRAY_SIZE(begins) && !err; i++)
		err = set_begin(i);
	for (i = 0; i < ARRAY_SIZE(ends) && !err; i++)
		err = set_end(i);
	if (err)
		pagesnap_named_remove();
	return err;
}

/**
 * pagesnap_named_remove() - they are no more seen
 *
 * Context: may sleep, until none of ours runs; one caller at a time.
 */
void pagesnap_named_remove(void)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		if (!at_end[i].kp.addr)
			continue;
		pagesnap_kprobe_disarm(&at_end[i].kp);
		unregister_kretprobe(&at_end[i]);
		at_end[i].kp.addr = NULL;
	}
	for (i = 0; i < ARRAY_SIZE(begins); i++) {
		if (!at_begin[i].addr)
			continue;
		pagesnap_kprobe_disarm(&at_begin[i]);
		unregister_kprobe(&at_begin[i]);
		at_begin[i].addr = NULL;
	}
}

/**
 * pagesnap_named_lacking() - what can't be probed on this kernel
 *
 * Context: they are set.
 * Return: PAGESNAP_LACKS_*.
 */
u32 pagesnap_named_lacking(void)
{
	return lacking;
}

/**
 * pagesnap_named_dropped() - hits that the kernel had no room for
 *
 * Context: they are set.
 * Return: how many since then.
 */
u64 pagesnap_named_dropped(void)
{
	u64 nr = 0;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(begins); i++)
		nr += at_begin[i].nmissed;
	for (i = 0; i < ARRAY_SIZE(ends); i++)
		nr += at_end[i].kp.nmissed + at_end[i].nmissed;
	return nr;
}
