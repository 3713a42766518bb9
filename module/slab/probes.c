// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: where the kernel says that it allocates and frees
 *
 * Four tracepoints, which are exported; and by name functions that have none (named.c).  One more
 * tells of forks (forks.c).  They are there as long as an answer is.
 *
 * Why unloading is safe: each answer gives the probes back before it ends, and the module stays as
 * long as there is one.  tracepoint_synchronize_unregister() and unregister_kprobe() wait for
 * those that run.  A return probe that waits for its function's end is skipped by the kernel
 * once it is unregistered.
 */
#include <linux/kprobes.h>
#include <linux/linkage.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>
#include <trace/events/kmem.h>

#include "../core/values.h"
#include "forks.h"
#include "probes.h"
#include "quick.h"
#include "quick_event.h"
#include "watch.h"

/*
 * What quick.h can't do is done apart, so that the usual case of sums needs no stack; by functions
 * that have the arguments of the probe where it has them, which the compiler would change if it
 * knew that it may (__used), and that nobody calls by a pointer (__noendbr).  They are a chain:
 * sums, events, all else; a key says whether somebody wants sums.  Nobody asks for @data: who
 * counts sums passes NULL on, and has one more register.
 */
static noinline __noclone __used
void see_kmalloc(void *data, unsigned long site, const void *ptr, size_t requested,
		 size_t allocated, gfp_t gfp)
{
	const struct pagesnap_slab_seen seen = {
		.site = site, .ptr = ptr, .requested = requested, .allocated = allocated,
		.gfp = gfp,
	};

	pagesnap_see_alloc(&seen);
}

static noinline __noclone __used notrace
void tell_kmalloc(void *data, unsigned long site, const void *ptr, size_t requested,
		  size_t allocated, gfp_t gfp)
{
	if (unlikely(ZERO_OR_NULL_PTR(ptr)))
		return;
	if (!pagesnap_quick_event_alloc(site, ptr, allocated, requested, gfp))
		see_kmalloc(data, site, ptr, requested, allocated, gfp);
}

NOKPROBE_SYMBOL(tell_kmalloc);

static noinline __noclone __used __noendbr notrace
void sum_kmalloc(void *data, unsigned long site, const void *ptr, size_t requested,
		 size_t allocated, gfp_t gfp)
{
	if (!pagesnap_quick_alloc(site, ptr, allocated, &requested))
		tell_kmalloc(NULL, site, ptr, requested, allocated, gfp);
}

static void notrace on_kmalloc(void *data, unsigned long site, const void *ptr, size_t requested,
			       size_t allocated, gfp_t gfp, int node)
{
	if (static_branch_likely(&pagesnap_quick_sums))
		sum_kmalloc(data, site, ptr, requested, allocated, gfp);
	else
		tell_kmalloc(data, site, ptr, requested, allocated, gfp);
}

static noinline __noclone __used
void see_cache_alloc(void *data, unsigned long site, const void *ptr, struct kmem_cache *cache,
		     gfp_t gfp)
{
	const struct pagesnap_slab_seen seen = {
		.site = site, .ptr = ptr, .cache = cache, .requested = kmem_cache_size(cache),
		.gfp = gfp, .flags = PAGESNAP_RF_FROM_CACHE,
	};

	pagesnap_see_alloc(&seen);
}

static noinline __noclone __used notrace
void tell_cache_alloc(void *data, unsigned long site, const void *ptr, struct kmem_cache *cache,
		      gfp_t gfp)
{
	if (unlikely(ZERO_OR_NULL_PTR(ptr)))
		return;
	if (!pagesnap_quick_event_alloc(site, ptr, (unsigned long)cache, 0, gfp))
		see_cache_alloc(data, site, ptr, cache, gfp);
}

NOKPROBE_SYMBOL(tell_cache_alloc);

static noinline __noclone __used __noendbr notrace
void sum_cache_alloc(void *data, unsigned long site, const void *ptr, struct kmem_cache *cache,
		     gfp_t gfp)
{
	if (!pagesnap_quick_alloc(site, ptr, (unsigned long)cache, NULL))
		tell_cache_alloc(NULL, site, ptr, cache, gfp);
}

static void notrace on_cache_alloc(void *data, unsigned long site, const void *ptr,
				   struct kmem_cache *cache, gfp_t gfp, int node)
{
	if (static_branch_likely(&pagesnap_quick_sums))
		sum_cache_alloc(data, site, ptr, cache, gfp);
	else
		tell_cache_alloc(data, site, ptr, cache, gfp);
}

static noinline __noclone __used
void see_free(void *data, unsigned long site, const void *ptr, unsigned long from)
{
	const struct pagesnap_slab_seen seen = {
		.site = site, .ptr = ptr,
		.flags = from == PAGESNAP_SOURCE_CACHE_FREE ? PAGESNAP_RF_FROM_CACHE : 0,
	};

	pagesnap_see_free(&seen);
}

static noinline __noclone __used notrace
void tell_free(void *data, unsigned long site, const void *ptr, unsigned long from)
{
	if (unlikely(ZERO_OR_NULL_PTR(ptr)))
		return;
	if (!pagesnap_quick_event_free(site, ptr, from))
		see_free(data, site, ptr, from);
}

NOKPROBE_SYMBOL(tell_free);

static noinline __noclone __used notrace
void sum_free_odd(void *data, unsigned long site, const void *ptr, unsigned long from)
{
	if (!pagesnap_quick_free_odd(ptr))
		tell_free(data, site, ptr, from);
}

static noinline __noclone __used __noendbr notrace
void sum_kfree(void *data, unsigned long site, const void *ptr)
{
	if (!pagesnap_quick_free(ptr))
		sum_free_odd(NULL, site, ptr, PAGESNAP_SOURCE_KFREE);
}

static void notrace on_kfree(void *data, unsigned long site, const void *ptr)
{
	if (static_branch_likely(&pagesnap_quick_sums))
		sum_kfree(data, site, ptr);
	else
		tell_free(data, site, ptr, PAGESNAP_SOURCE_KFREE);
}

static noinline __noclone __used __noendbr notrace
void sum_cache_free(void *data, unsigned long site, const void *ptr)
{
	if (!pagesnap_quick_free(ptr))
		sum_free_odd(NULL, site, ptr, PAGESNAP_SOURCE_CACHE_FREE);
}

static void notrace on_cache_free(void *data, unsigned long site, const void *ptr,
				  const struct kmem_cache *cache)
{
	if (static_branch_likely(&pagesnap_quick_sums))
		sum_cache_free(data, site, ptr);
	else
		tell_free(data, site, ptr, PAGESNAP_SOURCE_CACHE_FREE);
}

static DEFINE_MUTEX(probes_mutex);
static u32 users;

/* Frees first: whatever is followed has its free seen. */
static int set_points(void)
{
	int err = pagesnap_forks_set();

	if (err)
		return err;
	err = register_trace_kfree(on_kfree, NULL);
	if (err)
		goto err_forks;
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
err_forks:
	pagesnap_forks_remove();
	return err;
}

static void remove_points(void)
{
	unregister_trace_kmem_cache_alloc(on_cache_alloc, NULL);
	unregister_trace_kmalloc(on_kmalloc, NULL);
	unregister_trace_kmem_cache_free(on_cache_free, NULL);
	unregister_trace_kfree(on_kfree, NULL);
	pagesnap_forks_remove();
}

static int set_all(void)
{
	int err = pagesnap_named_set();

	if (err)
		return err;
	err = set_points();
	if (err) {
		pagesnap_named_remove();
		tracepoint_synchronize_unregister();
	}
	return err;
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
	if (!users)
		err = set_all();
	if (!err)
		users++;
	mutex_unlock(&probes_mutex);
	if (err == -ENOMEM)
		return pagesnap_diag(d, err, 0, "no memory");
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
		pagesnap_named_remove();
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
	return pagesnap_named_lacking();
}

/**
 * pagesnap_probes_dropped() - hits that the kernel had no room for
 *
 * Context: between pagesnap_probes_get() and _put().
 * Return: how many since the first of those that have them now.
 */
u64 pagesnap_probes_dropped(void)
{
	return pagesnap_named_dropped();
}
