// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: paths in, names out
 *
 * A path is resolved by the task that reads the answer, with its root,
 * namespaces and credentials; the struct path, and with it the mount, is
 * dropped before read() returns.  Names of inodes come from dentries that are
 * cached; nothing is looked up on disk.
 */
#include <linux/blkdev.h>
#include <linux/dcache.h>
#include <linux/exportfs.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/magic.h>
#include <linux/mount.h>

#include "names.h"
#include "place.h"

/**
 * pagesnap_place_mount() - remember where the query's mount is
 * @w: walk
 * @path: resolved path; only read
 *
 * Afterwards w->mount holds the mount's path as the reader sees it and, behind
 * it, the mount's root as the superblock sees it; "" stands for "/" and for
 * what can't be told.
 */
void pagesnap_place_mount(struct pagesnap_walk *w, const struct path *path)
{
	struct path root = { .mnt = path->mnt, .dentry = path->mnt->mnt_root };
	char *p;

	p = d_path(&root, w->path, PATH_MAX);
	w->mount_len = IS_ERR(p) || !strcmp(p, "/") ? 0 : strlen(p);
	memcpy(w->mount, p, w->mount_len);
	p = dentry_path_raw(path->mnt->mnt_root, w->path, PATH_MAX);
	w->root_len = IS_ERR(p) || !strcmp(p, "/") ? 0 : strlen(p);
	memcpy(w->mount + w->mount_len, p, w->root_len);
}

static void set_name(struct pagesnap_walk *w, const char *name, u32 len, u32 state)
{
	memcpy(w->name, name, len);
	w->name_len = len;
	w->name_state = state;
}

/* The file object gets the name that was found. */
static void name_file(struct pagesnap_walk *w)
{
	w->inner.file.name_len = w->name_len;
	w->inner.file.state = w->name_state;
	/* btrfs leaves the i_mode of its own inodes as it was in another's memory. */
	if (w->name_state == PAGESNAP_STATE_META)
		w->inner.file.mode = 0;
}

/*
 * Of a file that never was in a folder d_path() says "/NAME (deleted)", if the kernel
 * gave it a name (simple_dname() in fs/d_path.c).  It is told as by the walk of its
 * superblock, which has but the dentry; or as by its frames, if that has no walk.
 */
static u32 text_of_rootless(const struct inode *inode, char *buf, char **p, u32 *len)
{
	/* The held inode stays on it or off it; only its neighbours change. */
	if (data_race(list_empty(&inode->i_sb_list))) {
		*len = strscpy(buf, inode->i_sb->s_type->name, PATH_MAX);
		*p = buf;
		return PAGESNAP_STATE_OFFLIST;
	}
	--*len;
	++*p;
	return READ_ONCE(inode->i_nlink) ? PAGESNAP_STATE_LIVE : PAGESNAP_STATE_DELETED;
}

/**
 * pagesnap_place_text() - a path as the reader sees it
 * @path: path
 * @buf: PATH_MAX bytes
 * @len: gets the bytes of the text; without d_path()'s " (deleted)", which the state
 *	of the record says
 * @state: gets PAGESNAP_STATE_*
 *
 * Return: where in @buf it begins; "?" if it doesn't fit.
 */
char *pagesnap_place_text(const struct path *path, char *buf, u32 *len, u32 *state)
{
	static const char deleted[] = " (deleted)";
	const struct inode *inode = d_inode(path->dentry);
	bool rootless = pagesnap_place_is_rootless(path->dentry, inode);
	bool unlinked = pagesnap_place_unlinked(path->dentry);
	char *p = d_path(path, buf, PATH_MAX);

	if (IS_ERR(p))
		p = memcpy(buf, "?", sizeof("?"));
	*len = strlen(p);
	*state = unlinked ? PAGESNAP_STATE_DELETED : PAGESNAP_STATE_LIVE;
	if ((!rootless && !unlinked) || *len < sizeof(deleted) ||
	    strcmp(p + *len - sizeof(deleted) + 1, deleted))
		return p;
	*len -= sizeof(deleted) - 1;
	if (rootless && *p == '/')
		*state = text_of_rootless(inode, buf, &p, len);
	return p;
}

/**
 * pagesnap_place_name_path() - name the file object after a resolved path
 * @w: walk with a file object
 * @path: resolved path
 */
void pagesnap_place_name_path(struct pagesnap_walk *w, const struct path *path)
{
	u32 len, state;
	char *p = pagesnap_place_text(path, w->path, &len, &state);

	set_name(w, p, len, state);
	name_file(w);
}

/**
 * pagesnap_place_is_meta() - does an inode hold the filesystem's own data?
 * @inode: inode
 *
 * Such inodes never had a name.  ext2, 3 and 4 share a magic; 11 is the first
 * inode of theirs for files, 2 the root.  The b-trees of btrfs are the pages
 * of inode 1.
 *
 * Return: whether it does, as far as one can tell.
 */
bool pagesnap_place_is_meta(const struct inode *inode)
{
	if (IS_PRIVATE(inode))
		return true;
	if (inode->i_sb->s_magic == EXT4_SUPER_MAGIC)
		return inode->i_ino < 11 && inode->i_ino != 2;
	return inode->i_sb->s_magic == BTRFS_SUPER_MAGIC && inode->i_ino == 1;
}

/* The name of @p, a path from the superblock's root, as the query's mount shows it. */
static void name_below_mount(struct pagesnap_walk *w, const char *p, u32 state)
{
	const char *root = w->mount + w->mount_len;
	u32 len = strlen(p);

	if (len < w->root_len || memcmp(p, root, w->root_len) ||
	    (w->root_len && p[w->root_len] && p[w->root_len] != '/')) {
		set_name(w, p, len, PAGESNAP_STATE_OUTSIDE);
		return;
	}
	p += w->root_len;
	len -= w->root_len;
	if (w->mount_len + len > PATH_MAX) {
		set_name(w, "?", 1, state);
		return;
	}
	/* "/" below a mount is the mount itself; nothing below "/" is "/". */
	if (w->mount_len && len == 1)
		len = 0;
	if (!w->mount_len && !len) {
		set_name(w, "/", 1, state);
		return;
	}
	memcpy(w->name, w->mount, w->mount_len);
	memcpy(w->name + w->mount_len, p, len);
	w->name_len = w->mount_len + len;
	w->name_state = state;
}

/*
 * The name of a file that never was in a folder: of a memfd, of shared memory.
 * Dentries that NFS or open_by_handle_at() made are called "/" and have none.
 */
static void name_rootless(struct pagesnap_walk *w, struct dentry *dentry, u32 state)
{
	struct name_snapshot snapshot;
	const struct qstr *name = &snapshot.name;

	take_dentry_name_snapshot(&snapshot, dentry);
	if (name->len == 1 && name->name[0] == '/')
		set_name(w, "", 0, state == PAGESNAP_STATE_LIVE ? PAGESNAP_STATE_NONAME : state);
	else
		set_name(w, name->name, min_t(u32, name->len, PATH_MAX), state);
	release_dentry_name_snapshot(&snapshot);
}

/* MAJ:MIN: bd_disk of a partition that was removed may be gone, and its name with it. */
static void name_bdev(struct pagesnap_walk *w, const struct inode *inode)
{
	char name[32];
	u32 len = scnprintf(name, sizeof(name), "%u:%u", MAJOR(inode->i_rdev),
			    MINOR(inode->i_rdev));

	set_name(w, name, len, PAGESNAP_STATE_LIVE);
}

/* The name that @dentry, which is dropped, tells; NULL if there is none. */
static void find_name(struct pagesnap_walk *w, struct inode *inode, struct dentry *dentry)
{
	u32 state = PAGESNAP_STATE_LIVE;
	char *p;

	if (!dentry) {
		state = pagesnap_place_is_meta(inode) ? PAGESNAP_STATE_META :
			!READ_ONCE(inode->i_nlink) ? PAGESNAP_STATE_DELETED : PAGESNAP_STATE_NONAME;
		set_name(w, "", 0, state);
		return;
	}
	if (pagesnap_place_unlinked(dentry) || !READ_ONCE(inode->i_nlink))
		state = PAGESNAP_STATE_DELETED;
	p = dentry_path_raw(dentry, w->path, PATH_MAX);
	if (pagesnap_place_is_rootless(dentry, inode))
		name_rootless(w, dentry, state);
	else if (IS_ERR(p))
		set_name(w, "?", 1, state);
	else
		name_below_mount(w, p, state);
	pagesnap_drop_dentry(dentry);
}

/**
 * pagesnap_place_name() - find a name for an inode
 * @w: walk; w->name, w->name_len and w->name_state get it
 * @inode: inode that the caller holds
 *
 * A name that is still linked is preferred; without any, the state says so.
 */
void pagesnap_place_name(struct pagesnap_walk *w, struct inode *inode)
{
	if (sb_is_blkdev_sb(inode->i_sb)) {
		name_bdev(w, inode);
		return;
	}
	pagesnap_names_find(&w->names, inode, NULL, false);
	find_name(w, inode, w->names.found);
}

/**
 * pagesnap_place_name_inode() - name the file object after a cached dentry
 * @w: walk with a file object
 * @inode: inode that the caller holds
 */
void pagesnap_place_name_inode(struct pagesnap_walk *w, struct inode *inode)
{
	pagesnap_place_name(w, inode);
	name_file(w);
}

/**
 * pagesnap_place_name_alias() - name the file object after a dentry
 * @w: walk with a file object
 * @inode: inode that the caller holds
 * @dentry: one of its names, which is dropped; NULL if there is none
 */
void pagesnap_place_name_alias(struct pagesnap_walk *w, struct inode *inode,
			       struct dentry *dentry)
{
	find_name(w, inode, dentry);
	name_file(w);
}

/*
 * The subvolumes of a btrfs are one superblock, with inode numbers and
 * generations of their own, so that a file and the same in a snapshot agree in
 * both.  What tells them apart is in the handle that btrfs gives for NFS:
 * struct btrfs_fid in fs/btrfs/export.h, read from memory without a lock.
 *
 * Return: number of the subvolume, 0 if it has none.
 */
static u64 subvol_of(struct inode *inode)
{
	const struct export_operations *ops = inode->i_sb->s_export_op;
	u64 fid[5];
	int words = 2 * ARRAY_SIZE(fid);

	if (inode->i_sb->s_magic != BTRFS_SUPER_MAGIC || !ops || !ops->encode_fh ||
	    ops->encode_fh(inode, (u32 *)fid, &words, NULL) != FILEID_BTRFS_WITHOUT_PARENT)
		return 0;
	return fid[1];
}

/**
 * pagesnap_place_describe() - begin the object of an inode
 * @w: walk
 * @inode: inode that the caller holds
 * @cached: its nrpages
 */
void pagesnap_place_describe(struct pagesnap_walk *w, struct inode *inode, u64 cached)
{
	struct pagesnap_file *r = &w->inner.file;

	pagesnap_walk_object(w, PAGESNAP_REC_FILE, sizeof(*r));
	r->dev_major = MAJOR(inode->i_sb->s_dev);
	r->dev_minor = MINOR(inode->i_sb->s_dev);
	r->ino = inode->i_ino;
	r->gen = inode->i_generation;
	r->subvol = subvol_of(inode);
	r->size = i_size_read(inode);
	r->cached = cached;
	r->nlink = READ_ONCE(inode->i_nlink);
	r->mode = READ_ONCE(inode->i_mode) & S_IFMT;
	/* Until a name tells more. */
	r->state = r->nlink ? PAGESNAP_STATE_LIVE : PAGESNAP_STATE_DELETED;
}

/**
 * pagesnap_place_identify() - remember an inode without holding it
 * @id: result
 * @inode: inode
 */
void pagesnap_place_identify(struct pagesnap_inode_id *id, const struct inode *inode)
{
	id->addr = inode;
	id->ino = inode->i_ino;
	id->gen = inode->i_generation;
}

/**
 * pagesnap_place_is() - is it the same inode?
 * @id: remembered
 * @inode: found
 *
 * Return: true if address, number and generation agree.
 */
bool pagesnap_place_is(const struct pagesnap_inode_id *id, const struct inode *inode)
{
	return id->addr == inode && id->ino == inode->i_ino && id->gen == inode->i_generation;
}
