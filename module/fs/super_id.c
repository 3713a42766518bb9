// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: is it the same superblock?
 *
 * Between two reads a superblock is not pinned, since that would delay its
 * shutdown.  One that is mounted later may get its memory, and its device number
 * if that was made up.  They are distinguished by numbers that the kernel counts
 * up and never gives twice, as far as a superblock has any of them: the number of
 * its backing device info (filesystems on a network, in user space, and those
 * of several disks have one of their own), that of the disk, and the inode
 * number of the root where get_next_ino() gives it, or its generation where that
 * is random (tmpfs).
 *
 * What is left is one filesystem on one disk that was unmounted and mounted
 * again, and all of it in the same places.  Of its inodes, the ones that the
 * walk remembers are looked at as well.
 */
#include <linux/backing-dev.h>
#include <linux/blkdev.h>
#include <linux/fs.h>
#include <linux/string.h>

#include "super_id.h"

/**
 * pagesnap_super_identify() - remember a superblock without pinning it
 * @id: result
 * @sb: superblock that the caller pins
 */
void pagesnap_super_identify(struct pagesnap_super_id *id, const struct super_block *sb)
{
	const struct inode *root = d_inode(sb->s_root);

	/* Compared as bytes. */
	memset(id, 0, sizeof(*id));
	id->addr = sb;
	id->type = sb->s_type;
	id->root = sb->s_root;
	id->root_inode = root;
	id->root_ino = root->i_ino;
	id->root_gen = root->i_generation;
	id->bdi = sb->s_bdi->id;
	id->disk = sb->s_bdev ? sb->s_bdev->bd_disk->diskseq : 0;
	id->dev = sb->s_dev;
	id->uuid = sb->s_uuid;
}

/**
 * pagesnap_super_is() - is it the same superblock?
 * @id: remembered
 * @sb: superblock that the caller pins
 *
 * Return: true if all that was remembered agrees.
 */
bool pagesnap_super_is(const struct pagesnap_super_id *id, const struct super_block *sb)
{
	struct pagesnap_super_id now;

	if (id->addr != sb)
		return false;
	pagesnap_super_identify(&now, sb);
	return !memcmp(id, &now, sizeof(now));
}
