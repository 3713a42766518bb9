// SPDX-License-Identifier: GPL-2.0
/*
 * What a collection in a module of its own may call of this folder: the whole list.  As for
 * that of core/exports.c: who changes one of them, or a structure that it takes, raises
 * PAGESNAP_CORE_ABI.
 */
#include <linux/export.h>

#include "mm_lock.h"
#include "pagetable.h"
#include "task.h"

/* From a PID to the memory of a process: */
EXPORT_SYMBOL_GPL(pagesnap_task_bind);
EXPORT_SYMBOL_GPL(pagesnap_task_find);
EXPORT_SYMBOL_GPL(pagesnap_task_mm);

/* Its page tables: */
EXPORT_SYMBOL_GPL(pagesnap_mm_lock);
EXPORT_SYMBOL_GPL(pagesnap_tables_read);
