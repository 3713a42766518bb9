/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_INODE_H
#define PAGESNAP_PAGES_FROM_INODE_H

#include "../walk.h"

void pagesnap_inode_begin(struct pagesnap_walk *w, struct inode *inode, u64 cached);
void pagesnap_inode_name(struct pagesnap_walk *w, u32 len, u32 state);

#endif /* PAGESNAP_PAGES_FROM_INODE_H */
