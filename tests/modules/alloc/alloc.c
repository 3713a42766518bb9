// SPDX-License-Identifier: GPL-2.0
/*
 * Known allocations, for the tests of objects/mm/slab.  Writing "HOW NR SIZE" to the parameter
 * "alloc" allocates as many objects of that size and keeps them; "HOW NR" to "free" frees as many
 * of those that were allocated last.  HOW is
 * - kmalloc, kvmalloc, and cache: one of a cache of this module, which is merged with no other;
 * - bulk: several of that at a time;
 * - rcu: kmalloc, freed by kfree_rcu();
 * - irq: kmalloc in a hard interrupt;
 * - part: kmalloc in a function that is called as the compiler calls parts of others;
 * - nolock: kmalloc_nolock() and kfree_nolock(), where the kernel has them.
 *
 * Writing "NAME SIZE" to "remake" destroys the cache and makes another, at the same address if the
 * kernel can be made to; else that is EAGAIN.  Writing to "shrink" gives its free pages back, and
 * "1" to "nest" allocates and frees whenever somebody saves a stack, until "0" is written.  What
 * else there is stands in nmi.c and returns.c.
 */
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "alloc.h"

#define KEPT_MAX	2000000
#define BULK		16
#define CACHE_SIZE	500
#define REMAKES		40

struct headed {
	struct rcu_head rcu;
};

static void **kept;
static unsigned int nr_kept;
/* What kfree_nolock() alone may free, of which a test keeps nothing else besides. */
static bool keeps_nolock;
static struct kmem_cache *cache;

/* What is called last would be jumped to, and have the caller for its site; so with frees. */
static __always_inline void *here(void *object)
{
	barrier();
	return object;
}

static noinline void *pagesnap_test_kmalloc(size_t size)
{
	return here(kmalloc(size, GFP_KERNEL));
}

static noinline void *pagesnap_test_kvmalloc(size_t size)
{
	return here(kvmalloc(size, GFP_KERNEL));
}

static noinline void *pagesnap_test_cache(void)
{
	return here(kmem_cache_alloc(cache, GFP_KERNEL));
}

static noinline int pagesnap_test_bulk(void **objects)
{
	/* that says how many, or whether */
	bool had = kmem_cache_alloc_bulk(cache, GFP_KERNEL, BULK, objects);

	barrier();
	return had ? BULK : 0;
}

static noinline void *pagesnap_test_rcu(size_t size)
{
	return here(kmalloc(size, GFP_KERNEL_ACCOUNT));
}

static noinline void *pagesnap_test_irq(size_t size)
{
	return here(kmalloc(size, GFP_ATOMIC));
}

static noinline void *pagesnap_test_part(size_t size) __asm__("pagesnap_test_whole.part.0");

/* With flags of its own: the compiler makes one function of two that are the same. */
static noinline void *pagesnap_test_part(size_t size)
{
	return here(kmalloc(size, GFP_KERNEL | __GFP_NOWARN));
}

#ifdef kmalloc_nolock

static noinline void *pagesnap_test_nolock(size_t size)
{
	return here(kmalloc_nolock(size, 0, NUMA_NO_NODE));
}

static noinline void pagesnap_test_free_nolock(void *object)
{
	kfree_nolock(object);
	barrier();
}

#else

static void *pagesnap_test_nolock(size_t size)
{
	return NULL;
}

static void pagesnap_test_free_nolock(void *object)
{
}

#endif

static noinline void pagesnap_test_free(void *object)
{
	kfree(object);
	barrier();
}

static noinline void pagesnap_test_free_rcu(struct headed *object)
{
	kfree_rcu(object, rcu);
	barrier();
}

struct in_irq {
	struct irq_work work;
	size_t size;
	void *object;
};

static void run_in_irq(struct irq_work *work)
{
	struct in_irq *in = container_of(work, struct in_irq, work);

	in->object = pagesnap_test_irq(in->size);
}

static void *alloc_in_irq(size_t size)
{
	struct in_irq in = { .size = size };

	init_irq_work(&in.work, run_in_irq);
	irq_work_queue(&in.work);
	irq_work_sync(&in.work);
	return in.object;
}

static int alloc_some(const char *how, size_t size)
{
	void *object;

	if (!strcmp(how, "bulk")) {
		if (nr_kept + BULK > KEPT_MAX || pagesnap_test_bulk(kept + nr_kept) != BULK)
			return -ENOMEM;
		nr_kept += BULK;
		return BULK;
	}
	if (!strcmp(how, "kmalloc"))
		object = pagesnap_test_kmalloc(size);
	else if (!strcmp(how, "kvmalloc"))
		object = pagesnap_test_kvmalloc(size);
	else if (!strcmp(how, "cache"))
		object = pagesnap_test_cache();
	else if (!strcmp(how, "rcu"))
		object = pagesnap_test_rcu(max(size, sizeof(struct headed)));
	else if (!strcmp(how, "irq"))
		object = alloc_in_irq(size);
	else if (!strcmp(how, "part"))
		object = pagesnap_test_part(size);
	else if (!strcmp(how, "nolock"))
		object = pagesnap_test_nolock(size);
	else
		return -EINVAL;
	if (!object)
		return -ENOMEM;
	keeps_nolock = !strcmp(how, "nolock");
	kept[nr_kept++] = object;
	return 1;
}

static int set_alloc(const char *text, const struct kernel_param *param)
{
	unsigned int nr, size, i;
	char how[16];
	int n;

	if (sscanf(text, "%15s %u %u", how, &nr, &size) != 3)
		return -EINVAL;
	for (i = 0; i < nr; i += n) {
		if (nr_kept == KEPT_MAX)
			return -ENOSPC;
		n = alloc_some(how, size);
		if (n < 0)
			return n;
		cond_resched();
	}
	return 0;
}

static int free_some(const char *how)
{
	if (!strcmp(how, "bulk") && nr_kept >= BULK) {
		nr_kept -= BULK;
		kmem_cache_free_bulk(cache, BULK, kept + nr_kept);
		return BULK;
	}
	if (!strcmp(how, "cache"))
		kmem_cache_free(cache, kept[--nr_kept]);
	else if (!strcmp(how, "kvmalloc"))
		kvfree(kept[--nr_kept]);
	else if (!strcmp(how, "rcu"))
		pagesnap_test_free_rcu(kept[--nr_kept]);
	else if (!strcmp(how, "nolock"))
		pagesnap_test_free_nolock(kept[--nr_kept]);
	else
		pagesnap_test_free(kept[--nr_kept]);
	return 1;
}

static int set_free(const char *text, const struct kernel_param *param)
{
	unsigned int nr, i;
	char how[16];

	if (sscanf(text, "%15s %u", how, &nr) != 2 || nr > nr_kept)
		return -EINVAL;
	for (i = 0; i < nr;) {
		i += free_some(how);
		cond_resched();
	}
	return 0;
}

static void construct(void *object)
{
}

static struct kmem_cache *make_cache(const char *name, unsigned int size)
{
	return kmem_cache_create(name, size, 8, 0, construct);
}

/* Of many caches one may get the place of that which was destroyed. */
static int set_remake(const char *text, const struct kernel_param *param)
{
	struct kmem_cache *made[REMAKES], *old = cache;
	unsigned int size, i, nr;
	char name[32];

	if (sscanf(text, "%31s %u", name, &size) != 2)
		return -EINVAL;
	kmem_cache_destroy(cache);
	rcu_barrier();
	cache = NULL;
	for (nr = 0; nr < REMAKES && !cache; nr++) {
		made[nr] = make_cache(name, size);
		if (made[nr] == old)
			cache = old;
		else
			snprintf(name, sizeof(name), "pagesnap_test_%u", nr);
	}
	for (i = 0; i < nr; i++)
		if (made[i] != old)
			kmem_cache_destroy(made[i]);
	if (cache)
		return 0;
	cache = make_cache("pagesnap_test_cache", CACHE_SIZE);
	return cache ? -EAGAIN : -ENOMEM;
}

static int set_shrink(const char *text, const struct kernel_param *param)
{
	return kmem_cache_shrink(cache);
}

static int allocate_within(struct kprobe *probe, struct pt_regs *regs)
{
	kfree(kmalloc(24, GFP_ATOMIC | __GFP_NOWARN));
	return 0;
}

static struct kprobe within;

int pagesnap_test_probe(struct kprobe *probe, const char *symbol, kprobe_pre_handler_t handler)
{
	int err;

	if (probe->addr)
		unregister_kprobe(probe);
	*probe = (struct kprobe){ .symbol_name = symbol, .pre_handler = handler };
	if (!symbol)
		return 0;
	err = register_kprobe(probe);
	if (err)
		probe->addr = NULL;
	return err;
}

static int set_nest(const char *text, const struct kernel_param *param)
{
	return pagesnap_test_probe(&within, *text == '1' ? "stack_trace_save" : NULL,
				   allocate_within);
}

static const struct kernel_param_ops nest_ops = { .set = set_nest };
static const struct kernel_param_ops remake_ops = { .set = set_remake };
static const struct kernel_param_ops shrink_ops = { .set = set_shrink };
static const struct kernel_param_ops alloc_ops = { .set = set_alloc };
static const struct kernel_param_ops free_ops = { .set = set_free };

module_param_cb(alloc, &alloc_ops, NULL, 0200);
module_param_cb(free, &free_ops, NULL, 0200);
module_param_cb(remake, &remake_ops, NULL, 0200);
module_param_cb(nest, &nest_ops, NULL, 0200);
module_param_cb(shrink, &shrink_ops, NULL, 0200);

static int __init alloc_init(void)
{
	int err;

	kept = vzalloc(KEPT_MAX * sizeof(*kept));
	cache = make_cache("pagesnap_test_cache", CACHE_SIZE);
	err = kept && cache ? pagesnap_test_nmi_init() : -ENOMEM;
	if (!err)
		return 0;
	kmem_cache_destroy(cache);
	vfree(kept);
	return err;
}

/* Tests free what they keep, but for those of a leak, or that begin again. */
static void __exit alloc_exit(void)
{
	pagesnap_test_nmi_exit();
	pagesnap_test_returns_exit();
	pagesnap_test_probe(&within, NULL, NULL);
	while (nr_kept)
		if (keeps_nolock)
			free_some("nolock");
		else
			kvfree(kept[--nr_kept]);
	rcu_barrier();
	kmem_cache_destroy(cache);
	vfree(kept);
}

module_init(alloc_init);
module_exit(alloc_exit);

MODULE_DESCRIPTION("Known allocations for pagesnap's tests");
MODULE_LICENSE("GPL");
