// SPDX-License-Identifier: GPL-2.0
/*
 * What distinguishes one VMA from another, and its name as /proc/PID/maps prints it.
 */
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/string.h>

#include "../compat/vma.h"
#include "vma.h"

/**
 * pagesnap_vma_identify() - remember a VMA without pinning it
 * @id: result
 * @vma: VMA
 *
 * Context: mmap_lock held for reading.
 */
void pagesnap_vma_identify(struct pagesnap_vma_id *id, const struct vm_area_struct *vma)
{
	const struct inode *inode;

	*id = (struct pagesnap_vma_id){
		.start = vma->vm_start >> PAGE_SHIFT,
		.end = vma->vm_end >> PAGE_SHIFT,
		.prot = (vma->vm_flags & VM_READ ? PAGESNAP_VMA_READ : 0) |
			(vma->vm_flags & VM_WRITE ? PAGESNAP_VMA_WRITE : 0) |
			(vma->vm_flags & VM_EXEC ? PAGESNAP_VMA_EXEC : 0) |
			(vma->vm_flags & VM_MAYSHARE ? PAGESNAP_VMA_SHARED : 0),
		.has_file = vma->vm_file,
	};
	if (!vma->vm_file)
		return;
	inode = file_inode(vma->vm_file);
	id->dev = inode->i_sb->s_dev;
	id->ino = inode->i_ino;
	id->gen = inode->i_generation;
	id->pgoff = vma->vm_pgoff;
}

/**
 * pagesnap_vma_is() - is it still the same VMA?
 * @id: remembered
 * @vma: VMA found at the address where the walk goes on
 *
 * Context: mmap_lock held for reading.
 * Return: false if another one took its place, or it changed its end.
 */
bool pagesnap_vma_is(const struct pagesnap_vma_id *id, const struct vm_area_struct *vma)
{
	struct pagesnap_vma_id now;

	pagesnap_vma_identify(&now, vma);
	return now.start == id->start && now.end == id->end && now.prot == id->prot &&
	       now.has_file == id->has_file && now.dev == id->dev && now.ino == id->ino &&
	       now.gen == id->gen && now.pgoff == id->pgoff;
}

static const char *special_name(struct vm_area_struct *vma)
{
	struct mm_struct *mm = vma->vm_mm;
	const char *name = NULL;

	if (vma->vm_ops && vma->vm_ops->name)
		name = vma->vm_ops->name(vma);
	if (name)
		return name;
	if (compat_is_heap(vma))
		return "[heap]";
	if (vma->vm_start <= mm->start_stack && vma->vm_end >= mm->start_stack)
		return "[stack]";
	return "[anon]";
}

/**
 * pagesnap_vma_name() - the name of a VMA that is not called after its file
 * @vma: VMA
 * @name: result
 * @size: bytes there
 *
 * Context: mmap_lock held for reading, as for /proc/PID/maps.
 * Return: bytes of the name; 0 if the VMA is called after its file, and @name is as it was.
 */
u32 pagesnap_vma_name(struct vm_area_struct *vma, char *name, u32 size)
{
	const char *anon = compat_anon_name(vma);

	if (anon) {
		strscpy(name, vma->vm_file ? "[anon_shmem:" : "[anon:", size);
		strlcat(name, anon, size);
		strlcat(name, "]", size);
		return strlen(name);
	}
	return vma->vm_file ? 0 : strscpy(name, special_name(vma), size);
}
