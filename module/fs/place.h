/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_PLACE_H
#define PAGESNAP_FS_PLACE_H

#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/path.h>

#include "../../include/uapi/linux/pagesnap/memory.h"
#include "names.h"

/**
 * struct pagesnap_inode_id - an inode, without a reference
 * @addr: where it was, only compared
 * @ino: inode number
 * @gen: i_generation
 */
struct pagesnap_inode_id {
	const void *addr;
	u64 ino;
	u32 gen;
};

/**
 * struct pagesnap_place - buffers to find names with, and the name found last
 * @name: PATH_MAX bytes that get the name; not terminated
 * @len: bytes of it
 * @state: PAGESNAP_STATE_* of it
 * @path: PATH_MAX bytes of scratch
 * @mount: path of the mount that names are relative to, as the reader sees it; after it
 *	the mount's root, as the superblock sees it.  "" stands for "/" and for
 *	unknown
 * @mount_len: bytes of the mount's path
 * @root_len: bytes of its root
 * @names: state of the search through cached names
 */
struct pagesnap_place {
	char *name;
	u32 len;
	u32 state;
	char *path;
	const char *mount;
	u32 mount_len;
	u32 root_len;
	struct pagesnap_names names;
};

void pagesnap_place_init(struct pagesnap_place *p, char *name, char *path);
void pagesnap_place_mount(struct pagesnap_place *p, const struct path *path, char *mount);
char *pagesnap_place_text(const struct path *path, char *buf, u32 *len, u32 *state);
bool pagesnap_place_is_meta(const struct inode *inode);
void pagesnap_place_name(struct pagesnap_place *p, struct inode *inode);
void pagesnap_place_alias(struct pagesnap_place *p, struct inode *inode, struct dentry *dentry);
u64 pagesnap_place_btrfs_subvol(struct inode *inode);
void pagesnap_place_identify(struct pagesnap_inode_id *id, const struct inode *inode);
bool pagesnap_place_is(const struct pagesnap_inode_id *id, const struct inode *inode);

/**
 * pagesnap_place_subvol() - which subvolume an inode is in
 * @inode: inode that the caller pins
 *
 * Return: number of the subvolume, 0 if it has none.
 */
static inline u64 pagesnap_place_subvol(struct inode *inode)
{
	return inode->i_sb->s_magic == BTRFS_SUPER_MAGIC ? pagesnap_place_btrfs_subvol(inode) : 0;
}

/**
 * pagesnap_place_unlinked() - is a name gone?
 * @dentry: name that the caller pins
 *
 * Return: true if so.
 */
static inline bool pagesnap_place_unlinked(const struct dentry *dentry)
{
	/* It may be unlinked at any moment, before this answer or after it. */
	return data_race(d_unlinked(dentry));
}

/**
 * pagesnap_place_is_rootless() - is it a dentry that no folder has?
 * @dentry: of @inode, which the caller pins
 * @inode: inode
 *
 * Return: true if it is neither the root of the filesystem nor below it.
 */
static inline bool pagesnap_place_is_rootless(const struct dentry *dentry,
					      const struct inode *inode)
{
	/* A rename moves it from one parent to another: one that has a parent keeps having one. */
	return data_race(IS_ROOT(dentry)) && dentry != inode->i_sb->s_root;
}

#endif /* PAGESNAP_FS_PLACE_H */
