// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: filename_index: the page cache of one file
 *
 * What pins what: most files are read in one step, for which the struct path
 * that was looked up pins the inode (and so the mapping).  A walk that goes on,
 * be it in the same read(), takes a lease in its place, since a path makes
 * umount fail: that pins the inode and the superblock (and so everything below
 * it).  Between two reads the timer may take both; then the path is resolved
 * again and the walk goes on only if it still names the very same inode.
 * cache.c says why reading the mapping can't race.
 *
 * The inode behind an overlay file is d_real_inode()'s: it has the pages.  It
 * stays while the overlay's dentry is pinned, which the struct path does; the
 * lease takes its own references before that is dropped.  That of a device's
 * node has none: the block device's own does, which ilookup() finds by its
 * number, without opening the device; so a lease pins it from the beginning.
 *
 * What is read is the inode's own mapping, i_data.  i_mapping may be that of
 * another inode, on another filesystem: Coda's files point to files that its
 * cache has elsewhere, as long as they are mapped.  The lease pins neither.
 */
#include <linux/fs.h>
#include <linux/namei.h>

#include "../../fs/place.h"
#include "../../targets/path.h"
#include "cache.h"
#include "inode.h"
#include "sb.h"

/**
 * struct file_state - how far a walk is
 * @path: what pins @inode before there is a lease; without a mount then
 * @inode: that is walked
 * @leased: @lease is initialized, and all that is pinned
 * @lease: the inode that is walked, and its superblock
 * @id: that inode, for when the lease is lost
 * @next: page index to read next
 */
struct file_state {
	struct path path;
	struct inode *inode;
	bool leased;
	struct pagesnap_lease lease;
	struct pagesnap_inode_id id;
	u64 next;
};

static void name_path(struct pagesnap_walk *w, const struct path *path)
{
	u32 len = pagesnap_near_name(&w->near, path, w->path, w->name);
	u32 state = PAGESNAP_STATE_LIVE;
	const char *text;

	if (!len) {
		text = pagesnap_place_text(path, w->path, &len, &state);
		memcpy(w->name, text, len);
	}
	pagesnap_inode_name(w, len, state);
}

/* Return: false if the filesystem is on its way out. */
static bool take_lease(struct file_state *s, struct inode *inode)
{
	pagesnap_lease_init(&s->lease);
	s->leased = true;
	return pagesnap_lease_take(&s->lease, inode->i_sb, inode);
}

static void drop_path(struct file_state *s)
{
	if (!s->path.mnt)
		return;
	pagesnap_drop_path(&s->path);
	s->path.mnt = NULL;
}

/* The walk goes on for longer than a path may be pinned. */
static void keep_by_lease(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;

	pagesnap_near_drop(&w->near);
	if (!s->path.mnt)
		return;
	/* Without a lease the path is resolved again, and found to be going away. */
	take_lease(s, s->inode);
	drop_path(s);
}

/* The walk of one file. */
static void begin_inode(struct pagesnap_walk *w, const struct path *path, struct inode *inode)
{
	struct file_state *s = w->state;

	pagesnap_place_identify(&s->id, inode);
	s->inode = inode;
	s->next = w->q.start;
	pagesnap_inode_begin(w, inode, pagesnap_cache_pages(&inode->i_data));
	if (w->sel.names)
		name_path(w, path);
	w->inner_named = true;
	if (w->inner.file.cached < w->sel.min_pages ||
	    !pagesnap_select_inode(&w->sel, inode->i_ino)) {
		s->next = w->q.end;
		w->inner_used = false;
	} else {
		/* A file that was named gets a record even if nothing of it is cached. */
		w->inner_used = w->q.group == PAGESNAP_GROUP_OBJECT;
	}
}

/* Here the path pins the inode of a name for the device, not the one that has the pages. */
static int begin_device(struct pagesnap_walk *w, const struct path *path,
			struct pagesnap_diag *d)
{
	struct inode *inode = pagesnap_subject_inode(path);

	if (!inode)
		return pagesnap_diag(d, -ENXIO, w->q.path.off, "no such block device");
	if (take_lease(w->state, inode))
		begin_inode(w, path, inode);
	else
		pagesnap_diag(d, -ENODEV, w->q.path.off, "this filesystem is going away");
	pagesnap_subject_inode_drop(inode);
	return d->err;
}

/* Return: 0 or the negative errno in @d; *@keep: @path is the walk's. */
static int begin_path(struct pagesnap_walk *w, const struct path *path, bool *keep,
		      struct pagesnap_diag *d)
{
	struct file_state *s = w->state;
	struct inode *inode;

	if (pagesnap_subject_file(&w->q, d_inode(path->dentry), d))
		return d->err;
	if (d_is_dir(path->dentry)) {
		pagesnap_near_drop(&w->near);
		return pagesnap_dir_begin(w, path, d);
	}
	s->path.mnt = NULL;
	s->leased = false;
	/* Once: an overlay file may be copied up between two looks. */
	inode = d_real_inode(path->dentry);
	if (S_ISBLK(inode->i_mode))
		return begin_device(w, path, d);
	begin_inode(w, path, inode);
	s->path = *path;
	*keep = true;
	return 0;
}

static int file_begin(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	bool keep = false;
	struct path path;
	int err;

	err = pagesnap_subject_near(&w->q, w->request.text, w->path, &w->near, &path, d);
	if (err)
		return err;
	err = begin_path(w, &path, &keep, d);
	if (!keep)
		pagesnap_drop_path(&path);
	return err;
}

/* The lease was taken back: is the path still the same inode? */
static bool regain(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;
	struct pagesnap_diag d;
	struct inode *inode;
	struct path path;
	bool same;

	if (pagesnap_subject_path(&w->q, w->request.text, w->path, &path, &d))
		return false;
	inode = pagesnap_subject_inode(&path);
	same = inode && pagesnap_place_is(&s->id, inode) &&
	       pagesnap_lease_take(&s->lease, inode->i_sb, inode);
	pagesnap_subject_inode_drop(inode);
	pagesnap_drop_path(&path);
	w->end.rescans += same;
	return same;
}

/* The first step: a file that is read by it needs no lease. */
static int fill_by_path(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;
	bool more = pagesnap_cache_fill(w, &s->inode->i_data, &s->next, w->q.end);

	if (more)
		keep_by_lease(w);
	else
		drop_path(s);
	return more;
}

static int file_fill(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;

	if (s->next >= w->q.end)
		return 0;
	if (s->path.mnt)
		return fill_by_path(w);
	if (!pagesnap_lease_use(&s->lease) && !regain(w)) {
		w->end.cut = PAGESNAP_CUT_CURSOR;
		return 0;
	}
	switch (pagesnap_lease_is_last(&s->lease)) {
	case PAGESNAP_LAST_SB:
		w->end.cut = PAGESNAP_CUT_UNMOUNTED;
		return 0;
	case PAGESNAP_LAST_INODE:
		w->end.cut = PAGESNAP_CUT_CURSOR;
		return 0;
	default:
		return pagesnap_cache_fill(w, &s->lease.inode->i_data, &s->next, w->q.end);
	}
}

static void file_pause(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;

	keep_by_lease(w);
	if (s->leased)
		pagesnap_lease_idle(&s->lease);
}

static void file_finish(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;

	drop_path(s);
	if (s->leased)
		pagesnap_lease_drop(&s->lease);
}

const struct pagesnap_source pagesnap_file_source = {
	.unit = PAGESNAP_UNIT_INDEX,
	.state_size = sizeof(struct file_state),
	.begin = file_begin,
	.fill = file_fill,
	.pause = file_pause,
	.finish = file_finish,
};
