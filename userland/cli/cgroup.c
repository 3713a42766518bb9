// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from the name of a cgroup to its inode
 */
#include <errno.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include "base/cgroup_tree.h"
#include "base/cgroups.h"
#include "base/say.h"
#include "cgroup.h"
#include "specs.h"

/* Hexadecimal digits of a container's id, and those that are enough to be one's start. */
#define ID_LEN 64
#define ID_MIN 6

static bool is_cgroup(const char *path)
{
	struct statfs fs;

	return !statfs(path, &fs) &&
	       (fs.f_type == CGROUP2_SUPER_MAGIC || fs.f_type == CGROUP_SUPER_MAGIC);
}

static int failed(int err, char *why, size_t why_size)
{
	snprintf(why, why_size, "%s", strerror(-err));
	return err;
}

static int inode_of(const char *path, uint64_t *ino)
{
	struct stat st;

	if (stat(path, &st))
		return -errno;
	if (!S_ISDIR(st.st_mode))
		return -ENOTDIR;
	*ino = st.st_ino;
	return 0;
}

/* Below the mount -------------------------------------------------------- */

/* Ends of the names that systemd and container engines give to cgroups. */
static bool is_end(const char *end)
{
	return !*end || !strcmp(end, ".service") || !strcmp(end, ".scope") || !strcmp(end, ".slice");
}

/* The start of a container's id: alone, or behind the name of its engine. */
static bool is_container(const char *name, const char *text, size_t len)
{
	const char *id = strrchr(name, '-');

	if (len < ID_MIN || strspn(text, "0123456789abcdef") != len)
		return false;
	id = id ? id + 1 : name;
	return strspn(id, "0123456789abcdef") >= ID_LEN && !strncmp(id, text, len);
}

static bool is_called(const char *name, const char *text, size_t len)
{
	return (!strncmp(name, text, len) && is_end(name + len)) || is_container(name, text, len);
}

/* Among all; only one may be called so. */
static int find_called(const struct cgroup_tree *t, const char *text, size_t len, uint64_t *ino,
		       char *why, size_t why_size)
{
	const struct cgroup *found = NULL, *g;

	for (g = t->list; g < t->list + t->nr; g++) {
		if (!*g->path || !is_called(strrchr(g->path, '/') + 1, text, len))
			continue;
		if (found) {
			snprintf(why, why_size, "there are several: %.100s and %.100s",
				 say_safe(found->path), say_safe(g->path));
			return -EINVAL;
		}
		found = g;
	}
	if (!found) {
		snprintf(why, why_size, "no such cgroup%s%s", t->dir ? " below " : "",
			 t->dir ? t->dir : "");
		return -ENOENT;
	}
	*ino = found->ino;
	return 0;
}

static int find_name(const char *text, size_t len, uint64_t *ino, char *why, size_t why_size)
{
	struct cgroup_tree t = { .nr = 0 };
	int err = cgroup_tree_read(&t);

	if (err)
		snprintf(why, why_size, "%s", strerror(-err));
	else
		err = find_called(&t, len && !memchr(text, '/', len) ? text : "", len, ino, why,
				  why_size);
	cgroup_tree_free(&t);
	return err;
}

static int find_path(const char *text, size_t len, uint64_t *ino, char *why, size_t why_size)
{
	char dir[PATH_MAX], path[2 * PATH_MAX];
	int err;

	if (*text == '/' && is_cgroup(text)) {
		err = inode_of(text, ino);
		return err ? failed(err, why, why_size) : 0;
	}
	if (len >= PATH_MAX)
		return failed(-ENAMETOOLONG, why, why_size);
	if (cgroups_mount(dir, sizeof(dir))) {
		snprintf(why, why_size,
			 "no cgroups are mounted here: name its inode, or mount -t cgroup2 none /sys/fs/cgroup");
		return -ENOENT;
	}
	snprintf(path, sizeof(path), "%s/%s", dir, text);
	if ((getenv("PAGESNAP_CGROUPS") || is_cgroup(path)) && !inode_of(path, ino))
		return 0;
	return find_name(text, len, ino, why, why_size);
}

/**
 * cgroup_find() - look a cgroup up
 * @text: @INODE, inode, path, unit or the start of a container's id; "/" at its
 *	end for those below it too
 * @ino: its inode
 * @below: those below it are meant too
 * @why: takes a sentence on failure
 * @why_size: of @why
 *
 * Return: 0 or a negative errno.
 */
int cgroup_find(const char *text, uint64_t *ino, bool *below, char *why, size_t why_size)
{
	size_t len = strlen(text);
	const char *unused;
	char *number;
	int err;

	*below = len && text[len - 1] == '/';
	number = strndup(text, len - *below);
	if (!number)
		return failed(-ENOMEM, why, why_size);
	err = spec_number(number + (*number == '@'), ino, &unused);
	free(number);
	/* the library takes 0 for "any" */
	if (!err && *ino)
		return 0;
	return find_path(text, len - *below, ino, why, why_size);
}
