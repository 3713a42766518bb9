// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: filename_index: the page cache of one file
 *
 * What pins what: while read() fills its buffer, the lease pins the inode
 * (and so the mapping) and the superblock (and so everything below it).
 * Between two reads the timer may take both; then the path is resolved again
 * and the walk goes on only if it still names the very same inode.  The
 * struct path is pinned in begin() and while a lost lease is replaced, never
 * longer.  cache.c says why reading the mapping can't race.
 *
 * The inode behind an overlay file is d_real_inode()'s: it has the pages.  It
 * stays while the overlay's dentry is pinned, which the struct path does; the
 * lease takes its own references before that is dropped.  That of a device's
 * node has none: the block device's own does, which ilookup() finds by its
 * number, without opening the device.
 *
 * What is read is the inode's own mapping, i_data.  i_mapping may be that of
 * another inode, on another filesystem: Coda's files point to files that its
 * cache has elsewhere, as long as they are mapped.  The lease pins neither.
 */
#include <linux/blkdev.h>
#include <linux/fs.h>
#include <linux/namei.h>

#include "../../fs/place.h"
#include "../subject.h"
#include "cache.h"
#include "inode.h"
#include "sb.h"

/**
 * struct file_state - how far a walk is
 * @lease: the inode that is walked, and its superblock
 * @id: that inode, for when the lease is lost
 * @next: page index to read next
 */
struct file_state {
	struct pagesnap_lease lease;
	struct pagesnap_inode_id id;
	u64 next;
};

/* The inode that has the pages, pinned; NULL if there is no such device. */
static struct inode *find_inode(const struct path *path)
{
	/* Once: an overlay file may be copied up between two looks. */
	struct inode *inode = d_real_inode(path->dentry);

	if (S_ISBLK(inode->i_mode))
		return ilookup(blockdev_superblock, inode->i_rdev);
	ihold(inode);
	return inode;
}

/*
 * The path or the lease pins the same inode; but a device may be gone, and its
 * inode nobody's any more.  Its superblock stays.
 */
static void drop_found(struct inode *inode)
{
	if (inode)
		pagesnap_drop(NULL, inode, true);
}

static void name_path(struct pagesnap_walk *w, const struct path *path)
{
	u32 len, state;
	char *name = pagesnap_place_text(path, w->path, &len, &state);

	memcpy(w->name, name, len);
	pagesnap_inode_name(w, len, state);
}

/* The walk of one file. */
static int begin_inode(struct pagesnap_walk *w, const struct path *path, struct inode *inode,
		       struct pagesnap_diag *d)
{
	struct file_state *s = w->state;

	*s = (struct file_state){ };
	pagesnap_lease_init(&s->lease);
	if (!pagesnap_lease_take(&s->lease, inode->i_sb, inode))
		return pagesnap_diag(d, -ENODEV, w->q.path.off, "this filesystem is going away");
	pagesnap_place_identify(&s->id, inode);
	s->next = w->q.start;
	pagesnap_inode_begin(w, inode, pagesnap_cache_pages(&inode->i_data));
	if (w->sel.names)
		name_path(w, path);
	w->inner_named = true;
	if (w->inner.file.cached < w->sel.min_pages ||
	    !pagesnap_select_inode(&w->sel, inode->i_ino))
		s->next = w->q.end;
	else
		/* A file that was named gets a record even if nothing of it is cached. */
		w->inner_used = w->q.group == PAGESNAP_GROUP_OBJECT;
	return 0;
}

static int file_begin(struct pagesnap_walk *w, struct pagesnap_diag *d)
{
	struct inode *inode;
	struct path path;
	int err;

	err = pagesnap_subject_path(&w->q, w->request.text, w->path, &path, d);
	if (err)
		return err;
	err = pagesnap_subject_file(&w->q, d_inode(path.dentry), d);
	if (err)
		goto out;
	if (d_is_dir(path.dentry)) {
		err = pagesnap_dir_begin(w, &path, d);
		goto out;
	}
	inode = find_inode(&path);
	if (!inode) {
		err = pagesnap_diag(d, -ENXIO, w->q.path.off, "no such block device");
		goto out;
	}
	err = begin_inode(w, &path, inode, d);
	drop_found(inode);
out:
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
	inode = find_inode(&path);
	same = inode && pagesnap_place_is(&s->id, inode) &&
	       pagesnap_lease_take(&s->lease, inode->i_sb, inode);
	drop_found(inode);
	pagesnap_drop_path(&path);
	w->end.rescans += same;
	return same;
}

static int file_fill(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;

	if (s->next >= w->q.end)
		return 0;
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

	pagesnap_lease_idle(&s->lease);
}

static void file_finish(struct pagesnap_walk *w)
{
	struct file_state *s = w->state;

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
