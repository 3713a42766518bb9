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
#include <stdbool.h>
#include <unistd.h>

#include "names.h"

/**
 * struct mount - a line of mountinfo
 * @id: of the mount
 * @parent: mount it is mounted on
 * @major: of the superblock
 * @minor: of the superblock
 * @root: path in the superblock that it shows, "" for all
 * @root_len: its length
 * @point: where, "" for the root of the namespace
 * @point_len: its length
 */
struct mount {
	unsigned int id;
	unsigned int parent;
	unsigned int major;
	unsigned int minor;
	char *root;
	size_t root_len;
	char *point;
	size_t point_len;
};

struct names {
	bool read;
	struct mount *mounts;
	size_t nr;
	size_t cap;
};

/* Resolves \ooo in place; "/" becomes "", so that "/" can be put behind any path. */
static size_t unescape(char *s)
{
	char *to = s, *from = s;

	while (*from) {
		if (from[0] == '\\' && from[1] >= '0' && from[1] <= '3' && from[2] >= '0' &&
		    from[2] <= '7' && from[3] >= '0' && from[3] <= '7') {
			*to++ = (from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0');
			from += 4;
		} else {
			*to++ = *from++;
		}
	}
	if (to == s + 1 && *s == '/')
		to = s;
	*to = '\0';
	return to - s;
}

static bool add_mount(struct names *n, const char *line)
{
	struct mount m = { .root = NULL };
	struct mount *mounts;

	/* NOLINTNEXTLINE(cert-err34-c): the kernel's numbers fit */
	if (sscanf(line, "%u %u %u:%u %ms %ms", &m.id, &m.parent, &m.major, &m.minor, &m.root,
		   &m.point) != 6) {
		free(m.root);
		return true;
	}
	m.root_len = unescape(m.root);
	m.point_len = unescape(m.point);
	if (n->nr == n->cap) {
		mounts = realloc(n->mounts, (2 * n->cap + 16) * sizeof(*mounts));
		if (!mounts) {
			free(m.root);
			free(m.point);
			return false;
		}
		n->mounts = mounts;
		n->cap = 2 * n->cap + 16;
	}
	n->mounts[n->nr++] = m;
	return true;
}

static void drop_mounts(struct names *n)
{
	size_t i;

	for (i = 0; i < n->nr; i++) {
		free(n->mounts[i].root);
		free(n->mounts[i].point);
	}
	n->nr = 0;
}

/* All or none: what is mounted over a path would be missing. */
static void read_mounts(struct names *n)
{
	const char *file = getenv("PAGESNAP_MOUNTINFO");
	char *line = NULL;
	bool whole = true;
	size_t size = 0;
	FILE *f;

	n->read = true;
	f = fopen(file ? file : "/proc/self/mountinfo", "re");
	if (!f)
		return;
	while (whole && getline(&line, &size, f) > 0)
		whole = add_mount(n, line);
	if (!whole || !feof(f))
		drop_mounts(n);
	free(line);
	fclose(f);
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

/**
 * names_free() - forget the mounts
 * @n: mounts, may be NULL
 */
void names_free(struct names *n)
{
	if (!n)
		return;
	drop_mounts(n);
	free(n->mounts);
	free(n);
}

/* Path @dir, "" being the root, is @path or above it. */
static bool above(const char *dir, size_t dir_len, const char *path, size_t len)
{
	return dir_len <= len && !memcmp(dir, path, dir_len) &&
	       (dir_len == len || path[dir_len] == '/');
}

static const struct mount *root_mount(const struct names *n)
{
	size_t i, j;

	for (i = 0; i < n->nr; i++) {
		const struct mount *m = &n->mounts[i];

		for (j = 0; j < n->nr && (i == j || n->mounts[j].id != m->parent); j++)
			;
		if (j == n->nr && !m->point_len)
			return m;
	}
	return NULL;
}

/* The mount on @m that a walk along @path comes to first. */
static const struct mount *next_mount(const struct names *n, const struct mount *m,
				      const char *path, size_t len)
{
	const struct mount *found = NULL;
	size_t i;

	for (i = 0; i < n->nr; i++) {
		const struct mount *child = &n->mounts[i];

		if (child == m || child->parent != m->id ||
		    !above(child->point, child->point_len, path, len))
			continue;
		if (!found || child->point_len < found->point_len)
			found = child;
	}
	return found;
}

/* The mount that @path leads to: other mounts may hide the one it was made with. */
static const struct mount *mount_of(const struct names *n, const char *path, size_t len)
{
	const struct mount *m = root_mount(n), *next = m;
	size_t steps;

	for (steps = 0; next && steps <= n->nr; steps++) {
		m = next;
		next = next_mount(n, m, path, len);
	}
	return m;
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

	if (!n->read)
		read_mounts(n);
	if (len == 1 && *name == '/')
		len = 0;
	for (i = 0; i < n->nr; i++) {
		const struct mount *m = &n->mounts[i];

		if (m->major != major || m->minor != minor ||
		    !above(m->root, m->root_len, name, len))
			continue;
		path_len = m->point_len + len - m->root_len;
		if (path_len >= size)
			continue;
		memcpy(path, m->point, m->point_len);
		memcpy(path + m->point_len, name + m->root_len, len - m->root_len);
		if (mount_of(n, path, path_len) != m)
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
