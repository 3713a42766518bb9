/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mounts of the caller's namespace.
 */
#ifndef BASE_MOUNTS_H
#define BASE_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>

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
 * @fstype: type of the filesystem
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
	char *fstype;
};

struct mounts {
	struct mount *list;
	size_t nr;
};

/* Reads $PAGESNAP_MOUNTINFO (for tests) or /proc/self/mountinfo.  NULL and errno on failure. */
struct mounts *mounts_read(void);
void mounts_free(struct mounts *m);
/* Path @dir, "" being the root, is @path or above it. */
bool mounts_above(const char *dir, size_t dir_len, const char *path, size_t len);
/* The mount that @path, "" being the root, leads to; NULL if it is unknown. */
const struct mount *mounts_of(const struct mounts *m, const char *path, size_t len);

#endif /* BASE_MOUNTS_H */
