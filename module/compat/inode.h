/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_INODE_H
#define PAGESNAP_COMPAT_INODE_H

#include <linux/fs.h>
#include <linux/uaccess.h>

#include "probed.h"

/* i_state is read by inode_state_read() (since v6.19). Context: i_lock is held. */
static inline u32 compat_inode_state(struct inode *inode)
{
#ifdef HAVE_INODE_STATE_READ
	return inode_state_read(inode);
#else
	return inode->i_state;
#endif
}

/*
 * What __iget() does: between the kernels that export it (6.1) and those where it is
 * inline (v6.12) there are some of which a module has no such function.
 * Context: i_lock is held.
 */
static inline void compat_iget(struct inode *inode)
{
	atomic_inc(&inode->i_count);
}

/* The same of an inode that may be none: 0 or -EFAULT, by copy_from_kernel_nofault(). */
static inline int compat_inode_state_nofault(struct inode *inode, u32 *state)
{
	typeof(inode->i_state) now;
	int err = copy_from_kernel_nofault(&now, &inode->i_state, sizeof(now));

	if (err)
		return err;
#ifdef HAVE_INODE_STATE_READ
	*state = now.__state;
#else
	*state = now;
#endif
	return 0;
}

#endif /* PAGESNAP_COMPAT_INODE_H */
