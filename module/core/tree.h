/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_TREE_H
#define PAGESNAP_CORE_TREE_H

#include <linux/fs.h>

/* Files that one collection may have. */
#define PAGESNAP_TREE_FILES 16

/* Folders around a collection's own: objects and its parent. */
#define PAGESNAP_TREE_DEPTH 2

struct pagesnap_shared_dir;

/**
 * struct pagesnap_tree - folders and files of a collection in tracefs
 * @sb: tracefs, pinned by s_active
 * @shared: folders around its own, from the outermost on
 * @depth: how many
 * @dir: its own folder
 * @files: inodes of our files, each pinned
 * @no_open: i_fop of @files before they led to our device
 * @nr_files: how many
 */
struct pagesnap_tree {
	struct super_block *sb;
	struct pagesnap_shared_dir *shared[PAGESNAP_TREE_DEPTH];
	u32 depth;
	struct dentry *dir;
	struct inode *files[PAGESNAP_TREE_FILES];
	const struct file_operations *no_open[PAGESNAP_TREE_FILES];
	u32 nr_files;
};

int pagesnap_tree_open(struct pagesnap_tree *tree);
int pagesnap_tree_enter(struct pagesnap_tree *tree, const char *name);
int pagesnap_tree_dir(struct pagesnap_tree *tree, const char *name);
int pagesnap_tree_file(struct pagesnap_tree *tree, const char *name, umode_t mode, dev_t dev);
void pagesnap_tree_shut(struct pagesnap_tree *tree);
void pagesnap_tree_remove(struct pagesnap_tree *tree);

#endif /* PAGESNAP_CORE_TREE_H */
