/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_OWNER_H
#define PAGESNAP_PAGES_OWNER_H

#include "frame.h"

struct inode;

bool pagesnap_owner_read(const struct pagesnap_frame *f, struct pagesnap_run *run);
struct inode *pagesnap_owner_hold(const struct pagesnap_run *run);
void pagesnap_owner_release(struct inode *inode);

#endif /* PAGESNAP_PAGES_OWNER_H */
