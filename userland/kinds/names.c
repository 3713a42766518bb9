// SPDX-License-Identifier: GPL-2.0
/*
 * From a name on a superblock to a path in the caller's mount namespace.
 *
 * Nothing is looked up on the filesystems: that could block, load their disks
 * and change what is cached.
 */
#include <errno.h>
#include <search.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cgroups.h"
#include "base/mounts.h"
#include "base/system_path.h"
#include "names.h"

/**
 * struct names - what a machine knows of names
 * @mounts: read when they are needed first, NULL before or if they can't be
 * @mounts_known: it was tried
 * @foreign: the answers come from another machine, or from before it was booted
 * @saved: root of the tree of saved names
 * @cgroups: where memory cgroups are mounted; "" if nowhere, or not looked for yet
 * @cgroups_known: it was looked for
 */
struct names {
	struct mounts *mounts;
	bool mounts_known;
	bool foreign;
	void *saved;
	char cgroups[PATH_MAX];
	bool cgroups_known;
};

/**
 * struct saved_cgroup - what a cgroup was called when the answers were saved
 * @ino: its inode
 * @path: its path, "" if it was gone
 */
struct saved_cgroup {
	uint64_t ino;
	char path[];
};

static int compare_saved(const void *a, const void *b)
{
	const struct saved_cgroup *x = a, *y = b;

	return (x->ino > y->ino) - (x->ino < y->ino);
}

/**
 * names_new() - mounts of the caller
 *
 * Return: them, or NULL if there is no memory.
 */
struct names *names_new(void)
{
	return calloc(1, sizeof(struct names));
}

/* Those that the answers are about, NULL if they are not known.  Who names a file knows. */
static const struct mounts *mounts_here(struct names *n)
{
	if (n->foreign && !getenv("PAGESNAP_MOUNTINFO"))
		return NULL;
	if (!n->mounts_known)
		n->mounts = mounts_read();
	n->mounts_known = true;
	return n->mounts;
}

/**
 * names_free() - forget the mounts
 * @n: mounts, may be NULL
 */
void names_free(struct names *n)
{
	if (!n)
		return;
	mounts_free(n->mounts);
	tdestroy(n->saved, free);
	free(n);
}

/* Is @boot this boot of this machine?  If that is unknown, it is. */
static bool is_here(const char *boot)
{
	FILE *f = fopen(system_path_of("/proc/sys/kernel/random/boot_id"), "re");
	char here[40] = "";
	bool same;

	same = !f || !fgets(here, sizeof(here), f) || *boot == '?' ||
	       !strncmp(here, boot, strcspn(here, "\n"));
	if (f)
		fclose(f);
	return same;
}

/**
 * names_boot() - where the answers come from
 * @n: mounts
 * @boot: boot id of their header
 *
 * Numbers of devices and cgroups mean others elsewhere.
 */
void names_boot(struct names *n, const char *boot)
{
	n->foreign = !is_here(boot);
}

/**
 * names_foreign() - do the answers come from elsewhere?
 * @n: names
 *
 * Return: true if they come from another machine, or from before it was booted.
 */
bool names_foreign(const struct names *n)
{
	return n->foreign && !getenv("PAGESNAP_PROC");
}

/**
 * names_fstype() - type of the filesystem of a superblock
 * @n: mounts
 * @major: of the superblock
 * @minor: of the superblock
 *
 * Return: type, NULL if no mount shows it.
 */
const char *names_fstype(struct names *n, uint32_t major, uint32_t minor)
{
	const struct mounts *m = mounts_here(n);
	const struct mount *one = m ? mounts_first_of_sb(m, major, minor) : NULL;

	return one ? one->fstype : NULL;
}

/**
 * names_save_cgroup() - remember what a memory cgroup was called
 * @n: names
 * @ino: its inode
 * @path: its path then, "" if it was gone
 *
 * Return: 0 or -ENOMEM.
 */
int names_save_cgroup(struct names *n, uint64_t ino, const char *path)
{
	struct saved_cgroup *one = malloc(sizeof(*one) + strlen(path) + 1);
	struct saved_cgroup **found;

	if (!one)
		return -ENOMEM;
	one->ino = ino;
	strcpy(one->path, path);
	found = tsearch(one, &n->saved, compare_saved);
	if (!found || *found != one)
		free(one);
	return found ? 0 : -ENOMEM;
}

/* As names_cgroup(), of what was saved; -ENOENT if nothing was. */
static ssize_t saved_path(const struct names *n, uint64_t ino, char *path, size_t size)
{
	const struct saved_cgroup wanted = { .ino = ino };
	struct saved_cgroup **found = tfind(&wanted, &n->saved, compare_saved);
	size_t len = found ? strlen((*found)->path) : 0;

	if (!found)
		return -ENOENT;
	if (!len)
		return -ESTALE;
	if (len >= size)
		return -ENAMETOOLONG;
	memcpy(path, (*found)->path, len);
	return len;
}

/**
 * names_cgroup() - what a memory cgroup is called
 * @n: names
 * @ino: its inode
 * @path: where to, not terminated
 * @size: bytes there
 *
 * $PAGESNAP_CGROUPS is where tests have their own.
 *
 * Return: length of the path below the mount of cgroups; -ESTALE if it is gone,
 * another negative errno if that is unknown.
 */
ssize_t names_cgroup(struct names *n, uint64_t ino, char *path, size_t size)
{
	ssize_t len = saved_path(n, ino, path, size);

	if (len != -ENOENT)
		return len;
	if (n->foreign && !getenv("PAGESNAP_CGROUPS"))
		return -EREMOTE;
	if (!n->cgroups_known && cgroups_mount(n->cgroups, sizeof(n->cgroups)))
		*n->cgroups = '\0';
	n->cgroups_known = true;
	return *n->cgroups ? cgroups_path(n->cgroups, ino, path, size) : -ENOENT;
}

/**
 * names_path() - path of a file by some mount
 * @n: mounts
 * @major: of its superblock
 * @minor: of its superblock
 * @name: name from the root of the superblock
 * @len: its length
 * @path: where to, not terminated
 * @size: bytes there
 *
 * Return: length of the path, 0 if no mount shows it or it does not fit.
 */
size_t names_path(struct names *n, uint32_t major, uint32_t minor, const char *name, size_t len,
		  char *path, size_t size)
{
	const struct mounts *mounts = mounts_here(n);
	const struct mount *m = mounts ? mounts_first_of_sb(mounts, major, minor) : NULL;
	size_t path_len;

	if (len == 1 && *name == '/')
		len = 0;
	for (; m; m = mounts_next_of_sb(m)) {
		if (!mounts_above(m->root, m->root_len, name, len))
			continue;
		path_len = m->point_len + len - m->root_len;
		if (path_len >= size)
			continue;
		memcpy(path, m->point, m->point_len);
		memcpy(path + m->point_len, name + m->root_len, len - m->root_len);
		if (mounts_of(mounts, path, path_len) != m)
			continue;
		if (!path_len)
			path[path_len++] = '/';
		return path_len;
	}
	return 0;
}

/**
 * names_bdev() - path of a block device
 * @n: names
 * @name: MAJ:MIN, not terminated
 * @len: its length
 * @path: result, not terminated
 * @size: room in it
 *
 * $PAGESNAP_SYSFS is where tests have their own /sys.
 *
 * Return: length of the path, 0 if the device is gone or it does not fit.
 */
size_t names_bdev(struct names *n, const char *name, size_t len, char *path, size_t size)
{
	char link[512], target[PATH_MAX], *base;
	ssize_t got;

	if (n->foreign && !getenv("PAGESNAP_SYSFS"))
		return 0;
	if (len > 32 || strspn(name, "0123456789:") < len)
		return 0;
	got = snprintf(link, sizeof(link), "%s/dev/block/%.*s", system_path("PAGESNAP_SYSFS", "/sys"),
		       (int)len, name);
	if ((size_t)got >= sizeof(link))
		return 0;
	got = readlink(link, target, sizeof(target) - 1);
	if (got <= 0)
		return 0;
	target[got] = '\0';
	base = strrchr(target, '/');
	base = base ? base + 1 : target;
	/* as sysfs writes a slash in a name */
	for (char *p = base; *p; p++)
		if (*p == '!')
			*p = '/';
	got = snprintf(path, size, "/dev/%s", base);
	return (size_t)got < size ? (size_t)got : 0;
}
