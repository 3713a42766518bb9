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

#include "base/cgroups.h"
#include "counters.h"

static int add(struct counters *c, size_t parent, const char *name, uint64_t ino)
{
	struct counted_cgroup *cgroups = reallocarray(c->cgroups, c->nr_cgroups + 1,
						      sizeof(*cgroups));
	char *path = NULL;

	if (!cgroups)
		return -ENOMEM;
	c->cgroups = cgroups;
	if (asprintf(&path, "%s%s%s", c->nr_cgroups ? cgroups[parent].path : "", *name ? "/" : "", name) < 0)
		return -ENOMEM;
	cgroups[c->nr_cgroups++] = (struct counted_cgroup){
		.path = path, .ino = ino, .parent = parent,
	};
	return 0;
}

/* kernfs tells the type of each entry, and its inode. */
static int add_below(struct counters *c, size_t nth)
{
	char path[2 * PATH_MAX];
	struct dirent *e;
	int err = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s%s", c->cgroup_dir, c->cgroups[nth].path);
	dir = opendir(path);
	while (dir && !err && (e = readdir(dir)))
		if (e->d_type == DT_DIR && strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			err = add(c, nth, e->d_name, e->d_ino);
	if (dir)
		closedir(dir);
	return err;
}

/**
 * cgroup_tree_read() - find the memory cgroups
 * @c: gets them, each behind the one it is in; none if none are mounted
 *
 * Return: 0 or -ENOMEM.
 */
int cgroup_tree_read(struct counters *c)
{
	char dir[PATH_MAX];
	struct stat st;
	size_t i;
	int err;

	if (cgroups_mount(dir, sizeof(dir)) || stat(dir, &st))
		return 0;
	c->cgroup_dir = strdup(dir);
	err = c->cgroup_dir ? add(c, 0, "", st.st_ino) : -ENOMEM;
	for (i = 0; i < c->nr_cgroups && !err; i++)
		err = add_below(c, i);
	return err;
}

/**
 * cgroup_tree_find() - look a cgroup up
 * @c: counters
 * @ino: inode of its folder
 *
 * Return: the cgroup, NULL if there was none such.
 */
struct counted_cgroup *cgroup_tree_find(const struct counters *c, uint64_t ino)
{
	size_t i;

	for (i = 0; i < c->nr_cgroups; i++)
		if (c->cgroups[i].ino == ino)
			return &c->cgroups[i];
	return NULL;
}
