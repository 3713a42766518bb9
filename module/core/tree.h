/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PAGESNAP_CORE_TREE_H
#define PAGESNAP_CORE_TREE_H

#include <linux/fs.h>

/* Files that one collection may have. */
#define PAGESNAP_TREE_FILES 16

/**
 * struct pagesnap_tree - folders and files of ours in tracefs
 * @sb: tracefs, held by s_active
 * @top: our topmost folder
 * @files: inodes of our files, each held
 * @no_open: what @files' i_fop was before they became doors to our device
 * @nr_files: how many
 */
struct pagesnap_tree {
	struct super_block *sb;
	struct dentry *top;
	struct inode *files[PAGESNAP_TREE_FILES];
	const struct file_operations *no_open[PAGESNAP_TREE_FILES];
	u32 nr_files;
};

int pagesnap_tree_open(struct pagesnap_tree *tree);
struct dentry *pagesnap_tree_dir(struct pagesnap_tree *tree, struct dentry *parent,
				 const char *name);
int pagesnap_tree_file(struct pagesnap_tree *tree, struct dentry *parent, const char *name,
		       umode_t mode, dev_t dev);
void pagesnap_tree_shut(struct pagesnap_tree *tree);
void pagesnap_tree_remove(struct pagesnap_tree *tree);

#endif /* PAGESNAP_CORE_TREE_H */
