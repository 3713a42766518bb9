/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_VMA_H
#define PAGESNAP_COMPAT_VMA_H

#include <linux/fs.h>
#include <linux/mm.h>

#include "probed.h"

/*
 * The path that the user opened.  Since backing files (in v6.8) the f_path of
 * a mapped overlay file is that of the layer below.
 */
static inline const struct path *compat_file_path(struct file *file)
{
#ifdef HAVE_FILE_USER_PATH
	return file_user_path(file);
#else
	return &file->f_path;
#endif
}

#ifdef HAVE_ANON_SHMEM_NAME
#define COMPAT_NAMES_SHMEM true
#else
#define COMPAT_NAMES_SHMEM false
#endif

/*
 * Name given by prctl(PR_SET_VMA_ANON_NAME), NULL if none. Context: mmap_lock.
 * Shared anonymous memory, which has a file, can have one since v6.2; before, the
 * word belongs to the mappings of a file in a VMA that has one.
 */
static inline const char *compat_anon_name(struct vm_area_struct *vma)
{
#ifdef CONFIG_ANON_VMA_NAME
	if ((COMPAT_NAMES_SHMEM || !vma->vm_file) && vma->anon_name)
		return vma->anon_name->name;
#endif
	return NULL;
}

/*
 * How often who had mmap_lock for writing has given it back: while this is the same, so are the
 * VMAs.  It is there for the locks of single VMAs (since v6.4), as a number of 32 bits, or in newer
 * kernels as a seqcount, which begins with one.  Context: mmap_lock.
 * Return: false if this kernel doesn't count.
 */
static inline bool compat_vma_changes(const struct mm_struct *mm, u32 *nr)
{
#ifdef CONFIG_PER_VMA_LOCK
	BUILD_BUG_ON(sizeof(mm->mm_lock_seq) < sizeof(*nr));
	*nr = READ_ONCE(*(const u32 *)&mm->mm_lock_seq);
	return true;
#else
	return false;
#endif
}

/* Which mapping /proc/PID/maps calls the heap: its borders count until v6.5. */
static inline bool compat_is_heap(const struct vm_area_struct *vma)
{
#ifdef HAVE_VMA_IS_INITIAL_HEAP
	return vma_is_initial_heap(vma);
#else
	return vma->vm_start <= vma->vm_mm->brk && vma->vm_end >= vma->vm_mm->start_brk;
#endif
}

/* User shadow stacks (since v6.6), whose pages the CPU alone writes to. */
static inline bool compat_is_shadow_stack(const struct vm_area_struct *vma)
{
#ifdef VM_SHADOW_STACK
	return vma->vm_flags & VM_SHADOW_STACK;
#else
	return false;
#endif
}

#endif /* PAGESNAP_COMPAT_VMA_H */
