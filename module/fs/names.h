/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_NAMES_H
#define PAGESNAP_FS_NAMES_H

#include <linux/types.h>

struct dentry;
struct inode;

/* Folders of whose place a search remembers what it found; a power of two. */
#define PAGESNAP_FOLDERS	32

/**
 * struct pagesnap_folder - where a folder is
 * @dentry: the folder; NULL: nothing is known
 * @held: reference that keeps @dentry from one hold to the next; may be an older one's
 * @below: is it the directory, or below it?
 */
struct pagesnap_folder {
	struct dentry *dentry;
	struct dentry *held;
	bool below;
};

/**
 * struct pagesnap_names - a search through the cached names of an inode
 * @inode: inode that the caller holds
 * @dir: names below this directory are looked for; NULL: any
 * @any: the first one will do, be it unlinked
 * @found: the best so far, held; for the caller to pagesnap_drop_dentry()
 * @named: does the inode have a name in a folder?
 * @undecided: of one of them it can't be told where it is
 * @seq: count of renames that @at and @folders go by
 * @work: names and steps up that are left of this hold
 * @tries: how often a rename came between, for the name under way
 * @cursor: the name under way, held while the locks are not
 * @at: how far the way up from it was followed; it holds that
 * @newest: the first name when this round began, held
 * @stop: the first name of the round before, held: what follows is known
 * @rounds: how many there were
 * @owed: references to drop when no lock is held
 * @nr_owed: how many
 * @folders: folders looked at, by hash
 */
struct pagesnap_names {
	struct inode *inode;
	const struct dentry *dir;
	bool any;
	struct dentry *found;
	bool named;
	bool undecided;
	unsigned int seq;
	u32 work;
	u32 tries;
	struct dentry *cursor;
	struct dentry *at;
	struct dentry *newest;
	struct dentry *stop;
	u32 rounds;
	struct dentry *owed[PAGESNAP_FOLDERS + 4];
	u32 nr_owed;
	struct pagesnap_folder folders[PAGESNAP_FOLDERS];
};

void pagesnap_names_find(struct pagesnap_names *n, struct inode *inode, const struct dentry *dir,
			 bool any);

#endif /* PAGESNAP_FS_NAMES_H */
