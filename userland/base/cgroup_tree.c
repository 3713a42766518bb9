// SPDX-License-Identifier: GPL-2.0
/*
 * The memory cgroups that there are, and which is in which.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cgroup_tree.h"
#include "cgroups.h"

static int add(struct cgroup_tree *t, size_t parent, const char *name, uint64_t ino)
{
	struct cgroup *list = reallocarray(t->list, t->nr + 1, sizeof(*list));
	char *path = NULL;

	if (!list)
		return -ENOMEM;
	t->list = list;
	if (asprintf(&path, "%s%s%s", t->nr ? list[parent].path : "", *name ? "/" : "", name) < 0)
		return -ENOMEM;
	list[t->nr++] = (struct cgroup){ .path = path, .ino = ino, .parent = parent };
	return 0;
}

/* kernfs reports the type of each entry, and its inode. */
static int add_below(struct cgroup_tree *t, size_t nth)
{
	char path[2 * PATH_MAX];
	struct dirent *e;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s%s", t->dir, t->list[nth].path);
	dir = opendir(path);
	while (dir && !err && (e = readdir(dir)))
		if (e->d_type == DT_DIR && strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			err = add(t, nth, e->d_name, e->d_ino);
	if (dir)
		closedir(dir);
	return err;
}

/**
 * cgroup_tree_read() - find the memory cgroups
 * @t: gets them; none if none are mounted
 *
 * Return: 0 or -ENOMEM.
 */
int cgroup_tree_read(struct cgroup_tree *t)
{
	char dir[PATH_MAX];
	struct stat st;
	size_t i;
	int err;

	if (cgroups_mount(dir, sizeof(dir)) || stat(dir, &st))
		return 0;
	t->dir = strdup(dir);
	err = t->dir ? add(t, 0, "", st.st_ino) : -ENOMEM;
	for (i = 0; i < t->nr && !err; i++)
		err = add_below(t, i);
	return err;
}

/**
 * cgroup_tree_free() - forget them
 * @t: tree
 */
void cgroup_tree_free(struct cgroup_tree *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		free(t->list[i].path);
	free(t->list);
	free(t->dir);
}

/**
 * cgroup_tree_find() - look a cgroup up
 * @t: tree
 * @ino: inode of its folder
 *
 * Return: the cgroup, NULL if there was none such.
 */
const struct cgroup *cgroup_tree_find(const struct cgroup_tree *t, uint64_t ino)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		if (t->list[i].ino == ino)
			return &t->list[i];
	return NULL;
}
