/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Paths of files that lie outside the mount of a query: the kernel names them
 * from the root of their superblock, people know them by another mount.
 */
#ifndef KINDS_NAMES_H
#define KINDS_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct names;

/*
 * Mounts of the caller, read when first needed from $PAGESNAP_MOUNTINFO (for
 * tests) or /proc/self/mountinfo.  NULL if there is no memory.
 */
struct names *names_new(void);
void names_free(struct names *n);
/* The answers are of the boot with this id: if it is another, nothing here names them. */
void names_boot(struct names *n, const char *boot);
/*
 * Path of @name, which is relative to the root of superblock @major:@minor.
 * Returns its length, 0 if no mount shows it or it does not fit.
 */
size_t names_path(struct names *n, uint32_t major, uint32_t minor, const char *name, size_t len,
		  char *path, size_t size);
/* Type of the filesystem of a superblock that is mounted; NULL if it isn't. */
const char *names_fstype(struct names *n, uint32_t major, uint32_t minor);
/*
 * Path of a memory cgroup below where they are mounted: its length, -ESTALE if
 * it is gone, another negative errno if that is unknown.
 */
ssize_t names_cgroup(struct names *n, uint64_t ino, char *path, size_t size);
/* Path of the block device that the kernel calls MAJ:MIN, by sysfs; as above. */
size_t names_bdev(struct names *n, const char *name, size_t len, char *path, size_t size);

/* What a memory cgroup was called when answers were saved; "": it was gone.  0 or -ENOMEM. */
int names_save_cgroup(struct names *n, uint64_t ino, const char *path);

/* Do the answers come from another machine, or from before it was booted? */
bool names_foreign(const struct names *n);

#endif /* KINDS_NAMES_H */
