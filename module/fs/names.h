/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_FS_NAMES_H
#define PAGESNAP_FS_NAMES_H

#include <linux/types.h>

struct dentry;
struct inode;

/* Folders whose place a search remembers; a power of two. */
#define PAGESNAP_FOLDERS	32

/**
 * struct pagesnap_folder - where a folder is
 * @dentry: the folder; NULL: nothing is known
 * @held: reference that keeps @dentry while the locks are released; may be that of an
 *	older folder
 * @below: is it the directory, or below it?
 */
struct pagesnap_folder {
	struct dentry *dentry;
	struct dentry *held;
	bool below;
};

/**
 * struct pagesnap_names - a search through the cached names of an inode
 * @inode: inode that the caller pins
 * @dir: names below this directory are looked for; NULL: any
 * @any: the first name will do, even an unlinked one
 * @found: the best so far, pinned; the caller passes it to pagesnap_drop_dentry()
 * @named: does the inode have a name in a folder?
 * @undecided: where one of the names is could not be found out
 * @seq: count of renames for which @at and @folders are valid
 * @work: names and steps up that this hold of the locks may still take
 * @tries: how often a rename interrupted the current name
 * @cursor: the current name, pinned while the locks are released
 * @at: how far up from it the search has come; pinned by @cursor
 * @newest: the first name when this round began, pinned
 * @stop: the first name of the round before, pinned: what follows is known
 * @rounds: rounds so far
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
