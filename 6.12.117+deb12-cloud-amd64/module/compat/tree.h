/* SPDX-License-Identifier: GPL-2.0 */
/* Making files and folders in a pseudo file system that isn't ours. */
#ifndef PAGESNAP_COMPAT_TREE_H
#define PAGESNAP_COMPAT_TREE_H

#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/namei.h>

#include "probed.h"

/*
 * Before simple_start_creating() and d_make_persistent() (both in v7.x), a
 * name was looked up under the parent's lock and kept by its reference alone.
 * Both ways the new dentry stays until simple_recursive_removal().
 */
static inline struct dentry *compat_tree_add(struct dentry *parent, const char *name,
					     struct inode *inode)
{
	struct dentry *dentry;

#ifdef HAVE_D_MAKE_PERSISTENT
	dentry = simple_start_creating(parent, name);
	if (IS_ERR(dentry))
		return dentry;
	if (S_ISDIR(inode->i_mode))
		inc_nlink(d_inode(parent));
	d_make_persistent(dentry, inode);
	simple_done_creating(dentry);
#else
	inode_lock(d_inode(parent));
	dentry = lookup_one_len(name, parent, strlen(name));
	if (!IS_ERR(dentry) && d_really_is_positive(dentry)) {
		dput(dentry);
		dentry = ERR_PTR(-EEXIST);
	}
	if (!IS_ERR(dentry)) {
		if (S_ISDIR(inode->i_mode))
			inc_nlink(d_inode(parent));
		d_instantiate(dentry, inode);
	}
	inode_unlock(d_inode(parent));
#endif
	return dentry;
}

/* simple_inode_init_ts() came with the accessors for inode times (in v6.7). */
static inline void compat_inode_init_time(struct inode *inode)
{
#ifdef HAVE_SIMPLE_INODE_INIT_TS
	simple_inode_init_ts(inode);
#else
	inode->i_ctime = current_time(inode);
	inode->i_mtime = inode->i_ctime;
	inode->i_atime = inode->i_ctime;
#endif
}

#endif /* PAGESNAP_COMPAT_TREE_H */
