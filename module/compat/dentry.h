/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_DENTRY_H
#define PAGESNAP_COMPAT_DENTRY_H

#include <linux/dcache.h>
#include <linux/errno.h>
#include <linux/fs.h>
#include <linux/namei.h>

#include "probed.h"

/* Where a dentry is on its inode's list of names: d_u.d_alias is only d_alias since v7.2. */
#ifdef for_each_alias
#define COMPAT_ALIAS d_alias
#else
#define COMPAT_ALIAS d_u.d_alias
#endif

/* The names of an inode, one after the other. Context: i_lock is held. */
static inline struct dentry *compat_first_alias(const struct inode *inode)
{
	return hlist_entry_safe(inode->i_dentry.first, struct dentry, COMPAT_ALIAS);
}

static inline struct dentry *compat_next_alias(const struct dentry *dentry)
{
	return hlist_entry_safe(dentry->COMPAT_ALIAS.next, struct dentry, COMPAT_ALIAS);
}

/* A name in a folder, which is the root for it: a link is found itself, not followed. */
#ifdef HAVE_VFS_PATH_LOOKUP
#define COMPAT_LOOKUP_IN 1
static inline int compat_lookup_in(const struct path *folder, const char *name, struct path *path)
{
	return vfs_path_lookup(folder->dentry, folder->mnt, name, 0, path);
}
#else
#define COMPAT_LOOKUP_IN 0
static inline int compat_lookup_in(const struct path *folder, const char *name, struct path *path)
{
	return -EOPNOTSUPP;
}
#endif

#endif /* PAGESNAP_COMPAT_DENTRY_H */
