// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: files that are near one another
 *
 * Most files of a batch lie in the folder of the one before.  To look that folder
 * up again, and to write its path again, takes most of the time that one path
 * does.  So the second file in a folder pins it, and those behind it are looked
 * up there.
 *
 * The folder is pinned while one read() fills its buffer with answers that take a
 * step each, and never longer, since it pins a mount.  If it is renamed meanwhile,
 * files are found and called as if all of them had been looked up at the moment
 * when the folder was.
 *
 * Only what is no symbolic link is taken from there: vfs_path_lookup() takes the
 * folder for the root, which the target of a link may begin at.
 */
#include <linux/dcache.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/namei.h>

#include "../compat/dentry.h"
#include "drop.h"
#include "near.h"
#include "place.h"

/* Only then is what follows the folder the name of a file in it. */
static bool is_name(const char *name)
{
	return *name && strcmp(name, ".") && strcmp(name, "..");
}

/* Bytes of the folder in @text; 0 if it is not to be kept. */
static u32 folder_len(const char *text, u32 len)
{
	if (!COMPAT_LOOKUP_IN)
		return 0;
	while (len && text[len - 1] != '/')
		len--;
	return len < PAGESNAP_NEAR_MAX && is_name(text + len) ? len : 0;
}

static void remember(struct pagesnap_near *near, const char *text, u32 len)
{
	pagesnap_near_drop(near);
	memcpy(near->text, text, len);
	near->text[len] = '\0';
	near->len = len;
}

/* The path of the folder as the reader sees it. */
static void show(struct pagesnap_near *near, char *scratch)
{
	const char *text;
	u32 len;

	near->tried = true;
	if (pagesnap_place_unlinked(near->path.dentry))
		return;
	text = d_path(&near->path, scratch, PATH_MAX);
	if (IS_ERR(text) || *text != '/')
		return;
	len = strlen(text);
	if (len >= sizeof(near->shown))
		return;
	memcpy(near->shown, text, len);
	if (text[len - 1] != '/')
		near->shown[len++] = '/';
	near->shown_len = len;
}

/* Return: false if there is no such folder, which is for the whole path to say. */
static bool pin(struct pagesnap_near *near)
{
	return near->path.mnt ||
	       !kern_path(near->text, LOOKUP_FOLLOW | LOOKUP_DIRECTORY, &near->path);
}

static bool lookup_in(struct pagesnap_near *near, const char *name, struct path *path)
{
	if (compat_lookup_in(&near->path, name, path))
		return false;
	if (!d_is_symlink(path->dentry))
		return true;
	pagesnap_drop_path(path);
	return false;
}

/**
 * pagesnap_near_lookup() - look a path up, by its folder if that is the one before
 * @near: the folder before, zeroed at first; pagesnap_near_drop() is owed
 * @text: absolute path
 * @len: bytes of it
 * @path: result; pagesnap_drop_path() is owed
 *
 * Context: process context, of the task whose namespaces count.
 * Return: 0 or a negative errno.
 */
int pagesnap_near_lookup(struct pagesnap_near *near, const char *text, u32 len,
			 struct path *path)
{
	u32 folder = folder_len(text, len);

	if (folder && folder == near->len && !memcmp(text, near->text, folder) &&
	    pin(near) && lookup_in(near, text + folder, path))
		return 0;
	/* A link may lead to a server that doesn't answer: nothing is pinned meanwhile. */
	remember(near, text, folder);
	return kern_path(text, LOOKUP_FOLLOW, path);
}

/**
 * pagesnap_near_name() - the path of a file in that folder as the reader sees it
 * @near: folder
 * @path: file
 * @scratch: PATH_MAX bytes
 * @name: PATH_MAX bytes that get it, not terminated
 *
 * Return: bytes of it, 0 if it is not known: it may be another's, or its name is gone.
 */
u32 pagesnap_near_name(struct pagesnap_near *near, const struct path *path, char *scratch,
		       char *name)
{
	struct dentry *dentry = path->dentry;
	u32 len = 0;

	if (!near->path.mnt || near->path.mnt != path->mnt)
		return 0;
	if (!near->tried)
		show(near, scratch);
	if (!near->shown_len)
		return 0;
	/* A rename takes this lock. */
	spin_lock(&dentry->d_lock);
	if (dentry->d_parent == near->path.dentry && !d_unhashed(dentry) &&
	    near->shown_len + dentry->d_name.len < PATH_MAX) {
		len = near->shown_len + dentry->d_name.len;
		memcpy(name + near->shown_len, dentry->d_name.name, dentry->d_name.len);
	}
	spin_unlock(&dentry->d_lock);
	memcpy(name, near->shown, near->shown_len);
	return len;
}

/**
 * pagesnap_near_drop() - let go of the folder
 * @near: folder; empty then
 *
 * Context: may sleep.
 */
void pagesnap_near_drop(struct pagesnap_near *near)
{
	if (near->path.mnt)
		pagesnap_drop_path(&near->path);
	near->path.mnt = NULL;
	near->len = 0;
	near->tried = false;
	near->shown_len = 0;
}
