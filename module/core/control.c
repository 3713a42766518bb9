// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: control files
 *
 * One character device for each collection, whose minors are its control
 * files; tree.c gives them names in tracefs.
 *
 * An open file pins what every character device's does, of the module that the
 * collection lies in: chrdev_open() takes a reference for the cdev and
 * with it the cdev, and another one for the file operations.  The first two
 * __fput() drops for character devices only, but our inodes call themselves
 * regular files, so release() does it.  The last one __fput() always drops,
 * behind everything else that it does with the file operations and the inode's
 * cdev.  So the collection's module can't go before, and no byte of it is
 * looked at afterwards.  That is why each collection has a copy of the file
 * operations with an owner of its own.
 *
 * The functions below lie in pagesnap.ko, which may not be that module.  No
 * open file pins it: the collection's module does, for as long as it is
 * loaded, since it uses pagesnap.ko's symbols.  Nobody can be in a function
 * here with a collection's file when the last reference to the collection is
 * dropped, since that happens in __fput(), or in open() after it failed.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/capability.h>
#include <linux/cdev.h>
#include <linux/module.h>
#include <linux/poll.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/user_namespace.h>

#include "../compat/splice.h"
#include "control.h"
#include "errlog.h"
#include "session.h"
#include "tree.h"

/* Files of each collection that aren't index files: format, stats and error_log. */
#define NR_LISTINGS 3

/**
 * struct pagesnap_control - the control files of a collection
 * @collection: collection
 * @tree: their folders and names
 * @log: its error_log
 * @stats: its stats
 * @first_dev: device number of the first file
 * @cdev: what opens them
 * @fops: what they do when open; its own because of their owner
 * @nr_nodes: how many files
 * @nodes: files, in the order of their minors
 */
struct pagesnap_control {
	const struct pagesnap_collection *collection;
	struct pagesnap_tree tree;
	struct pagesnap_errlog log;
	struct pagesnap_stats stats;
	dev_t first_dev;
	struct cdev cdev;
	const struct file_operations fops;
	u32 nr_nodes;
	struct pagesnap_file_node nodes[PAGESNAP_TREE_FILES];
};

static int may_open(const struct pagesnap_control *control, struct inode *inode, struct file *file,
		    u32 minor)
{
	int err;

	/* A device node of the same number, made by hand, isn't ours. */
	if (inode->i_sb != control->tree.sb || !S_ISREG(inode->i_mode) ||
	    minor >= control->nr_nodes)
		return -ENXIO;
	if (!file_ns_capable(file, &init_user_ns, CAP_SYS_ADMIN))
		return -EPERM;
	err = security_locked_down(LOCKDOWN_TRACEFS);
	if (err)
		return err;
	if (!control->nodes[minor].index && (file->f_mode & FMODE_WRITE))
		return -EACCES;
	return 0;
}

static int control_open(struct inode *inode, struct file *file)
{
	struct pagesnap_control *control = container_of(inode->i_cdev, typeof(*control), cdev);
	u32 minor = iminor(inode) - MINOR(control->first_dev);
	int err = may_open(control, inode, file, minor);
	struct pagesnap_session *s;

	if (err)
		return err;
	s = pagesnap_session_open(&control->nodes[minor], file);
	if (IS_ERR(s))
		return PTR_ERR(s);
	file->private_data = s;
	return stream_open(inode, file);
}

static int control_release(struct inode *inode, struct file *file)
{
	struct cdev *cdev = inode->i_cdev;
	struct module *owner = cdev->owner;

	pagesnap_session_close(file->private_data);
	/* The references of chrdev_open(); file->f_op still pins the module. */
	kobject_put(&cdev->kobj);
	module_put(owner);
	return 0;
}

static void init_cdev(struct pagesnap_control *control, struct module *owner)
{
	const struct file_operations fops = {
		.owner = owner,
		.open = control_open,
		.release = control_release,
		.read_iter = pagesnap_session_read,
		.write_iter = pagesnap_session_write,
		.poll = pagesnap_session_poll,
		.splice_read = compat_splice_read,
		.splice_write = iter_file_splice_write,
	};

	/* From here on they are constant. */
	memcpy((void *)&control->fops, &fops, sizeof(fops));
	cdev_init(&control->cdev, &control->fops);
	control->cdev.owner = owner;
}

static bool show_format(struct pagesnap_file_node *node, struct pagesnap_emit *e, u64 *place)
{
	node->collection->show_format(e);
	return false;
}

static bool show_stats(struct pagesnap_file_node *node, struct pagesnap_emit *e, u64 *place)
{
	return pagesnap_stats_show(node->stats, node->collection, e, place);
}

/* error_log, all entries at once: they fit the room that show() may count on. */
static bool show_error_log(struct pagesnap_file_node *node, struct pagesnap_emit *e, u64 *place)
{
	u32 nth = 0;

	while (pagesnap_errlog_show(node->log, e, nth))
		nth++;
	return false;
}

static void add_node(struct pagesnap_control *control, const char *name,
		     const struct pagesnap_index_ops *index,
		     bool (*show)(struct pagesnap_file_node *node, struct pagesnap_emit *e,
				  u64 *place))
{
	struct pagesnap_file_node *node = &control->nodes[control->nr_nodes++];

	node->name = name;
	node->index = index;
	node->show = show;
	node->collection = control->collection;
	node->log = &control->log;
	node->stats = &control->stats;
	pagesnap_set_init(&node->set);
}

static void add_nodes(struct pagesnap_control *control)
{
	const struct pagesnap_collection *c = control->collection;
	u32 i;

	for (i = 0; i < c->nr_indexes; i++)
		add_node(control, c->indexes[i]->name, c->indexes[i], NULL);
	add_node(control, "format", NULL, show_format);
	add_node(control, "stats", NULL, show_stats);
	add_node(control, "error_log", NULL, show_error_log);
}

static int add_files(struct pagesnap_control *control)
{
	const struct pagesnap_collection *c = control->collection;
	struct pagesnap_tree *tree = &control->tree;
	const struct pagesnap_file_node *node;
	int err;
	u32 i;

	err = pagesnap_tree_enter(tree, "objects") ?: pagesnap_tree_enter(tree, c->parent) ?:
	      pagesnap_tree_dir(tree, c->name);
	if (err) {
		pr_err("can't make objects/%s/%s in tracefs (error %d)\n", c->parent, c->name, err);
		return err;
	}
	for (i = 0; i < control->nr_nodes && !err; i++) {
		node = &control->nodes[i];
		err = pagesnap_tree_file(tree, node->name, node->index ? 0600 : 0400,
					 control->first_dev + i);
	}
	return err;
}

/* Names first: from cdev_add() on files can be opened. */
static int add_device(struct pagesnap_control *control)
{
	int err = pagesnap_tree_open(&control->tree);

	if (err) {
		pr_err("no tracefs: the kernel was built without tracing, or never set it up\n");
		return err;
	}
	init_cdev(control, control->collection->owner);
	return add_files(control) ?:
	       cdev_add(&control->cdev, control->first_dev, control->nr_nodes);
}

/* With the device gone, or never added. */
static void remove_names(struct pagesnap_control *control)
{
	pagesnap_tree_remove(&control->tree);
	unregister_chrdev_region(control->first_dev, control->nr_nodes);
}

/**
 * pagesnap_control_create() - make the control files of a collection
 * @c: collection
 *
 * When this returns, they can be opened.
 *
 * Return: what pagesnap_control_destroy() takes, or an ERR_PTR, with nothing left behind.
 */
struct pagesnap_control *pagesnap_control_create(const struct pagesnap_collection *c)
{
	struct pagesnap_control *control;
	int err;

	BUILD_BUG_ON(PAGESNAP_COLLECTION_INDEXES_MAX + NR_LISTINGS > PAGESNAP_TREE_FILES);
	control = kvzalloc(sizeof(*control), GFP_KERNEL);
	if (!control)
		return ERR_PTR(-ENOMEM);
	control->collection = c;
	pagesnap_errlog_init(&control->log);
	pagesnap_stats_init(&control->stats);
	add_nodes(control);
	err = alloc_chrdev_region(&control->first_dev, 0, control->nr_nodes, module_name(c->owner));
	if (err)
		goto err_free;
	err = add_device(control);
	if (err)
		goto err_names;
	return control;

err_names:
	pagesnap_tree_shut(&control->tree);
	remove_names(control);
err_free:
	kvfree(control);
	return ERR_PTR(err);
}

/**
 * pagesnap_control_destroy() - remove the control files, at module exit
 * @control: control files
 *
 * No session is left and none can begin: an open descriptor, or an open() on
 * its way, pins the module.
 */
void pagesnap_control_destroy(struct pagesnap_control *control)
{
	u32 i;

	pagesnap_tree_shut(&control->tree);
	cdev_del(&control->cdev);
	remove_names(control);
	for (i = 0; i < control->nr_nodes; i++)
		pagesnap_lines_clear(&control->nodes[i].set.lines);
	kvfree(control);
}
