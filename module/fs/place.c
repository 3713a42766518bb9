// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: names out
 *
 * Names are reported as the reader sees them, below the mount that the query named.
 * Those of inodes come from dentries that are cached; nothing is looked up on disk.
 */
#include <linux/blkdev.h>
#include <linux/dcache.h>
#include <linux/exportfs.h>
#include <linux/fs.h>
#include <linux/kdev_t.h>
#include <linux/magic.h>
#include <linux/mount.h>

#include "drop.h"
#include "place.h"

/**
 * pagesnap_place_init() - prepare to find names
 * @p: result; names are paths from the root of the superblock
 * @name: PATH_MAX bytes that get them
 * @path: PATH_MAX bytes of scratch
 */
void pagesnap_place_init(struct pagesnap_place *p, char *name, char *path)
{
	p->name = name;
	p->path = path;
	p->mount = "";
	p->mount_len = 0;
	p->root_len = 0;
}

/**
 * pagesnap_place_mount() - report names below a mount from now on
 * @p: place
 * @path: resolved path on it; only read
 * @mount: 2 * PATH_MAX bytes, for as long as names are looked for
 */
void pagesnap_place_mount(struct pagesnap_place *p, const struct path *path, char *mount)
{
	struct path root = { .mnt = path->mnt, .dentry = path->mnt->mnt_root };
	char *text;

	text = d_path(&root, p->path, PATH_MAX);
	p->mount_len = IS_ERR(text) || !strcmp(text, "/") ? 0 : strlen(text);
	memcpy(mount, text, p->mount_len);
	text = dentry_path_raw(path->mnt->mnt_root, p->path, PATH_MAX);
	p->root_len = IS_ERR(text) || !strcmp(text, "/") ? 0 : strlen(text);
	memcpy(mount + p->mount_len, text, p->root_len);
	p->mount = mount;
}

static void set_name(struct pagesnap_place *p, const char *name, u32 len, u32 state)
{
	memcpy(p->name, name, len);
	p->len = len;
	p->state = state;
}

/*
 * For a file that never was in a folder d_path() says "/NAME (deleted)", if the kernel
 * gave it a name (simple_dname() in fs/d_path.c).  It is reported as the walk of its
 * superblock does, which has only the dentry; or, if that has no walk, as its frames do.
 */
static u32 text_of_rootless(const struct inode *inode, char *buf, char **p, u32 *len)
{
	/* The pinned inode stays on it or off it; only its neighbours change. */
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
 * pagesnap_place_is_meta() - does an inode have the filesystem's own data?
 * @inode: inode
 *
 * Such inodes never had a name.  ext2, 3 and 4 share a magic; 11 is the first
 * inode of theirs for files, 2 the root.  The b-trees of btrfs are the pages
 * of inode 1.
 *
 * Return: whether it does, as far as is known.
 */
bool pagesnap_place_is_meta(const struct inode *inode)
{
	if (IS_PRIVATE(inode))
		return true;
	if (inode->i_sb->s_magic == EXT4_SUPER_MAGIC)
		return inode->i_ino < 11 && inode->i_ino != 2;
	return inode->i_sb->s_magic == BTRFS_SUPER_MAGIC && inode->i_ino == 1;
}

/* The name of @text, a path from the superblock's root, as the query's mount shows it. */
static void name_below_mount(struct pagesnap_place *p, const char *text, u32 state)
{
	const char *root = p->mount + p->mount_len;
	u32 len = strlen(text);

	if (len < p->root_len || memcmp(text, root, p->root_len) ||
	    (p->root_len && text[p->root_len] && text[p->root_len] != '/')) {
		set_name(p, text, len, PAGESNAP_STATE_OUTSIDE);
		return;
	}
	text += p->root_len;
	len -= p->root_len;
	if (p->mount_len + len > PATH_MAX) {
		set_name(p, "?", 1, state);
		return;
	}
	/* "/" below a mount is the mount itself; nothing below "/" is "/". */
	if (p->mount_len && len == 1)
		len = 0;
	if (!p->mount_len && !len) {
		set_name(p, "/", 1, state);
		return;
	}
	memcpy(p->name, p->mount, p->mount_len);
	memcpy(p->name + p->mount_len, text, len);
	p->len = p->mount_len + len;
	p->state = state;
}

/*
 * The name of a file that never was in a folder: of a memfd, of shared memory.
 * Dentries that NFS or open_by_handle_at() made are called "/" and have none.
 */
static void name_rootless(struct pagesnap_place *p, struct dentry *dentry, u32 state)
{
	struct name_snapshot snapshot;
	const struct qstr *name = &snapshot.name;

	take_dentry_name_snapshot(&snapshot, dentry);
	if (name->len == 1 && name->name[0] == '/')
		set_name(p, "", 0, state == PAGESNAP_STATE_LIVE ? PAGESNAP_STATE_NONAME : state);
	else
		set_name(p, name->name, min_t(u32, name->len, PATH_MAX), state);
	release_dentry_name_snapshot(&snapshot);
}

/* MAJ:MIN: bd_disk of a partition that was removed may be gone, and its name with it. */
static void name_bdev(struct pagesnap_place *p, const struct inode *inode)
{
	char name[32];
	u32 len = scnprintf(name, sizeof(name), "%u:%u", MAJOR(inode->i_rdev),
			    MINOR(inode->i_rdev));

	set_name(p, name, len, PAGESNAP_STATE_LIVE);
}

/**
 * pagesnap_place_alias() - report a name that was found
 * @p: place, gets it
 * @inode: inode that the caller pins
 * @dentry: one of its names, which is dropped; NULL if there is none
 */
void pagesnap_place_alias(struct pagesnap_place *p, struct inode *inode, struct dentry *dentry)
{
	u32 state = PAGESNAP_STATE_LIVE;
	char *text;

	if (!dentry) {
		state = pagesnap_place_is_meta(inode) ? PAGESNAP_STATE_META :
			!READ_ONCE(inode->i_nlink) ? PAGESNAP_STATE_DELETED : PAGESNAP_STATE_NONAME;
		set_name(p, "", 0, state);
		return;
	}
	if (pagesnap_place_unlinked(dentry) || !READ_ONCE(inode->i_nlink))
		state = PAGESNAP_STATE_DELETED;
	text = dentry_path_raw(dentry, p->path, PATH_MAX);
	if (pagesnap_place_is_rootless(dentry, inode))
		name_rootless(p, dentry, state);
	else if (IS_ERR(text))
		set_name(p, "?", 1, state);
	else
		name_below_mount(p, text, state);
	pagesnap_drop_dentry(dentry);
}

/**
 * pagesnap_place_name() - find a name for an inode
 * @p: place, gets it
 * @inode: inode that the caller pins
 *
 * A name that is still linked is preferred; without any, the state says so.
 */
void pagesnap_place_name(struct pagesnap_place *p, struct inode *inode)
{
	if (sb_is_blkdev_sb(inode->i_sb)) {
		name_bdev(p, inode);
		return;
	}
	pagesnap_names_find(&p->names, inode, NULL, false);
	pagesnap_place_alias(p, inode, p->names.found);
}

/**
 * pagesnap_place_btrfs_subvol() - which subvolume an inode of a btrfs is in
 * @inode: inode that the caller pins
 *
 * The subvolumes of a btrfs are one superblock, with inode numbers and
 * generations of their own, so that a file and its copy in a snapshot agree in
 * both.  What distinguishes them is in the handle that btrfs gives for NFS:
 * struct btrfs_fid in fs/btrfs/export.h, read from memory without a lock.
 *
 * Return: number of the subvolume, 0 if it has none.
 */
u64 pagesnap_place_btrfs_subvol(struct inode *inode)
{
	const struct export_operations *ops = inode->i_sb->s_export_op;
	u64 fid[5];
	int words = 2 * ARRAY_SIZE(fid);

	if (!ops || !ops->encode_fh ||
	    ops->encode_fh(inode, (u32 *)fid, &words, NULL) != FILEID_BTRFS_WITHOUT_PARENT)
		return 0;
	return fid[1];
}

/**
 * pagesnap_place_identify() - remember an inode without pinning it
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
