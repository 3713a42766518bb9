/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_PAGES_FROM_SB_H
#define PAGESNAP_PAGES_FROM_SB_H

#include <linux/limits.h>
#include <linux/path.h>

#include "../../fs/lease.h"
#include "../../fs/place.h"
#include "../../fs/super_id.h"
#include "../../fs/supers.h"
#include "../walk.h"
#include "crumbs.h"

/**
 * struct pagesnap_sb_state - how far a walk of a superblock or directory has come
 * @lease: superblock, and the inode that is walked
 * @sb_id: the superblock, for when the lease is lost
 * @next: page index to read next
 * @pauses: that inode may have no pages: the search for one only pauses at it
 * @in_inode: pages of that inode may be left
 * @crumbs: the last inodes passed, the one that is walked among them
 * @dir: the directory that the query is about; its dentry is pinned while read() runs,
 *	its mount only until @lease has the superblock
 * @dir_id: the same, without a reference
 * @supers: superblocks that type:NAME is about
 * @has_super: one of them is being walked
 * @place: to find names of files
 * @mount: buffer for its mount; the only member not cleared when a walk begins
 */
struct pagesnap_sb_state {
	struct pagesnap_lease lease;
	struct pagesnap_super_id sb_id;
	u64 next;
	bool pauses;
	bool in_inode;
	struct pagesnap_crumbs crumbs;
	struct path dir;
	struct pagesnap_inode_id dir_id;
	struct pagesnap_supers supers;
	bool has_super;
	struct pagesnap_place place;
	char mount[2 * PATH_MAX];
};

int pagesnap_dir_begin(struct pagesnap_walk *w, const struct path *path,
		       struct pagesnap_diag *d);

#endif /* PAGESNAP_PAGES_FROM_SB_H */
