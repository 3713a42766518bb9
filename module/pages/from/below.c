// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: which files are below a directory
 *
 * The files are found from the superblock's inodes that have pages, and each
 * is asked whether one of its cached names leads through the directory: so
 * nothing is read from disk, no dentry is made, and the cost follows the page
 * cache.  A file whose names are all forgotten may be anywhere.
 *
 * What pins what: the directory's dentry is pinned while read() fills its buffer,
 * and the lease pins the superblock meanwhile, always from before until after
 * it, or its shutdown would find a dentry in use.  A mount is pinned only until the
 * lease has the superblock: a walk that finds nothing to report may be long, and
 * umount would fail with EBUSY.  In a pause the dentry is dropped, and
 * afterwards the path of the query must lead to the same directory.  names.c looks
 * through the names of an inode that the walk pins.  Where it can't decide, a file is
 * reported like one whose names are forgotten.
 */
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/mount.h>
#include <linux/namei.h>
#include <linux/path.h>

#include "../../fs/names.h"
#include "../../fs/place.h"
#include "../../targets/path.h"
#include "below.h"
#include "sb.h"

/**
 * pagesnap_below_begin() - a query is about a directory
 * @w: walk
 * @path: the directory, on the superblock that is leased; only read
 */
void pagesnap_below_begin(struct pagesnap_walk *w, const struct path *path)
{
	struct pagesnap_sb_state *s = w->state;

	s->dir.dentry = dget(path->dentry);
	pagesnap_place_identify(&s->dir_id, d_inode(path->dentry));
}

/**
 * pagesnap_below_leased() - the lease has the superblock again
 * @w: walk
 */
void pagesnap_below_leased(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	pagesnap_drop_mount(s->dir.mnt);
	s->dir.mnt = NULL;
}

/**
 * pagesnap_below_use() - pin the directory again after a pause
 * @w: walk
 *
 * If the lease is lost its mount is pinned as well, until pagesnap_below_leased().
 *
 * Return: false if the path leads elsewhere now.
 */
bool pagesnap_below_use(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;
	struct pagesnap_diag d;
	struct path path;

	if (s->dir.dentry)
		return true;
	if (pagesnap_subject_path(&w->q, w->request.text, w->path, &path, &d))
		return false;
	if (path.dentry->d_sb != s->sb_id.addr ||
	    !pagesnap_place_is(&s->dir_id, d_inode(path.dentry))) {
		pagesnap_drop_path(&path);
		return false;
	}
	s->dir = path;
	if (pagesnap_lease_use(&s->lease))
		pagesnap_below_leased(w);
	return true;
}

/**
 * pagesnap_below_drop() - let go of the directory
 * @w: walk, maybe without one
 */
void pagesnap_below_drop(struct pagesnap_walk *w)
{
	struct pagesnap_sb_state *s = w->state;

	if (!s->dir.dentry)
		return;
	if (s->dir.mnt)
		pagesnap_drop_path(&s->dir);
	else
		pagesnap_drop_dentry(s->dir.dentry);
	s->dir = (struct path){ };
}

/**
 * pagesnap_below_may_be() - may a file be below the directory?
 * @w: walk that pins the directory
 * @inode: inode that the walk pins
 *
 * Return: false if all its names lead elsewhere, or if it can't have one.
 */
bool pagesnap_below_may_be(struct pagesnap_walk *w, struct inode *inode)
{
	struct pagesnap_sb_state *s = w->state;
	struct pagesnap_names *n = &s->place.names;

	pagesnap_names_find(n, inode, s->dir.dentry, true);
	pagesnap_drop_dentry(n->found);
	return n->found || n->undecided || !(n->named || pagesnap_place_is_meta(inode));
}

/**
 * pagesnap_below_alias() - a name that leads through the directory
 * @w: walk that pins the directory
 * @inode: inode that the walk pins
 *
 * Return: dentry for pagesnap_place_alias(), NULL if there is none any more, or none
 * could be found.
 */
struct dentry *pagesnap_below_alias(struct pagesnap_walk *w, struct inode *inode)
{
	struct pagesnap_sb_state *s = w->state;
	struct pagesnap_names *n = &s->place.names;

	pagesnap_names_find(n, inode, s->dir.dentry, false);
	return n->found;
}
