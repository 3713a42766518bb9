/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_PLACE_H
#define PAGESNAP_PAGES_PLACE_H

#include <linux/path.h>

#include "walk.h"

void pagesnap_place_mount(struct pagesnap_walk *w, const struct path *path);
char *pagesnap_place_text(const struct path *path, char *buf, u32 *len, u32 *state);
void pagesnap_place_name_path(struct pagesnap_walk *w, const struct path *path);
bool pagesnap_place_is_meta(const struct inode *inode);
void pagesnap_place_name(struct pagesnap_walk *w, struct inode *inode);
void pagesnap_place_name_inode(struct pagesnap_walk *w, struct inode *inode);
void pagesnap_place_name_alias(struct pagesnap_walk *w, struct inode *inode,
			       struct dentry *dentry);
void pagesnap_place_describe(struct pagesnap_walk *w, struct inode *inode, u64 cached);
void pagesnap_place_identify(struct pagesnap_inode_id *id, const struct inode *inode);
bool pagesnap_place_is(const struct pagesnap_inode_id *id, const struct inode *inode);

/**
 * pagesnap_place_unlinked() - is a name gone?
 * @dentry: name that the caller holds
 *
 * Return: whether it is.
 */
static inline bool pagesnap_place_unlinked(const struct dentry *dentry)
{
	/* It may be unlinked at any moment, before the answer or behind it. */
	return data_race(d_unlinked(dentry));
}

/**
 * pagesnap_place_is_rootless() - is it a dentry that no folder has?
 * @dentry: of @inode, which the caller holds
 * @inode: inode
 *
 * Return: whether it is: not the root of the filesystem, nor below it.
 */
static inline bool pagesnap_place_is_rootless(const struct dentry *dentry,
					      const struct inode *inode)
{
	/* A rename moves it from one parent to another: it stays one that has any. */
	return data_race(IS_ROOT(dentry)) && dentry != inode->i_sb->s_root;
}

int pagesnap_dir_begin(struct pagesnap_walk *w, const struct path *path,
		       struct pagesnap_fault *f);

#endif /* PAGESNAP_PAGES_PLACE_H */
