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

/* Name given by prctl(PR_SET_VMA_ANON_NAME), NULL if none. Context: mmap_lock. */
static inline const char *compat_anon_name(struct vm_area_struct *vma)
{
#ifdef CONFIG_ANON_VMA_NAME
	if (!vma->vm_file && vma->anon_name)
		return vma->anon_name->name;
#endif
	return NULL;
}

#endif /* PAGESNAP_COMPAT_VMA_H */
