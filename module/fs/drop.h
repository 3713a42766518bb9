/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_DROP_H
#define PAGESNAP_FS_DROP_H

#include <linux/path.h>
#include <linux/types.h>

struct inode;
struct super_block;

/* Inodes that are dropped together. */
#define PAGESNAP_DROPS_MAX	16

/**
 * struct pagesnap_drops - references that may be the last
 * @path: dentry, or mount, or both; or neither
 * @inodes: pinned by i_count
 * @nr: how many
 * @sb: pinned by s_active; keeps all of them alive if @path.mnt doesn't.  NULL if none
 */
struct pagesnap_drops {
	struct path path;
	struct inode *inodes[PAGESNAP_DROPS_MAX];
	u32 nr;
	struct super_block *sb;
};

int pagesnap_drop_setup(void);
void pagesnap_drop_teardown(void);
bool pagesnap_drop_not_last(struct inode *inode);
void pagesnap_drop_all(const struct pagesnap_drops *d, bool wait);
void pagesnap_drop(struct super_block *sb, struct inode *inode, bool wait);
void pagesnap_drop_mount(struct vfsmount *mnt);
void pagesnap_drop_dentry(struct dentry *dentry);
void pagesnap_drop_path(const struct path *path);

#endif /* PAGESNAP_FS_DROP_H */
