/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The memory cgroups that there are, and which is in which.
 */
#ifndef CGROUP_TREE_H
#define CGROUP_TREE_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct cgroup - a memory cgroup
 * @path: below the mount of cgroups, "" for that itself
 * @ino: inode of its folder
 * @parent: index of the one it is in; of the first its own
 */
struct cgroup {
	char *path;
	uint64_t ino;
	size_t parent;
};

/**
 * struct cgroup_tree - all of them
 * @dir: where they are mounted, NULL if nowhere
 * @list: each behind the one it is in
 * @nr: how many
 */
struct cgroup_tree {
	char *dir;
	struct cgroup *list;
	size_t nr;
};

/* Finds them, for a tree that is all zero.  0 or -ENOMEM; cgroup_tree_free() is owed. */
int cgroup_tree_read(struct cgroup_tree *t);
void cgroup_tree_free(struct cgroup_tree *t);
/* The cgroup with inode @ino, NULL if there is none. */
const struct cgroup *cgroup_tree_find(const struct cgroup_tree *t, uint64_t ino);

#endif /* CGROUP_TREE_H */
