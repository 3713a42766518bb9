// SPDX-License-Identifier: GPL-2.0
/*
 * DOC: from the name of a cgroup to its inode
 */
#include <dirent.h>
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

/**
 * struct search - for a name among all cgroups
 * @text: name
 * @len: its bytes
 * @found: path of the first that is called so, "" if none is
 * @ino: its inode
 * @other: path of another one, "" if there is none
 */
struct search {
	const char *text;
	size_t len;
	char found[PATH_MAX];
	uint64_t ino;
	char other[PATH_MAX];
};

static void search_below(struct search *s, const char *dir)
{
	char path[PATH_MAX];
	struct dirent *e;
	DIR *d = opendir(dir);

	while (d && (e = readdir(d))) {
		if (e->d_type != DT_DIR || !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
		    (size_t)snprintf(path, sizeof(path), "%s/%s", dir, e->d_name) >= sizeof(path))
			continue;
		if (is_called(e->d_name, s->text, s->len)) {
			strcpy(*s->found ? s->other : s->found, path);
			s->ino = e->d_ino;
		}
		search_below(s, path);
	}
	if (d)
		closedir(d);
}

static int find_name(const char *dir, const char *text, size_t len, uint64_t *ino, char *why,
		     size_t why_size)
{
	struct search s = { .text = text, .len = len };

	if (len && !memchr(text, '/', len))
		search_below(&s, dir);
	if (!*s.found) {
		snprintf(why, why_size, "no such cgroup below %s", dir);
		return -ENOENT;
	}
	if (*s.other) {
		snprintf(why, why_size, "there are several: %.100s and %.100s",
			 s.found + strlen(dir), s.other + strlen(dir));
		return -EINVAL;
	}
	*ino = s.ino;
	return 0;
}

static int find_path(const char *text, size_t len, uint64_t *ino, char *why, size_t why_size)
{
	const char *given = getenv("PAGESNAP_CGROUPS");
	char dir[PATH_MAX], path[2 * PATH_MAX];
	int err;

	if (*text == '/' && is_cgroup(text)) {
		err = inode_of(text, ino);
		return err ? failed(err, why, why_size) : 0;
	}
	if (len >= PATH_MAX)
		return failed(-ENAMETOOLONG, why, why_size);
	if (given)
		snprintf(dir, sizeof(dir), "%s", given);
	else if (cgroups_mount(dir, sizeof(dir))) {
		snprintf(why, why_size,
			 "no cgroups are mounted here: name its inode, or mount -t cgroup2 none /sys/fs/cgroup");
		return -ENOENT;
	}
	snprintf(path, sizeof(path), "%s/%s", dir, text);
	if ((given || is_cgroup(path)) && !inode_of(path, ino))
		return 0;
	return find_name(dir, text, len, ino, why, why_size);
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
	const char *fault;
	char *number;
	int err;

	*below = len && text[len - 1] == '/';
	number = strndup(text, len - *below);
	if (!number)
		return failed(-ENOMEM, why, why_size);
	err = spec_number(number + (*number == '@'), ino, &fault);
	free(number);
	/* the library takes 0 for "any" */
	if (!err && *ino)
		return 0;
	return find_path(text, len - *below, ino, why, why_size);
}
