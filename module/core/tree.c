// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: files of ours in tracefs
 *
 * tracefs exports no way to make files, and file_operations of a module in
 * an inode that outlives it are a trap: open() reads i_fop->owner of a module
 * that may be gone, and warns about one that is going.  So our inodes get the
 * operations of character devices, which are built into the kernel, and a
 * device number of ours: open() then goes through chrdev_open(), which takes
 * the module before it calls it, or fails with ENXIO.  The inode says S_IFREG
 * all the same, because systemd mounts tracefs nodev.
 *
 * The superblock is pinned by s_active, not by a mount: mounting would reset
 * the options that the administrator mounted tracefs with.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/string.h>

#include "../compat/tree.h"
#include "tree.h"

static void pin_super(struct super_block *sb, void *arg)
{
	struct super_block **found = arg;

	if (!*found && atomic_inc_not_zero(&sb->s_active))
		*found = sb;
}

/**
 * pagesnap_tree_open() - find tracefs
 * @tree: zeroed
 *
 * Return: 0, or -ENODEV if the kernel has no tracefs or never set it up.
 */
int pagesnap_tree_open(struct pagesnap_tree *tree)
{
	struct file_system_type *type = get_fs_type("tracefs");

	if (!type)
		return -ENODEV;
	iterate_supers_type(type, pin_super, &tree->sb);
	module_put(type->owner);
	return tree->sb ? 0 : -ENODEV;
}

/* An inode that belongs to whoever owns the tracing folder. */
static struct inode *make_inode(struct pagesnap_tree *tree, umode_t mode)
{
	struct inode *root = d_inode(tree->sb->s_root);
	struct inode *inode = new_inode(tree->sb);

	if (!inode)
		return NULL;
	inode->i_ino = get_next_ino();
	inode->i_mode = mode;
	inode->i_uid = root->i_uid;
	inode->i_gid = root->i_gid;
	compat_inode_init_time(inode);
	return inode;
}

/**
 * pagesnap_tree_dir() - make a folder
 * @tree: tree
 * @parent: folder it comes in, NULL for the root of tracefs
 * @name: its name
 *
 * The first folder made is the one that pagesnap_tree_remove() removes.
 *
 * Return: the folder, or an ERR_PTR: -EEXIST if something has that name.
 */
struct dentry *pagesnap_tree_dir(struct pagesnap_tree *tree, struct dentry *parent,
				 const char *name)
{
	struct inode *inode = make_inode(tree, S_IFDIR | 0700);
	struct dentry *dentry;

	if (!inode)
		return ERR_PTR(-ENOMEM);
	inode->i_op = &simple_dir_inode_operations;
	inode->i_fop = &simple_dir_operations;
	inc_nlink(inode);
	dentry = compat_tree_add(parent ?: tree->sb->s_root, name, inode);
	if (IS_ERR(dentry))
		iput(inode);
	else if (!tree->top)
		tree->top = dentry;
	return dentry;
}

/**
 * pagesnap_tree_file() - make a file that opens a device of ours
 * @tree: tree
 * @parent: folder it comes in
 * @name: its name
 * @mode: its permissions
 * @dev: device number
 *
 * Return: 0 or a negative errno.
 */
int pagesnap_tree_file(struct pagesnap_tree *tree, struct dentry *parent, const char *name,
		       umode_t mode, dev_t dev)
{
	const struct file_operations *no_open;
	struct dentry *dentry;
	struct inode *inode;

	if (tree->nr_files == PAGESNAP_TREE_FILES)
		return -ENOSPC;
	inode = make_inode(tree, S_IFREG | mode);
	if (!inode)
		return -ENOMEM;
	no_open = inode->i_fop;
	init_special_inode(inode, S_IFCHR | mode, dev);
	inode->i_mode = S_IFREG | mode;
	ihold(inode);
	dentry = compat_tree_add(parent, name, inode);
	if (IS_ERR(dentry)) {
		inode->i_fop = no_open;
		iput(inode);
		iput(inode);
		return PTR_ERR(dentry);
	}
	tree->files[tree->nr_files] = inode;
	tree->no_open[tree->nr_files++] = no_open;
	return 0;
}

/**
 * pagesnap_tree_shut() - make sure that no file opens the device any more
 * @tree: tree
 *
 * Opens that already reached the device are cdev_del()'s and the module
 * reference's business.  O_PATH descriptors keep such an inode for ever; they
 * get ENXIO from it.
 */
void pagesnap_tree_shut(struct pagesnap_tree *tree)
{
	u32 i;

	for (i = 0; i < tree->nr_files; i++) {
		tree->files[i]->i_fop = tree->no_open[i];
		tree->files[i]->i_rdev = 0;
	}
}

/*
 * An open() that had read the device number before pagesnap_tree_shut() can
 * still come to whoever has that number next, be it this module loaded again,
 * and chrdev_open() puts the inode on the list of that cdev.  Only of a
 * character device does evict() take it off there, and __fput() drop the cdev.
 */
static void become_device(struct inode *inode)
{
	/* An open() under way reads the one or the other; the permissions stay. */
	data_race(inode->i_mode = S_IFCHR | (inode->i_mode & S_IALLUGO));
}

/**
 * pagesnap_tree_remove() - remove everything and let go of tracefs
 * @tree: tree, after cdev_del(), which forgets the inodes' i_cdev
 */
void pagesnap_tree_remove(struct pagesnap_tree *tree)
{
	u32 i;

	if (tree->top)
		simple_recursive_removal(tree->top, NULL);
	for (i = 0; i < tree->nr_files; i++) {
		become_device(tree->files[i]);
		iput(tree->files[i]);
	}
	if (tree->sb)
		deactivate_super(tree->sb);
	memset(tree, 0, sizeof(*tree));
}
