// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: which files are below a directory
 *
 * The files are found from the superblock's inodes that have pages, and each
 * is asked whether one of its cached names leads through the directory: so
 * nothing is read from disk, no dentry is made, and the cost follows the page
 * cache.  A file whose names are all forgotten may be anywhere.
 *
 * What pins what: the directory is held by a struct path, and so by a mount,
 * but only while read() fills its buffer.  In a pause that is dropped, and
 * afterwards the path of the query must lead to the same directory.  Names of
 * an inode that the walk holds stand still under its i_lock, and is_subdir()
 * looks again if a rename came between; i_lock, then d_lock and rename_lock's
 * count is the order of dcache itself.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/namei.h>
#include <linux/path.h>

#include "../compat/dentry.h"
#include "below.h"
#include "place.h"

/**
 * pagesnap_below_begin() - a query is about a directory
 * @w: walk
 * @path: the directory; only read
 */
void pagesnap_below_begin(struct pagesnap_walk *w, const struct path *path)
{
	struct pagesnap_fs_state *s = &w->s.fs;

	s->dir = *path;
	path_get(&s->dir);
	pagesnap_place_identify(&s->dir_id, d_inode(path->dentry));
}

/**
 * pagesnap_below_use() - hold the directory again after a pause
 * @w: walk
 *
 * Return: false if the path leads elsewhere now.
 */
bool pagesnap_below_use(struct pagesnap_walk *w)
{
	struct pagesnap_fs_state *s = &w->s.fs;
	struct pagesnap_fault f;
	struct path path;

	if (s->dir.dentry)
		return true;
	if (pagesnap_place_find(&w->q, w->ask.text, w->path, &path, &f))
		return false;
	if (path.dentry->d_sb != s->sb_addr ||
	    !pagesnap_place_is(&s->dir_id, d_inode(path.dentry))) {
		path_put(&path);
		return false;
	}
	s->dir = path;
	return true;
}

/**
 * pagesnap_below_drop() - let go of the directory
 * @w: walk, maybe without one
 */
void pagesnap_below_drop(struct pagesnap_walk *w)
{
	struct pagesnap_fs_state *s = &w->s.fs;

	if (!s->dir.dentry)
		return;
	path_put(&s->dir);
	s->dir = (struct path){ };
}

/**
 * pagesnap_below_look() - is a file below the directory?
 * @w: walk that holds the directory
 * @inode: inode that the walk holds
 *
 * Return: PAGESNAP_BELOW_*.
 */
enum pagesnap_below pagesnap_below_look(const struct pagesnap_walk *w, struct inode *inode)
{
	enum pagesnap_below below = PAGESNAP_BELOW_UNKNOWN;
	struct dentry *alias;

	spin_lock(&inode->i_lock);
	compat_for_each_alias(alias, inode) {
		/* A dentry without a parent leads nowhere. */
		if (IS_ROOT(alias) && alias != inode->i_sb->s_root)
			continue;
		below = PAGESNAP_BELOW_NOT;
		if (is_subdir(alias, w->s.fs.dir.dentry)) {
			below = PAGESNAP_BELOW;
			break;
		}
	}
	spin_unlock(&inode->i_lock);
	if (below == PAGESNAP_BELOW_UNKNOWN && pagesnap_place_is_meta(inode))
		return PAGESNAP_BELOW_NOT;
	return below;
}

/**
 * pagesnap_below_alias() - a name that leads through the directory
 * @w: walk that holds the directory
 * @inode: inode that the walk holds
 *
 * One that is still linked is preferred.
 *
 * Return: dentry for dput(), NULL if there is none any more.
 */
struct dentry *pagesnap_below_alias(const struct pagesnap_walk *w, struct inode *inode)
{
	struct dentry *alias, *best = NULL;

	spin_lock(&inode->i_lock);
	compat_for_each_alias(alias, inode) {
		if (!is_subdir(alias, w->s.fs.dir.dentry))
			continue;
		best = alias;
		if (!d_unhashed(alias))
			break;
	}
	if (best)
		dget(best);
	spin_unlock(&inode->i_lock);
	return best;
}
