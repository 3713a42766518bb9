/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_DENTRY_H
#define PAGESNAP_COMPAT_DENTRY_H

#include <linux/dcache.h>
#include <linux/fs.h>

/* All names of an inode; d_u.d_alias is only d_alias since v7.2. Context: i_lock is held. */
#ifdef for_each_alias
#define compat_for_each_alias(dentry, inode) for_each_alias(dentry, inode)
#else
#define compat_for_each_alias(dentry, inode) \
	hlist_for_each_entry(dentry, &(inode)->i_dentry, d_u.d_alias)
#endif

#endif /* PAGESNAP_COMPAT_DENTRY_H */
