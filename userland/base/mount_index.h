/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mounts by their superblock, and by the mount and the path that they are on: machines with
 * containers have thousands, and each of many files is looked up.  Pure.
 */
#ifndef BASE_MOUNT_INDEX_H
#define BASE_MOUNT_INDEX_H

#include "mounts.h"

/* Indexes all of @m, which stays as it is from then on.  False if there is no memory. */
bool mount_index_make(struct mounts *m);
void mount_index_free(struct mounts *m);
/*
 * The mount on @parent that a walk along @path comes to first: of those on the shortest path, the
 * first of the list.  NULL if there is none.
 */
const struct mount *mount_index_on(const struct mounts *m, const struct mount *parent,
				   const char *path, size_t len);

#endif /* BASE_MOUNT_INDEX_H */
