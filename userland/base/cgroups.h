/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory cgroups, by where they are mounted.
 */
#ifndef BASE_CGROUPS_H
#define BASE_CGROUPS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Where memory cgroups are mounted.  0 or a negative errno. */
int cgroups_mount(char *dir, size_t size);
/*
 * What is found now is what cgroups_mount() gives from now on: another mount
 * namespace is going to be joined.  Before there is a second thread.
 */
void cgroups_keep_mount(void);
/*
 * Path of the cgroup with inode @ino below the mount @dir, "/" for the mount
 * itself, not terminated; its length, -ESTALE if it is gone, another negative
 * errno if it is unknown.
 */
ssize_t cgroups_path(const char *dir, uint64_t ino, char *path, size_t size);

#endif /* BASE_CGROUPS_H */
