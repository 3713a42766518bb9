// SPDX-License-Identifier: GPL-2.0
/*
 * Known allocations, for the tests of objects/mm/slab.  Writing "HOW NR SIZE" to the parameter
 * "alloc" allocates as many objects of that size and keeps them; "HOW NR" to "free" frees as many
 * of those that were allocated last.  HOW is
 * - kmalloc, kvmalloc, and cache: one of a cache of this module, which is merged with no other;
 * - bulk: several of that at a time;
 * - rcu: kmalloc, freed by kfree_rcu();
 * - irq: kmalloc in a hard interrupt.
 */
#include <linux/irq_work.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#define KEPT_MAX	2000000
#define BULK		16
#define CACHE_SIZE	500

struct headed {
	struct rcu_head rcu;
};

static void **kept;
static unsigned int nr_kept;
static struct kmem_cache *cache;

/* What is called last would be jumped to, and have the caller for its site. */
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

static noinline void pagesnap_test_free(void *object)
{
	kfree(object);
}

static noinline void pagesnap_test_free_rcu(struct headed *object)
{
	kfree_rcu(object, rcu);
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
	else
		return -EINVAL;
	if (!object)
		return -ENOMEM;
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

static const struct kernel_param_ops alloc_ops = { .set = set_alloc };
static const struct kernel_param_ops free_ops = { .set = set_free };

module_param_cb(alloc, &alloc_ops, NULL, 0200);
module_param_cb(free, &free_ops, NULL, 0200);

static void construct(void *object)
{
}

static int __init alloc_init(void)
{
	kept = vzalloc(KEPT_MAX * sizeof(*kept));
	cache = kmem_cache_create("pagesnap_test_cache", CACHE_SIZE, 8, 0, construct);
	if (kept && cache)
		return 0;
	kmem_cache_destroy(cache);
	vfree(kept);
	return -ENOMEM;
}

/* Tests free what they keep, but for those of a leak: they leave kmalloc alone. */
static void __exit alloc_exit(void)
{
	while (nr_kept)
		kfree(kept[--nr_kept]);
	rcu_barrier();
	kmem_cache_destroy(cache);
	vfree(kept);
}

module_init(alloc_init);
module_exit(alloc_exit);

MODULE_DESCRIPTION("Known allocations for pagesnap's tests");
MODULE_LICENSE("GPL");
