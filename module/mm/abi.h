/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_ABI_H
#define PAGESNAP_MM_ABI_H

#include "hotplug.h"
#include "pagetable.h"
#include "target.h"
#include "task.h"
#include "vma.h"

/**
 * struct pagesnap_mm_abi - structures that what exports.c names takes, as a module was built
 * @task_id: bytes of struct pagesnap_task_id
 * @tables: bytes of struct pagesnap_tables
 * @tables_ops: bytes of struct pagesnap_tables_ops
 * @huge: bytes of struct pagesnap_huge
 * @target: bytes of struct pagesnap_target
 * @process: bytes of struct pagesnap_process
 * @online: bytes of struct pagesnap_online
 * @vma_id: bytes of struct pagesnap_vma_id
 *
 * Some kernels don't compare modules by the types of what they export.
 */
struct pagesnap_mm_abi {
	u32 task_id;
	u32 tables;
	u32 tables_ops;
	u32 huge;
	u32 target;
	u32 process;
	u32 online;
	u32 vma_id;
};

#define PAGESNAP_MM_ABI {						\
	.task_id = sizeof(struct pagesnap_task_id),			\
	.tables = sizeof(struct pagesnap_tables),			\
	.tables_ops = sizeof(struct pagesnap_tables_ops),		\
	.huge = sizeof(struct pagesnap_huge),				\
	.target = sizeof(struct pagesnap_target),			\
	.process = sizeof(struct pagesnap_process),			\
	.online = sizeof(struct pagesnap_online),			\
	.vma_id = sizeof(struct pagesnap_vma_id),			\
}

bool pagesnap_mm_fits(const struct pagesnap_mm_abi *abi);

#endif /* PAGESNAP_MM_ABI_H */
