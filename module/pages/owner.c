// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from a frame to the inode that owns it
 *
 * Under RCU, with no reference to folio, inode or superblock.  A page cache
 * folio names a mapping that lies in an inode, and inodes and superblocks are
 * freed after a grace period, so what a folio in the cache pointed at stays
 * readable.  But a frame that is found by its number may be anything: its
 * words may look like a page cache folio and be none.  So every pointer is
 * followed with copy_from_kernel_nofault(), and the answer counts only if the
 * folio still names the mapping afterwards.
 */
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/uaccess.h>

#include "../compat/entry.h"
#include "owner.h"

#define FETCH(to, ptr) (!copy_from_kernel_nofault(&(to), (ptr), sizeof(to)))

static bool has_owner(const struct pagesnap_frame *f)
{
	if (!f->mapping || (f->mapping & COMPAT_MAPPING_FLAGS) || !f->ref)
		return false;
	return f->kind == PAGESNAP_KIND_FILE || f->kind == PAGESNAP_KIND_SHMEM ||
	       f->kind == PAGESNAP_KIND_HUGETLB;
}

static unsigned long mapping_now(const struct pagesnap_frame *f)
{
	return (unsigned long)READ_ONCE(f->head->mapping);
}

/**
 * pagesnap_owner_read() - device, inode and index of a page cache folio
 * @f: folio
 * @run: run of its pages; the owner fields are filled, for the run's first page
 *
 * Context: RCU and a hotplug reader since before @f was read.
 * Return: false if it has no such owner.
 */
bool pagesnap_owner_read(const struct pagesnap_frame *f, struct pagesnap_run *run)
{
	struct address_space *mapping = (struct address_space *)f->mapping;
	struct super_block *sb;
	struct inode *inode;
	u32 gen, shift = 0;
	dev_t dev;
	typeof(inode->i_ino) ino;

	if (!has_owner(f))
		return false;
	if (!FETCH(inode, &mapping->host) || !inode || !FETCH(sb, &inode->i_sb) || !sb ||
	    !FETCH(ino, &inode->i_ino) || !FETCH(gen, &inode->i_generation) ||
	    !FETCH(dev, &sb->s_dev) || mapping_now(f) != f->mapping)
		return false;
	if (f->kind == PAGESNAP_KIND_HUGETLB)
		shift = compat_hugetlb_shift(f->order);
	run->rec.flags |= PAGESNAP_RF_OWNER;
	run->owner_major = MAJOR(dev);
	run->owner_minor = MINOR(dev);
	run->owner_ino = ino;
	run->owner_gen = gen;
	run->owner_index = (f->index << shift) + (run->pfn - f->pfn);
	return true;
}
