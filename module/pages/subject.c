// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: what a line is about, looked for
 *
 * A path is resolved by the task that reads the answer, with its root,
 * namespaces and credentials; the struct path, and with it the mount, is
 * dropped before read() returns.  What is wrong becomes a fault of the line.
 */
#include <linux/fs.h>
#include <linux/namei.h>

#include "../fs/drop.h"
#include "../fs/near.h"
#include "../fs/supers.h"
#include "subject.h"

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

/* Of a type, why there is none. */
static int no_type(const struct pagesnap_query *q, int err, struct pagesnap_diag *d)
{
	if (err == -EOPNOTSUPP)
		return pagesnap_diag(d, -EOPNOTSUPP, q->type.off,
				      "this kernel hides the filesystems of this type: name a path");
	return pagesnap_diag(d, -ENODEV, q->type.off,
			      "no filesystem of this type: see /proc/filesystems");
}

/**
 * pagesnap_subject_type() - is there such a type?
 * @q: query with a type
 * @text: its line
 * @d: what is wrong, if something is
 *
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_type(const struct pagesnap_query *q, const char *text,
			  struct pagesnap_diag *d)
{
	int err = pagesnap_supers_check(text + q->type.off, q->type.len);

	return err ? no_type(q, err, d) : 0;
}

/**
 * pagesnap_subject_supers() - note the superblocks of type:NAME, and of dev=
 * @q: query with a type
 * @text: its line
 * @s: zeroed; pagesnap_supers_drop() is owed in any case
 * @d: what is wrong, if something is
 *
 * Context: may sleep; a fatal signal ends it.
 * Return: 0 or the negative errno in @d.
 */
int pagesnap_subject_supers(const struct pagesnap_query *q, const char *text,
			    struct pagesnap_supers *s, struct pagesnap_diag *d)
{
	int err = pagesnap_supers_find(s, text + q->type.off, q->type.len);

	switch (err) {
	case 0:
		break;
	case -ENODEV:
	case -EOPNOTSUPP:
		return no_type(q, err, d);
	case -E2BIG:
		return pagesnap_diag(d, err, q->type.off,
				      "too many filesystems of this type: name a path");
	case -ENOMEM:
		return pagesnap_diag(d, err, 0, "no memory");
	default:
		return pagesnap_diag(d, err, q->type.off, "the reader was killed");
	}
	/* That of all block devices is one; sb.c looks for the device among them. */
	if (!q->has_dev || !s->type)
		return 0;
	pagesnap_supers_keep(s, q->dev_major, q->dev_minor);
	if (s->nr)
		return 0;
	return pagesnap_diag(d, -ENODEV, q->type.off, "no filesystem of this type on this device");
}
