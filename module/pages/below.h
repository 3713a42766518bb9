/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_BELOW_H
#define PAGESNAP_PAGES_BELOW_H

#include "walk.h"

/* What a file is to a directory. */
enum pagesnap_below {
	PAGESNAP_BELOW_NOT,
	PAGESNAP_BELOW,
	PAGESNAP_BELOW_UNKNOWN,		/* it has no name in the cache */
};

void pagesnap_below_begin(struct pagesnap_walk *w, const struct path *path);
bool pagesnap_below_use(struct pagesnap_walk *w);
void pagesnap_below_drop(struct pagesnap_walk *w);
enum pagesnap_below pagesnap_below_look(const struct pagesnap_walk *w, struct inode *inode);
struct dentry *pagesnap_below_alias(const struct pagesnap_walk *w, struct inode *inode);

#endif /* PAGESNAP_PAGES_BELOW_H */
