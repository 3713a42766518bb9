// SPDX-License-Identifier: GPL-2.0
/*
 * From a name on a superblock to a path in the caller's mount namespace.
 *
 * Nothing is looked up on the filesystems: that could block, load their disks
 * and change what is cached.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mounts.h"
#include "names.h"

struct names {
	struct mounts *mounts;
};

/**
 * names_new() - mounts of the caller
 *
 * Return: them, or NULL if there is no memory.
 */
struct names *names_new(void)
{
	return calloc(1, sizeof(struct names));
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
	free(n);
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
	size_t i, path_len;

	if (!n->mounts)
		n->mounts = mounts_read();
	if (len == 1 && *name == '/')
		len = 0;
	for (i = 0; n->mounts && i < n->mounts->nr; i++) {
		const struct mount *m = &n->mounts->list[i];

		if (m->major != major || m->minor != minor ||
		    !mounts_above(m->root, m->root_len, name, len))
			continue;
		path_len = m->point_len + len - m->root_len;
		if (path_len >= size)
			continue;
		memcpy(path, m->point, m->point_len);
		memcpy(path + m->point_len, name + m->root_len, len - m->root_len);
		if (mounts_of(n->mounts, path, path_len) != m)
			continue;
		if (!path_len)
			path[path_len++] = '/';
		return path_len;
	}
	return 0;
}

/**
 * names_bdev() - path of a block device
 * @name: MAJ:MIN, not terminated
 * @len: its length
 * @path: result, not terminated
 * @size: room in it
 *
 * $PAGESNAP_SYSFS is where tests have their own /sys.
 *
 * Return: length of the path, 0 if the device is gone or it does not fit.
 */
size_t names_bdev(const char *name, size_t len, char *path, size_t size)
{
	const char *sysfs = getenv("PAGESNAP_SYSFS");
	char link[512], target[PATH_MAX], *base;
	ssize_t n;

	if (len > 32 || strspn(name, "0123456789:") < len)
		return 0;
	n = snprintf(link, sizeof(link), "%s/dev/block/%.*s", sysfs ? sysfs : "/sys", (int)len,
		     name);
	if ((size_t)n >= sizeof(link))
		return 0;
	n = readlink(link, target, sizeof(target) - 1);
	if (n <= 0)
		return 0;
	target[n] = '\0';
	base = strrchr(target, '/');
	base = base ? base + 1 : target;
	/* as sysfs writes a slash in a name */
	for (char *p = base; *p; p++)
		if (*p == '!')
			*p = '/';
	n = snprintf(path, size, "/dev/%s", base);
	return (size_t)n < size ? (size_t)n : 0;
}
