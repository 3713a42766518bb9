// SPDX-License-Identifier: GPL-2.0
/*
 * What a collection in a module of its own may call of this folder: the whole list.  As for
 * that of core/exports.c: who changes one of them, or a structure that it takes, raises
 * PAGESNAP_CORE_ABI.
 */
#include <linux/export.h>
#include <linux/string.h>

#include "abi.h"
#include "caches.h"
#include "hotplug.h"
#include "mm_lock.h"

/**
 * pagesnap_mm_fits() - was a module built with our structures?
 * @abi: PAGESNAP_MM_ABI, as it was there
 *
 * Return: true if so; or else it must not call what is named below.
 */
bool pagesnap_mm_fits(const struct pagesnap_mm_abi *abi)
{
	static const struct pagesnap_mm_abi ours = PAGESNAP_MM_ABI;

	return !memcmp(abi, &ours, sizeof(ours));
}
EXPORT_SYMBOL_GPL(pagesnap_mm_fits);

/* From a PID, or a target, to the memory of processes: */
EXPORT_SYMBOL_GPL(pagesnap_task_find);
EXPORT_SYMBOL_GPL(pagesnap_task_mm);
EXPORT_SYMBOL_GPL(pagesnap_target_id);
EXPORT_SYMBOL_GPL(pagesnap_target_all);
EXPORT_SYMBOL_GPL(pagesnap_target_again);
EXPORT_SYMBOL_GPL(pagesnap_target_next);

/* Its page tables: */
EXPORT_SYMBOL_GPL(pagesnap_mm_lock);
EXPORT_SYMBOL_GPL(pagesnap_mm_unlock);
EXPORT_SYMBOL_GPL(pagesnap_tables_read);
EXPORT_SYMBOL_GPL(pagesnap_tables_read_tops);

/* What is mapped, where, and its name: */
EXPORT_SYMBOL_GPL(pagesnap_vma_identify);
EXPORT_SYMBOL_GPL(pagesnap_vma_is);
EXPORT_SYMBOL_GPL(pagesnap_vma_name);

/* Frames that stay while they are looked at: */
EXPORT_SYMBOL_GPL(pagesnap_hotplug_enter);
EXPORT_SYMBOL_GPL(pagesnap_hotplug_leave);
EXPORT_SYMBOL_GPL(pagesnap_online_find);

/* Caches of the slab allocator: which one a page is of, its name, and what its objects take: */
EXPORT_SYMBOL_GPL(pagesnap_caches_have_names);
EXPORT_SYMBOL_GPL(pagesnap_caches_have_sizes);
EXPORT_SYMBOL_GPL(pagesnap_cache_may_allocate);
EXPORT_SYMBOL_GPL(pagesnap_cache_of);
EXPORT_SYMBOL_GPL(pagesnap_cache_name);
EXPORT_SYMBOL_GPL(pagesnap_cache_kmalloc_name);
EXPORT_SYMBOL_GPL(pagesnap_cache_allocates);
