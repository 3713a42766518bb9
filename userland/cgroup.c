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

#include "cgroup.h"
#include "out/cgroups.h"
#include "specs.h"

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

static int find_path(const char *text, uint64_t *ino, char *why, size_t why_size)
{
	char dir[PATH_MAX], path[2 * PATH_MAX];
	int err;

	if (*text == '/' && is_cgroup(text)) {
		err = inode_of(text, ino);
		return err ? failed(err, why, why_size) : 0;
	}
	if (strlen(text) >= PATH_MAX)
		return failed(-ENAMETOOLONG, why, why_size);
	if (cgroups_mount(dir, sizeof(dir))) {
		snprintf(why, why_size,
			 "no cgroups are mounted here: name its inode, or mount -t cgroup2 none /sys/fs/cgroup");
		return -ENOENT;
	}
	snprintf(path, sizeof(path), "%s/%s", dir, text);
	if (!is_cgroup(path) || inode_of(path, ino)) {
		snprintf(why, why_size, "no such cgroup below %s", dir);
		return -ENOENT;
	}
	return 0;
}

/**
 * cgroup_find() - look a cgroup up
 * @text: inode or path, "/" at its end for those below it too
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
	const char *fault;
	char *number;
	int err;

	*below = len && text[len - 1] == '/';
	number = strndup(text, len - *below);
	if (!number)
		return failed(-ENOMEM, why, why_size);
	err = spec_number(number, ino, &fault);
	free(number);
	/* the library takes 0 for "any" */
	if (!err && *ino)
		return 0;
	return find_path(text, ino, why, why_size);
}
