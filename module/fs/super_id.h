/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_SUPER_ID_H
#define PAGESNAP_FS_SUPER_ID_H

#include <linux/types.h>
#include <linux/uuid.h>

struct super_block;

/**
 * struct pagesnap_super_id - a superblock, without a reference
 * @addr: where it was, only compared
 * @type: its type, only compared
 * @root: dentry of its root, only compared
 * @root_inode: the inode of that, only compared
 * @root_ino: its number
 * @bdi: number of its backing device info, or of the disk's; 0 if it shares one with others
 * @disk: diskseq of its disk, 0 if it has none
 * @root_gen: i_generation of the root's inode
 * @dev: s_dev
 * @uuid: s_uuid, zeros if it has none
 */
struct pagesnap_super_id {
	const void *addr;
	const void *type;
	const void *root;
	const void *root_inode;
	u64 root_ino;
	u64 bdi;
	u64 disk;
	u32 root_gen;
	dev_t dev;
	uuid_t uuid;
};

void pagesnap_super_identify(struct pagesnap_super_id *id, const struct super_block *sb);
bool pagesnap_super_is(const struct pagesnap_super_id *id, const struct super_block *sb);

#endif /* PAGESNAP_FS_SUPER_ID_H */
