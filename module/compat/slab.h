/* SPDX-License-Identifier: GPL-2.0 */
/* What the allocator does behind its tracepoints. */
#ifndef PAGESNAP_COMPAT_SLAB_H
#define PAGESNAP_COMPAT_SLAB_H

#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "frame.h"
#include "probed.h"

/*
 * Whom a function that was just entered goes back to.  A probe at its first byte finds that on the
 * top of the stack (x86-64).
 */
static inline unsigned long compat_caller(struct pt_regs *regs)
{
	return *(unsigned long *)kernel_stack_pointer(regs);
}

/*
 * What kvfree_call_rcu() frees.  Before v6.4 its second argument was the place of the head in the
 * object, or without a head the object.
 */
static inline void *compat_kvfree_rcu_object(void *head, void *second)
{
#ifdef HAVE_KVFREE_RCU_POINTER
	return second;
#else
	return head ? (void *)((unsigned long)head - (unsigned long)second) : second;
#endif
}

/* Since v6.10 the functions are called so, and their old names are macros. */
#ifdef kmem_cache_alloc_bulk
#define COMPAT_ALLOC_BULK "kmem_cache_alloc_bulk_noprof"
#else
#define COMPAT_ALLOC_BULK "kmem_cache_alloc_bulk"
#endif

/* How many kmem_cache_alloc_bulk() has allocated; some kernels say all or nothing, in a byte. */
static inline u32 compat_bulk_count(unsigned long returned, size_t asked)
{
#ifdef HAVE_ALLOC_BULK_ALL
	return (u8)returned ? asked : 0;
#else
	return (u32)returned;
#endif
}

/*
 * What has no tracepoint, as it is for any context, NMIs too (since v6.18).  Since v7.1 the
 * allocating function has a name of its own behind a macro.
 */
#ifdef kmalloc_nolock
#define COMPAT_FREE_NOLOCK "kfree_nolock"
#ifdef kmalloc_nolock_noprof
#define COMPAT_ALLOC_NOLOCK "_kmalloc_nolock_noprof"
#else
#define COMPAT_ALLOC_NOLOCK "kmalloc_nolock_noprof"
#endif
#endif

/* Its argument that says the flags: with caches in partitions the size is two. */
#define COMPAT_NOLOCK_GFP (IS_ENABLED(CONFIG_KMALLOC_PARTITION_CACHES) ? 2 : 1)

/* Has the page, the first of its folio, objects of a cache?  It may become another's at once. */
static inline bool compat_page_is_slab(const struct page *page)
{
	struct pagesnap_snap s = { };

	/* a page that isn't of a living object may change meanwhile, and either is right */
	s.page[0] = data_race(*page);
	return compat_is_slab(&s);
}

#endif /* PAGESNAP_COMPAT_SLAB_H */
