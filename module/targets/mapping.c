// SPDX-License-Identifier: GPL-2.0
/*
 * The file that a VMA maps: which one it is, and what it is called.
 */
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/mm.h>

#include "../compat/vma.h"
#include "../fs/place.h"
#include "mapping.h"

/**
 * pagesnap_mapping_identify() - remember the file without pinning it
 * @id: result
 * @vma: VMA that maps one
 *
 * Context: mmap_lock held for reading.
 */
void pagesnap_mapping_identify(struct pagesnap_mapping_id *id, const struct vm_area_struct *vma)
{
	struct inode *inode = vma->vm_file->f_mapping->host;

	*id = (struct pagesnap_mapping_id){
		.ino = inode->i_ino,
		.subvol = pagesnap_place_subvol(inode),
		.dev = inode->i_sb->s_dev,
		.gen = inode->i_generation,
	};
}
EXPORT_SYMBOL_GPL(pagesnap_mapping_identify);

/**
 * pagesnap_mapping_is() - is it the same file?
 * @a: file
 * @b: file
 *
 * Return: true if so.
 */
bool pagesnap_mapping_is(const struct pagesnap_mapping_id *a, const struct pagesnap_mapping_id *b)
{
	return a->ino == b->ino && a->subvol == b->subvol && a->dev == b->dev && a->gen == b->gen;
}
EXPORT_SYMBOL_GPL(pagesnap_mapping_is);

/**
 * pagesnap_mapping_name() - its path as the reader sees it
 * @vma: VMA that maps it
 * @buf: PATH_MAX bytes
 * @len: gets the bytes of the path
 * @state: gets PAGESNAP_STATE_*
 *
 * Context: mmap_lock held for reading.
 * Return: where in @buf it begins; "?" if it doesn't fit.
 */
char *pagesnap_mapping_name(const struct vm_area_struct *vma, char *buf, u32 *len, u32 *state)
{
	return pagesnap_place_text(compat_file_path(vma->vm_file), buf, len, state);
}
EXPORT_SYMBOL_GPL(pagesnap_mapping_name);
