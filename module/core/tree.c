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
 *
 * The folders around those of the collections belong to no collection: the
 * first that needs one makes it, the last removes it.
 */
#include <linux/err.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../compat/tree.h"
#include "tree.h"

/**
 * struct pagesnap_shared_dir - a folder that collections share
 * @node: in folders
 * @dentry: the folder; nobody can rename it
 * @users: collections below it
 */
struct pagesnap_shared_dir {
	struct list_head node;
	struct dentry *dentry;
	u32 users;
};

/* Protects the list and @users, and that a folder is looked for and made in one go. */
static DEFINE_MUTEX(folders_lock);
static LIST_HEAD(folders);

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

/* Return: the folder, or an ERR_PTR: -EEXIST if something has that name. */
static struct dentry *make_dir(struct pagesnap_tree *tree, struct dentry *parent, const char *name)
{
	struct inode *inode = make_inode(tree, S_IFDIR | 0700);
	struct dentry *dentry;

	if (!inode)
		return ERR_PTR(-ENOMEM);
	inode->i_op = &simple_dir_inode_operations;
	inode->i_fop = &simple_dir_operations;
	inc_nlink(inode);
	dentry = compat_tree_add(parent, name, inode);
	if (IS_ERR(dentry))
		iput(inode);
	return dentry;
}

/* The folder that the next one comes in. */
static struct dentry *innermost(const struct pagesnap_tree *tree)
{
	return tree->depth ? tree->shared[tree->depth - 1]->dentry : tree->sb->s_root;
}

static struct pagesnap_shared_dir *find_folder(const struct dentry *parent, const char *name)
{
	struct pagesnap_shared_dir *folder;

	list_for_each_entry(folder, &folders, node)
		if (folder->dentry->d_parent == parent &&
		    !strcmp(folder->dentry->d_name.name, name))
			return folder;
	return NULL;
}

static struct pagesnap_shared_dir *make_folder(struct pagesnap_tree *tree, struct dentry *parent,
					       const char *name)
{
	struct pagesnap_shared_dir *folder = kzalloc(sizeof(*folder), GFP_KERNEL);
	struct dentry *dentry;

	if (!folder)
		return ERR_PTR(-ENOMEM);
	dentry = make_dir(tree, parent, name);
	if (IS_ERR(dentry)) {
		kfree(folder);
		return ERR_CAST(dentry);
	}
	folder->dentry = dentry;
	list_add(&folder->node, &folders);
	return folder;
}

static void put_folder(struct pagesnap_shared_dir *folder)
{
	mutex_lock(&folders_lock);
	if (!--folder->users) {
		list_del(&folder->node);
		simple_recursive_removal(folder->dentry, NULL);
		kfree(folder);
	}
	mutex_unlock(&folders_lock);
}

/**
 * pagesnap_tree_enter() - go into a folder that collections share
 * @tree: tree
 * @name: its name; it is in the one before, the first one in the root of tracefs
 *
 * Return: 0 or a negative errno: -EEXIST if something has that name which is
 * none of these folders.
 */
int pagesnap_tree_enter(struct pagesnap_tree *tree, const char *name)
{
	struct dentry *parent = innermost(tree);
	struct pagesnap_shared_dir *folder;

	if (WARN_ON(tree->depth == PAGESNAP_TREE_DEPTH))
		return -ENOSPC;
	mutex_lock(&folders_lock);
	folder = find_folder(parent, name) ?: make_folder(tree, parent, name);
	if (!IS_ERR(folder)) {
		folder->users++;
		tree->shared[tree->depth++] = folder;
	}
	mutex_unlock(&folders_lock);
	return PTR_ERR_OR_ZERO(folder);
}

/**
 * pagesnap_tree_dir() - make the folder of a collection
 * @tree: tree, in the last of its shared folders
 * @name: its name
 *
 * Return: 0 or a negative errno: -EEXIST if something has that name.
 */
int pagesnap_tree_dir(struct pagesnap_tree *tree, const char *name)
{
	struct dentry *dir = make_dir(tree, innermost(tree), name);

	if (IS_ERR(dir))
		return PTR_ERR(dir);
	tree->dir = dir;
	return 0;
}

/**
 * pagesnap_tree_file() - make a file that opens a device of ours
 * @tree: tree, with its folder
 * @name: its name
 * @mode: its permissions
 * @dev: device number
 *
 * Return: 0 or a negative errno.
 */
int pagesnap_tree_file(struct pagesnap_tree *tree, const char *name, umode_t mode, dev_t dev)
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
	dentry = compat_tree_add(tree->dir, name, inode);
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
 * still come to whoever has that number next, be it another collection or this
 * one again, and chrdev_open() puts the inode on the list of that cdev.  Only
 * of a character device does evict() take it off there, and __fput() drop the
 * cdev; and no collection lets itself be opened by one.
 */
static void become_device(struct inode *inode)
{
	/* Against chmod() by an O_PATH descriptor, which writes back what it had read. */
	inode_lock(inode);
	/* An open() under way reads the one or the other; the permissions stay. */
	data_race(inode->i_mode = S_IFCHR | (inode->i_mode & S_IALLUGO));
	inode_unlock(inode);
}

/**
 * pagesnap_tree_remove() - remove everything and let go of tracefs
 * @tree: tree, after cdev_del(), which forgets the inodes' i_cdev, and before
 *	the device numbers are given back
 */
void pagesnap_tree_remove(struct pagesnap_tree *tree)
{
	u32 i;

	if (tree->dir)
		simple_recursive_removal(tree->dir, NULL);
	while (tree->depth)
		put_folder(tree->shared[--tree->depth]);
	for (i = 0; i < tree->nr_files; i++) {
		become_device(tree->files[i]);
		iput(tree->files[i]);
	}
	if (tree->sb)
		deactivate_super(tree->sb);
	memset(tree, 0, sizeof(*tree));
}
