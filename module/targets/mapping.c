// SPDX-License-Identifier: GPL-2.0
/*
 * A file that is mapped: which one it is, and what it is called.
 */
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/mm.h>

#include "../compat/vma.h"
#include "../fs/place.h"
#include "mapping.h"

/**
 * pagesnap_mapping_identify() - remember a file without pinning it
 * @id: result
 * @inode: the inode that has its pages, pinned by the caller
 */
void pagesnap_mapping_identify(struct pagesnap_mapping_id *id, struct inode *inode)
{
	*id = (struct pagesnap_mapping_id){
		.ino = inode->i_ino,
		.subvol = pagesnap_place_subvol(inode),
		.dev = inode->i_sb->s_dev,
		.gen = inode->i_generation,
	};
}
EXPORT_SYMBOL_GPL(pagesnap_mapping_identify);

/**
 * pagesnap_mapping_names() - is it this file?
 * @id: file
 * @inode: an inode, pinned by the caller; most are of other files
 *
 * Context: any but NMI; it takes no lock and doesn't sleep.
 * Return: true if so.
 */
bool pagesnap_mapping_names(const struct pagesnap_mapping_id *id, struct inode *inode)
{
	return inode->i_sb->s_dev == id->dev && inode->i_ino == id->ino &&
	       inode->i_generation == id->gen && pagesnap_place_subvol(inode) == id->subvol;
}

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
