/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_BELOW_H
#define PAGESNAP_PAGES_FROM_BELOW_H

#include "../walk.h"

void pagesnap_below_begin(struct pagesnap_walk *w, const struct path *path);
bool pagesnap_below_use(struct pagesnap_walk *w);
void pagesnap_below_leased(struct pagesnap_walk *w);
void pagesnap_below_drop(struct pagesnap_walk *w);
bool pagesnap_below_may_be(struct pagesnap_walk *w, struct inode *inode);
struct dentry *pagesnap_below_alias(struct pagesnap_walk *w, struct inode *inode);

#endif /* PAGESNAP_PAGES_FROM_BELOW_H */
