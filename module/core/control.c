// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: control files
 *
 * One character device whose minors are the control files of a collection;
 * tree.c gives them names in tracefs.  An open file holds, as for every
 * character device, the module and the cdev; because the inode calls itself a
 * regular file, __fput() doesn't drop these two, so release() does.
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

static struct pagesnap_tree tree;
static struct pagesnap_file_node nodes[PAGESNAP_TREE_FILES];
static u32 nr_nodes;
static dev_t first_dev;
static struct cdev cdev;

static int may_open(struct inode *inode, struct file *file, u32 minor)
{
	int err;

	/* A device node of the same number, made by hand, isn't ours. */
	if (inode->i_sb != tree.sb || !S_ISREG(inode->i_mode) || minor >= nr_nodes)
		return -ENXIO;
	if (!file_ns_capable(file, &init_user_ns, CAP_SYS_ADMIN))
		return -EPERM;
	err = security_locked_down(LOCKDOWN_TRACEFS);
	if (err)
		return err;
	if (!nodes[minor].index && (file->f_mode & FMODE_WRITE))
		return -EACCES;
	return 0;
}

static int control_open(struct inode *inode, struct file *file)
{
	u32 minor = iminor(inode) - MINOR(first_dev);
	struct pagesnap_session *s;
	int err = may_open(inode, file, minor);

	if (err)
		return err;
	s = pagesnap_session_open(&nodes[minor], file);
	if (IS_ERR(s))
		return PTR_ERR(s);
	file->private_data = s;
	return stream_open(inode, file);
}

static int control_release(struct inode *inode, struct file *file)
{
	pagesnap_session_close(file->private_data);
	/* The references of chrdev_open(); file->f_op still holds the module. */
	kobject_put(&cdev.kobj);
	module_put(THIS_MODULE);
	return 0;
}

static const struct file_operations control_fops = {
	.owner = THIS_MODULE,
	.open = control_open,
	.release = control_release,
	.read_iter = pagesnap_session_read,
	.write_iter = pagesnap_session_write,
	.poll = pagesnap_session_poll,
	.splice_read = compat_splice_read,
	.splice_write = iter_file_splice_write,
};

/* error_log, all entries at once: they fit the room that show() may count on. */
static void show_error_log(struct pagesnap_emit *e)
{
	u32 nth = 0;

	while (pagesnap_errlog_show(e, nth))
		nth++;
}

static void add_node(const char *name, const struct pagesnap_index *index,
		     void (*show)(struct pagesnap_emit *e))
{
	struct pagesnap_file_node *node = &nodes[nr_nodes++];

	node->name = name;
	node->index = index;
	node->show = show;
	pagesnap_set_init(&node->set);
}

static void add_nodes(const struct pagesnap_collection *c)
{
	u32 i;

	for (i = 0; i < c->nr_indexes; i++)
		add_node(c->indexes[i]->name, c->indexes[i], NULL);
	add_node("format", NULL, c->show_format);
	add_node("error_log", NULL, show_error_log);
}

static int add_files(const struct pagesnap_collection *c)
{
	struct dentry *dir;
	int err = 0;
	u32 i;

	dir = pagesnap_tree_dir(&tree, NULL, "objects");
	if (!IS_ERR(dir))
		dir = pagesnap_tree_dir(&tree, dir, c->parent);
	if (!IS_ERR(dir))
		dir = pagesnap_tree_dir(&tree, dir, c->name);
	if (IS_ERR(dir)) {
		pr_err("can't make objects/%s/%s in tracefs (error %ld)\n", c->parent, c->name,
		       PTR_ERR(dir));
		return PTR_ERR(dir);
	}
	for (i = 0; i < nr_nodes && !err; i++)
		err = pagesnap_tree_file(&tree, dir, nodes[i].name, nodes[i].index ? 0600 : 0400,
					 first_dev + i);
	return err;
}

/**
 * pagesnap_control_setup() - make the control files, at module load
 * @c: collection
 *
 * The last thing that module init does: from cdev_add() on they can be opened.
 *
 * Return: 0 or a negative errno, with nothing left behind.
 */
int pagesnap_control_setup(const struct pagesnap_collection *c)
{
	int err;

	if (WARN_ON(c->nr_indexes + 2 > PAGESNAP_TREE_FILES))
		return -EINVAL;
	err = pagesnap_tree_open(&tree);
	if (err) {
		pr_err("no tracefs: the kernel was built without tracing, or never set it up\n");
		return err;
	}
	add_nodes(c);
	err = alloc_chrdev_region(&first_dev, 0, nr_nodes, "pagesnap");
	if (err)
		goto err_tree;
	cdev_init(&cdev, &control_fops);
	cdev.owner = THIS_MODULE;
	err = add_files(c);
	if (err)
		goto err_files;
	err = cdev_add(&cdev, first_dev, nr_nodes);
	if (err)
		goto err_files;
	return 0;

err_files:
	pagesnap_tree_shut(&tree);
	unregister_chrdev_region(first_dev, nr_nodes);
err_tree:
	pagesnap_tree_remove(&tree);
	return err;
}

/**
 * pagesnap_control_teardown() - remove the control files, at module exit
 *
 * No session is left and none can begin: an open descriptor, or an open() on
 * its way, holds the module.
 */
void pagesnap_control_teardown(void)
{
	u32 i;

	pagesnap_tree_shut(&tree);
	cdev_del(&cdev);
	unregister_chrdev_region(first_dev, nr_nodes);
	pagesnap_tree_remove(&tree);
	for (i = 0; i < nr_nodes; i++)
		pagesnap_lines_clear(&nodes[i].set.lines);
}
