/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mounts of the caller's namespace.
 */
#ifndef BASE_MOUNTS_H
#define BASE_MOUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * @next_of_sb: behind it in its chain of @by_sb
 * @next_of_place: and of @by_place
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
	const struct mount *next_of_sb;
	const struct mount *next_of_place;
};

/**
 * struct mounts - mounts, and where to find them
 * @list: them, @nr of them
 * @nr: see there
 * @root: that of the namespace, NULL if it is unknown
 * @by_sb: chains of mounts by their superblock, @chains of them
 * @by_place: and by what they are on
 * @chains: see there; a power of two
 */
struct mounts {
	struct mount *list;
	size_t nr;
	const struct mount *root;
	const struct mount **by_sb;
	const struct mount **by_place;
	size_t chains;
};

/* Reads $PAGESNAP_MOUNTINFO (for tests) or /proc/self/mountinfo.  NULL and errno on failure. */
struct mounts *mounts_read(void);
void mounts_free(struct mounts *m);
/* Path @dir, "" being the root, is @path or above it. */
bool mounts_above(const char *dir, size_t dir_len, const char *path, size_t len);
/* Mounts of one superblock, in the order of the list; NULL if there is none, or no more. */
const struct mount *mounts_first_of_sb(const struct mounts *m, unsigned int major,
				       unsigned int minor);
const struct mount *mounts_next_of_sb(const struct mount *one);
/* The mount that @path, "" being the root, leads to; NULL if it is unknown. */
const struct mount *mounts_of(const struct mounts *m, const char *path, size_t len);

#endif /* BASE_MOUNTS_H */
