// SPDX-License-Identifier: GPL-2.0
/*
 * The record of a VMA, and its name as /proc/PID/maps prints it.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/mm.h>

#include "../compat/vma.h"
#include "place.h"
#include "vma.h"

/* What tells one VMA from another, into an empty record. */
static void identify(struct pagesnap_vma *r, const struct vm_area_struct *vma)
{
	struct inode *inode;

	r->start = vma->vm_start >> PAGE_SHIFT;
	r->end = vma->vm_end >> PAGE_SHIFT;
	r->prot = (vma->vm_flags & VM_READ ? 1 : 0) | (vma->vm_flags & VM_WRITE ? 2 : 0) |
		  (vma->vm_flags & VM_EXEC ? 4 : 0) | (vma->vm_flags & VM_MAYSHARE ? 8 : 0);
	r->dev_major = PAGESNAP_NONE32;
	r->dev_minor = PAGESNAP_NONE32;
	r->ino = PAGESNAP_NONE;
	if (!vma->vm_file)
		return;
	inode = file_inode(vma->vm_file);
	r->dev_major = MAJOR(inode->i_sb->s_dev);
	r->dev_minor = MINOR(inode->i_sb->s_dev);
	r->ino = inode->i_ino;
	r->gen = inode->i_generation;
	r->pgoff = vma->vm_pgoff;
}

/**
 * pagesnap_vma_describe() - begin the object of a VMA
 * @w: walk
 * @vma: VMA
 *
 * Context: mmap_lock held for reading.
 */
void pagesnap_vma_describe(struct pagesnap_walk *w, struct vm_area_struct *vma)
{
	struct pagesnap_vma *r = &w->inner.vma;

	pagesnap_walk_object(w, PAGESNAP_REC_VMA, sizeof(*r));
	identify(r, vma);
	/* Until a name tells more. */
	if (vma->vm_file && (pagesnap_place_unlinked(compat_file_path(vma->vm_file)->dentry) ||
			     !READ_ONCE(file_inode(vma->vm_file)->i_nlink)))
		r->state = PAGESNAP_STATE_DELETED;
}

/**
 * pagesnap_vma_is() - is it still the VMA under way?
 * @w: walk with a VMA's object
 * @vma: VMA found at the address where the walk goes on
 *
 * Context: mmap_lock held for reading.
 * Return: false if another one took its place, or it changed its end.
 */
bool pagesnap_vma_is(const struct pagesnap_walk *w, const struct vm_area_struct *vma)
{
	const struct pagesnap_vma *was = &w->inner.vma;
	struct pagesnap_vma now = {};

	identify(&now, vma);
	return now.start == was->start && now.end == was->end && now.prot == was->prot &&
	       now.dev_major == was->dev_major && now.dev_minor == was->dev_minor &&
	       now.ino == was->ino && now.gen == was->gen && now.pgoff == was->pgoff;
}

static void set_name(struct pagesnap_walk *w, const char *name)
{
	w->inner.vma.name_len = strscpy(w->name, name, PATH_MAX);
}

static void name_file(struct pagesnap_walk *w, struct file *file)
{
	struct pagesnap_vma *r = &w->inner.vma;
	u32 state;
	char *p = pagesnap_place_text(compat_file_path(file), w->path, &r->name_len, &state);

	r->state = state;
	memcpy(w->name, p, r->name_len);
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
 * pagesnap_vma_name() - complete the record of the VMA under way
 * @w: walk
 * @vma: VMA
 *
 * Context: mmap_lock held for reading, as for /proc/PID/maps.
 */
void pagesnap_vma_name(struct pagesnap_walk *w, struct vm_area_struct *vma)
{
	const char *anon = compat_anon_name(vma);

	w->inner_named = true;
	if (!w->sel.names)
		return;
	if (vma->vm_file)
		name_file(w, vma->vm_file);
	if (anon) {
		strscpy(w->name, vma->vm_file ? "[anon_shmem:" : "[anon:", PATH_MAX);
		strlcat(w->name, anon, PATH_MAX);
		strlcat(w->name, "]", PATH_MAX);
		w->inner.vma.name_len = strlen(w->name);
	} else if (!vma->vm_file) {
		set_name(w, special_name(vma));
	}
}
