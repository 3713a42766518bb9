/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_COMPAT_INODE_H
#define PAGESNAP_COMPAT_INODE_H

#include <linux/fs.h>

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

#endif /* PAGESNAP_COMPAT_INODE_H */
