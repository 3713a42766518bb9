// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: the paths that lines name, looked for, for all collections
 *
 * A path is resolved by the task that reads the answer, with its root,
 * namespaces and credentials; the struct path, and with it the mount, is
 * dropped before read() returns.  What is wrong becomes a fault of the line.
 */
#include <linux/blkdev.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/slab.h>

#include "../fs/drop.h"
#include "../fs/near.h"
#include "path.h"

static const char *path_message(int err)
{
	switch (err) {
	case -ENOENT: return "no such file or directory";
	case -ENOTDIR: return "a part of the path is no directory";
	case -EACCES: return "permission denied";
	case -ELOOP: return "too many symbolic links";
	case -ENAMETOOLONG: return "path is too long";
	default: return "path can't be resolved";
	}
}

/**
 * pagesnap_subject_path() - resolve the path of a query
 * @q: query
 * @text: its line
 * @buf: PATH_MAX bytes; gets the path as text
 * @path: result; pagesnap_drop_path() is owed
 * @d: what is wrong, if something is
 *
 * Context: process context, of the task whose namespaces count.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_path(const struct pagesnap_query *q, const char *text, char *buf,
			  struct path *path, struct pagesnap_diag *d)
{
	return pagesnap_subject_near(q, text, buf, NULL, path, d);
}

/**
 * pagesnap_subject_near() - resolve the path of a query, which may be near the one before
 * @q: query
 * @text: its line
 * @buf: PATH_MAX bytes; gets the path as text
 * @near: where the one before was; NULL: it doesn't count
 * @path: result; pagesnap_drop_path() is owed
 * @d: what is wrong, if something is
 *
 * Context: as of pagesnap_subject_path().
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_near(const struct pagesnap_query *q, const char *text, char *buf,
			  struct pagesnap_near *near, struct path *path, struct pagesnap_diag *d)
{
	int len = pagesnap_query_path(q, text, buf, PATH_MAX, d), err;

	if (len < 0)
		return len;
	err = near ? pagesnap_near_lookup(near, buf, len, path) :
		     kern_path(buf, LOOKUP_FOLLOW, path);
	return err ? pagesnap_diag(d, err, q->path.off, path_message(err)) : 0;
}

/**
 * pagesnap_subject_hint() - was a quote forgotten?
 * @q: query with an unquoted path
 * @text: its line
 * @len: bytes of it
 * @buf: PATH_MAX bytes of scratch
 * @d: an error in this line; its message is replaced if the path goes on
 *	behind a blank
 *
 * Tries the path together with more and more of the words behind it.
 */
void pagesnap_subject_hint(const struct pagesnap_query *q, const char *text, u32 len, char *buf,
			   struct pagesnap_diag *d)
{
	u32 end = q->path.off + q->path.len, words;
	struct path path;

	if (!q->path.len || q->quoted || (d->err != -ENOENT && d->err != -EINVAL &&
					  d->err != -ENOTDIR))
		return;
	for (words = 0; words < 8 && end < len; words++) {
		while (end < len && (text[end] == ' ' || text[end] == '\t'))
			end++;
		while (end < len && text[end] != ' ' && text[end] != '\t')
			end++;
		if (end - q->path.off >= PATH_MAX)
			return;
		memcpy(buf, text + q->path.off, end - q->path.off);
		buf[end - q->path.off] = '\0';
		if (kern_path(buf, LOOKUP_FOLLOW, &path))
			continue;
		pagesnap_drop_path(&path);
		d->msg = "quote the path: \"...\" (its name has a blank)";
		d->col = q->path.off;
		return;
	}
}

/**
 * pagesnap_subject_file() - can this inode's page cache be asked for?
 * @q: query
 * @inode: inode that its path names, before any overlay is looked through
 * @d: what is wrong, if something is
 *
 * Return: 0, -EISDIR or -EINVAL.
 */
int pagesnap_subject_file(const struct pagesnap_query *q, const struct inode *inode,
			  struct pagesnap_diag *d)
{
	if (S_ISREG(inode->i_mode) || S_ISBLK(inode->i_mode))
		return 0;
	if (!S_ISDIR(inode->i_mode))
		return pagesnap_diag(d, -EINVAL, q->path.off,
				      "no file, directory or block device");
	if (q->has_range)
		return pagesnap_diag(d, -EISDIR, q->path.off, "a directory has no range of pages");
	return 0;
}

/**
 * pagesnap_subject_try_path() - is there what the path of a query names?
 * @q: query
 * @text: its line
 * @len: bytes of it
 * @path: what it names; pagesnap_drop_path() is owed
 * @d: what is wrong, if something is; with a hint if a quote was forgotten
 *
 * Context: process context, of the task whose namespaces count; may sleep.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_try_path(const struct pagesnap_query *q, const char *text, u32 len,
			      struct path *path, struct pagesnap_diag *d)
{
	char *buf = kmalloc(PATH_MAX, GFP_KERNEL_ACCOUNT);

	if (!buf)
		return pagesnap_diag(d, -ENOMEM, 0, "no memory");
	if (pagesnap_subject_path(q, text, buf, path, d))
		pagesnap_subject_hint(q, text, len, buf, d);
	kfree(buf);
	return d->err;
}

/**
 * pagesnap_subject_inode() - the inode that has the pages of what a path names
 * @path: it; of an overlay the inode is that of the file below, of a device's node the
 *	block device's own
 *
 * Return: inode, pinned, for pagesnap_subject_inode_drop(); NULL if there is no such device.
 */
struct inode *pagesnap_subject_inode(const struct path *path)
{
	/* Once: an overlay file may be copied up between two looks. */
	struct inode *inode = d_real_inode(path->dentry);

	if (S_ISBLK(inode->i_mode))
		return ilookup(blockdev_superblock, inode->i_rdev);
	ihold(inode);
	return inode;
}

/**
 * pagesnap_subject_inode_drop() - let go of it
 * @inode: of pagesnap_subject_inode(); may be NULL
 *
 * The path or a lease pins the same inode; but a device may be gone, and its
 * inode nobody's any more.  Its superblock stays.
 *
 * Context: may sleep.
 */
void pagesnap_subject_inode_drop(struct inode *inode)
{
	if (inode)
		pagesnap_drop(NULL, inode, true);
}
