/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_BUFFER_H
#define PAGESNAP_CORE_BUFFER_H

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

/**
 * pagesnap_buffer_alloc() - memory that a session has until it is closed
 * @size: bytes
 *
 * As kvzalloc(), but never a block of two to eight pages: where two of those are freed
 * in a row, behind the memory of a process that exits, the page allocator takes back up
 * to 2,016 pages at once, half a millisecond in which nothing else runs
 * (free_unref_page_commit() in mm/page_alloc.c, free_high).
 *
 * Return: zeroed memory that is owed kvfree(), or NULL.
 */
static inline void *pagesnap_buffer_alloc(size_t size)
{
	const gfp_t gfp = GFP_KERNEL_ACCOUNT | __GFP_ZERO;

	if (size > KMALLOC_MAX_CACHE_SIZE && get_order(size) <= PAGE_ALLOC_COSTLY_ORDER)
		return __vmalloc(size, gfp);
	return kvmalloc(size, gfp);
}

#endif /* PAGESNAP_CORE_BUFFER_H */
