/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_MM_VMA_H
#define PAGESNAP_MM_VMA_H

#include <linux/types.h>

struct vm_area_struct;

/* Bits of pagesnap_vma_id.prot; records have the same. */
#define PAGESNAP_VMA_READ	1
#define PAGESNAP_VMA_WRITE	2
#define PAGESNAP_VMA_EXEC	4
#define PAGESNAP_VMA_SHARED	8

/**
 * struct pagesnap_vma_id - what distinguishes one VMA from another
 * @start: its first page
 * @end: the page behind its last
 * @prot: PAGESNAP_VMA_*
 * @has_file: it maps a file; else the rest is zero
 * @gen: i_generation of the file's inode
 * @dev: device of that inode's superblock
 * @ino: that inode's number
 * @pgoff: page index in the file at @start
 */
struct pagesnap_vma_id {
	u64 start;
	u64 end;
	u32 prot;
	bool has_file;
	u32 gen;
	dev_t dev;
	u64 ino;
	u64 pgoff;
};

void pagesnap_vma_identify(struct pagesnap_vma_id *id, const struct vm_area_struct *vma);
bool pagesnap_vma_is(const struct pagesnap_vma_id *id, const struct vm_area_struct *vma);
u32 pagesnap_vma_name(struct vm_area_struct *vma, char *name, u32 size);

#endif /* PAGESNAP_MM_VMA_H */
