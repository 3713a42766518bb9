/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_OWNER_H
#define PAGESNAP_PAGES_OWNER_H

#include "../mm/frame.h"

struct inode;

/* Bytes of a type of filesystem, with the zero byte; no kernel has longer ones. */
#define PAGESNAP_OWNER_TYPE_MAX	32

bool pagesnap_owner_has(const struct pagesnap_frame *f);
bool pagesnap_owner_read(const struct pagesnap_frame *f, struct pagesnap_run *run);
bool pagesnap_owner_still(const struct pagesnap_frame *f, const struct pagesnap_run *run);
struct inode *pagesnap_owner_hold(const struct pagesnap_run *run);
void pagesnap_owner_release(struct inode *inode);
u32 pagesnap_owner_offlist(const struct pagesnap_run *run, char *type, u32 size);

#endif /* PAGESNAP_PAGES_OWNER_H */
