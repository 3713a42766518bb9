// SPDX-License-Identifier: GPL-2.0
/*
 * Which memory can be guarded, and what it is.
 */
#include <linux/dax.h>
#include <linux/hugetlb.h>
#include <linux/magic.h>
#include <linux/userfaultfd_k.h>

#include "../compat/entry.h"
#include "../compat/vma.h"
#include "../mm/vma.h"
#include "memory.h"
#include "uapi.h"

static u8 kind_of_file(const struct vm_area_struct *vma)
{
	if (is_vm_hugetlb_page((struct vm_area_struct *)vma))
		return PAGESNAP_MAP_OTHER;
	return compat_is_shmem(vma->vm_file->f_mapping) ? PAGESNAP_MAP_SHMEM : PAGESNAP_MAP_FILE;
}

static u8 kind_of(const struct vm_area_struct *vma)
{
	const struct mm_struct *mm = vma->vm_mm;

	if (vma->vm_flags & (VM_IO | VM_PFNMAP))
		return PAGESNAP_MAP_OTHER;
	if (vma->vm_file)
		return kind_of_file(vma);
	if (!vma_is_anonymous((struct vm_area_struct *)vma))
		return PAGESNAP_MAP_OTHER;
	if (compat_is_heap(vma))
		return PAGESNAP_MAP_HEAP;
	if (vma->vm_start <= mm->start_stack && vma->vm_end >= mm->start_stack)
		return PAGESNAP_MAP_STACK;
	return PAGESNAP_MAP_ANON;
}

/**
 * pagesnap_vma_see() - what a VMA is, without a name
 * @seen: gets it
 * @vma: VMA
 *
 * Context: mmap_lock held for reading, with interrupts off, too.
 */
void pagesnap_vma_see(struct pagesnap_seen_vma *seen, const struct vm_area_struct *vma)
{
	const struct inode *inode;

	seen->start = vma->vm_start >> PAGE_SHIFT;
	seen->end = vma->vm_end >> PAGE_SHIFT;
	seen->prot = (vma->vm_flags & VM_READ ? PAGESNAP_VMA_READ : 0) |
		     (vma->vm_flags & VM_WRITE ? PAGESNAP_VMA_WRITE : 0) |
		     (vma->vm_flags & VM_EXEC ? PAGESNAP_VMA_EXEC : 0) |
		     (vma->vm_flags & VM_MAYSHARE ? PAGESNAP_VMA_SHARED : 0);
	seen->kind = kind_of(vma);
	seen->has_file = !!vma->vm_file;
	inode = vma->vm_file ? vma->vm_file->f_mapping->host : NULL;
	seen->pgoff = inode ? vma->vm_pgoff : 0;
	seen->ino = inode ? inode->i_ino : 0;
	seen->dev = inode ? inode->i_sb->s_dev : 0;
	seen->gen = inode ? inode->i_generation : 0;
}

static bool is_secretmem(const struct vm_area_struct *vma)
{
	return vma->vm_file && file_inode(vma->vm_file)->i_sb->s_magic == SECRETMEM_MAGIC;
}

/**
 * pagesnap_vma_why_not() - may entries of a VMA be made to fault?
 * @vma: VMA
 * @kinds: of VMAs that are asked for, bit PAGESNAP_MAP_* each
 *
 * Of one that nobody may access, none are: they fault already.
 *
 * Context: mmap_lock held for reading, with interrupts off, too.
 * Return: PAGESNAP_FAULTS_WHYS if so, else PAGESNAP_FAULTS_WHY_*; one more than
 * PAGESNAP_FAULTS_WHYS if nobody may access it, or it isn't asked for.
 */
u32 pagesnap_vma_why_not(struct vm_area_struct *vma, u32 kinds)
{
	if (is_vm_hugetlb_page(vma))
		return PAGESNAP_FAULTS_WHY_HUGETLB;
	if (vma->vm_flags & (VM_PFNMAP | VM_IO))
		return PAGESNAP_FAULTS_WHY_PFNMAP;
	if (vma->vm_flags & VM_MIXEDMAP || vma_is_dax(vma))
		return PAGESNAP_FAULTS_WHY_MIXEDMAP;
	if (userfaultfd_armed(vma))
		return PAGESNAP_FAULTS_WHY_UFFD;
	if (compat_is_shadow_stack(vma))
		return PAGESNAP_FAULTS_WHY_SHSTK;
	if (is_secretmem(vma))
		return PAGESNAP_FAULTS_WHY_SECRETMEM;
	return vma_is_accessible(vma) && kinds & 1U << kind_of(vma) ? PAGESNAP_FAULTS_WHYS :
								      PAGESNAP_FAULTS_WHYS + 1;
}
